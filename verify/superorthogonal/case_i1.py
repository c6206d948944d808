"""Exact moments for every K; the proved parts are sampled at low degree."""

from lemmata import Settings
from lemmata.theory.superorthogonal.case_i1 import claim

settings = Settings(
    claim,
    core=(6, 60),
    rest=(0, 0),
    replicates=(2**15, 2**20),
    examples=({"K": 1, "d": 2, "k": 1, "j": 0}, {"K": 3, "d": 1, "k": 1, "j": 1}),
)
