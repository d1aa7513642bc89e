"""The rules that the text and structure stages and the reading of files report."""
