"""The networks are evaluated layer by layer: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.relu_bspline import claim

PLACES = ((4, 2.875), (3, 0.3), (2, 4.0), (5, 0.7))
settings = Settings(
    claim,
    examples=tuple(
        {"L": L, "x": x, "x'": 5.5 / 2 - x / 2, "y": (x / 4) % 1, "a": 0.5 / 2**L, "b": 1 - 0.5 / 2**L} for L, x in PLACES
    ),
    core=(3, 12),
    rest=(0, 0),
    search=(100, 1000),
)
