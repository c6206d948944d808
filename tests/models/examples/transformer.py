"""Training of softmax attention, at the least sizes."""

from lemmata.numerics.models.networks import attention
from lemmata.numerics.models.strategies import sparse_attention

DENSE = {"n": 4, "L": 3, "d": 9, "h": 2, "SNR": 0.5, "s0": 0.3, "v0": 0.1, "rate": 0.1, "steps": 2, "tests": 4, "times": 1.0}
SPARSE = {
    "n": 2,
    "d": 12,
    "s": 3,
    "σ": 0.3,
    "h": 2,
    "s0": 0.1,
    "rate": 0.01,
    "stop": 0.01,
    "steps": 3,
    "tests": 4,
    "times": 1.0,
}
EXAMPLES = {
    "attention.trained": [lambda draw: attention.trained(DENSE, draw)],
    "attention.literal": [lambda draw: attention.literal(DENSE, draw)],
    "attention.compared": [lambda draw: attention.compared(DENSE, draw)],
    "sparse_attention.trained": [
        lambda draw, sign=sign: sparse_attention.trained(SPARSE | {"sign": sign}, draw) for sign in (0, 1)
    ],
    "sparse_attention.literal": [
        lambda draw, sign=sign: sparse_attention.literal(SPARSE | {"sign": sign}, draw) for sign in (0, 1)
    ],
    "sparse_attention.compared": [lambda draw: sparse_attention.compared(SPARSE | {"sign": 1}, draw)],
}
