"""Random rotations of a fixed set of cubics, random ReLU features, and fits of the second layer."""

from lemmata import Settings
from lemmata.numerics.models.additive import additive_features as features
from lemmata.theory.additive.localised_features import claim


def integers(p, *names):
    return [int(p[name]) for name in names]


PROCEDURES = {
    "cubics": lambda p, draw: {"error": features.rotated_cubics_error(*integers(p, "M", "r"), draw)},
    "relu": lambda p, draw: {"error": features.subspace_relu_error(*integers(p, "M", "N"), draw)},
    "local": lambda p, draw: {"error": features.localised_relu_error(int(p["number"]), draw)},
    "hermite": lambda p, draw: {"cost": features.least_squares_cost(*integers(p, "M", "p", "n"), draw, "hermite")},
    "selection": lambda p, draw: {"cost": features.l1_cost(*integers(p, "M", "relevant", "p", "n"), float(p["noise"]), draw)},
}
TRACE_ONLY = {"M": 4, "r": 0, "N": 4, "p": 2, "n": 60, "M̃": 1, "σ²": 0.25}
SETTINGS = (
    TRACE_ONLY,
    {**TRACE_ONLY, "r": 1},
    {**TRACE_ONLY, "r": 1, "p": 1},
    {**TRACE_ONLY, "M": 6, "r": 44, "N": 24, "M̃": 2},
)
settings = Settings(
    claim,
    examples=SETTINGS,
    core=(0, 12),
    rest=(0, 4),
    replicates=(2**12, 2**15),
    first=128,
    kurtosis={"main": 30, "least_squares": 30, "heavier_features": 30},
    procedures=PROCEDURES,
)
