"""Points drawn in the cube; formulas for the rest. Distances in the cube lie between 0 and 2."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.points import uniform
from lemmata.theory.diffusion.empirical_w1 import claim

settings = Settings(
    claim,
    examples=({"n": 4, "d": 3},),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**14, 2**17),
    first=2**11,
    search=(40, 400),
    kurtosis={"main": 10, "line": 10},
    procedures={"points": uniform},
)
