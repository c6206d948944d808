"""Descent with label noise, at the least sizes."""

from lemmata.numerics.models.strategies import label_noise, sharpness, sparse

SMALL = {"n": 4, "m": 2, "d": 12, "s": 0.5, "s0": 0.1, "rate": 0.3, "steps": 8, "tests": 6}
FEW = {
    "n": 2,
    "m": 2,
    "s": 3,
    "d": 20,
    "s0": 0.1,
    "σ": 0.3,
    "α": 0.2,
    "eta": 0.01,
    "descent": 1.0,
    "first": 0.9,
    "second": 0.99,
}
STEPS = {
    "n": 4,
    "m": 2,
    "d": 12,
    "ratio": 2.0,
    "s0": 0.1,
    "rate": 0.3,
    "τ": 0.1,
    "before": 1,
    "first": 2,
    "second": 2,
    "tests": 4,
}
EXAMPLES = {
    "sharpness.trained": [lambda draw, size=size: sharpness.trained(STEPS | {"batch": size}, draw) for size in (0, 2)],
    "sharpness.curved": [lambda draw: sharpness.curved(STEPS | {"stop": 0.3}, draw)],
    "sparse.compared": [lambda draw: sparse.compared(FEW | {"stop": 0.1, "steps": 2, "tests": 4}, draw)],
    "sparse.with_momentum": [lambda draw: sparse.with_momentum(FEW | {"stop": 0.1, "steps": 2, "tests": 4}, draw)],
    "label_noise.trained": [
        lambda draw, flips=flips, fixed=fixed: label_noise.trained(SMALL | {"p": flips, "fixed": fixed}, draw)
        for flips, fixed in ((0.2, 0), (0.2, 1), (0.0, 0))
    ],
}
