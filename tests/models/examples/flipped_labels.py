"""Descent on flipped labels, at the least sizes."""

from lemmata.numerics.models.networks import flipped_labels

SMALL = {"n": 6, "m": 2, "d": 12, "flips": 1, "s": 8.0, "s0": 0.1, "rate": 0.3, "early": 2, "steps": 20, "stop": 0.1}
EXAMPLES = {
    "flipped_labels.trained": [lambda draw: flipped_labels.trained(SMALL | {"directions": 4}, draw)],
    "flipped_labels.literal": [lambda draw: flipped_labels.literal(SMALL | {"directions": 4}, draw)],
}
