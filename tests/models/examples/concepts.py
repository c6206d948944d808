"""Training on prompts of concepts, at the least sizes."""

from lemmata.numerics.models.in_context import concepts

SMALL = {
    "K": 2,
    "L": 3,
    "d": 5,
    "m": 4,
    "noise": 0.1,
    "start": 0.1,
    "normal": 0,
    "rate": 1.0,
    "batch": 4,
    "steps": 2,
    "tests": 8,
}
EXAMPLES = {
    "concepts.trained": [lambda draw, normal=normal: concepts.trained(SMALL | {"normal": normal}, draw) for normal in (0, 1)]
}
