"""The networks are evaluated layer by layer: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.relu_tensor import claim

PLACES = ((4, 2.875, 1.5), (3, 0.3, 2.4), (2, 1.6, 1.3), (5, 0.7, 1.4))
settings = Settings(
    claim,
    examples=tuple({"L": L, "x": x, "x'": y, "u": 0.5, "v": 0.75, "ε": 0.1} for L, x, y in PLACES),
    core=(1, 4),
    rest=(4, 12),
    search=(20, 200),
)
