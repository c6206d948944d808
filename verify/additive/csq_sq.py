"""Sizes of correlations, exponents, and Gaussian integrals of one query; no simulation."""

from lemmata.theory.additive.csq_sq import claim
from lemmata.verify import bind

csq_sq = bind(claim, examples=({"k": 3, "gamma": 0.5, "rho": 2.0},), points=(5, 40))
