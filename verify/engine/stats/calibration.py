"""Synthetic experiments with known answers on which every judge is run, to compare its rates with what it promises.

All judges run at α = 1e-2: a few thousand runs say nothing about 1e-7. Each case counts an event over runs with their
own keys: alarms (a true statement fails, an interval misses) must not exceed the level; what is false must be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.engine.stats.assumptions import Assumption, Asymptotic, Bounded, Kurtosis, Unknown
from lemmata.verify.engine.stats.common import common_effect
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import Array, Term
from lemmata.verify.engine.stats.guarantee import exactly, guarantee
from lemmata.verify.engine.stats.hull import judge_limit
from lemmata.verify.engine.stats.image import image
from lemmata.verify.engine.stats.mean_test import MeanTest
from lemmata.verify.engine.stats.orders import judge_order
from lemmata.verify.engine.stats.phase import find_crossings, judge_crossings
from lemmata.verify.engine.stats.relations import Equal
from lemmata.verify.engine.stats.table import Row

ALPHA = 1e-2
Draw = Callable[[torch.Generator, int], Tensor]
Ladder = Callable[[Array], Array]


@dataclass(frozen=True)
class Case:
    """One event, counted over runs: at most `promised` often (alarms), or at least (power)."""

    judge: str
    statement: str
    promised: float
    event: Callable[[int], bool]
    at_most: bool = True

    def run(self, runs: int, first: int = 0) -> Row:
        events = sum(self.event(first + i) for i in range(runs))
        return Row(self.judge, self.statement, self.promised, events, runs, self.at_most)


def _normal(g: torch.Generator, n: int) -> Tensor:
    return torch.randn(n, generator=g, dtype=torch.float64)


def _uniform(g: torch.Generator, n: int) -> Tensor:
    return torch.rand(n, generator=g, dtype=torch.float64)


# (draw, mean); the names say the law
LAWS: dict[str, tuple[Draw, float]] = {
    "normal": (lambda g, n: 1 + _normal(g, n), 1.0),
    "square of a normal": (lambda g, n: _normal(g, n) ** 2, 1.0),
    "third Hermite polynomial": (lambda g, n: 1 + (_normal(g, n) ** 3 - 3 * _normal(g, n)) / 2, 1.0),
    "two points of kurtosis 15": (
        lambda g, n: (_uniform(g, n) < 0.5 - math.sqrt(0.25 - 1 / 18)).double(),
        0.5 - math.sqrt(0.25 - 1 / 18),
    ),
    "exponential": (lambda g, n: -torch.log1p(-_uniform(g, n)), 1.0),
    "lognormal, σ = 1.5": (lambda g, n: torch.exp(1.5 * _normal(g, n) - 1.125), 1.0),
    "Bernoulli 1e-3": (lambda g, n: (_uniform(g, n) < 1e-3).double(), 1e-3),
    "Bernoulli 1e-2 plus noise": (lambda g, n: (_uniform(g, n) < 1e-2) + 1e-2 * _normal(g, n), 1e-2),
    "Bernoulli 1e-3 plus noise": (lambda g, n: (_uniform(g, n) < 1e-3) + 1e-2 * _normal(g, n), 1e-3),
    "weight 1e4 at probability 1e-4": (lambda g, n: 1 + 1e4 * (_uniform(g, n) < 1e-4), 2.0),
    "beta-like, in [0, 1]": (lambda g, n: _uniform(g, n) ** 4, 0.2),
    "1e200 times a normal": (lambda g, n: 1e200 * (1 + _normal(g, n)), 1e200),
    "1e-200 times a normal": (lambda g, n: 1e-200 * (1 + _normal(g, n)), 1e-200),
}


def _mean(law: str, assumption: Assumption, n: int, factor: float, decision: Decision, looks: int = 1) -> Callable[[int], bool]:
    """Whether any look at a sample that doubles says `decision` of "the mean is factor times the true one"."""
    draw, mean = LAWS[law]

    def event(key: int) -> bool:
        g = torch.Generator().manual_seed(key)
        test = MeanTest(assumption, ALPHA, resolution=0.25, scale=abs(mean))
        sizes = [n if look == 0 else n * 2 ** (look - 1) for look in range(looks)]
        return any(test.look(draw(g, size), Equal(factor * mean)).decision is decision for size in sizes)

    return event


def _limit(
    truth: Ladder, terms: tuple[Term, ...], stated: float, noise: float, decision: Decision, resolution: float = 0.1,
    sizes: tuple[float, ...] = (16.0, 64.0, 256.0, 1024.0, 4096.0),
) -> Callable[[int], bool]:  # fmt: skip
    k = np.array(sizes)

    def event(key: int) -> bool:
        y = truth(k) + noise * np.random.default_rng(key).standard_normal(len(k))
        found = judge_limit(k, y, np.full(len(k), noise), terms, stated=stated, resolution=resolution, scale=1.0, alpha=ALPHA)
        return found.decision is decision

    return event


def _order(
    truth: Ladder, stated: float, noise: float, decision: Decision, constants: tuple[float, float] | None = None
) -> Callable[[int], bool]:
    k = np.array([16.0, 48.0, 144.0, 432.0, 1296.0])

    def event(key: int) -> bool:
        clean = truth(k)
        y = clean * (1 + noise * np.random.default_rng(key).standard_normal(len(k)))
        found = judge_order(k, y, noise * clean, ROOTS, stated=stated, constants=constants, alpha=ALPHA)
        return found.decision is decision

    return event


def _ratio(key: int) -> bool:
    """Whether the image of the box of two means' intervals misses the ratio of the means, 2."""
    g = torch.Generator().manual_seed(key)
    boxes = []
    for mean in (2.0, 1.0):
        test = MeanTest(Kurtosis(3, "derived"), ALPHA / 2, resolution=1.0, scale=1.0)
        found = test.look(mean + 0.3 * _normal(g, 300), Equal(mean))
        boxes.append((found.low, found.high))
    found_image = image(lambda p: p[0] / p[1], boxes)
    return not found_image.low <= 2 <= found_image.high


