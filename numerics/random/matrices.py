"""Matrices of every sort, from which the styles of instances are made: by rank, by spectrum, by singular values.

Shapes are (B, n, m). A symmetric one is symmetric to the last bit; one given by its spectrum is Q diag(spectrum) Q' with a
Haar matrix Q.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.sampling import haar

CONDITION = 1e8
Style = Callable[[Draw, int, int], Tensor]


def zeros(draw: Draw, n: int, m: int) -> Tensor:
    return torch.zeros(draw.replicates, n, m, dtype=torch.float64, device=draw.device)


def normal(draw: Draw, n: int, m: int) -> Tensor:
    return draw.normal(n, m)


def eye(draw: Draw, n: int, m: int) -> Tensor:
    return torch.eye(n, m, dtype=torch.float64, device=draw.device).expand(draw.replicates, n, m).clone()


def unit(draw: Draw, n: int) -> Tensor:
    """A random direction as a column."""
    return draw.sphere(n).unsqueeze(-1)


def one_entry(draw: Draw, n: int, m: int) -> Tensor:
    """1 at a random place of every matrix, 0 elsewhere."""
    place = draw.integers(0, n * m, 1)
    return zeros(draw, n * m, 1)[..., 0].scatter(1, place, 1.0).reshape(-1, n, m)


def sparse(draw: Draw, n: int, m: int) -> Tensor:
    kept = (draw.uniform(n, m) < 0.2) | (one_entry(draw, n, m) > 0)
    return draw.normal(n, m) * kept


def spiky(draw: Draw, n: int, m: int) -> Tensor:
    return draw.normal(n, m) * (1 + 1e3 * one_entry(draw, n, m))


def isometry(draw: Draw, n: int, m: int) -> Tensor:
    """A matrix whose singular values are all 1."""
    return haar(draw, n, m) if n >= m else haar(draw, m, n).mT


def by_singular_values(draw: Draw, n: int, m: int, values: list[float]) -> Tensor:
    k = min(n, m)
    return (isometry(draw, n, k) * draw.tensor(values)) @ isometry(draw, m, k).mT


def repeated(draw: Draw, n: int, m: int) -> Tensor:
    """Singular values 2, 2, ..., 1, 1, ... of a matrix; equal entries of a column."""
    if m == 1:
        return draw.normal(1, 1).expand(-1, n, 1).clone()
    k = min(n, m)
    return by_singular_values(draw, n, m, [2.0] * ((k + 1) // 2) + [1.0] * (k // 2))


def rank_one(draw: Draw, n: int, m: int) -> Tensor:
    return draw.normal(n, 1) @ draw.normal(1, m)


def scaled(style: Style, factor: float) -> Style:
    """The same, times a number."""
    return lambda draw, n, m: factor * style(draw, n, m)


# -- symmetric matrices --------------------------------------------------------------------------------------------


def symmetrised(matrix: Tensor) -> Tensor:
    """The symmetric part: exact in floating point."""
    return (matrix + matrix.mT) / 2


def with_spectrum(draw: Draw, n: int, values: list[float]) -> Tensor:
    q = haar(draw, n, n)
    return symmetrised((q * draw.tensor(values)) @ q.mT)


def symmetric(draw: Draw, n: int, m: int) -> Tensor:
    return symmetrised(draw.normal(n, n)) * (2 / n) ** 0.5


def signed(draw: Draw, n: int, m: int) -> Tensor:
    """Eigenvalues 1, 0 and -1, each several times."""
    return with_spectrum(draw, n, [float(1 - k % 3) for k in range(n)])


def indefinite(draw: Draw, n: int, m: int) -> Tensor:
    """Eigenvalues of both signs and many sizes."""
    return with_spectrum(draw, n, [(-1) ** k * 10 ** (3 - 6 * k / max(1, n - 1)) for k in range(n)])


def outer(draw: Draw, n: int, m: int) -> Tensor:
    u = draw.normal(n, 1)
    return symmetrised(u @ u.mT)


def signed_outer(draw: Draw, n: int, m: int) -> Tensor:
    return draw.rademacher(1, 1) * outer(draw, n, m)


def gram(columns: int) -> Style:
    """G G' / k for k = columns x n."""

    def made(draw: Draw, n: int, m: int) -> Tensor:
        g = draw.normal(n, columns * n)
        return symmetrised(g @ g.mT) / (columns * n)

    return made


def deficient(draw: Draw, n: int, m: int) -> Tensor:
    """Half of the eigenvalues are zero, and at least one."""
    g = draw.normal(n, max(1, n // 2))
    return symmetrised(g @ g.mT) / n * (n > 1)


def twofold(low: float) -> Style:
    return lambda draw, n, m: with_spectrum(draw, n, [2.0] * ((n + 1) // 2) + [low] * (n // 2))


def ill(draw: Draw, n: int, m: int) -> Tensor:
    """Eigenvalues from 1 down to 1e-8; of a number, 1e-8."""
    values = [CONDITION ** (-k / (n - 1)) for k in range(n)] if n > 1 else [1 / CONDITION]
    return with_spectrum(draw, n, values)


def reflection(draw: Draw, n: int, m: int) -> Tensor:
    u = unit(draw, n)
    return symmetrised(eye(draw, n, n) - 2 * u @ u.mT)


def projection(draw: Draw, n: int, m: int) -> Tensor:
    q = haar(draw, n, (n + 1) // 2)
    return symmetrised(q @ q.mT)


def direction(draw: Draw, n: int, m: int) -> Tensor:
    u = unit(draw, n)
    return symmetrised(u @ u.mT)


# -- contractions --------------------------------------------------------------------------------------------------


def inside(matrix: Tensor, size: Tensor | float = 1.0) -> Tensor:
    """Scaled to that operator norm, from below when it is computed."""
    norm = torch.linalg.matrix_norm(matrix, 2).reshape(-1, 1, 1)
    return matrix / norm * size * (1 - 2.0**-49)


def contraction(draw: Draw, n: int, m: int) -> Tensor:
    return inside(draw.normal(n, m), draw.uniform(1, 1, low=0.2, high=1.0))


def rank_one_contraction(draw: Draw, n: int, m: int) -> Tensor:
    return inside(unit(draw, n) @ unit(draw, m).mT)


def boundary(draw: Draw, n: int, m: int) -> Tensor:
    """Half of the singular values are 1."""
    k = min(n, m)
    return inside(by_singular_values(draw, n, m, [1.0] * ((k + 1) // 2) + [0.5] * (k // 2)))
