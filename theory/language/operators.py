"""Operators on random terms: mean (also conditional), variance, probability, quantile.

``Mean(x)`` binds every sample in x: a name is one sample inside one Mean, and two Means do not share it.
``Mean(x, over=(e,))`` binds e alone: it is the conditional mean given the other samples, a random term again, or, where
those stand free, a function of the instance that was drawn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixExpr

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.evaluating import EvaluatedOnce
from lemmata.theory.language.sampled import RandomTerm, samples


class _Binder(EvaluatedOnce, sp.Basic):  # type: ignore[misc]
    """Binds samples: args are the body, a tuple of what is bound (empty: everything), and further arguments."""

    @property
    def body(self) -> Any:
        return self.args[0]

    @property
    def bound(self) -> tuple[RandomTerm, ...]:
        """The samples that it averages over."""
        return tuple(self.args[1]) or tuple(t for t in samples(self.body))

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(_free(self))


@lru_cache(maxsize=8192)
def _free(node: _Binder) -> frozenset[sp.Basic]:
    free: set[sp.Basic] = set()
    for a in node.args:
        free |= a.free_symbols
    for term in node.bound:
        free |= term.law.free_symbols
    return frozenset(free - set(node.bound))


def _over(over: Any) -> sp.Tuple:
    terms = () if over is None else over if isinstance(over, tuple | list) else (over,)
    for term in terms:
        if not isinstance(term, RandomTerm):
            raise ClaimError(f"a mean over {term} is asked for, which is no random term: declare it with Sampled")
    return sp.Tuple(*terms)


def _bind(cls: type, x: Any, over: Any) -> tuple[Any, sp.Tuple]:
    x, bound = sp.sympify(x), _over(over)
    missing = [str(t) for t in bound if not x.has(t)]
    if missing:
        raise ClaimError(f"{cls.__name__}({x}): {', '.join(missing)} does not occur in it")
    return x, bound


class Expectation(_Binder, sp.Expr):  # type: ignore[misc]
    """E x of a number."""

    is_commutative = True
    _letter = "E"
    _tex = r"\mathbb{E}"

    def _eval_is_real(self) -> bool | None:
        return True if self.body.is_real else None

    def _eval_is_nonnegative(self) -> bool | None:
        return self.body.is_nonnegative  # type: ignore[no-any-return]

    def _eval_is_finite(self) -> bool | None:
        return None

    def _subscript(self, show: Any) -> str:
        return ", ".join(show(t) for t in self.args[1])

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        under = self._subscript(printer._print)
        text = self._tex + (rf"_{{{under}}}" if under else "") + rf"\left[{printer._print(self.body)}\right]"
        return text if exp is None else rf"{text}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        under = self._subscript(printer._print)
        return f"{self._letter}{'_' + under if under else ''}[{printer._print(self.body)}]"


class MatrixExpectation(_Binder, MatrixExpr):  # type: ignore[misc]
    """E X of a matrix, entry by entry."""

    _letter, _tex = "E", r"\mathbb{E}"
    _subscript = Expectation._subscript
    _latex = Expectation._latex
    _sympystr = Expectation._sympystr

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.body.shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return Mean(self.body[i, j], over=tuple(self.args[1]) or None)


class VarianceOf(Expectation):
    """E (x - E x)²."""

    _letter, _tex = "Var", r"\operatorname{Var}"

    def _eval_is_nonnegative(self) -> bool | None:
        return True


class ProbabilityOf(_Binder, sp.Expr):  # type: ignore[misc]
    """P(event), the event a relation or a combination of relations."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_nonnegative(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\mathbb{{P}}\left[{printer._print(self.body)}\right]"
        return text if exp is None else rf"{text}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"P[{printer._print(self.body)}]"


class QuantileOf(_Binder, sp.Expr):  # type: ignore[misc]
    """The least value that x does not exceed with probability p."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True

    @property
    def level(self) -> sp.Expr:
        return self.args[2]

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"Q_{{{printer._print(self.level)}}}\left[{printer._print(self.body)}\right]"
        return text if exp is None else rf"{text}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"Q_{printer._print(self.level)}[{printer._print(self.body)}]"


def Mean(x: Any, over: Any = None) -> Any:
    """E x over the samples in it (or over those named); of a number or of a matrix. A constant is its own mean."""
    x, bound = _bind(Expectation, x, over)
    if not samples(x):
        return x
    cls = MatrixExpectation if getattr(x, "is_Matrix", False) else Expectation
    return cls(x, bound)


def Variance(x: Any, over: Any = None) -> Any:
    """E (x - E x)², of a number."""
    x, bound = _bind(VarianceOf, x, over)
    return VarianceOf(x, bound) if samples(x) else sp.Integer(0)


def Probability(event: Any) -> Any:
    """P(event): ``Probability(Z > t)``."""
    event = sp.sympify(event)
    if not getattr(event, "is_Boolean", False) and not getattr(event, "is_Relational", False):
        raise ClaimError(f"Probability({event}): an event is a relation, such as Z > t")
    if event in (sp.true, sp.false):
        return sp.Integer(1 if event == sp.true else 0)
    return ProbabilityOf(event, sp.Tuple())


def Quantile(x: Any, p: Any) -> Any:
    """The p-quantile of x."""
    p = sp.sympify(p)
    if p.is_number and not 0 < p < 1:
        raise ClaimError(f"Quantile({x}, {p}): the level lies strictly between 0 and 1")
    return QuantileOf(sp.sympify(x), sp.Tuple(), p)


BINDERS = (Expectation, MatrixExpectation, VarianceOf, ProbabilityOf, QuantileOf)


def means(expr: Any) -> list[Any]:
    """The outermost means, variances, probabilities and quantiles of an expression, in a fixed order."""
    return list(_means(expr))


@lru_cache(maxsize=8192)
def _means(expr: Any) -> tuple[Any, ...]:
    found: dict[Any, None] = {}
    walk = sp.preorder_traversal(expr)
    for node in walk:
        if isinstance(node, BINDERS):
            found[node] = None
            walk.skip()
    return tuple(sorted(found, key=sp.default_sort_key))
