"""Shared symbolic tools, exact or enclosed: Hermite, Gaussian moments, balls, exponents, zero tests."""
