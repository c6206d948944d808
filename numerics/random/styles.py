"""Instances of every kind of array in every style, hostile on purpose: what a statement for all such arrays has to bear."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.matrices import (
    Style,
    boundary,
    by_singular_values,
    contraction,
    deficient,
    direction,
    eye,
    gram,
    ill,
    indefinite,
    normal,
    outer,
    projection,
    rank_one,
    rank_one_contraction,
    reflection,
    repeated,
    scaled,
    signed,
    signed_outer,
    sparse,
    spiky,
    symmetric,
    twofold,
    unit,
    zeros,
)
from lemmata.numerics.random.sampling import haar

LARGE, SMALL = 1e6, 1e-6

# -- probabilities, spectra, directions: rows or columns -----------------------------------------------------------


def _rows(draw: Draw, n: int, m: int) -> Tensor:
    weights = draw.exponential(n, m)
    return weights / weights.sum(-1, keepdim=True)


def _even_rows(draw: Draw, n: int, m: int) -> Tensor:
    return torch.full((draw.replicates, n, m), 1 / m, dtype=torch.float64, device=draw.device)


def _sure_rows(draw: Draw, n: int, m: int) -> Tensor:
    return zeros(draw, n, m).scatter(-1, draw.integers(0, m, n, 1), 1.0)


def _column(rows: Style) -> Style:
    """One row, stood up as a column."""
    return lambda draw, n, m: rows(draw, 1, n).mT


def _decreasing(draw: Draw, n: int, m: int) -> Tensor:
    return draw.exponential(n, 1).sort(dim=1, descending=True).values


def _power_law(draw: Draw, n: int, m: int) -> Tensor:
    decay = draw.uniform(1, 1, low=0.5, high=2.5)
    return torch.arange(1, n + 1, dtype=torch.float64, device=draw.device).reshape(1, n, 1) ** -decay


def _blocks(draw: Draw, n: int, m: int) -> Tensor:
    return draw.tensor([2.0] * ((n + 1) // 2) + [0.5] * (n // 2)).reshape(1, n, 1).expand(draw.replicates, n, 1).clone()


def _zero_tail(draw: Draw, n: int, m: int) -> Tensor:
    kept = torch.arange(n, device=draw.device).reshape(1, n, 1) < (n + 1) // 2
    return _decreasing(draw, n, m) * kept


def _spike(draw: Draw, n: int, m: int) -> Tensor:
    tail = 1e-3 * _decreasing(draw, n, m) / n
    tail[:, :1] = 1.0 + draw.exponential(1, 1)
    return tail


def _sphere(draw: Draw, n: int, m: int) -> Tensor:
    return unit(draw, n)


def _flat(draw: Draw, n: int, m: int) -> Tensor:
    return draw.rademacher(n, 1) / n**0.5


def _ends(draw: Draw, n: int, m: int) -> Tensor:
    return eye(draw, n, 1)


def _invertible(draw: Draw, n: int, m: int) -> Tensor:
    return haar(draw, n, n) * draw.uniform(1, n, low=0.4, high=2.5) @ haar(draw, n, n).mT


def _triangular(draw: Draw, n: int, m: int) -> Tensor:
    below = draw.normal(n, n).tril(-1) / n**0.5
    return below + torch.diag_embed(draw.rademacher(n, 1)[..., 0] * draw.uniform(n, 1, low=0.5, high=1.5)[..., 0])


def _ill_conditioned(draw: Draw, n: int, m: int) -> Tensor:
    return by_singular_values(draw, n, n, [1e-4 ** (k / max(1, n - 1)) for k in range(n)])


def _orthonormal_rows(draw: Draw, n: int, m: int) -> Tensor:
    return haar(draw, m, n).mT


def _unit_rows(draw: Draw, n: int, m: int) -> Tensor:
    rows = draw.normal(n, m)
    return rows / torch.linalg.vector_norm(rows, dim=-1, keepdim=True)


def _axis_rows(draw: Draw, n: int, m: int) -> Tensor:
    return _sure_rows(draw, n, m) * draw.rademacher(n, 1)


def _equal_rows(draw: Draw, n: int, m: int) -> Tensor:
    return _unit_rows(draw, 1, m).expand(draw.replicates, n, m).clone()


STYLES: dict[str, dict[str, Style]] = {
    "general": {
        "generic": normal,
        "zero": zeros,
        "sparse": sparse,
        "spiky": spiky,
        "rank one": rank_one,
        "repeated": repeated,
        "large": scaled(normal, LARGE),
        "small": scaled(normal, SMALL),
    },
    "symmetric": {
        "generic": symmetric,
        "zero": zeros,
        "repeated": signed,
        "rank one": signed_outer,
        "indefinite": indefinite,
        "large": scaled(symmetric, LARGE),
        "small": scaled(symmetric, SMALL),
    },
    "positive semidefinite": {
        "generic": gram(1),
        "zero": zeros,
        "rank one": outer,
        "rank deficient": deficient,
        "repeated": twofold(0.0),
        "ill-conditioned": ill,
    },
    "positive definite": {
        "generic": gram(2),
        "repeated": twofold(0.5),
        "ill-conditioned": ill,
        "large": scaled(gram(2), LARGE),
        "small": scaled(gram(2), SMALL),
    },
    "orthogonal": {"generic": haar, "identity": eye, "reflection": reflection},
    "invertible": {
        "generic": _invertible,
        "triangular": _triangular,
        "ill-conditioned": _ill_conditioned,
        "large": scaled(_invertible, LARGE),
        "small": scaled(_invertible, SMALL),
    },
    "orthonormal rows": {"generic": _orthonormal_rows, "axes": eye},
    "unit rows": {"generic": _unit_rows, "axes": _axis_rows, "equal": _equal_rows},
    "projection": {"generic": projection, "zero": zeros, "identity": eye, "rank one": direction},
    "contraction": {
        "generic": contraction,
        "zero": zeros,
        "identity": eye,
        "rank one": rank_one_contraction,
        "boundary": boundary,
    },
    "stochastic": {"generic": _rows, "uniform": _even_rows, "deterministic": _sure_rows},
    "spectrum": {
        "generic": _decreasing,
        "power law": _power_law,
        "repeated": _blocks,
        "zero tail": _zero_tail,
        "one spike": _spike,
    },
    "probability vector": {"generic": _column(_rows), "uniform": _column(_even_rows), "one atom": _column(_sure_rows)},
    "unit vector": {"generic": _sphere, "first axis": _ends, "flat": _flat},
}
