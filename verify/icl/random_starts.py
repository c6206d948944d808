"""Flows from random starts, in batches."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_escape
from lemmata.theory.icl.random_starts import claim

NAMES = ("tanh", "erf")


def started(p, draw):
    return {"loss": icl_escape.random_start(4, p.gain, 200.0, draw, NAMES[p.activation])}


settings = Settings(
    claim,
    examples=({"c": 0.8, "σ": 0}, {"c": 0.8, "σ": 1}),
    core=(0, 4),
    rest=(0, 1),
    replicates=(512, 1024),
    first=256,
    calls=4,
    procedures={"started": started},
)
