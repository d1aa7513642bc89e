"""Rules that hold documents to the bounds that configuration sets."""
