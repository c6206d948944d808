"""Training runs."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.training import pipeline
from lemmata.theory.diffusion.trained_sampler import claim

settings = Settings(
    claim,
    examples=({"n": 500},),
    core=(0, 2),
    rest=(0, 0),
    replicates=(32, 256),
    first=32,
    chunk=8,
    calls=4,
    procedures={"trained": pipeline},
)
