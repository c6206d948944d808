"""Counts and exponents, no simulation."""

from lemmata.theory.additive.comparisons import claim
from lemmata.verify import bind

CORNER = {"M": 8, "d": 64, "gamma": 0.5, "k": 3, "p": 4, "rho": 2.0}

comparisons = bind(claim, examples=(CORNER,), points=(8, 60))
