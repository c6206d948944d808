r"""The same scalar formulas in ball arithmetic (python-flint) and in multiprecision (mpmath).

``ball`` encloses the value at exact inputs (integers, fractions, floats taken as the binary fractions they are);
the working precision grows until the ball has the digits asked for. ``mp`` evaluates at two precisions and
returns the difference as error; it also integrates and sums to infinity, without an enclosure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flint
import mpmath
import sympy as sp
from flint import arb

from lemmata.numerics.formula.walker import Undecided, Walker
from lemmata.theory.language.errors import CompileError, NotConverged


def ball(expr: Any, env: Mapping[Any, Any], digits: int = 30) -> arb:
    """An enclosure of a real scalar expression with at least ``digits`` correct digits (absolute, around 0)."""
    expr = sp.sympify(expr)
    before, bits = flint.ctx.prec, int(3.33 * digits) + 40
    value = None
    try:
        for _ in range(6):
            flint.ctx.prec = bits
            try:
                value = Walker(env, exact=True)(expr)
            except Undecided:
                value = None
            if value is not None and value.is_finite() and value.rel_accuracy_bits() >= 3.33 * digits:
                return value
            bits *= 2
        if value is not None and value.is_finite() and value.rad() < arb(10) ** -(2 * digits):
            return value  # zero, as far as can be told
    finally:
        flint.ctx.prec = before
    raise NotConverged(
        f"{expr} has no ball of {digits} digits at {bits // 2} bits ({value}); is it at a singular point "
        "or on the edge of a case?"
    )


def mp(expr: Any, env: Mapping[Any, Any], digits: int = 30) -> tuple[Any, Any]:
    """The mpmath value and an error: the difference between two working precisions plus the last digit."""
    expr = sp.sympify(expr)
    values = []
    for extra in (10, 25):
        with mpmath.workdps(digits + extra):
            value = Walker(env, exact=False)(expr)
            if isinstance(value, mpmath.mpc):
                raise CompileError(f"{expr} is not real at the given point")
            if not mpmath.isfinite(value):
                raise NotConverged(f"{expr} is {value} in multiprecision")
            values.append(value)
    with mpmath.workdps(digits + 25):
        return values[1], abs(values[1] - values[0]) + abs(values[1]) * mpmath.mpf(10) ** -digits
