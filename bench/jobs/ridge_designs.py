"""The exact conditional bias and variance of given designs: the linear algebra alone, in float64.

With K = XX', G = (K + n lam)^-1, A = X'G: bias = |diag(l)^(1/2) (I - AX) b|^2, variance = tr[diag(l) A A'].
Counted operations of one design: n^2 d for one triangle of K, n^3/3 for its Cholesky factor, 2 n^2 d for the two
triangular solves that give A. They are set against the rate of a float64 matrix product, measured in the same run.
"""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, DECAY = 0.05, 1.0
ERROR = 1e-10  # relative


def problem(designs: int, n: int, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    index = np.arange(1.0, d + 1)
    spectrum = index**-DECAY
    x = np.random.default_rng(0).standard_normal((designs, n, d)) * np.sqrt(spectrum)
    return x, spectrum, index**-0.5


def means(bias: float, variance: float) -> Answer:
    return Answer([bias, variance], [ERROR * bias, ERROR * variance])


def ours(designs: int, n: int, d: int) -> Run:
    import torch

    from lemmata.numerics.models.ridge.ridge import risk_of_designs

    x, spectrum, target = (torch.from_numpy(v) for v in problem(designs, n, d))

    def run() -> Answer:
        parts = risk_of_designs(x, spectrum, target, LAM)
        return means(float(parts["bias"].mean()), float(parts["variance"].mean()))

    return run


def numpy_loop(designs: int, n: int, d: int) -> Run:
    """One design at a time, everything n x n, by the general solver."""
    x, spectrum, target = problem(designs, n, d)

    def one(z: np.ndarray) -> tuple[float, float]:
        estimator = np.linalg.solve(z @ z.T + n * LAM * np.eye(n), z)
        left = target - z.T @ (estimator @ target)
        return float(left @ (spectrum * left)), float(np.sum(estimator**2 @ spectrum))

    return lambda: means(*np.mean([one(z) for z in x], axis=0))


def scipy_loop(designs: int, n: int, d: int) -> Run:
    """The same by LAPACK's own routines: syrk, potrf, potrs."""
    from scipy.linalg import blas, cho_factor, cho_solve

    x, spectrum, target = problem(designs, n, d)

    def one(z: np.ndarray) -> tuple[float, float]:
        gram = blas.dsyrk(1.0, z.T, trans=1, lower=1)
        gram[np.diag_indices(n)] += n * LAM
        estimator = cho_solve(cho_factor(gram, lower=True, overwrite_a=True, check_finite=False), z, check_finite=False)
        left = target - z.T @ (estimator @ target)
        return float(left @ (spectrum * left)), float(np.sum(estimator**2 @ spectrum))

    return lambda: means(*np.mean([one(z) for z in x], axis=0))


def bound(designs: int, n: int, d: int) -> Bound:
    rate, best = limits.torch_gemm("float64") / 1e9, limits.gemm("float64") / 1e9
    operations = designs * (3 * n * n * d + n**3 / 3)
    return Bound(
        operations / rate / 1e9,
        f"3 n²d + n³/3 operations a design (Gram, Cholesky, two solves) at {rate:.1f} Gflop/s, torch.matmul in float64 "
        f"(the better of torch and numpy: {best:.1f})",
    )


def job(small: bool = False) -> Job:
    designs, n, d = (3, 70, 100) if small else (6, 400, 800)
    return Job(
        name="ridge_designs",
        question=f"exact conditional bias and variance of {designs} given designs, n = {n}, d = {d}, float64",
        ours=lambda: ours(designs, n, d),
        peers={"numpy loop, solve": lambda: numpy_loop(designs, n, d), "scipy loop, potrs": lambda: scipy_loop(designs, n, d)},
        bound=lambda: bound(designs, n, d),
    )
