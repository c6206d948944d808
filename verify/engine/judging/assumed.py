"""What the test of a mean may assume: bounds, a derived kurtosis, a declared one, or nothing; and when a first look pays.

A derived kurtosis is the least of a bound for all polynomials of its degrees and, for a short polynomial in independent
numbers, the exact one. Half a squared difference of two replicates stands for a variance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from torch import Tensor

from lemmata.theory.algebra.kurtosis import exact_kurtosis
from lemmata.theory.algebra.moments import bounds, kurtosis_bound
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.operators import BINDERS, ProbabilityOf, QuantileOf, VarianceOf
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomNumber, Sampled, samples
from lemmata.verify.engine.judging.averages import Average
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.assumptions import HERMITE, Assumption, Bounded, Kurtosis, Unknown
from lemmata.verify.engine.stats.catoni import least_samples

LONGEST, MOST_SYMBOLS = 30, 4
MOST_COPIES = 8
USABLE = 3000.0  # a larger derived kurtosis needs more replicates than can be drawn: a declared or supported one says more
NOTHING = 1e-290
DECAY = 0.25  # of the level from look to look


def assumption_of(scene: Scene, body: Any, part: str, derive: bool = True) -> Assumption:
    """What the test of a mean of this term may assume: bounds, a derived kurtosis, a declared one, or nothing.

    ``derive=False``: no kurtosis is derived, which takes a second; of a wrong version nothing more is claimed.
    """
    if _vanishes(scene, body):
        return Bounded(-NOTHING, NOTHING)
    if not getattr(body, "is_Matrix", False):
        ends = _bounds(body)
        if ends is not None:
            try:
                (low, el), (high, eh) = (scene.value(end) for end in ends)
                a, b = float(low - el), float(high + eh)
                room = 1e-12 * max(abs(a), abs(b))
                if math.isfinite(a) and math.isfinite(b) and a < b:
                    return Bounded(a - room, b + room)
            except LemmataError:
                pass
    derived = kurtosis_bound(body) if derive else None
    known = [float(derived[0])] if derived is not None else []
    exactly = [] if not derive else _exactly(scene, body) if derived is None or derived[0] > HERMITE[2] else []
    known += exactly
    if known and (exactly or min(known) <= USABLE):  # an exact kurtosis is never set aside, however large
        return Kurtosis(min(known), "derived")
    declared = scene.settings.kurtosis.get(part)
    return Kurtosis(float(declared), "declared") if declared is not None else Unknown()


def _vanishes(scene: Scene, body: Any) -> bool:
    """Whether a factor that is not random is 0 at this point, as max(0, z) is at a negative z: then every replicate is 0."""
    fixed = [a for a in body.args if not samples(a) and not a.is_number] if isinstance(body, sp.Mul) else []
    try:
        found = [scene.value(a) for a in fixed if not a.has(*BINDERS)]
    except LemmataError:
        return False
    return any(bool((value == 0).all()) and float(error.max()) <= NOTHING for value, error in found)


@lru_cache(maxsize=1024)
def _bounds(body: Any) -> Any:
    return bounds(_copied(body))


def _copied(body: Any) -> Any:
    """The term as its replicates are made: a power of a mean further in is a product of independent copies, which may change sign."""
    powers = [p for p in body.atoms(sp.Pow) if p.base.has(*BINDERS) and p.exp.is_Integer and 2 <= p.exp <= MOST_COPIES]
    table = {}
    for power in powers:
        if any(power is not other and other.has(power) for other in powers):
            continue
        copies = ({t: t.func(Str(f"{t.name}′{k}"), *t.args[1:]) for t in samples(power.base)} for k in range(int(power.exp)))
        table[power] = sp.Mul(*(power.base.xreplace(names) for names in copies))
    return body.xreplace(table) if table else body


@lru_cache(maxsize=256)
def _formula(body: Any) -> Any:
    """The kurtosis of a short polynomial with few parameters; its fourth power is expanded, which is not worth it beyond."""
    if getattr(body, "is_Matrix", False) or body.has(sp.MatrixExpr, sp.Indexed, Binding) or sp.count_ops(body) > LONGEST:
        return None
    return exact_kurtosis(body) if len(body.free_symbols) <= MOST_SYMBOLS else None


def _exactly(scene: Scene, body: Any) -> list[float]:
    """The kurtosis of a short polynomial in independent numbers, rounded up; nothing where it has none."""
    formula = _formula(body)
    if formula is None:
        return []
    value, error = scene.value(formula)
    found = float(value + error) * (1 + 1e-9)
    return [found] if math.isfinite(found) and float(value) >= 1 else []


def _pair(found: Average, rest: Any) -> Any:
    """What two independent replicates are made into, as a term; None where an array is drawn."""
    terms = sorted(set().union(*(samples(b) for b in (rest, *(b for b, _ in found.variances)))), key=lambda t: t.name)
    if not all(isinstance(t, RandomNumber) and not isinstance(t.law, ProcedureLaw) for t in terms):
        return None
    other = {t: Sampled(f"{t.name}′", t.law) for t in terms}
    total = (rest + rest.xreplace(other)) / 2
    for body, symbol in found.variances:
        total += sp.diff(found.body, symbol) * (body - body.xreplace(other)) ** 2 / 2
    return total


def assumption_for(scene: Scene, found: Average, part: str, derive: bool = True) -> Assumption:
    """Half a squared difference of two replicates of x has the Hermite degrees of x² at most."""
    if not found.variances:
        return assumption_of(scene, found.body, part, derive)
    rest = found.body.subs({s: 0 for _, s in found.variances})
    derived = kurtosis_bound(sp.Add(rest, *(b**2 for b, _ in found.variances)))
    known = [float(derived[0])] if derived is not None else []
    twin = _pair(found, rest)
    known += _exactly(scene, twin) if twin is not None else []
    declared = scene.settings.kurtosis.get(part)
    if known:
        return Kurtosis(min(known), "derived")
    return Kurtosis(float(declared), "declared") if declared is not None else Unknown()


def first_look(scene: Scene, most: int, assumptions: Sequence[Assumption], alpha: float) -> int:
    """The first look comes where every interval exists with some room, as a look before spends its level for nothing."""
    least = [least_samples(a.value, alpha * (1 - DECAY)) for a in assumptions if isinstance(a, Kurtosis)]
    return min(most, max([scene.settings.look(scene.setting.profile), *(2 * n for n in least)]))


def assumption_of_node(scene: Scene, node: Any, part: str) -> Assumption:
    """What may be assumed of the replicates of a mean, a probability or a variance (of half squared differences)."""
    if isinstance(node, QuantileOf):
        return Unknown()
    if isinstance(node, ProbabilityOf):
        return Bounded(-1e-12, 1 + 1e-12)
    if not isinstance(node, VarianceOf):
        return assumption_of(scene, node.body, part)
    symbol = sp.Symbol("variance", real=True)
    return assumption_for(scene, Average(symbol, ((node.body, symbol),)), part)


def inside(x: Tensor, known: Bounded) -> bool:
    """Whether every replicate lies in the bounds: in a wrong world those of the true one need not hold."""
    return float(x.min()) >= known.low and float(x.max()) <= known.high
