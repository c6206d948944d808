"""Gram matrices of random directions by their Cholesky factors; tails by quadrature."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive import random_overlaps
from lemmata.theory.additive.overlaps import claim


def run(p, draw):
    return {"exceeds": random_overlaps(int(p["M"]), int(p["d"]), float(p["level"]), draw)["exceeds"]}


EXAMPLE = {"M": 8, "d": 100, "a": 0.3}
SMALL = {"M": 3, "d": 4, "a": 0.3}  # where d and d - 1 are far apart
settings = Settings(
    claim,
    examples=(EXAMPLE, SMALL),
    core=(0, 8),
    rest=(0, 4),
    replicates=(2**17, 2**21),
    first=2**14,
    procedures={"directions": run},
)
