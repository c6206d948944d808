"""Quadrature and the integrals that need rules of their own."""