def _shared(size: float) -> Callable[[int], bool]:
    def event(key: int) -> bool:
        g = torch.Generator().manual_seed(key)
        x = torch.exp(_normal(g, 32 * 64)).reshape(32, 64)
        return common_effect(x + size * _normal(g, 32)[:, None], alpha=ALPHA).detected

    return event


def _crossing(stated: float, decision: Decision) -> Callable[[int], bool]:
    def event(key: int) -> bool:
        rng = np.random.default_rng(key)

        def curve(x: Array) -> tuple[Array, Array]:
            return np.tanh(np.log(x / 3)) + 0.02 * rng.standard_normal(len(x)), np.full(len(x), 0.02)

        return judge_crossings(find_crossings(curve, 0.1, 100.0, alpha=ALPHA), [stated]).decision is decision

    return event


def _failures(p: float, delta: float, decision: Decision, exact: bool = False) -> Callable[[int], bool]:
    def event(key: int) -> bool:
        k = int(np.random.default_rng(key).binomial(4000, p))
        found = exactly(k, 4000, delta, alpha=ALPHA) if exact else guarantee(k, 4000, delta, alpha=ALPHA)
        return found.decision is decision

    return event


ROOTS = (Term(0.5), Term(1.0))
POWERS = (Term(1.0), Term(1.5))
HOLDS, FAILS = Decision.HOLDS, Decision.FAILS
LIMITS: dict[str, tuple[Ladder, tuple[Term, ...], float]] = {
    "1 + k^-1/2 + 1/k": (lambda k: 1 + k**-0.5 + 1 / k, ROOTS, 1.0),
    "1 + log k/k": (lambda k: 1 + np.log(k) / k, (Term(1.0, 1.0), Term(1.0)), 1.0),
    "1 + log k/k, misspecified": (lambda k: 1 + np.log(k) / k, ROOTS, 1.0),
    "1 + 1/k + 2 k^-3/2": (lambda k: 1 + 1 / k + 2 * k**-1.5, POWERS, 1.0),
    "k^-0.15": (lambda k: k**-0.15, (Term(0.15), Term(0.3)), 0.0),
    "k^-0.15, misspecified": (lambda k: k**-0.15, ROOTS, 0.0),
    "1/log² k, misspecified": (lambda k: 1 / np.log(k) ** 2, ROOTS, 0.0),
    "1 + 1/log k, misspecified": (lambda k: 1 + 1 / np.log(k), ROOTS, 1.0),
}
_MEANS: tuple[tuple[str, Assumption, int], ...] = (
    ("normal", Kurtosis(3, "derived"), 300),
    ("square of a normal", Kurtosis(15, "derived"), 1000),
    ("third Hermite polynomial", Kurtosis(93, "derived"), 4000),
    ("two points of kurtosis 15", Kurtosis(15, "derived"), 400),
    ("1e200 times a normal", Kurtosis(3, "derived"), 300),
    ("1e-200 times a normal", Kurtosis(3, "derived"), 300),
    ("beta-like, in [0, 1]", Bounded(0.0, 1.0), 200),
    ("Bernoulli 1e-3", Bounded(0.0, 1.0), 2000),
    ("exponential", Unknown(), 2000),
    ("lognormal, σ = 1.5", Unknown(), 4000),
    ("Bernoulli 1e-3", Unknown(), 4000),
    ("Bernoulli 1e-2 plus noise", Unknown(), 4000),
    ("weight 1e4 at probability 1e-4", Unknown(), 4000),
    ("normal", Asymptotic(), 64),
    ("exponential", Asymptotic(), 64),
)
CASES: tuple[Case, ...] = (
    *(Case("mean", f"{law}, {a.text}: truth fails", ALPHA, _mean(law, a, n, 1.0, FAILS, looks=3)) for law, a, n in _MEANS),
    *(
        Case("mean", f"{law}, {a.text}: half of the truth holds", ALPHA, _mean(law, a, n, 0.5, HOLDS, looks=3))
        for law, a, n in _MEANS
    ),
    *(
        Case("mean", f"{law}, {a.text}: twice the truth fails", 0.99, _mean(law, a, 4 * n, 2.0, FAILS), at_most=False)
        for law, a, n in (*_MEANS[:3], *_MEANS[4:7], _MEANS[8], _MEANS[13])
    ),
    Case("image of a box", "the ratio of two means is missed", ALPHA, _ratio),
    *(Case("limit", f"{name}: truth fails", ALPHA, _limit(f, t, L, 3e-3, FAILS)) for name, (f, t, L) in LIMITS.items()),
    *(
        Case("limit", f"{name}: truth + 0.08 holds to 0.05", ALPHA, _limit(f, t, L + 0.08, 1e-3, HOLDS, 0.05))
        for name, (f, t, L) in list(LIMITS.items())[:7]
    ),
    Case(
        "limit",
        "1 + k^-1/2 + 1/k: 1.012 holds to 0.01",
        ALPHA,
        _limit(*LIMITS["1 + k^-1/2 + 1/k"][:2], 1.012, 1e-4, HOLDS, 0.01),
    ),
    Case(
        "limit", "1 + 1/log k: 1.07 holds to 0.05", ALPHA, _limit(lambda k: 1 + 1 / np.log(k), ROOTS, 1.07, 1e-3, HOLDS, 0.05)
    ),
    *(
        Case("limit", f"{name}: truth holds to 0.1", 0.95, _limit(f, t, L, 1e-3, HOLDS), at_most=False)
        for name, (f, t, L) in list(LIMITS.items())[:4:3]
    ),
    Case(
        "limit", "1 + k^-1/2 + 1/k: 1.2 fails", 0.95, _limit(*LIMITS["1 + k^-1/2 + 1/k"][:2], 1.2, 1e-4, FAILS), at_most=False
    ),
    Case("order", "k (1 + k^-1/2 + 1/k): 1 fails", ALPHA, _order(lambda k: k * (1 + k**-0.5 + 1 / k), 1.0, 0.01, FAILS)),
    Case("order", "log-periodic: 1 fails", ALPHA, _order(lambda k: k * (1 + 0.3 * np.sin(2 * np.log(k))), 1.0, 0.01, FAILS)),
    Case("order", "k^1.2: k with constants [1, 100] holds", ALPHA, _order(lambda k: k**1.2, 1.0, 0.01, HOLDS, (1.0, 100.0))),
    Case("order", "k^1.5: 1 holds", ALPHA, _order(lambda k: k**1.5, 1.0, 0.01, HOLDS)),
    Case("order", "k^1.5: 1 fails", 0.9, _order(lambda k: k**1.5, 1.0, 3e-3, FAILS), at_most=False),
    Case(
        "order",
        "5 k: k with constants [1, 100] holds",
        0.9,
        _order(lambda k: 5 * k, 1.0, 3e-3, HOLDS, (1.0, 100.0)),
        at_most=False,
    ),
    Case("common effect", "independent lognormal replicates are suspected", ALPHA, _shared(0.0)),
    Case("common effect", "a shared shift of half a deviation is seen", 0.99, _shared(1.0), at_most=False),
    Case("phase", "the true crossing fails", ALPHA, _crossing(3.0, FAILS)),
    Case("phase", "a crossing off by half holds", ALPHA, _crossing(4.5, HOLDS)),
    Case("phase", "a crossing off by half fails", 0.9, _crossing(4.5, FAILS), at_most=False),
    Case("phase", "the true crossing holds", 0.8, _crossing(3.0, HOLDS), at_most=False),
    Case("guarantee", "P = 0.05 fails at δ = 0.05", ALPHA, _failures(0.05, 0.05, FAILS)),
    Case("guarantee", "P = 0.051 holds at δ = 0.05", ALPHA, _failures(0.051, 0.05, HOLDS)),
    Case("guarantee", "P = 0.03 holds at δ = 0.05", 0.99, _failures(0.03, 0.05, HOLDS), at_most=False),
    Case("exact probability", "P = 0.05 fails as 0.05", ALPHA, _failures(0.05, 0.05, FAILS, exact=True)),
    Case("exact probability", "P = 0 holds as 0.01", ALPHA, _failures(0.0, 0.01, HOLDS, exact=True)),
    Case("exact probability", "P = 0.1 holds as 0.1", 0.95, _failures(0.1, 0.1, HOLDS, exact=True), at_most=False),
)
# laws outside the assumption that the verdict names: nothing is promised, the rates are shown
BEYOND: tuple[Case, ...] = (
    Case(
        "mean",
        "Bernoulli 1e-3 plus noise, kurtosis 830: truth fails for every law of kurtosis ≤ 310",
        1.0,
        _mean("Bernoulli 1e-3 plus noise", Unknown(), 4000, 1.0, FAILS),
    ),
    Case(
        "mean",
        "lognormal, σ = 1.5, declared kurtosis 15: truth fails",
        1.0,
        _mean("lognormal, σ = 1.5", Kurtosis(15, "declared"), 4000, 1.0, FAILS),
    ),
    Case(
        "limit",
        "1 + log log k/log k, outside the wide class: truth fails",
        1.0,
        _limit(lambda k: 1 + np.log(np.log(k)) / np.log(k), ROOTS, 1.0, 1e-3, FAILS),
    ),
    Case(
        "limit",
        "1 + cos(log k)/k, outside the wide class: truth fails",
        1.0,
        _limit(lambda k: 1 + np.cos(np.log(k)) / k, (Term(1.0), Term(2.0)), 1.0, 1e-4, FAILS),
    ),
)
