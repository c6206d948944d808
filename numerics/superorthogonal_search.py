"""Search for superorthogonal polynomials by multi-start Levenberg-Marquardt, and regeneration of the certified table.

Nothing found by the search counts: every point is turned into an entry with rational centre and radius by
theory.algebra.superorthogonal and kept only if both certifications accept it. Starts are a function of (seed, I, K, degree).
"""


from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numerics.superorthogonal_problem import FOUND, Problem
from theory.algebra.superorthogonal import CERTIFICATES, Entry, NotCertified, entry_from_wide, save_certificates

# (I, K): degrees of the smallest polynomials found, even and odd apart
TARGETS: dict[tuple[int, int], tuple[int, ...]] = {
    (2, 1): (3,),
    (3, 1): (5,),
    (4, 1): (5,),
    (5, 1): (7,),
    (6, 1): (7,),
    (7, 1): (9,),
    (8, 1): (9,),
    (2, 2): (17, 20),
    (2, 3): (20, 23),
    (2, 4): (25, 28),
    (2, 5): (28, 31),
    (2, 6): (41, 44),
    (2, 7): (44, 47),
    (2, 8): (49, 52),
    (2, 9): (52, 55),
    (3, 2): (19, 22),
    (3, 3): (22, 25),
    (3, 4): (25, 28),
    (3, 5): (28, 33),
    (3, 6): (43, 50),
    (3, 7): (50,),
    (4, 2): (35, 40),
    (4, 3): (40, 41),
    (4, 4): (59, 62),
    (4, 5): (62,),
    (5, 2): (37, 42),
    (5, 3): (42, 43),
    (5, 4): (63, 68),
    (5, 5): (68,),
    (6, 2): (53, 60),
    (6, 3): (60, 71),
    (7, 2): (57, 64),
}


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


def find_entry(I: int, K: int, degree: int, *, seed: int, starts: int = 2048, iterations: int = 600) -> Entry:
    """A certified entry of the stated degree, by a cold search; NotCertified with the residual when there is none."""
    found = search(I, K, degree, seed=seed, starts=starts, iterations=iterations)
    if not found.solved:
        raise NotCertified(f"({I},{K}) degree {degree}: best residual {found.residual:.2e} of {starts} starts is not a root")
    return entry_from_wide(I, K, found.wide)


def regenerate(
    path: Path = CERTIFICATES,
    *,
    seed: int = 1,
    targets: dict[tuple[int, int], tuple[int, ...]] = TARGETS,
    log: Callable[[str], None] = print,
) -> list[Entry]:
    """Search, certify and write the whole table; the file is replaced in one step and only when every target succeeded."""
    entries = []
    for (I, K), degrees in targets.items():
        for degree in degrees:
            begin = time.perf_counter()
            entries.append(find_entry(I, K, degree, seed=seed))
            log(
                f"({I},{K}) degree {degree}: certified, radius {float(entries[-1].radius):.0e}, "
                f"{time.perf_counter() - begin:.1f} s"
            )
    save_certificates(entries, path)
    return entries
