"""Rules about the motion that keys make."""
