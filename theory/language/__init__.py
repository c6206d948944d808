"""The words in which claims are written."""
