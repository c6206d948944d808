"""Closed distances against iterated fixed points, and drawn features of one spike and of two."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import spiked
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.expressivity import claim

POINT = {"u": 1.0, "ω": 1.5, "c": 1.2, "r": 2.0, "b": 2.0, "λ": 0.2, "s": 0.05, "x": 0.1, "x'": 0.1, "y": 100.0, "y'": 10.0}
settings = Settings(
    claim,
    examples=(POINT,),
    core=(1, 6),
    rest=(0, 0),
    search=(2, 200),
    replicates=(2**14, 2**15),
    first=512,
    chunk=64,
    calls=4,
    kurtosis=dict.fromkeys(("second_group", "one_group"), 10),
    procedures={"spiked": in_single(spiked)},
)
