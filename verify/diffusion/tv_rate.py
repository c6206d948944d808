"""A formula along a ladder, and samples of densities with random phases; distances lie in [0, 1]."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.density import total_variation
from lemmata.theory.diffusion.tv_rate import claim

settings = Settings(
    claim,
    examples=({"A": 1.0, "K": 10, "k": 24, "d": 2}, {"A": 0.5, "K": 10, "k": 8, "d": 3}),
    core=(0, 2),
    rest=(0, 0),
    replicates=(1024, 2048),
    first=128,
    chunk=128,
    calls=4,
    kurtosis={"projection": 10},
    procedures={"fit": total_variation},
)
