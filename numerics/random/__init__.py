"""Random numbers as pure functions of a key, and the laws drawn from them."""
