"""One gradient step on the first layer of an erf network, and the ridge regression on its features before and after.

The population risks are exact given the weights, by the arcsine law. The numbers drawn are float32, and so are our products, whose rounding
is far below what networks vary; the factors are float64. The loop in numpy takes the same numbers in float64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lemmata.bench import limits
from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, NOISE, ETA = 0.1, 0.01, 1.0
ERROR = 1e-5  # relative: the same numbers are drawn, products of them in float32


def _answer(before: float, after: float) -> Answer:
    return Answer([before, after], [ERROR * before, ERROR * after])


def ours(d: int) -> Run:
    from lemmata.numerics.models.one_step.erf_network import ridge

    sizes = {"d": d, "n": d, "N": d, "lam": LAM, "v": NOISE, "eta": ETA, "s": 1.0, "b1": 0.0, "b3": 0.0}

    def run() -> Answer:
        found = ridge(sizes, numbers("one_step_run", dtype="float32"))
        return _answer(float(found["before"]), float(found["after"]))

    return run


def numpy_run(d: int) -> Run:
    """The same formulas as they are printed, from the same numbers."""
    from scipy.special import erf

    def sample(draw: Any) -> tuple[np.ndarray, np.ndarray]:
        x = draw.normal(d, d, fast=True)[0].double().numpy()
        return x, erf(x[:, 0]) + NOISE**0.5 * draw.normal(d, fast=True)[0].double().numpy()

    def risk(w: np.ndarray, x: np.ndarray, y: np.ndarray) -> float:
        phi = erf(x @ w) / np.sqrt(d)
        a = np.linalg.solve(phi.T @ phi / d + LAM / d * np.eye(d), phi.T @ y / d)
        gram = w.T @ w
        spread = 1 + 2 * np.diag(gram)
        second = 2 / np.pi / d * np.arcsin(2 * gram / np.sqrt(np.outer(spread, spread)))
        first = 2 / np.pi / np.sqrt(d) * np.arcsin(2 * w[0] / np.sqrt(3 * spread))
        return float(2 / np.pi * np.arcsin(2 / 3) - 2 * a @ first + a @ second @ a)

    def run() -> Answer:
        draw = numbers("one_step_run", dtype="float32")
        w, a = (draw.normal(*size, fast=True)[0].double().numpy() / d**0.5 for size in ((d, d), (d,)))
        fresh, (x, y) = sample(draw), sample(draw)  # the step takes a sample of its own
        inner = x @ w
        residual = y - erf(inner) @ a / np.sqrt(d)
        slopes = 2 / np.sqrt(np.pi) * np.exp(-(inner**2))
        step = ETA * x.T @ (slopes * residual[:, None] * a) / d
        return _answer(risk(w, *fresh), risk(w + step, *fresh))

    return run


def bound(d: int) -> Bound:
    seconds = (
        (4 * 2 * d**3 + 4 * d**3) / limits.gemm("float32") + 3 * d * d / limits.normals("float32") + 2 * limits.cholesky(d)
    )
    return Bound(seconds, "float32 normal numbers, four products and four symmetric ones; two float64 Cholesky factors")


def job(small: bool = False) -> Job:
    d = 40 if small else 2000
    return Job(
        name="one_step_run",
        question=f"ridge risk of an erf network before and after one gradient step, d = n = N = {d}",
        ours=lambda: ours(d),
        peers={"numpy": lambda: numpy_run(d)},
        bound=lambda: bound(d),
        repeat=3,
    )
