"""Search for superorthogonal polynomials of one degree, or of the first degree that has one: multi-start Levenberg-Marquardt.

Starts are a function of (seed, I, K, degree). Nothing found here is a proof: numerics.superorthogonal.table turns the points
into entries that theory.algebra.superorthogonal certifies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from lemmata.numerics.superorthogonal.problem import FOUND, Problem


@dataclass(frozen=True, kw_only=True)
class Found:
    """The best point of a search: coefficients of h_n(z/s) and the norm of the relative residuals."""

    I: int
    K: int
    degree: int
    wide: dict[int, float]
    residual: float

    @property
    def solved(self) -> bool:
        return self.residual < FOUND


def search(
    I: int, K: int, degree: int, *, seed: int, starts: int = 256, iterations: int = 600, warm: Iterable[Found] = ()
) -> Found:
    """Best of `starts` random starts (32 at a time, stopping at the first root), after the warm starts of lower degree."""
    problem = Problem(I, K, degree)
    rng = np.random.default_rng([seed, I, K, degree])
    batches = [rng.standard_normal((min(32, starts - b), problem.null.shape[1])) for b in range(0, starts, 32)]
    warm_points = [np.array([w.wide.get(n, 0.0) for n in problem.indices]) @ problem.null for w in warm]
    if I == 2 and problem.pairs:
        batches.insert(0, problem.spectral_starts(rng, starts))
    if warm_points:
        jitter = 1e-2 * rng.standard_normal((7 * len(warm_points), problem.null.shape[1]))
        batches.insert(0, np.concatenate([np.array(warm_points), np.repeat(warm_points, 7, axis=0) + jitter]))
    best_u, best = batches[0][0], math.inf
    for batch in batches:
        u, cost = problem.solve(batch, iterations)
        if cost.min() < best:
            best_u, best = u[cost.argmin()], float(cost.min())
        if best < FOUND:
            break
    c = problem.null @ best_u
    return Found(I=I, K=K, degree=degree, wide=dict(zip(problem.indices, map(float, c), strict=True)), residual=best)


def scan(
    I: int,
    K: int,
    parity: int,
    *,
    seed: int,
    first: int,
    last: int,
    starts: int = 256,
    iterations: int = 600,
    log: Callable[[str], None] = print,
) -> Found | None:
    """The first degree of one parity in first..last where the search finds a root; each one is logged with its residual."""
    previous: list[Found] = []
    for degree in range(first + (first - parity) % 2, last + 1, 2):
        begin = time.perf_counter()
        found = search(I, K, degree, seed=seed, starts=starts, iterations=iterations, warm=previous)
        log(f"({I},{K}) degree {degree}: residual {found.residual:.2e} in {time.perf_counter() - begin:.1f} s")
        if found.solved:
            return found
        previous = [found]
    return None
