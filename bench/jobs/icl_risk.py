"""One pretraining of linear attention at a finite dimension: contexts drawn, the ridge regression on x h', its exact risks.

The contexts, about d^2/2, hold d pairs each; their inputs are single precision numbers, whose rounding is far below what runs vary.
The regression has d(d + 1) coefficients; as there are fewer contexts its matrix is n x n, and its entries are products of two inner
products, so that no feature is ever written down.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lemmata.bench import limits
from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, RHO = 0.1, 0.1
ERROR = 1e-5  # relative: sums of float32 numbers


def contexts(d: int) -> int:
    return 2000 if d == 64 else d * d // 2


def _setting(d: int) -> tuple[dict[str, float], Any]:
    sizes = {"d": d, "k": d // 2, "n": contexts(d), "ℓ": d, "ρ": RHO, "λ": LAM}
    return sizes, lambda: numbers("icl_risk", dtype="float32")


def _answer(icl: float, idg: float) -> Answer:
    return Answer([icl, idg], [ERROR * icl, ERROR * idg])


def ours(d: int) -> Run:
    from lemmata.numerics.models.in_context.linear_attention import pretrained

    sizes, new = _setting(d)

    def run() -> Answer:
        found = pretrained(sizes, new())
        return _answer(float(found["ICL"]), float(found["IDG"]))

    return run


def _loop(d: int, regression: Any) -> Run:
    """Contexts one by one in numpy, from the same numbers."""
    sizes, new = _setting(d)
    k, n = int(sizes["k"]), int(sizes["n"])

    def run() -> Answer:
        draw = new()
        tasks = draw.normal(k, d)[0].numpy()
        tasks = tasks * (d**0.5 / np.linalg.norm(tasks, axis=1, keepdims=True))
        chosen = np.minimum((draw.uniform(n)[0].numpy() * k).astype(int), k - 1)
        inputs = draw.normal(n, d, d, fast=True)[0].numpy() / d**0.5
        noise = RHO**0.5 * draw.normal(n, d + 1)[0].numpy()
        queries = draw.normal(n, d)[0].numpy() / d**0.5
        features, labels = np.empty((n, d * (d + 1))), np.empty(n)
        for c in range(n):
            x, w = inputs[c], tasks[chosen[c]]
            y = x @ w + noise[c, :-1]
            features[c] = np.outer(queries[c], [*(x.T @ y), y @ y / d]).ravel()
            labels[c] = queries[c] @ w + noise[c, -1]
        gamma = regression(features, labels, n / d * LAM).reshape(d, d + 1)
        return _answer(
            *(_risk(gamma, *task) for task in ((np.eye(d), np.zeros(d), 2 / d), (tasks.T @ tasks / k, tasks.mean(0), 0.0)))
        )

    return run


def _risk(gamma: np.ndarray, second: np.ndarray, mean: np.ndarray, extra: float) -> float:
    """1 + rho - (2/d) tr Gamma A' + (1/d) tr Gamma B Gamma', by the matrices A and B."""
    d, v = len(gamma), 1 + RHO
    across = (1 + 2 / d) * v * mean[:, None]
    corner = np.array([[(1 + 2 / d) * (v**2 + extra)]])
    b = np.block([[v * np.eye(d) + (1 + 1 / d) * second, across], [across.T, corner]])
    a = np.hstack([second, v * mean[:, None]])
    return float(1 + RHO - 2 * np.sum(gamma * a) / d + np.sum(gamma @ b * gamma) / d)


def numpy_coefficients(d: int) -> Run:
    """The normal equations in the d(d + 1) coefficients, as they are printed."""
    return _loop(d, lambda f, y, penalty: np.linalg.solve(f.T @ f + penalty * np.eye(f.shape[1]), f.T @ y))


def numpy_contexts(d: int) -> Run:
    """The same library used well: n x n."""
    return _loop(d, lambda f, y, penalty: f.T @ np.linalg.solve(f @ f.T + penalty * np.eye(len(y)), y))


def bound(d: int) -> Bound:
    n = contexts(d)
    products = 2 * n * n * d / limits.gemm("float64")
    seconds = n * d * d / limits.normals("float32") + products + n**3 / 3 / limits.gemm("float64")
    return Bound(
        seconds, "the normal numbers of the contexts, two symmetric n x n products, n³/3 operations of a Cholesky factor"
    )


def job(small: bool = False) -> Job:
    d = 8 if small else 64
    return Job(
        name="icl_risk",
        question=f"one pretraining of linear attention and its exact risks, d = {d}, {contexts(d)} contexts of {d} pairs",
        ours=lambda: ours(d),
        peers={"numpy, n x n": lambda: numpy_contexts(d), "numpy, in the coefficients": lambda: numpy_coefficients(d)},
        bound=lambda: bound(d),
        repeat=3,
    )
