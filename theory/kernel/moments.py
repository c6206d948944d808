"""Inequalities between moments, and conditional means: Cauchy-Schwarz, Hölder, Lyapunov, the tower property."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import bound, is_plain
from lemmata.theory.kernel.conditions import Condition, integer, integrable, nonnegative, positive, summable
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.operators import Expectation, Mean, VarianceOf, _Binder
from lemmata.theory.language.sampled import RandomTerm, samples


class Moments(Core):
    """Facts about means of products and powers."""

    def cauchy_schwarz(self, a: Any, b: Any, limits: tuple[Any, Any, Any] | None = None) -> Fact:
        """(E X Y)² <= E X² E Y²; of matrices (Tr A'B)² <= Tr A'A Tr B'B; with limits=(i, low, high) the same of sums over i.

        Needs: second moments that exist; for sums integer ends, for series (high = oo) absolute convergence.
        Example: (E[Z W])² <= E[Z²] E[W²].
        """
        a, b = self._terms("Cauchy-Schwarz", a, b)
        conditions = [*where_defined(expand(a)), *where_defined(expand(b))]
        if getattr(a, "is_Matrix", False) or getattr(b, "is_Matrix", False):
            if limits is not None or getattr(a, "shape", ()) != getattr(b, "shape", ()):
                raise Refused(f"Cauchy-Schwarz takes two matrices of one size, not {a} and {b}")
            left, right = sp.Trace(a.T * b) ** 2, sp.Trace(a.T * a) * sp.Trace(b.T * b)
        elif limits is not None:
            index, low, high = (sp.sympify(v) for v in limits)
            _plain_index(index, low, high, (a, b))
            conditions = [c.within(index, low, high) for c in conditions]
            conditions.append(integer(low))
            if high == sp.oo:
                conditions += [summable(expand(term), index, low) for term in (a * b, a**2, b**2)]
            else:
                conditions += [integer(high), nonnegative(high - low + 1)]
            if index.is_positive or index.is_nonnegative:
                conditions.append(positive(low) if index.is_positive else nonnegative(low))
            total = [sp.Sum(term, (index, low, high)) for term in (a * b, a**2, b**2)]
            left, right = total[0] ** 2, total[1] * total[2]
        else:
            conditions += _exist("Cauchy-Schwarz", (a, b), (a**2, b**2))
            left, right = Mean(a * b) ** 2, Mean(a**2) * Mean(b**2)
        return self._enter(left, "<=", right, "Cauchy-Schwarz", conditions=conditions)

    def hoelder(self, X: Any, Y: Any, p: Any) -> Fact:
        """E |X Y| <= (E |X|^p)^(1/p) (E |Y|^q)^(1/q) with 1/p + 1/q = 1.

        Needs: p > 1 and both moments.
        Example: E |Z W| <= (E |Z|³)^(1/3) (E |W|^(3/2))^(2/3).
        """
        X, Y, p = self._terms("Hölder", X, Y, p)
        q = p / (p - 1)
        powers = sp.Abs(X) ** p, sp.Abs(Y) ** q
        conditions = [positive(p - 1), *_exist("Hölder", (X, Y), powers), *where_defined(expand(p))]
        right = Mean(powers[0]) ** (1 / p) * Mean(powers[1]) ** (1 / q)
        return self._enter(Mean(sp.Abs(X * Y)), "<=", right, "Hölder's inequality", conditions=conditions)

    def lyapunov(self, X: Any, *orders: Any) -> Fact:
        """(E |X|^p)^(1/p) <= (E |X|^q)^(1/q) for 0 < p <= q; of three orders r < s < t the logarithm of the moments is convex.

        Needs: the moment of the highest order.
        Example: with orders (2, 3, 4), (E |X|³)² <= E |X|² E |X|⁴.
        """
        X, *ps = self._terms("Lyapunov", X, *orders)
        if len(ps) not in (2, 3):
            raise Refused(f"Lyapunov's inequality takes two or three orders, not {len(ps)}")
        powers = [sp.Abs(X) ** p for p in ps]
        conditions = [*_exist("Lyapunov", (X,), (powers[-1],)), *(c for p in ps for c in where_defined(expand(p)))]
        if len(ps) == 2:
            conditions += [positive(ps[0]), nonnegative(ps[1] - ps[0])]
            left, right = (Mean(m) ** (1 / p) for m, p in zip(powers, ps, strict=True))
        else:
            r, s, t = ps
            conditions += [nonnegative(r), positive(s - r), positive(t - s)]
            left = Mean(powers[1]) ** (t - r)
            right = Mean(powers[0]) ** (t - s) * Mean(powers[2]) ** (s - r)
        return self._enter(left, "<=", right, "Lyapunov's inequality", conditions=conditions)

    def tower(self, e: Any, over: Iterable[Any]) -> Fact:
        """E X = E E[X | the other samples]: the mean over some samples first, then over the rest.

        Needs: samples that are independent of each other, and the mean of |X|.
        Example: E[Z W²] = E[E_W[Z W²]].
        """
        (e,) = self._terms("tower property", e)
        inner = tuple(over) if isinstance(over, tuple | list) else (over,)
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf):
            raise Refused(f"the tower property takes a mean, not {e}")
        if not inner or any(s not in e.bound for s in inner) or set(inner) == set(e.bound):
            raise Refused(f"the tower property takes some of the samples {', '.join(map(str, e.bound))}, and not all of them")
        if e.body.has(_Binder):
            raise Refused(f"there is a mean inside {e} already: take it first")
        rest = tuple(s for s in e.bound if s not in inner)
        right = Expectation(Mean(e.body, over=inner), sp.Tuple(*rest))
        conditions = [*_laws(e.bound), integrable(expand(e.body), e.bound), *where_defined(expand(e.body))]
        return self._enter(e, "=", right, "tower property", conditions=conditions)


def _laws(terms: Iterable[Any]) -> list[Condition]:
    return [c for s in terms for c in law_conditions(s.law)]


def _exist(rule: str, numbers: tuple[Any, ...], powers: tuple[Any, ...]) -> list[Condition]:
    """That these powers of random numbers have means."""
    for X in numbers:
        if getattr(X, "is_Matrix", False) or expand(X).has(_Binder):
            raise Refused(f"{rule} takes random numbers without a mean inside, not {X}")
        if not samples(expand(X)):
            raise Refused(f"{rule}: there is nothing random in {X}")
    found: list[Condition] = []
    for power in powers:
        body = expand(power)
        over = tuple(samples(body))
        found += [*_laws(over), integrable(body, over), *where_defined(body)]
    return found


def _plain_index(index: Any, low: Any, high: Any, terms: tuple[Any, ...]) -> None:
    if not isinstance(index, sp.Symbol) or not index.is_integer or index in (low + high).free_symbols:
        raise Refused(f"a sum runs over an integer index with ends that do not contain it, not over {index}")
    if any(t.atoms(RandomTerm) for t in terms):
        raise Refused("Cauchy-Schwarz of a sum takes numbers that are not random: take the mean afterwards")
    if any(index in bound(expand(t)) for t in terms):
        raise Refused(f"the index {index} is bound inside the terms: sum over another one")
    if not is_plain(index):
        raise Refused(f"the index {index} has assumptions that its range does not have")
