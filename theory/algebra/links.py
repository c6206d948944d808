"""Links sigma: R -> R as data: read from text, checked, and reduced by injective outer functions.

Conventions: a link is a sympy expression in one symbol, read as a real variable; decimals mean what was written. The
generative exponent depends on the level sets only, so an injective outer function may be taken off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from flint import acb, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, certified_sign
from lemmata.theory.algebra.majorant import floor
from lemmata.theory.algebra.pieces import real, split
from lemmata.theory.algebra.zero import proved_zero
from lemmata.theory.language.errors import CompileError, DomainError
from lemmata.theory.language.guards import MAX_POWER
from lemmata.theory.language.parsing import parse_expression

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(sp, name)
    for name in "exp log sin cos tan sinh cosh tanh atan erf erfc sqrt Abs sign Heaviside Max Min".split()
} | {"abs": sp.Abs, "relu": lambda x: sp.Max(x, 0), "max": sp.Max, "min": sp.Min, "He": lambda n, x: _hermite(n, x)}
MAX_HERMITE = 100


def _hermite(n: sp.Expr, x: sp.Expr) -> sp.Expr:
    from lemmata.theory.algebra.hermite import hermite_expr

    if not (n.is_Integer and n >= 0):
        raise DomainError(f"He({n}, z) needs an index that is an integer >= 0, such as He(3, z).")
    if n > MAX_HERMITE:
        raise DomainError(f"He({n}, z) has a large index; the largest is {MAX_HERMITE}.")
    return hermite_expr(int(n), x)


def parse_link(text: str, variable: str = "z") -> sp.Expr:
    """A link from text such as `z**2*exp(-z**2)`, by the grammar of `theory.language.parsing`: nothing is executed."""
    names = {variable: sp.Symbol(variable, real=True), "pi": sp.pi, "E": sp.E}
    link = parse_expression(text.strip(), names, FUNCTIONS, what="link")
    if _degree(link) > MAX_POWER:
        raise DomainError(f"the link {text!r} comes to the degree {_degree(link):g}; the largest is {MAX_POWER}.")
    return link


def _degree(expr: sp.Expr) -> float:
    """The degree that the polynomials in an expression would have, multiplied out."""
    if isinstance(expr, sp.Pow) and expr.exp.is_number:
        return max(1.0, abs(float(expr.exp))) * _degree(expr.base) if expr.exp.is_Rational else _degree(expr.base)
    inner = [_degree(part) for part in expr.args]
    return sum(inner) if isinstance(expr, sp.Mul) else max(inner, default=0.0 if expr.is_number else 1.0)


def checked(link: sp.Expr | str, z: sp.Symbol | None) -> tuple[sp.Expr, sp.Symbol]:
    """The link in its real variable; an error when it has no variable, several, or is constant."""
    if isinstance(link, str):
        link = parse_link(link, str(z) if z is not None else "z")
    if isinstance(link, int | float):
        link = sp.sympify(link)
    if not isinstance(link, sp.Expr):
        raise DomainError(f"{link} is no scalar expression; give a link such as z**2*exp(-z**2).")
    symbols = sorted(link.free_symbols, key=str)
    if z is None and len(symbols) == 1:
        z = symbols[0]
    if not symbols:
        raise DomainError(f"the link {link} is constant: its exponent is not defined; give a non-constant link.")
    if z is None or {str(s) for s in symbols} != {str(z)}:
        names = ", ".join(map(str, symbols))
        raise DomainError(f"the link {link} has the free symbols {names}; give numbers for all but one.")
    link, z = real(link, z)
    link = link.replace(_is_power_of_constant, lambda e: sp.exp(sp.expand(e.exp * sp.log(e.base))))
    if link.has(sp.I, sp.zoo, sp.nan, sp.oo):
        raise DomainError(f"the link {link} is not real and finite; give a real function.")
    _check_real(link, z)
    if _is_constant(link, z):
        raise DomainError(f"the link {link} is constant: its exponent is not defined; give a non-constant link.")
    return link, z


def _is_power_of_constant(e: sp.Expr) -> bool:
    if not isinstance(e, sp.Pow) or e.base.free_symbols or not e.exp.free_symbols:
        return False
    return bool(e.base.is_positive)


def _check_real(link: sp.Expr, z: sp.Symbol) -> None:
    """A link that is complex at one of a few points is not a real function."""
    try:
        function = BallFunction(link, [z])
    except CompileError:
        return
    for x in (fmpq(-29, 10), fmpq(-13, 10), fmpq(-2, 5), fmpq(3, 8), fmpq(7, 5), fmpq(31, 10)):
        if not function(acb(x)).imag.contains(0):
            raise DomainError(f"the link {link} is not real at {z} = {x}; give a real function.")


def _is_constant(link: sp.Expr, z: sp.Symbol) -> bool:
    try:
        pieces = split(link, z)
    except CompileError:
        return False
    if any(p.expr.has(z) and not proved_zero(sp.diff(p.expr, z)) for p in pieces):
        return False
    values = [p.expr if not p.expr.has(z) else p.expr.subs(z, sp.Rational(3, 7)) for p in pieces]
    return all(proved_zero(v - values[0]) for v in values)


def without_injections(link: sp.Expr, z: sp.Symbol) -> tuple[sp.Expr, list[str]]:
    """The link with injective outer functions taken off, and what was taken off in words."""
    removed: list[str] = []
    while True:
        inner, name = _inside(link, z)
        if inner is None:
            return link, removed
        removed.append(f"{link} is an injective function of {inner} ({name}): the same level sets")
        link = inner


def _inside(link: sp.Expr, z: sp.Symbol) -> tuple[sp.Expr | None, str]:
    if link == z:
        return None, ""
    if isinstance(link, sp.Add):
        constant, rest = link.as_independent(z, as_Add=True)
        return (rest, "shift") if constant != 0 else _exponentiated(link, z)
    if isinstance(link, sp.Mul):
        constant, rest = link.as_independent(z, as_Add=False)
        return (rest, "scale") if constant != 1 and certified_sign(constant) else (None, "")
    if isinstance(link, (sp.exp, sp.tanh, sp.sinh, sp.erf, sp.erfc, sp.atan)):
        return link.args[0], type(link).__name__
    if isinstance(link, sp.log) and floor(link.args[0], z) is not None:
        return link.args[0], "log of a non-negative function"
    if isinstance(link, sp.Pow) and link.exp.is_Rational:
        if link.exp.is_Integer and link.exp.is_odd:
            return link.base, "odd power"
        if floor(link.base, z) is not None:
            return link.base, "power of a non-negative function"
    return None, ""


def _exponentiated(link: sp.Expr, z: sp.Symbol) -> tuple[sp.Expr | None, str]:
    """A sum with logarithms becomes a product: log(u) + v has the level sets of u exp(v)."""
    for term in link.args:
        coefficient, rest = term.as_independent(z, as_Add=False)
        sign = certified_sign(coefficient) if isinstance(rest, sp.log) else None
        if sign and floor(rest.args[0], z) is not None:
            product = sp.exp(sign * link)
            return (product, "logarithm of it, up to sign") if not isinstance(product, sp.exp) else (None, "")
    return None, ""
