"""The eigenvalues of Wishart matrices: of X X'/m with normal X of n x m, in law.

A bidiagonal matrix of 2n - 1 independent numbers has the same singular values in law as X.
"""

from __future__ import annotations

import numpy as np

from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds, sample_mean


def _answer(values: np.ndarray) -> Answer:
    """The least and the largest eigenvalue, the means of their squares and of their logarithms."""
    return sample_mean(np.stack([values[:, 0], values[:, -1], (values**2).mean(1), np.log(values).mean(1)]))


def ours(count: int, n: int, m: int) -> Run:
    import torch

    from lemmata.numerics.random.wishart import spectrum

    draw, like = numbers("wishart_spectrum", count), torch.empty(0, dtype=torch.float64)
    return lambda: _answer(spectrum(draw.source(), n, m, count, like, fast=True).numpy() / m)


def numpy_eigvalsh(count: int, n: int, m: int) -> Run:
    generator = np.random.default_rng(1)

    def one() -> np.ndarray:
        x = generator.standard_normal((n, m))
        return np.linalg.eigvalsh(x @ x.T / m)

    return lambda: _answer(np.stack([one() for _ in range(count)]))


def bound(count: int, n: int, m: int) -> Bound:
    from scipy.linalg.lapack import dsterf

    share = np.arange(n) / n
    diagonal, beside = m + n * (1 - 2 * share), np.sqrt((m - n * share[:-1]) * n * (1 - share[1:]))
    return Bound(count * cpu_seconds(lambda: dsterf(diagonal, beside)), "LAPACK sterf of such a tridiagonal matrix")


def job(small: bool = False) -> Job:
    size = (10, 30, 60) if small else (20, 500, 1000)
    count, n, m = size
    return Job(
        name="wishart_spectrum",
        question=f"spectra of {count} Wishart matrices {n} x {m}",
        ours=lambda: ours(*size),
        peers={"numpy eigvalsh": lambda: numpy_eigvalsh(*size)},
        bound=lambda: bound(*size),
    )
