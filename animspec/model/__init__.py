"""The documents as attrs classes, one module per kind, with the file's own member names."""
