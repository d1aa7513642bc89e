"""Rules about ids, names and paths."""
