"""Random directions in pairs; correlations of targets in R^d."""

from lemmata import Settings
from lemmata.theory.sgd.csq_sq_bounds import claim

REFERENCE = {"k": 4, "d": 10, "h": 2, "m": 0.5}
settings = Settings(
    claim, examples=(REFERENCE,), core=(2, 12), rest=(0, 2), replicates=(2**17, 2**20), first=2**13, search=(60, 600)
)
