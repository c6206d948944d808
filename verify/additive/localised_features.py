"""Random rotations of a fixed set of cubics, random ReLU features, and least squares."""

from lemmata import Settings
from lemmata.numerics.models.additive import additive_features as features
from lemmata.theory.additive.localised_features import claim


def integers(p, *names):
    return [int(p[name]) for name in names]


PROCEDURES = {
    "cubics": lambda p, draw: {"error": features.rotated_cubics_error(*integers(p, "M", "r"), draw)},
    "relu": lambda p, draw: {"left": features.subspace_relu_error(*integers(p, "M", "N"), draw)},
    "hermite": lambda p, draw: {"cost": features.least_squares_cost(*integers(p, "M", "p", "n"), draw, "hermite")},
}
POINT = {"M": 4, "r": 0, "N": 4, "p": 2, "n": 60, "M̃": 1, "σ²": 0.25}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "M": 6, "r": 44, "N": 24, "M̃": 2}),
    core=(0, 12),
    rest=(0, 4),
    replicates=(2**12, 2**15),
    first=2**11,
    kurtosis={"main": 30, "least_squares": 30, "heavier_features": 30},
    procedures=PROCEDURES,
)
