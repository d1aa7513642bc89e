"""Rules that the reader of binary files reports."""
