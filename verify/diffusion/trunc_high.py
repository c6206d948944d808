"""Formulas alone; the equality for a point by samples as well."""

from lemmata import Settings
from lemmata.theory.diffusion.trunc_high import claim

POINT = {"T": 1.0, "a": -0.5, "e": 2.5, "w": 0.3, "c": 2.0, "v": 1.0, "d": 2, "n": 10}
settings = Settings(
    claim,
    examples=(POINT,),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**13, 2**16),
    first=2**11,
    kurtosis={"point": 32},
    search=(30, 300),
)
