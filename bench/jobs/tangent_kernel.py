"""Ridge regression with the tangent features of a two-layer erf network at its random start, the mean risk over many networks."""

from __future__ import annotations

import math

import numpy as np

from lemmata.bench import limits
from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Bound, Job, Run, sample_mean

LAM, NOISE = 0.02, 0.1


def ours(networks: int, d: int) -> Run:

    from lemmata.numerics.models.one_step.tangent import tangent_ridge

    draw = numbers("tangent_kernel", networks, "float32")
    sizes = {"d": d, "n": d, "N": 2 * d, "λ": LAM, "s": NOISE}
    return lambda: sample_mean(tangent_ridge(sizes, draw)["risk"].double().numpy())


def numpy_loop(networks: int, d: int) -> Run:
    """One network at a time."""
    from scipy.special import erf

    generator = np.random.default_rng(1)

    def one() -> float:
        w = generator.standard_normal((d, 2 * d)) / np.sqrt(d)
        theta = generator.standard_normal(d)
        theta /= np.linalg.norm(theta)
        x, new = generator.standard_normal((d, d)), generator.standard_normal((d, d))
        y = erf(x @ theta) + np.sqrt(NOISE) * generator.standard_normal(d)
        slopes, other = (2 / math.sqrt(math.pi) * np.exp(-((z @ w) ** 2)) for z in (x, new))
        kernel, cross = (x @ x.T / d) * (slopes @ slopes.T / (2 * d)), (new @ x.T / d) * (other @ slopes.T / (2 * d))
        found = cross @ np.linalg.solve(kernel + LAM / 2 * np.eye(d), y)
        return float(np.mean((found - erf(new @ theta)) ** 2))

    return lambda: sample_mean(np.array([one() for _ in range(networks)]))


def bound(networks: int, d: int) -> Bound:
    """Weights and inputs drawn; slopes, the two kernels (one of them symmetric), the Cholesky factor."""
    products = (2 * 4 * d**3 + 3 * 2 * d**3 + 3 * d**3 + d**3 / 3) / limits.gemm("float32")
    return Bound(
        networks * (4 * d * d / limits.normals("float32") + products), "float32 normals, products and Cholesky factors"
    )


def job(small: bool = False) -> Job:
    networks, d = (30, 10) if small else (400, 40)
    return Job(
        name="tangent_kernel",
        question=f"tangent kernel regression, mean risk of {networks} networks, d = n = {d}, N = {2 * d}",
        ours=lambda: ours(networks, d),
        peers={"numpy loop": lambda: numpy_loop(networks, d)},
        bound=lambda: bound(networks, d),
    )
