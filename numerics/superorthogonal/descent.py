"""Smaller degrees by continuation: down in degree from common roots to rare ones, and up in I from (I-1, K) to (I, K).

Conventions: unknowns u of numerics.superorthogonal.problem on the unit sphere. Near the smallest degree roots are too rare for
random starts, while two degrees higher they are common and form a manifold; |top coefficient| decreases along it by projected
gradient steps with Newton corrections, each root with its own step length, and a vanishing top coefficient is dropped. When it
stays positive at every local minimum, and the equations two degrees lower keep a residual, the descent stops there: evidence,
not proof, that the degree is minimal. The lift starts at roots of (I-1, K) and solves with the old equations weighted heavily.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lemmata.numerics.superorthogonal.problem import FOUND, Array, Problem


@dataclass(frozen=True, kw_only=True)
class Descent:
    """The last degree with a root, the coefficients of h_n(z/s) of one root, and what remained two degrees lower."""

    I: int
    K: int
    degree: int
    wide: dict[int, float]
    smallest_top: float
    residual_below: float


def roots(problem: Problem, wanted: int, starts: int, iterations: int, rng: np.random.Generator) -> Array:
    """Up to about `wanted` roots from random starts, 32 at a time; rows are unknowns u of norm one."""
    found: list[Array] = []
    for _ in range(0, starts, 32):
        u, cost = problem.solve(rng.standard_normal((32, problem.null.shape[1])), iterations)
        found.extend(u[cost < 10 * FOUND])
        if len(found) >= wanted:
            break
    return np.array(found).reshape(-1, problem.null.shape[1])


def least_norm_step(jacobian: Array, right: Array) -> Array:
    """J^+ right for a batch of full-rank wide matrices, by the normal equations with a tiny shift."""
    gram = jacobian @ jacobian.transpose(0, 2, 1)
    size = np.trace(gram, axis1=1, axis2=2)[:, None, None]
    dual = np.linalg.solve(gram + np.maximum(1e-14 * size, 1e-30) * np.eye(gram.shape[1]), right[:, :, None])
    return (jacobian.transpose(0, 2, 1) @ dual)[:, :, 0]


def lower_top(problem: Problem, u: Array, steps: int = 400) -> Array:
    """Decrease |top coefficient| along the solution set, root by root."""
    top = problem.null[-1]
    length = np.full(len(u), 0.05)
    u = u.copy()
    for _ in range(steps):
        value = u @ top
        _, jacobian = problem.residuals(u)
        slope = top - u * value[:, None]
        slope = slope - least_norm_step(jacobian, (jacobian @ slope[:, :, None])[:, :, 0])
        norm = np.maximum(np.linalg.norm(slope, axis=1), 1e-300)
        move = np.minimum(length, np.abs(value) / norm)
        trial = u - (np.sign(value) * move / norm)[:, None] * slope
        for _ in range(4):
            trial /= np.linalg.norm(trial, axis=1, keepdims=True)
            residual, jacobian = problem.residuals(trial)
            trial = trial - least_norm_step(jacobian, residual)
        trial /= np.linalg.norm(trial, axis=1, keepdims=True)
        cost = np.linalg.norm(problem.residuals(trial)[0], axis=1)
        better = (cost < 1e-9) & (np.abs(trial @ top) < np.abs(value))
        u[better] = trial[better]
        length = np.where(better, np.minimum(1.4 * length, 0.1), 0.3 * length)
        if (length < 1e-7).all():
            break
    return u[np.argsort(np.abs(u @ top))]


def change_of_width(indices: list[int], ratio: float) -> Array:
    """The matrix from coefficients of h_n(z/s) to those of h_m(z/s'), ratio = (s'/s)^2 > 1; its entries are non-negative."""
    matrix = np.zeros((len(indices), len(indices)))
    for a, m in enumerate(indices):
        for b, n in enumerate(indices[a:], start=a):
            j = (n - m) // 2
            scale = 0.5 * (math.lgamma(n + 1) - math.lgamma(m + 1)) - math.lgamma(j + 1) + 0.5 * m * math.log(ratio)
            matrix[a, b] = math.exp(scale) * ((ratio - 1) / 2) ** j
    return matrix


def lift(problem: Problem, wanted: int, starts: int, iterations: int, rng: np.random.Generator) -> Array:
    """Roots of (I, K) from roots of (I-1, K) at the same degree, I >= 4, the old equations weighted down in steps."""
    I = problem.I
    simpler = Problem(I - 1, problem.K, problem.degree)
    u = roots(simpler, wanted, starts, iterations, rng)
    if not len(u):
        return u
    u = u @ simpler.null.T @ change_of_width(problem.indices, I / (I - 1)).T @ problem.null
    for weight in (100.0, 10.0, 1.0):
        problem.emphasis = np.array([1.0 if i == I else weight for i, _ in problem.pairs])
        u, cost = problem.solve(u, iterations)
    return u[cost < 10 * FOUND]


def _wide(problem: Problem, u: Array) -> dict[int, float]:
    return dict(zip(problem.indices, map(float, problem.null @ u), strict=True))


def descend(
    I: int,
    K: int,
    degree: int,
    *,
    seed: int,
    wanted: int = 24,
    starts: int = 1024,
    iterations: int = 600,
    lifted: bool = False,
    last: int = 0,
    log: Callable[[str], None] = print,
) -> Descent | None:
    """From roots at `degree` down by two to the smallest degree with a root, or to `last`; None without a first root.

    The first roots come from random starts, or from roots of (I-1, K) when `lifted`."""
    rng = np.random.default_rng([seed, I, K, degree])
    problem = Problem(I, K, degree)
    u = lift(problem, wanted, starts, iterations, rng) if lifted else roots(problem, wanted, starts, iterations, rng)
    if not len(u):
        log(f"({I},{K}) degree {degree}: no root from {starts} starts")
        return None
    while True:
        if degree <= last:
            return Descent(I=I, K=K, degree=degree, wide=_wide(problem, u[0]), smallest_top=math.inf, residual_below=math.inf)
        u = lower_top(problem, u)
        smallest = float(np.abs(u @ problem.null[-1]).min())
        if degree - 2 <= K or not problem.pairs:
            residual, below = math.inf, np.empty((0, 0))
        else:
            lower = Problem(I, K, degree - 2)
            below, cost = lower.solve((u @ problem.null.T)[:, :-1] @ lower.null, iterations)
            residual, below = float(cost.min()), below[cost < 10 * FOUND]
        log(f"({I},{K}) degree {degree}: {len(u)} roots, top coefficient down to {smallest:.2e}, below {residual:.2e}")
        if not len(below):
            wide = _wide(problem, u[0])
            return Descent(I=I, K=K, degree=degree, wide=wide, smallest_top=smallest, residual_below=residual)
        problem, degree = lower, degree - 2
        if len(below) < wanted:
            below = np.concatenate([below, roots(problem, wanted - len(below), starts // 8, iterations, rng)])
        u = below
