r"""The integers $1,\dots,d$ as few positions with multiplicities: sums over a power-law spectrum at any $d$.

Up to ``HEAD`` the positions are the integers themselves. Beyond, each block $[A+1,2A]$ of $M$ integers is replaced by
the ``NODES`` points of the Gauss rule of its counting measure (orthogonal polynomials: Gram's, on a uniform grid):
$\sum_{j=A+1}^{2A}f(j)=\sum_q m_qf(x_q)$ exactly for polynomials of degree below $2\,$``NODES``, with positive $m_q$ that
add up to $M$. A function analytic off the negative axis, such as $1/(1+\kappa x^a)$ for $a\le4$, is summed to about
$10^{-15}$, so $d=n^3$, $e^n$ or $10^{100}$ costs $O(\log d)$.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

HEAD, NODES = 64, 16
LARGEST = 1e300


def positions(d: float, draw: Draw, *, after: float = 0) -> tuple[Tensor, Tensor]:
    """Positions and multiplicities, each of shape (1, L), that stand for the integers after + 1, ..., d."""
    if not 0 <= after < d <= LARGEST:
        raise DomainError(f"the integers from {after:g} + 1 to {d:g} are asked for: give 0 <= after < d <= {LARGEST:g}")
    d, after = float(d), float(after)  # beyond 2^63 there are no integers
    last = min(d, max(float(HEAD), after + HEAD))
    explicit = torch.arange(1, round(last - after) + 1, dtype=torch.float64, device=draw.device) + after
    blocks = []
    while last < d:
        blocks.append((last, min(d, 2 * last)))
        last = blocks[-1][1]
    if blocks and blocks[-1][1] - blocks[-1][0] < 4 * NODES:  # too short for its own rule: widen the one before it
        if len(blocks) == 1:
            extra = torch.arange(1, round(d - blocks[0][0]) + 1, dtype=torch.float64, device=draw.device) + blocks[0][0]
            explicit = torch.cat([explicit, extra])
            return explicit[None], torch.ones_like(explicit)[None]
        blocks[-2:] = [(blocks[-2][0], blocks[-1][1])]
    if not blocks:
        return explicit[None], torch.ones_like(explicit)[None]
    places, weights = [], []
    for start, stop in blocks:
        nodes, shares = gram_rule(stop - start)
        places += [(start + stop + 1) / 2 + (stop - start) * node for node in nodes]
        weights += [(stop - start) * share for share in shares]
    return (
        torch.cat([explicit, draw.tensor(places)])[None],
        torch.cat([torch.ones_like(explicit), draw.tensor(weights)])[None],
    )


@lru_cache(maxsize=4096)
def gram_rule(count: float) -> tuple[list[float], list[float]]:
    """Gauss rule of the counting measure of `count` equally spaced points: nodes about the centre, weights of sum 1.

    Nodes are in units of the count, which may be fractional, as the recurrence is analytic in it.
    """
    k = torch.arange(1, NODES, dtype=torch.float64, device="cpu")
    beside = (k**2 * (1 - (k / count) ** 2) / (4 * (4 * k**2 - 1))).sqrt()
    nodes, vectors = torch.linalg.eigh(torch.diag(beside, 1) + torch.diag(beside, -1))
    return nodes.tolist(), vectors[0].square().tolist()


def endless(n: float, a: float) -> float:
    """A dimension beyond which a spectrum j^-a, a > 1, adds less than 1e-16 to anything that n samples see."""
    return min(LARGEST, n * math.exp(37 / (a - 1)))


def spectrum(d: float, a: float, draw: Draw, *, target: float = 2.0) -> dict[str, Tensor | int]:
    """Levels j^-a of a spectrum of length d with multiplicities m, squared target coordinates j^-target, and their number."""
    place, count = positions(d, draw)
    return {"l": place**-a, "b": place**-target, "m": count, "L": place.shape[1]}


def tuned_worst_case(n: float, a: float, sigma2: float, draw: Draw, *, grid: int = 96, rounds: int = 5) -> Tensor:
    r"""$\min_\lambda\max_{\|\beta\|\le1}$ of the deterministic equivalent for the endless spectrum j^-a, a > 1; shape (1,).

    The penalty is $\lambda=\kappa(1-N_1/n)\ge0$, so the minimum is over kappa; the worst target lies on one of the two
    coordinates whose eigenvalues enclose kappa. Each round refines the grid about the smallest value.
    """
    place, count = positions(endless(n, a), draw)
    level = place**-a
    steps = torch.linspace(0, 1, grid, dtype=torch.float64, device=draw.device)
    low, high = place.new_full((1,), -a * math.log(n) - 5.0), place.new_zeros(1)
    best = place.new_zeros(1)
    for _ in range(rounds):
        kappa = (low + (high - low) * steps).exp()[:, None]
        used = level / (level + kappa)
        first, second = (used * count).sum(dim=1), (used.square() * count).sum(dim=1) / n
        turn = kappa[:, 0] ** (-1 / a)
        near = torch.stack([turn.floor().clamp(min=1), turn.ceil().clamp(min=1)]) ** -a
        worst = (kappa[:, 0] ** 2 * near / (near + kappa[:, 0]) ** 2).amax(dim=0)
        risk = torch.where(first <= n, (worst + sigma2 * second) / (1 - second), math.inf)
        best, at = risk.min(dim=0, keepdim=True)
        width = (high - low) / (grid - 1)
        centre = kappa[at, 0].log()
        low, high = centre - 2 * width, centre + 2 * width
    return best
