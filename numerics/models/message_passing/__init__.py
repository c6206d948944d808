"""Message passing: approximate message passing for convex problems, and random sequential updates with random couplings."""
