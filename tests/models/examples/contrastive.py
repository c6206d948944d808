"""Contrastive training of one and of two towers, at the least sizes."""

from lemmata.numerics.models.contrastive import towers

SMALL = {"n": 4, "m": 2, "d": 5, "s": 1.0, "C": 2.0, "s0": 0.1, "rate": 0.1, "augment": 0.1, "every": 0, "steps": 2}
EXAMPLES = {
    "towers.trained": [
        lambda draw, two=two, every=every: towers.trained(SMALL | {"two": two, "every": every}, draw)
        for two, every in ((0, 0), (0, 1), (1, 0))
    ]
}
