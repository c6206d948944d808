"""Links sigma: R -> R as data: read from text, checked, and reduced by injective outer functions.

Conventions: a link is a sympy expression in one symbol, read as a real variable; decimals mean what was written. The
generative exponent depends on the level sets only, so an injective outer function may be taken off.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from difflib import get_close_matches

import sympy as sp
from flint import acb, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, certified_sign
from lemmata.theory.algebra.majorant import floor
from lemmata.theory.algebra.pieces import real, split
from lemmata.theory.algebra.zero import proved_zero
from lemmata.theory.language.errors import CompileError, DomainError

_FUNCTIONS = {
    name: getattr(sp, name)
    for name in "exp log sin cos tan sinh cosh tanh atan erf erfc sqrt Abs sign Heaviside Max Min".split()
} | {"abs": sp.Abs, "relu": lambda x: sp.Max(x, 0), "max": sp.Max, "min": sp.Min, "He": lambda n, x: _hermite(n, x)}
MAX_POWER = 1000
_NAMES = {"pi": sp.pi, "E": sp.E}
_OPERATORS: dict[type, Callable[..., sp.Expr]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def _hermite(n: sp.Expr, x: sp.Expr) -> sp.Expr:
    from lemmata.theory.algebra.hermite import hermite_expr

    if not (n.is_Integer and n >= 0):
        raise DomainError(f"He({n}, z) needs an index that is an integer >= 0, such as He(3, z).")
    return hermite_expr(int(n), x)


def parse_link(text: str, variable: str = "z") -> sp.Expr:
    """A link from text such as `z**2*exp(-z**2)`; only arithmetic and known functions, nothing is executed."""
    symbol = sp.Symbol(variable, real=True)
    text = text.strip().replace("^", "**")  # before parsing: Python binds ^ less tightly than *

    def build(node: ast.expr) -> sp.Expr:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            if node.value and not 1e-300 < abs(node.value) < 1e300:
                raise DomainError(f"the link {text!r} has a number beyond 1e300 or below 1e-300; rescale it.")
            return sp.Rational((ast.get_source_segment(text, node) or str(node.value)).replace("_", ""))
        if isinstance(node, ast.Name):
            if node.id == variable:
                return symbol
            if node.id in _NAMES:
                return _NAMES[node.id]
            raise DomainError(f"the link {text!r} has the unknown name {node.id!r}; write it in {variable}.")
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = build(node.left), build(node.right)
            if isinstance(node.op, ast.Pow) and right.is_number and abs(right) > MAX_POWER:
                raise DomainError(f"the link {text!r} has the power {right}; the largest is {MAX_POWER}.")
            return _OPERATORS[type(node.op)](left, right)
        if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](build(node.operand))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            if node.func.id not in _FUNCTIONS:
                near = get_close_matches(node.func.id, _FUNCTIONS, 1) or ["exp"]
                wrong = f"the link {text!r} has the unknown function {node.func.id!r}"
                raise DomainError(f"{wrong}; did you mean {near[0]!r}?")
            try:
                return _FUNCTIONS[node.func.id](*map(build, node.args))
            except TypeError as error:
                raise DomainError(f"the link {text!r} gives {node.func.id} the wrong number of arguments.") from error
        raise DomainError(f"the link {text!r} has a part that is no formula; write it like z**2*exp(-z**2).")

    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DomainError(f"the link {text!r} is no formula; write it like z**2*exp(-z**2).") from error
    return build(tree.body)


def checked(link: sp.Expr | str, z: sp.Symbol | None) -> tuple[sp.Expr, sp.Symbol]:
    """The link in its real variable; an error when it has no variable, several, or is constant."""
    if isinstance(link, str):
        link = parse_link(link, str(z) if z is not None else "z")
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
