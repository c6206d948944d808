"""The search for superorthogonal polynomials."""
