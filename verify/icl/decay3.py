"""The whole operator H by automatic differentiation, of random networks, of an exceptional point, and of the two pairs of features."""

from math import sqrt

from lemmata import Settings
from lemmata.theory.icl.decay3 import claim

REST = {"c": 0.5, "p": 0.4, "S_a,S_w,T:style": "generic", "F,H:style": "generic"}


def pair(rows, heads, first):
    """Two features with these heads, the first one true, of mass `first`; turned by -1."""
    return {
        **REST,
        "Φ": rows,
        "Ψ": [[0.0, 0.0] for _ in rows],
        "a": [[head] for head in heads],
        "m": [sqrt(first), sqrt(1 - first)],
        "p_o": [1.0, 0.0],
        "K": [[-1.0]],
        "S_a": [[1.0, 0, 0, 0], [0, 1.0, 0, 0]],
        "S_w": [[0, 0, 1.0, 0], [0, 0, 0, 1.0]],
        "T": [[1.0], [1.0], [0.0], [0.0]],
    }


def attained(p, head=1.0):
    """The pair for which the bound is attained at R = 1/p: values s ± r and 1 of the two features at two inputs."""
    size, cross = (1 - p) ** 2 * (p + 3) / (2 * p**2 * (p + 5)), -3 * (1 - p) * (p + 3) / (4 * p * (p + 5))
    spread = sqrt(size - cross**2)
    return pair([[cross + spread, 1.0], [cross - spread, 1.0]] * 2, (head, head), p)


def uphill(density, share, head=1.0):
    """Two signs, the second of which cancels this share of what the first one puts into the learned feature."""
    cancelled = share / (density - 1)
    return pair([[float(s), t - cancelled * s] for s in (1, -1) for t in (1, -1)], (head, head), 1 / density)


def exceptional(density):
    """Two true signs, one of them cancelled and an unused sign in its place: a critical point."""
    signs = [[float(1 - 2 * (i >> j & 1)) for j in range(3)] for i in range(8)]
    mass = 1 / (2 * density)
    return {
        **REST,
        "Φ": [[row[0], row[1], row[0], row[2]] for row in signs],
        "Ψ": [[0.0] * 4 for _ in signs],
        "a": [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [1.0, 0.0]],
        "m": [sqrt(mass)] * 3 + [sqrt(1 - 3 * mass)],
        "p_o": [0.5, 0.5, 0.0, 0.0],
        "K": [[1.0, 0.0], [0.0, 1.0]],
        "S_a": [[float(j // 2 == i) for j in range(8)] + [0.0] * 4 for i in range(4)],
        "S_w": [[0.0] * 8 + [float(j == i) for j in range(4)] for i in range(4)],
        "T": [[float(j % 2 == i) for i in range(2)] for j in range(8)] + [[0.0, 0.0]] * 4,
    }


COUNTEREXAMPLE = pair([[1.0, 1.0]] * 3 + [[1.0, 0.6]], (1.0, -5 / 6), 0.4)
settings = Settings(
    claim,
    examples=(
        COUNTEREXAMPLE,
        attained(2 / 3, 2.0),
        attained(1 / 20),
        uphill(25.0, 1.0),
        uphill(10.0, 0.9, 2.0),
        exceptional(25.0),
    ),
    core=(2, 16),
    rest=(0, 4),
    search=(2, 60),
)
