"""Descent on the denoising loss, at the least sizes."""

from lemmata.numerics.models.denoising import classification, features

SMALL = {"n": 2, "m": 2, "d": 9, "s": 1.0, "σ": 0.3, "α": 0.8, "early": 0.02, "flipped": 0, "run": 0, "first": 4}
FIT = {"n": 4, "m": 2, "d": 9, "s": 1.0, "s0": 0.1, "rate": 0.2, "stop": 0.5, "steps": 3}
EXAMPLES = {
    "classification.fitted": [lambda draw, q=q: classification.fitted(FIT | {"q": q}, draw) for q in (1, 2)],
    "features.descend": [lambda draw: features.descend(SMALL, draw)],
    "features.patches": [lambda draw: features.patches(SMALL, draw)[1]],
}
