"""The certified table rebuilt: each target is searched by its route, rounded to an entry, certified twice, and written.

Nothing found by a search counts: every point becomes an entry with rational centre and radius, kept only if both certifications
accept it. Routes: "search" random starts at the degree; "descend" from common roots of a larger degree; "lift" the same, with
first roots from (I-1, K). The solutions form manifolds, so another seed or processor gives other entries, equally valid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from lemmata.numerics.superorthogonal.descent import descend
from lemmata.numerics.superorthogonal.search import search
from lemmata.theory.algebra.superorthogonal import CERTIFICATES, Entry, NotCertified, entry_from_wide, save_certificates

ATTEMPTS = 8
STARTS = 1024


@dataclass(frozen=True)
class Target:
    """One entry to find: degree, and the route with the degree at which it starts (ignored by "search")."""

    I: int
    K: int
    degree: int
    route: str = "search"
    start: int = 0


def _plain(I: int, K: int, *degrees: int) -> list[Target]:
    return [Target(I, K, degree) for degree in degrees]


# the smallest degrees found, even and odd apart; odd ones for K = 1, where every even polynomial will do
TARGETS: tuple[Target, ...] = (
    *_plain(2, 1, 3), *_plain(3, 1, 5), *_plain(4, 1, 5), *_plain(5, 1, 7), *_plain(6, 1, 7), *_plain(7, 1, 9),
    *_plain(8, 1, 9), *_plain(2, 2, 17, 20), *_plain(2, 3, 20, 23), *_plain(2, 4, 25, 28), *_plain(2, 5, 28, 31),
    *_plain(2, 6, 41, 44), *_plain(2, 7, 44, 47), *_plain(2, 8, 49, 52), *_plain(2, 9, 52, 55),
    *_plain(3, 2, 19, 22), *_plain(3, 3, 22, 25), *_plain(3, 4, 25, 28), *_plain(3, 5, 28, 33), *_plain(3, 6, 43),
    *_plain(4, 2, 35, 40), *_plain(4, 3, 40, 41), *_plain(4, 4, 59, 62), *_plain(4, 5, 62),
    *_plain(6, 2, 53, 60), *_plain(6, 3, 60, 71),
    Target(3, 6, 48, "descend", 52),
    Target(3, 7, 48, "descend", 52),
    Target(3, 7, 55, "descend", 71),
    Target(4, 5, 77, "descend", 85),
    Target(4, 6, 87, "descend", 101),
    Target(4, 6, 92, "descend", 100),
    Target(4, 7, 92, "descend", 104),
    Target(5, 2, 35, "descend", 41),
    Target(5, 2, 40, "descend", 46),
    Target(5, 3, 40, "descend", 46),
    Target(5, 3, 41, "descend", 47),
    Target(5, 4, 61, "lift", 63),
    Target(5, 4, 66, "descend", 70),
    Target(5, 5, 68),
    Target(6, 4, 94, "descend", 96),
    Target(7, 2, 53, "lift", 53),
    Target(7, 2, 62, "lift", 62),
    Target(8, 2, 71, "descend", 81),
    Target(8, 2, 88, "descend", 90),
)  # fmt: skip


def search_entry(target: Target, *, seed: int, attempts: int = ATTEMPTS, starts: int = STARTS) -> Entry:
    """A certified entry of exactly the target's degree; NotCertified when no attempt of its route reaches one."""
    I, K, degree = target.I, target.K, target.degree
    reason = "no attempt was allowed"
    for attempt in range(attempts):
        if target.route == "search":
            found = search(I, K, degree, seed=seed + 1000 * attempt, starts=starts)
            wide, reached = found.wide, degree if found.solved else -1
        else:
            descent = descend(
                I, K, target.start, seed=seed + 1000 * attempt, lifted=target.route == "lift", last=degree,
                starts=starts, log=lambda line: None,
            )  # fmt: skip
            wide, reached = (descent.wide, descent.degree) if descent else ({}, -1)
        if reached != degree:
            reason = f"no root in {attempt + 1} attempts"
            continue
        try:
            return entry_from_wide(I, K, wide)
        except NotCertified as error:
            reason = str(error)
    raise NotCertified(f"({I},{K}) degree {degree} by {target.route}: {reason}")


def regenerate(
    path: Path = CERTIFICATES,
    *,
    seed: int = 1,
    targets: Iterable[Target] = TARGETS,
    attempts: int = ATTEMPTS,
    starts: int = STARTS,
    log: Callable[[str], None] = print,
) -> list[Entry]:
    """Search, certify and write the whole table; the file is replaced in one step and only when every target succeeded."""
    entries = []
    for target in targets:
        begin = time.perf_counter()
        entries.append(search_entry(target, seed=seed, attempts=attempts, starts=starts))
        log(
            f"({target.I},{target.K}) degree {target.degree}: certified, radius {float(entries[-1].radius):.0e}, "
            f"{time.perf_counter() - begin:.1f} s"
        )
    save_certificates(entries, path)
    return entries


if __name__ == "__main__":
    regenerate()
