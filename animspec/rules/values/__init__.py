"""Rules about the numbers of keys."""
