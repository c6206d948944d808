"""A statement on one line, judged on the spot: its words, its declarations, its verdict, and the file that it becomes."""
