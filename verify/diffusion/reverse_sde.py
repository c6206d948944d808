"""Densities by their formulas; the process run in the plane, at a point where the wrong drifts differ and at drawn ones."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.reverse import plane
from lemmata.theory.diffusion.reverse_sde import claim

POINT = {"v": 0.2, "T": 2.0, "t": 0.5, "κ": 1.0, "ω": 0.3, "ϖ": 0.7, "a": -1.5, "b": 1.0, "y": 0.5, "r_1": 1.0, "r_2": 0.5}
settings = Settings(
    claim,
    examples=(POINT,),
    core=(0, 4),
    rest=(0, 0),
    replicates=(2**14, 2**17),
    first=2**11,
    chunk=2**12,
    calls=4,
    procedures={"sampler": plane},
)
