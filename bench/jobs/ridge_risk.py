"""The ridge risk given the design, exact in the noise, averaged over designs.

Rows of X are N(0, diag(l)), S = X'X/n, R = (S + lam)^-1:
risk = lam^2 b'R diag(l) R b + sigma^2/n tr[diag(l) R S R].
"""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run, sample_mean

LAM, SIGMA2, DECAY = 0.05, 0.25, 1.0


def problem(d: int) -> tuple[np.ndarray, np.ndarray]:
    index = np.arange(1.0, d + 1)
    return index**-DECAY, index**-0.5


def ours(designs: int, n: int, d: int) -> Run:
    import torch

    from lemmata.numerics.models.ridge.ridge import conditional_risk

    spectrum, target = (torch.from_numpy(v) for v in problem(d))
    # columns and products in float32: their error, 1e-6, is far below the standard error
    draw = numbers("ridge_risk", designs, "float32")

    def run() -> Answer:
        parts = conditional_risk(spectrum, target, n, LAM, draw)
        return sample_mean((parts["bias"] + SIGMA2 * parts["variance"]).numpy())

    return run


def numpy_loop(designs: int, n: int, d: int) -> Run:
    """One design at a time, in the d x d form in which the formula is printed."""
    spectrum, target = problem(d)
    generator = np.random.default_rng(1)

    def one() -> float:
        x = generator.standard_normal((n, d)) * np.sqrt(spectrum)
        s = x.T @ x / n
        r = np.linalg.inv(s + LAM * np.eye(d))
        rb = r @ target
        return LAM**2 * rb @ (spectrum * rb) + SIGMA2 / n * np.sum((r @ s @ r).diagonal() * spectrum)

    return lambda: sample_mean(np.array([one() for _ in range(designs)]))


def numpy_dual(designs: int, n: int, d: int) -> Run:
    """The same loop used well: everything n x n, M = (XX' + n lam)^-1, and lam R b = b - X' M X b."""
    spectrum, target = problem(d)
    generator = np.random.default_rng(2)

    def one() -> float:
        x = generator.standard_normal((n, d)) * np.sqrt(spectrum)
        mx = np.linalg.solve(x @ x.T + n * LAM * np.eye(n), x)
        left = target - x.T @ (mx @ target)
        return left @ (spectrum * left) + SIGMA2 * np.sum(mx**2 @ spectrum)

    return lambda: sample_mean(np.array([one() for _ in range(designs)]))


def bound(designs: int, n: int, d: int) -> Bound:
    """The n x n form: draws, XX' and X diag(l) X' (symmetric: half a product each), Cholesky, two solves."""
    products = 2 * n * n * d / limits.gemm("float32") + 2 * n**3 / limits.gemm("float64")
    each = n * d / limits.normals("float32") + products + limits.cholesky(n)
    return Bound(designs * each, "float32 normals and symmetric products, float64 Cholesky and two solves")


def job(small: bool = False) -> Job:
    designs, n, d = (30, 20, 40) if small else (200, 200, 400)
    return Job(
        name="ridge_risk",
        question=f"ridge risk given the design, mean over {designs} designs, n = {n}, d = {d}",
        ours=lambda: ours(designs, n, d),
        peers={"numpy loop, d x d": lambda: numpy_loop(designs, n, d), "numpy loop, n x n": lambda: numpy_dual(designs, n, d)},
        bound=lambda: bound(designs, n, d),
    )
