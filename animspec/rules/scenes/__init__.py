"""Rules about what only scene animations have."""
