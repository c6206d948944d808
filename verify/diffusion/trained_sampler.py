"""Training runs, in single precision."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.training import pipeline
from lemmata.numerics.random.draw import in_single
from lemmata.theory.diffusion.trained_sampler import claim

settings = Settings(
    claim,
    examples=({"n": 500, "t": 0.3, "v": 0.5, "b": -0.7},),
    core=(0, 2),
    rest=(0, 0),
    replicates=(32, 256),
    first=32,
    chunk=32,
    calls=4,
    procedures={"trained": in_single(pipeline)},
)
