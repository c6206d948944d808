"""The averages are drawn in R^d; at the examples every term of the formula counts, |E g|² at the last one."""

from lemmata import Settings
from lemmata.theory.hermite.gradient_concentration import claim

STYLES = {"θ,ν:style": "generic", "α:style": "generic", "β:style": "generic"}
POINTS = (
    (2, 1, 0.5, "shifted", "He_2"),
    (2, 2, 0.8, "tanh", "sine"),
    (3, 1, -0.4, "shifted", "cubic"),
    (5, 3, 0.0, "wave", "tanh"),
    (2, 1, 0.5, "tanh", "tanh"),  # |E g|² is a fifth of the deviation of one replicate
)
settings = Settings(
    claim,
    examples=tuple({"d": d, "n": n, "m": m, "σ*": f, "σ": s, **STYLES} for d, n, m, f, s in POINTS),
    core=(0, 8),
    rest=(0, 0),
    replicates=(2**15, 2**19),
    first=(2**13, 2**15),  # what the automatic wrong versions are told from
    search=(0, 0),
)
