"""Algebra, and the posterior mean on drawn contexts."""

from lemmata import Settings
from lemmata.theory.icl_linear.bayes_bound import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 4),
    replicates=(2**13, 2**16),
    first=512,
    chunk=1024,
    search=(100, 1500),
    kurtosis={"posterior": 20},
)
