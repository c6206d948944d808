"""Gradient steps of networks with 80 neurons in 80 dimensions; the moment of the labels is compiled from the statement."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import gradient
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.gradient_map import claim

STEPS = ("main", "second_group", "direction", "rest", "tilted", "rescaled")
settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    replicates=(2**17, 2**18),
    first=512,
    chunk=64,
    calls=4,
    kurtosis={**{name: 10 for name in STEPS}, "moment": 50},
    procedures={"gradient": in_single(gradient)},
)
