"""The sign of an expression, by its structure: sums, products, powers, functions whose sign is known.

A sign is 2 (positive), 1 (not negative), 0 (zero), -1 (not positive), -2 (negative) or None (not known). It is the sign
wherever the expression is defined, for all values of the symbols that meet the hypotheses; nothing is sampled.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.algebra.ball_eval import certified_sign
from lemmata.theory.kernel import definite
from lemmata.theory.kernel.binders import bound
from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.kernel.sign_rules import Sign, added, largest, multiplied, negated
from lemmata.theory.kernel.slack import polynomial_sign
from lemmata.theory.language.calculus import Applied
from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.functions import Phi, phi
from lemmata.theory.language.matrices import Eigenvalue, SingularValue, _Norm
from lemmata.theory.language.operators import Expectation, ProbabilityOf, VarianceOf
from lemmata.theory.language.sampled import RandomEntry, RandomNumber

_POSITIVE = (sp.exp, sp.cosh, sp.factorial, phi, Phi)
NEVER = 1 << 30
_ODD = (sp.sinh, sp.tanh, sp.erf, sp.atan, sp.asinh, sp.sign)


class Signs:
    """Signs under hypotheses."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self._known: dict[Any, Sign] = {}
        self._open: dict[Any, int] = {}  # what is being decided, by how deep it lies
        self._lowest = NEVER  # of what is open and was asked for again, since the present question: its depth
        self._below: dict[Any, Signs] = {}

    def under(self, *given: Any) -> Signs:
        """The signs under further relations; the same object each time, so that nothing is decided twice."""
        return self if not given else self._apart((), given)

    def _apart(self, bound: tuple[Any, ...], given: tuple[Any, ...]) -> Signs:
        """Below a binder of these variables, and under further relations."""
        if (bound, given) not in self._below:
            hypotheses = self.hypotheses.without(bound) if bound else self.hypotheses
            self._below[bound, given] = Signs(hypotheses.with_(*given))
        return self._below[bound, given]

    def positive(self, e: Any) -> bool:
        return self.sign(e) == 2

    def nonnegative(self, e: Any) -> bool:
        return self.sign(e) in (0, 1, 2)

    def nonzero(self, e: Any) -> bool:
        """Not zero by its sign, by a relation e' != 0, or factor by factor."""
        if self.sign(e) in (2, -2) or any(_multiple(e, known) for known in self.hypotheses.nonzero):
            return True
        factored = sp.factor(sp.together(e)) if e.is_rational_function() else e
        numerator = sp.fraction(factored)[0]
        parts = [f.as_base_exp()[0] for f in sp.Mul.make_args(numerator)]
        return len(parts) > 1 and all(self.nonzero(f) for f in parts)

    def resolved(self, e: Any) -> Any:
        """Absolute values, minima and maxima whose case is known written without them."""
        table: dict[Any, Any] = {}
        caught = bound(e)
        for node in e.atoms(sp.Abs, sp.Max, sp.Min):
            if node.has(*caught):
                continue  # the hypotheses do not speak of what is bound
            if isinstance(node, sp.Abs):
                inner = self.sign(node.args[0])
                if inner is not None:
                    table[node] = node.args[0] if inner >= 0 else -node.args[0]
                continue
            s = 1 if isinstance(node, sp.Max) else -1
            best = next(
                (a for a in node.args if all(self.nonnegative(sp.expand(s * (a - o))) for o in node.args if o != a)), None
            )
            if best is not None:
                table[node] = best
        return e.xreplace(table)

    def sign(self, e: Any) -> Sign:
        """By structure, else by algebra; kept unless it hung on a question around it, which is open while this one is decided."""
        if e in self._known:
            return self._known[e]
        if e in self._open or getattr(e, "is_Matrix", False):
            self._lowest = min(self._lowest, self._open.get(e, NEVER))
            return None
        depth, before = len(self._open), self._lowest
        self._open[e], self._lowest = depth, NEVER
        found = self._structure(e)
        if found not in (2, 0, -2) and e.free_symbols:
            by_algebra = polynomial_sign(e, self)
            found = found if by_algebra is None else 0 if {found, by_algebra} == {1, -1} else by_algebra
            if found is None and (raised := self._raised(e)) != e:
                found = self.sign(raised)
        del self._open[e]
        if self._lowest >= depth:
            self._known[e], self._lowest = found, NEVER
        self._lowest = min(self._lowest, before)
        return found

    def _raised(self, e: Any) -> Any:
        """What is at least 1 (a power of such a number, cosh, exp of a non-negative number) as 1 plus something; exp of a negative
        number as the reciprocal of that."""
        table = {}
        for node in e.atoms(sp.Pow, sp.cosh, sp.exp):
            power = (
                isinstance(node, sp.Pow)
                and not node.exp.is_Integer
                and self.nonnegative(node.base - 1)
                and self.nonnegative(node.exp)
            )
            if power or isinstance(node, sp.cosh) or (isinstance(node, sp.exp) and self.nonnegative(node.exp)):
                table[node] = 1 + sp.Dummy("t", nonnegative=True)
            elif isinstance(node, sp.exp) and (size := self.sign(node.exp)) in (-1, -2):
                table[node] = 1 / (1 + sp.Dummy("t", positive=size == -2 or None, nonnegative=True))
        caught = bound(e)
        return sp.expand(e.xreplace({k: v for k, v in table.items() if not k.has(*caught)}))

    def _structure(self, e: Any) -> Sign:
        if e.is_Rational:
            return 2 if e > 0 else -2 if e < 0 else 0
        if isinstance(e, sp.Symbol | sp.Indexed):
            return _assumed(e)
        if not e.free_symbols and not e.has(sp.MatrixExpr, sp.I) and (sign := _constant(e)) is not None:
            return sign
        if isinstance(e, sp.Add):
            return added(self._weak(a) for a in e.args)
        if isinstance(e, sp.Mul):
            return multiplied(self.sign(a) for a in e.args)
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, sp.Sum):
            return self._sum(e)
        return self._function(e)

    def _weak(self, e: Any) -> Sign:
        """The sign of a summand, without algebra where that would only repeat what the sum will try."""
        return self.sign(e) if not e.is_polynomial() or isinstance(e, sp.Symbol) else self._structure(e)

    def _power(self, base: Any, exponent: Any) -> Sign:
        inner = self.sign(base)
        if exponent.is_Integer:
            if exponent % 2:
                return inner
            return 2 if inner in (2, -2) or exponent < 0 or self.nonzero(base) else 1
        if inner == 2:
            return 2
        return 1 if inner in (0, 1) else None

    def _sum(self, e: sp.Sum) -> Sign:
        for index, low, high in (limit for limit in e.limits if len(limit) == 3):
            if len(e.limits) == 1 and high == sp.oo:
                return self._apart((index,), (index >= low,)).sign(e.function)
            if len(e.limits) != 1 or sp.oo in (low, high) or low == -sp.oo or not self.nonnegative(high - low + 1):
                return None
            inner = self._apart((index,), (index >= low, index <= high)).sign(e.function)
            if inner in (2, -2) and not self.nonnegative(high - low):
                return inner // 2
            return inner
        return None

    def _function(self, e: Any) -> Sign:
        if isinstance(e, _POSITIVE):
            return 2
        if isinstance(e, sp.Abs):
            return 2 if self.nonzero(e.args[0]) else 1
        if isinstance(e, _ODD):
            return self.sign(e.args[0])
        if isinstance(e, sp.log):
            return self.sign(e.args[0] - 1)
        if isinstance(e, sp.gamma):
            return 2 if self.positive(e.args[0]) else None
        if isinstance(e, sp.Max | sp.Min):
            signs = [self.sign(a) for a in e.args]
            return largest(signs) if isinstance(e, sp.Max) else negated(largest([negated(s) for s in signs]))
        if isinstance(e, VarianceOf | ProbabilityOf | SingularValue | _Norm | sp.KroneckerDelta | sp.binomial):
            return self._by_gap(e) or 1
        if isinstance(e, Expectation):
            return self._apart(tuple(e.bound), ()).sign(e.body)
        if isinstance(e, RandomNumber | RandomEntry):
            law = e.law if isinstance(e, RandomNumber) else e.args[0].law
            return 1 if self.nonnegative(law.support[0]) else None
        if isinstance(e, sp.Trace):
            return definite.trace_sign(e.arg, self)
        if isinstance(e, Applied) and e.args[2] == 2:
            klass = self.hypotheses.declared.function_class(e.args[0])
            return 1 if klass.convex and klass.smooth else None
        if isinstance(e, Eigenvalue):
            return self._by_gap(e) or definite.definite(e.args[0], self)
        return self._by_gap(e)

    def _by_gap(self, e: Any) -> Sign:
        """What a relation says of a term that has no structure: Eigenvalue(A, n) > c >= 0."""
        for gap in self.hypotheses.gaps:
            for s in (1, -1):
                rest = sp.expand(s * e - gap.expr) if e in gap.expr.atoms(type(e)) else None
                if rest is not None and rest.is_Rational and rest >= 0:
                    return s * (2 if gap.strict or rest > 0 else 1)
        return None


def _multiple(e: Any, known: Any) -> bool:
    """Whether e is a nonzero rational multiple of what is known not to be zero."""
    ratio = sp.cancel(e / known) if e.is_rational_function() and known.is_rational_function() else e / known
    return bool(ratio.is_Rational and ratio != 0)


def _assumed(e: Any) -> Sign:
    if e.is_zero:
        return 0
    if e.is_positive or e.is_nonnegative:
        return 2 if e.is_positive else 1
    return -2 if e.is_negative else -1 if e.is_nonpositive else None


def _constant(e: Any) -> Sign:
    try:
        sign = certified_sign(e, 60)
    except (CompileError, ZeroDivisionError):
        return None
    return 2 * sign if sign is not None else None
