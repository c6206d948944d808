"""Kernel ridge regression, random features and a wide network, at the least sizes."""

from lemmata.numerics.models.kernel_regression import kernel_ridge, lazy, random_features

COMMON = {"n": 5, "d": 4, "λ": 0.1, "σ²": 0.2, **{f"F_{k}": 0.5 for k in range(4)}}
KERNEL = {f"c_{k}": 0.5 for k in range(4)}
ACTIVATION = {f"μ_{k}": 0.5 for k in range(4)}
EXAMPLES = {
    "kernel_ridge.fitted": [lambda draw: kernel_ridge.fitted({**COMMON, **KERNEL}, draw)],
    "random_features.fitted": [
        lambda draw: random_features.fitted({**COMMON, **ACTIVATION, "p": 3}, draw),
        lambda draw: random_features.fitted({**COMMON, **ACTIVATION, "p": 8}, draw),
    ],
    "random_features.projected": [lambda draw: random_features.projected({**COMMON, **ACTIVATION, "p": 3}, draw)],
    "lazy.descended": [
        lambda draw, s=s: lazy.descended({"n": 4, "N": 6, "d": 3, "s": s, "η": 0.5, "T": 2}, draw) for s in (0.5, 1)
    ],
    "lazy.trained": [lambda draw: lazy.trained({"n": 4, "p": 5, "d": 3, "t": 0.5, "pace": 1}, draw)],
}
