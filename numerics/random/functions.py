"""Functions of a named class, as formulas in z: one of its options by label, or a polynomial whose coefficients are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import sympy as sp

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.parameters import by_name, size
from lemmata.theory.language.calculus import FunctionSymbol, Z
from lemmata.theory.language.errors import UsageError

POLYNOMIAL_STYLES = ("generic", "monomial", "even", "odd", "cancelling")
DENOMINATORS = (1, 2, 3, 4, 5, 7, 8)


def labels(function: FunctionSymbol) -> tuple[str, ...]:
    """The labels that a point may give to a function."""
    if function.of.degree is not None:
        return (*function.of.options, *POLYNOMIAL_STYLES)
    if not function.of.options:
        raise UsageError(f"the class {function.of.name} of the function {function.name} has no options: name at least one")
    return tuple(function.of.options)


def function_instance(function: FunctionSymbol, label: str, env: Mapping[Any, Any], draw: Draw) -> sp.Lambda:
    """The function of that label; the coefficients of a polynomial are rational, a function of the draw's key."""
    if label in function.of.options:
        return sp.Lambda(Z, sp.sympify(function.of.options[label]))
    if label not in labels(function):
        raise UsageError(f"{function.name} = {label!r} is unknown; {function.of.name}: {', '.join(labels(function))}")
    degree = size(sp.sympify(function.of.degree) + 1, by_name(env), f"the degree of {function.name}, and one,") - 1
    return sp.Lambda(Z, _polynomial(degree, label, draw))


def _polynomial(degree: int, style: str, draw: Draw) -> sp.Expr:
    random = Random(draw.named("coefficients").key.text)  # the same numbers on every device
    drawn = [sp.Rational(random.randint(-9, 9), random.choice(DENOMINATORS)) for _ in range(degree + 1)]
    leading = drawn[degree] or sp.Integer(1)
    c = [*drawn[:degree], leading]
    if style == "monomial":
        c = [sp.Integer(0)] * degree + [leading]
    elif style in ("even", "odd"):  # the highest degree of that parity is present; an odd one needs degree 1
        last = degree - (degree % 2 != (style == "odd"))
        c = [v if k % 2 == (style == "odd") else sp.Integer(0) for k, v in enumerate(c)]
        if last >= 0:
            c[last] = c[last] or sp.Integer(1)
    elif style == "cancelling":
        return _cancelling(degree, leading)
    return sp.Add(*(v * Z**k for k, v in enumerate(c)))


def _cancelling(degree: int, leading: sp.Expr) -> sp.Expr:
    """c (z - 1)^p: large terms of alternating sign, which cancel near 1."""
    return sp.Add(*(leading * sp.binomial(degree, k) * (-1) ** (degree - k) * Z**k for k in range(degree + 1)))
