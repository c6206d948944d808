"""Side-by-side timings: one question to lemmata and to other libraries, value and error beside the time."""
