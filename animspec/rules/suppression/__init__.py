"""Rules about the files that hide findings."""
