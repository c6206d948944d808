"""The words of a one-line statement: what each name, function, operator and binder stands for, by the tables of the parser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from lemmata.theory.language import functions, matrices, operators, words
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.guards import MAX_POWER
from lemmata.theory.language.parsing import BINDERS as _BINDERS
from lemmata.theory.language.sampled import samples
from lemmata.theory.language.words import quad, sq

Function = Callable[..., Any]


def number(value: Any) -> Any:
    """A 1 x 1 matrix as the number that it is."""
    if getattr(value, "is_Matrix", False) and tuple(value.shape) == (1, 1):
        return sp.Trace(value)
    return value


def _scalar(name: str, function: Function, places: int | None = 1) -> Function:
    def applied(*arguments: Any) -> Any:
        arguments = tuple(number(a) for a in arguments)
        if places is not None and len(arguments) != places:
            raise LemmataError(f"{name} takes {places} argument{'s' if places > 1 else ''}, not {len(arguments)}")
        if any(getattr(a, "is_Matrix", False) for a in arguments):
            raise LemmataError(f"{name} takes numbers; of a matrix take an entry, a trace, a norm or an eigenvalue")
        return function(*arguments)

    return applied


def _matrix(name: str, function: Function) -> Function:
    def applied(*arguments: Any) -> Any:
        if not getattr(arguments[0], "is_Matrix", False):
            raise LemmataError(f'{name} takes a matrix, and {arguments[0]} is a number; declare it, such as "A: n x n"')
        return function(*arguments)

    return applied


def _mean(x: Any, *given: Any) -> Any:
    """E[x] over every sample in it; E[x | y] over all but those given."""
    x, held = number(x), {s for g in given for s in samples(sp.sympify(g))}
    if given and not held:
        raise LemmataError('what stands behind the bar is not random; declare it, such as "Y ~ Normal"')
    if not samples(x):
        raise LemmataError(f'there is nothing random in {x}; declare a random term, such as "Z ~ Normal"')
    over = [s for s in samples(x) if s not in held]
    return operators.Mean(x, over=tuple(over)) if held else operators.Mean(x)


def _variance(x: Any) -> Any:
    x = number(x)
    if not samples(x):
        raise LemmataError(f'there is nothing random in {x}; declare a random term, such as "Z ~ Normal"')
    return operators.Variance(x)


def _covariance(x: Any, y: Any) -> Any:
    x, y = number(x), number(y)
    return operators.Mean(x * y) - operators.Mean(x) * operators.Mean(y)


def event(relation: Any) -> Any:
    """The event that a relation of the text describes."""
    found = relation.condition() if hasattr(relation, "condition") else relation
    if not getattr(found, "is_Boolean", False) and not getattr(found, "is_Relational", False):
        raise LemmataError("an event is a relation, such as P[Z >= t]")
    if found in (sp.true, sp.false):
        raise LemmataError("the event is always true or always false")
    return found


def _probability(relation: Any) -> Any:
    return operators.Probability(event(relation))


def _determinant(A: Any) -> Any:
    return sp.Determinant(A)


def _inverse(A: Any) -> Any:
    return A**-1 if getattr(A, "is_Matrix", False) else 1 / A


def _maximum(*items: Any) -> Any:
    return sp.Max(*items)


def _minimum(*items: Any) -> Any:
    return sp.Min(*items)


def _norm(A: Any) -> Any:
    return words.norm(A) if getattr(A, "is_Matrix", False) else sp.Abs(A)


def _sum_of_squares(A: Any) -> Any:
    return sq(A) if getattr(A, "is_Matrix", False) else A**2


def _sum(term: Any, *limits: Any) -> Any:
    return _BINDERS["sum"](number(term), *limits)


def _product(term: Any, *limits: Any) -> Any:
    return _BINDERS["product"](number(term), *limits)


def _eigenvalue(A: Any, j: Any = 1) -> Any:
    return words.eigenvalue(A, j)


def _singular(A: Any, j: Any = 1) -> Any:
    return words.singular_value(A, j)


def _countable(function: Function, place: int) -> Function:
    """A function whose value at an integer has as many digits as that is large: of numbers up to a bound alone."""

    def applied(*arguments: Any) -> Any:
        size = arguments[place]
        if getattr(size, "is_number", False) and size.is_real and abs(size) > MAX_POWER:
            raise LemmataError(f"{function.__name__} takes numbers up to {MAX_POWER}, not {str(size)[:30]}")
        return function(*arguments)

    return applied


_SCALAR: dict[str, tuple[Function, int | None]] = {
    "exp": (sp.exp, 1),
    "log": (sp.log, 1),
    "ln": (sp.log, 1),
    "sqrt": (sp.sqrt, 1),
    "sin": (sp.sin, 1),
    "cos": (sp.cos, 1),
    "tan": (sp.tan, 1),
    "tanh": (sp.tanh, 1),
    "sinh": (sp.sinh, 1),
    "cosh": (sp.cosh, 1),
    "atan": (sp.atan, 1),
    "erf": (sp.erf, 1),
    "erfc": (sp.erfc, 1),
    "abs": (sp.Abs, 1),
    "sign": (sp.sign, 1),
    "floor": (sp.floor, 1),
    "ceil": (sp.ceiling, 1),
    "factorial": (_countable(sp.factorial, 0), 1),
    "binomial": (_countable(sp.binomial, 1), 2),
    "gamma": (_countable(sp.gamma, 0), 1),
    "max": (_maximum, None),
    "min": (_minimum, None),
    "phi": (functions.phi, 1),
    "Phi": (functions.Phi, 1),
    "He": (_countable(functions.He, 0), 2),
    "h": (_countable(functions.h, 0), 2),
}
_MATRIX: dict[str, Function] = {
    "tr": sp.Trace,
    "op": words.operator_norm,
    "nuclear": words.nuclear_norm,
    "eig": _eigenvalue,
    "sv": _singular,
    "det": _determinant,
    "logdet": matrices.LogDet,
    "diag": words.diag,
    "offdiag": words.offdiag,
    "dot": words.dot,
    "hadamard": words.hadamard,
}
_PLAIN: dict[str, Function] = {"norm": _norm, "sq": _sum_of_squares, "quad": quad, "inv": _inverse, "I": sp.Identity}
_AGAIN = {
    "Abs": "abs",
    "Max": "max",
    "Min": "min",
    "trace": "tr",
    "Tr": "tr",
    "Trace": "tr",
    "operator_norm": "op",
    "nuclear_norm": "nuclear",
    "eigenvalue": "eig",
    "singular_value": "sv",
    "ceiling": "ceil",
}

SCALARS: dict[str, Function] = {name: _scalar(name, f, places) for name, (f, places) in _SCALAR.items()}
_ALL: dict[str, Function] = SCALARS | {name: _matrix(name, f) for name, f in _MATRIX.items()} | _PLAIN
OPERATORS: dict[str, Function] = {
    "E": _mean,
    "Mean": _mean,
    "Var": _variance,
    "Variance": _variance,
    "Cov": _covariance,
    "P": _probability,
    "Probability": _probability,
}
FUNCTIONS: dict[str, Function] = _ALL | {name: _ALL[other] for name, other in _AGAIN.items()} | OPERATORS
BINDERS: dict[str, Function] = {"sum": _sum, "product": _product, "Sum": _sum, "prod": _product}
NAMES: dict[str, Any] = {"pi": sp.pi, "π": sp.pi, "oo": sp.oo, "∞": sp.oo}
RESERVED = frozenset({*FUNCTIONS, *BINDERS, *NAMES})

__all__ = ["BINDERS", "FUNCTIONS", "NAMES", "OPERATORS", "RESERVED", "event", "number"]
