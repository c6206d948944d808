"""Eigenvalues and singular values."""
