"""Uniform starts on the sphere."""

from lemmata import Settings
from lemmata.theory.hermite.first_gradient import claim

settings = Settings(
    claim, core=(2, 4), rest=(0, 0), replicates=(2**19, 2**20), first=2**19, examples=({"d": 3, "j": 2, "k": 3},)
)
