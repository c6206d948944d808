"""The eigenvalues of the kernel matrix exp(x'y/d) of given points, from its statement: a product, an entrywise function, a spectrum."""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.measure import Answer, Bound, Job, Run, fastest

ERROR = 1e-9  # relative


def problem(n: int, d: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal((n, d))


def _answer(largest: float, second: float) -> Answer:
    return Answer([largest, second], [ERROR * largest, ERROR * largest])


def ours(n: int, d: int) -> Run:
    import sympy as sp
    import torch

    from lemmata.numerics.formula.literal import Literal
    from lemmata.theory.language.arrays import Array
    from lemmata.theory.language.calculus import SMOOTH, Function, Z
    from lemmata.theory.language.symbols import Naturals, Symbol
    from lemmata.theory.language.words import eigenvalue

    size, dimension = Symbol("n", "points", Naturals), Symbol("d", "dimension", Naturals)
    points, kernel = Array("X", "points, one a row", size, dimension), Function("k", "kernel", of=SMOOTH)
    matrix = kernel.entrywise(points * points.T / dimension)
    spectrum = Literal((eigenvalue(matrix, 1), eigenvalue(matrix, 2)), averaged=False)
    env = {"X": torch.from_numpy(problem(n, d)), "n": n, "d": d, "k": sp.Lambda(Z, sp.exp(Z))}
    return lambda: _answer(*(float(v) for v in spectrum.at(env)({})))


def numpy_eigvalsh(n: int, d: int) -> Run:
    x = problem(n, d)

    def run() -> Answer:
        values = np.linalg.eigvalsh(np.exp(x @ x.T / d))
        return _answer(float(values[-1]), float(values[-2]))

    return run


def bound(n: int, d: int) -> Bound:
    import torch

    x = torch.from_numpy(problem(n, d))
    matrix = torch.exp(x @ x.mT / d)
    seconds = fastest(lambda: torch.linalg.eigvalsh(matrix), lambda: np.linalg.eigvalsh(matrix.numpy()), repeat=1)
    return Bound(
        2 * n * n * d / limits.gemm("float64") + seconds, "its product at the best rate, and its eigenvalues, LAPACK syevd"
    )


def job(small: bool = False) -> Job:
    n, d = (60, 30) if small else (2000, 1000)
    return Job(
        name="kernel_spectrum",
        question=f"eigenvalues of a kernel matrix, n = {n}, d = {d}",
        ours=lambda: ours(n, d),
        peers={"numpy": lambda: numpy_eigvalsh(n, d)},
        bound=lambda: bound(n, d),
        repeat=2,
    )
