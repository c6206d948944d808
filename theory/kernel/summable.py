"""Whether an infinite series converges absolutely: geometric decay, factorials, powers (p-series), bounded factors.

Each term is a product; of each factor it is read off how fast it grows or falls with the index. The decision uses the
hypotheses and nothing else: no partial sums are looked at.
"""

from __future__ import annotations

from typing import Any, Protocol

import sympy as sp

from lemmata.theory.kernel.integrable import BOUNDED
from lemmata.theory.language.sampled import RandomTerm


class _Signs(Protocol):
    def sign(self, e: Any) -> int | None: ...

    def positive(self, e: Any) -> bool: ...

    def nonnegative(self, e: Any) -> bool: ...

    def nonzero(self, e: Any) -> bool: ...


def summable(e: sp.Sum, signs: _Signs) -> bool:
    """Whether sum |f(i)| over i >= low is seen to be finite; ``signs`` know the range of the index."""
    index, f = e.limits[0][0], e.function
    if any(isinstance(s, RandomTerm) for s in e.free_symbols) or f.has(sp.oo):
        return False
    forms = [f, sp.expand(f)]
    if f.is_rational_function(index):
        forms.append(sp.factor(sp.together(f)))
    return any(all(_Term(index, signs).falls(t) for t in sp.Add.make_args(form)) for form in dict.fromkeys(forms))


class _Term:
    """One product: the ratios of its geometric factors, its power of the index, its factorials."""

    def __init__(self, index: Any, signs: _Signs) -> None:
        self.index, self.signs = index, signs
        self.ratios: list[tuple[Any, Any]] = []  # b^(a i) as (b, a)
        self.power: Any = sp.Integer(0)
        self.factorials: list[Any] = []  # a for each (a i)!, with its sign
        self.fast = False

    def falls(self, t: Any) -> bool:
        """Whether |t| is at most c q^i with q < 1, or c i^p with p < -1."""
        if not t.has(self.index):
            return bool(t == 0)
        if not all(self._factor(*f.as_base_exp()) for f in sp.Mul.make_args(t) if f.has(self.index)):
            return False
        if self.factorials:
            return bool(sp.Add(*self.factorials) < 0)
        if self.fast:
            return True
        if self._ratio():
            return True
        return all(self._size(b, a, strict=False) for b, a in self.ratios) and self.signs.positive(-1 - self.power)

    def _factor(self, base: Any, power: Any) -> bool:
        """Takes one factor into account; False where its growth is not known."""
        if not base.has(self.index):
            return not power.has(self.index) or self._exponential(base, power)
        if power.has(self.index):
            return False
        if isinstance(base, sp.Abs):
            return all(self._factor(*_split(f, power)) for f in sp.Mul.make_args(base.args[0]))
        if isinstance(base, sp.Pow):  # |b^e|^p = |b|^(e p), all real
            return self._factor(base.base, base.exp * power)
        if isinstance(base, sp.Mul):
            return all(self._factor(*_split(f, power)) for f in base.args)
        if isinstance(base, sp.factorial) and power.is_Rational:
            slope = self._slope(base.args[0])
            if slope is None or not (slope.is_Integer and slope > 0):
                return False
            self.factorials.append(slope * power)
            return True
        if isinstance(base, BOUNDED):
            return bool(power.is_Integer and power > 0) and all(a.is_real is True for a in base.args)
        if isinstance(base, sp.log):  # slower than every power of the index
            return base.args[0].is_polynomial(self.index) and bool(power.is_Rational)
        if not base.is_polynomial(self.index):
            return False
        polynomial = sp.Poly(base, self.index)
        size = self.signs.sign(power)
        if size is None or (size < 0 and not self.signs.nonzero(polynomial.LC())):
            return False
        self.power += polynomial.degree() * power
        return True

    def _exponential(self, base: Any, power: Any) -> bool:
        """b^(a i + c), or b^(a i² + ...), which falls faster."""
        if not power.is_polynomial(self.index):
            return False
        base = base.args[0] if isinstance(base, sp.Abs) else base
        degree, slope = sp.degree(power, self.index), sp.Poly(power, self.index).LC()
        if degree == 1:
            self.ratios.append((base, slope))
            return True
        self.fast = True
        return self._size(base, slope, strict=True)

    def _slope(self, argument: Any) -> Any:
        affine = argument.is_polynomial(self.index) and sp.degree(argument, self.index) == 1
        return sp.Poly(argument, self.index).LC() if affine else None

    def _ratio(self) -> bool:
        """Whether the product of the ratios lies strictly inside (-1, 1)."""
        if not self.ratios:
            return False
        if all(self._size(b, a, strict=False) for b, a in self.ratios):
            return any(self._size(b, a, strict=True) for b, a in self.ratios)
        if not all(a.is_Integer for _, a in self.ratios):
            return False
        whole = sp.Mul(*(b**a for b, a in self.ratios))
        return self.signs.positive(1 - whole) and self.signs.positive(1 + whole)

    def _size(self, b: Any, a: Any, *, strict: bool) -> bool:
        """Whether |b|^a is below 1, or at most 1."""
        above = self.signs.positive if strict else self.signs.nonnegative
        way = self.signs.sign(a)
        if way == 2:
            return above(1 - b) and above(1 + b)
        return way == -2 and (above(b - 1) or above(-b - 1))


def _split(factor: Any, power: Any) -> tuple[Any, Any]:
    base, inner = factor.as_base_exp()
    return base, inner * power
