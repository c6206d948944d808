"""One gradient step on the first layer of an erf network, and the ridge regression on its features before and after, in float64.

The population risks are exact given the weights, by the arcsine law. d = n = N = 1000 is drawn once; at 2000 the products, and nearly the
whole time, are eight times as large.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lemmata.bench import limits
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, NOISE, ETA = 0.1, 0.01, 1.0
ERROR = 1e-8  # relative: the same numbers are drawn


def _answer(before: float, after: float) -> Answer:
    return Answer([before, after], [ERROR * before, ERROR * after])


def _new() -> Any:
    from lemmata.numerics.random.draw import Draw
    from lemmata.numerics.random.keys import Key

    return Draw(Key(0, "bench.one_step_run"), 1)


def ours(d: int) -> Run:
    from lemmata.numerics.models.one_step.erf_network import ridge

    sizes = {"d": d, "n": d, "N": d, "lam": LAM, "v": NOISE, "eta": ETA, "s": 1.0, "b1": 0.0, "b3": 0.0}

    def run() -> Answer:
        found = ridge(sizes, _new())
        return _answer(float(found["before"]), float(found["after"]))

    return run


def numpy_run(d: int) -> Run:
    """The same formulas as they are printed, from the same numbers."""
    from scipy.special import erf

    def sample(draw: Any) -> tuple[np.ndarray, np.ndarray]:
        x = draw.normal(d, d)[0].numpy()
        return x, erf(x[:, 0]) + NOISE**0.5 * draw.normal(d)[0].numpy()

    def risk(w: np.ndarray, x: np.ndarray, y: np.ndarray) -> float:
        phi = erf(x @ w) / np.sqrt(d)
        a = np.linalg.solve(phi.T @ phi / d + LAM / d * np.eye(d), phi.T @ y / d)
        gram = w.T @ w
        spread = 1 + 2 * np.diag(gram)
        second = 2 / np.pi / d * np.arcsin(2 * gram / np.sqrt(np.outer(spread, spread)))
        first = 2 / np.pi / np.sqrt(d) * np.arcsin(2 * w[0] / np.sqrt(3 * spread))
        return float(2 / np.pi * np.arcsin(2 / 3) - 2 * a @ first + a @ second @ a)

    def run() -> Answer:
        draw = _new()
        w, a = draw.normal(d, d)[0].numpy() / d**0.5, draw.normal(d)[0].numpy() / d**0.5
        (x, y), fresh = sample(draw), sample(draw)
        inner = x @ w
        residual = y - erf(inner) @ a / np.sqrt(d)
        slopes = 2 / np.sqrt(np.pi) * np.exp(-(inner**2))
        step = ETA * x.T @ (slopes * residual[:, None] * a) / d
        return _answer(risk(w, *fresh), risk(w + step, *fresh))

    return run


def bound(d: int) -> Bound:
    seconds = (6 * 2 * d**3 + 2 * d**3 + 2 * d**3 / 3) / limits.gemm("float64") + 3 * d * d / limits.normals("float64")
    return Bound(seconds, "the normal numbers, six products and two symmetric ones, two Cholesky factors, in float64")


def job(small: bool = False) -> Job:
    d = 40 if small else 1000
    return Job(
        name="one_step_run",
        question=f"ridge risk of an erf network before and after one gradient step, d = n = N = {d}",
        ours=lambda: ours(d),
        peers={"numpy": lambda: numpy_run(d)},
        bound=lambda: bound(d),
        repeat=3,
    )
