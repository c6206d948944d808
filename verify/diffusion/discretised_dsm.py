"""Terms of the loss drawn; formulas for the rest. A loss is a square of a normal number whose variance varies with point and time."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.matching import term
from lemmata.theory.diffusion.discretised_dsm import claim

POINT = {"n": 5, "N": 10, "T_0": 0.3, "T_1": 2.0, "β": -0.7, "s": 1.0, "d": 2, "v": 0.5, "t": 0.3}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "v": 10.0, "t": 0.1}),
    core=(0, 6),
    rest=(0, 0),
    replicates=(2**15, 2**20),
    first=2**12,
    search=(60, 600),
    procedures={"draws": term},
)
