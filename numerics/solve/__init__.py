"""Roots, minima and searches."""
