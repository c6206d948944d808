"""Gram matrices of random directions by their Cholesky factors; quantiles at M = d^(1/2) up to e^256."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive import random_overlaps
from lemmata.theory.additive.diversity import claim


def run(p, draw):
    return {"exceeds": random_overlaps(int(p["M"]), int(p["d"]), float(p["level"]), draw)["exceeds"]}


EXAMPLE = {"M": 8, "d": 100, "a": 0.3, "D": 100.0, "L": 10.0, "δ": 1.0, "η": 0.0, "ζ": 0.0}
SMALL = {**EXAMPLE, "M": 3, "d": 4, "a": 0.3}  # where d and d - 1 are far apart
settings = Settings(
    claim,
    examples=(EXAMPLE, SMALL),
    core=(0, 8),
    rest=(0, 4),
    replicates=(2**17, 2**19),
    first=2**14,
    procedures={"directions": run},
)
