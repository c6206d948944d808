r"""From sympy scalars to operations: arithmetic, functions, comparisons and cases.

Sums that would cancel are rewritten where the pattern is visible: $e^u-1$, $\log(1+u)$, $1-\Phi(u)$,
$\log\det$, and ratios of gamma functions, which are taken as one exponential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.formula import special
from lemmata.numerics.formula.program import Index, Node, Program
from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.functions import GaussMean, Phi
from lemmata.theory.language.matrices import LogDet

Handler = Callable[["Builder", Any], Node]
HANDLERS: dict[type, Handler] = {}
UNIT = torch.finfo(torch.float64).eps


def handles(*classes: type) -> Callable[[Handler], Handler]:
    """Register the lowering of sympy classes (their subclasses follow, the nearest class wins)."""

    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(classes, handler))
        return handler

    return register


class Builder:
    """Lowers expressions into one program; ``level`` refines every quadrature, and a half beside it adds what rounding may cost.

    A value is never taken at a half level: its change to one shows the rounding that no change of the inputs shows.
    """

    def __init__(self, level: float = 0) -> None:
        self.program = Program()
        self.level, self.rounded = int(level), level != int(level)
        self.exponents: list[Node] = []  # of the exponentials so far
        self.active: list[Index] = []
        self.bound: dict[sp.Basic, Node] = {}
        self.shared: dict[sp.Basic, sp.Basic] = {}
        self.indices: dict[Any, Index] = {}
        self.lifted: dict[Any, sp.Basic] = {}  # what a sum holds and does not depend on its index, by that and the sums around
        self._memo: dict[sp.Basic, Node] = {}

    def lower(self, expr: Any) -> Node:
        if expr not in self._memo:
            self._memo[expr] = self._lower(expr)
        return self._memo[expr]

    def _lower(self, expr: sp.Basic) -> Node:
        if expr in self.bound:
            return self.bound[expr]
        if expr in self.shared:
            return self.lower(self.shared[expr])
        if _is_constant(expr):
            return self.program.const(number(expr))
        for cls in type(expr).__mro__:
            if cls in HANDLERS:
                return HANDLERS[cls](self, expr)
        raise CompileError(
            f"{type(expr).__name__} in {expr} has no numerical evaluation; write it with functions "
            "that have one, or give its value as a parameter"
        )

    def load(self, name: str, rank: int) -> Node:
        """A whole array of the environment, its ``rank`` array dimensions last."""
        self.program.name(name, rank)
        return self.program.emit(("array", name), lambda run: run.read(name), [], (), rank, deps=frozenset([name]))

    def note_size(self, name: str, source: tuple[str, int, int]) -> None:
        """A size that the environment need not give: the array, axis and shift that imply it."""
        self.program.sizes.setdefault(name, []).append(source)

    def all(self, exprs: Sequence[Any]) -> list[Node]:
        return [self.lower(e) for e in exprs]

    def seen(self, expr: sp.Basic) -> sp.Basic:
        """The expression behind a shared subexpression, for pattern matching."""
        return self.shared.get(expr, expr)

    def apply(self, key: Any, fn: Callable[..., Any], nodes: Sequence[Node], *, tensors: bool = True) -> Node:
        return self.program.elementwise(key, fn, nodes, tensors=tensors)

    def fold(self, key: str, fn: Callable[..., Any], nodes: Sequence[Node]) -> Node:
        """A commutative operation, cheapest values first: what does not vary is combined before what does."""
        ordered = sorted(nodes, key=lambda n: (n.rank, len(n.ix), len(n.deps), n.id))
        result = ordered[0]
        for node in ordered[1:]:
            if result.is_const and node.is_const:
                result = self.program.const(fn(result.const, node.const))
            else:
                result = self.apply(key, fn, [result, node], tensors=False)
        return result


OPAQUE = (sp.Sum, sp.Product, sp.Integral, GaussMean, sp.MatrixExpr, sp.MatrixBase, sp.Indexed, LogDet, sp.Derivative, sp.Subs)


@lru_cache(maxsize=16384)  # wrong versions of a formula share most of their terms with it
def _is_constant(expr: Any) -> bool:
    return isinstance(expr, sp.Expr) and bool(expr.is_number) and not expr.has(*OPAQUE)


def number(expr: sp.Expr) -> Any:
    """A constant as a python number, correctly rounded."""
    if expr.is_Integer and abs(expr) < 2**53:
        return int(expr)
    value = expr.evalf(20)
    if value is sp.nan or value is sp.zoo:
        raise CompileError(f"the constant {expr} is {value}, not a number")
    try:
        return float(value)
    except OverflowError:
        raise CompileError(f"the constant {expr} does not fit in a floating-point number") from None
    except TypeError:
        try:
            return complex(value)
        except TypeError:
            raise CompileError(f"the constant {expr} has no numerical value") from None


@handles(sp.Symbol)
def _symbol(b: Builder, expr: sp.Symbol) -> Node:
    name = expr.name
    b.program.name(name, 0)
    return b.program.emit(("read", name), lambda run: run.read(name), [], (), deps=frozenset([name]))


@handles(sp.Add)
def _add(b: Builder, expr: sp.Add) -> Node:
    return b.fold("add", lambda x, y: x + y, b.all(_stable_terms(b, expr)))


class _Expm1(sp.Function):  # type: ignore[misc]
    nargs = 1


def _stable_terms(b: Builder, expr: sp.Add) -> list[sp.Expr]:
    constant, rest = expr.as_coeff_Add()
    if constant == 0:
        return list(expr.args)
    for term in sp.Add.make_args(rest):
        coefficient, body = term.as_coeff_Mul()
        body = b.seen(body)
        if coefficient == -constant and isinstance(body, sp.exp | sp.erf | Phi) and body.free_symbols:
            argument = body.args[0]
            complement = {sp.exp: lambda u: -_Expm1(u), sp.erf: sp.erfc, Phi: lambda u: Phi(-u)}[body.func]
            others = [t for t in sp.Add.make_args(rest) if t != term]
            return [constant * complement(argument), *others]
    return list(expr.args)


@handles(sp.Mul)
def _mul(b: Builder, expr: sp.Mul) -> Node:
    over: list[Node] = []
    under: list[Node] = []
    logs: list[tuple[int, sp.Expr]] = []
    powers: list[tuple[sp.Expr, sp.Expr]] = []  # beside a gamma function, which they may outweigh: both overflow alone
    pairs = [(f, *b.seen(f).as_base_exp()) if not f.is_Rational else (f, f, sp.S.One) for f in expr.args]
    heavy = any(exponent in (1, -1) and _is_gamma(b.seen(base)) for _, base, exponent in pairs)
    for factor, base, exponent in pairs:
        if factor.is_Rational and not factor.is_Integer:
            over.append(b.program.const(number(sp.Integer(factor.p))))
            under.append(b.program.const(number(sp.Integer(factor.q))))
        elif exponent in (1, -1) and _is_gamma(b.seen(base)):
            logs.append((int(exponent), b.seen(base)))
        elif heavy and not (exponent.is_Rational and abs(exponent) <= 64):
            powers.append((base, exponent))
        elif exponent.is_Rational and exponent.is_negative:
            under.append(b.lower(sp.Pow(base, -exponent)))
        else:
            over.append(b.lower(factor))
    if len(logs) == 1 and not powers:
        (over if logs[0][0] > 0 else under).append(b.lower(logs[0][1]))
    elif logs:
        over.append(_gamma_ratio(b, logs, powers))
    times = lambda x, y: x * y  # noqa: E731
    top = b.fold("mul", times, over) if over else b.program.const(1)
    if not under:
        return top
    bottom = b.fold("mul", times, under)
    if top.is_const and bottom.is_const:
        return b.program.const(top.const / bottom.const)
    if bottom.is_const or top.is_const:
        return b.apply("div", lambda x, y: x / y, [top, bottom], tensors=False)
    return b.apply("div", torch.true_divide, [top, bottom])


def _is_gamma(f: sp.Basic) -> bool:
    return isinstance(f, special.GAMMA_LIKE) and not (isinstance(f, sp.binomial) and f.args[1].is_Integer)


def _gamma_ratio(b: Builder, logs: list[tuple[int, sp.Expr]], powers: Iterable[tuple[sp.Expr, sp.Expr]] = ()) -> Node:
    """Products and quotients of gamma functions, binomials, factorials and of powers beside them without overflow."""
    signs: list[Node] = []
    terms: list[Node] = []
    for power, function in logs:
        for weight, argument in special.log_gamma_terms(function):
            node = b.lower(argument)
            terms.append(b.apply(("xlgamma", weight * power), lambda x, w=weight * power: w * torch.lgamma(x), [node]))
            signs.append(b.apply("gamma_sign", special.gamma_sign, [node]))
    for base, exponent in powers:
        if base is sp.E:
            terms.append(b.lower(exponent))
            continue
        nodes = [b.lower(exponent), b.lower(base)]
        terms.append(b.apply("log_power", lambda e, x: torch.xlogy(e, x.abs()), nodes))
        signs.append(b.apply("power_sign", special.power_sign, nodes))
    if b.rounded:  # the exponent has the rounding of its largest terms, which no change of the inputs shows
        terms.append(b.fold("add", lambda x, y: x + y, [b.apply("rounding", _rounding, [t]) for t in terms]))
    total = b.apply("exp", torch.exp, [b.fold("add", lambda x, y: x + y, terms)])
    return b.fold("mul", lambda x, y: x * y, [total, *signs])


def _rounding(x: Any) -> Any:
    return torch.where(torch.isfinite(x), x.abs() * UNIT, torch.zeros_like(x))


@handles(sp.Pow)
def power(b: Builder, expr: sp.Pow) -> Node:
    base, exponent = expr.as_base_exp()
    if exponent.is_Integer and abs(int(exponent)) <= 64:
        return _integer_power(b, b.lower(base), int(exponent))
    if exponent.is_Rational and exponent.q == 2 and abs(exponent.p) <= 64:
        root = b.apply("sqrt", torch.sqrt, [b.lower(base)])
        return _integer_power(b, root, int(exponent.p))
    nodes = [b.lower(base), b.lower(exponent)]
    return b.apply("pow", torch.pow, nodes)


def _integer_power(b: Builder, node: Node, n: int) -> Node:
    if n < 0:
        return b.apply("reciprocal", torch.reciprocal, [_integer_power(b, node, -n)])
    if n <= 1:
        return node if n else b.program.const(1)
    half = _integer_power(b, node, n // 2)
    square = b.apply("square", torch.square, [half])
    return square if n % 2 == 0 else b.apply("mul", lambda x, y: x * y, [square, node], tensors=False)


@handles(sp.log)
def _log(b: Builder, expr: sp.log) -> Node:
    argument = b.seen(expr.args[0])
    if isinstance(argument, sp.Determinant):
        return b.lower(LogDet(argument.args[0]))
    if isinstance(argument, sp.gamma):
        # sympy takes the logarithm of Γ at an integer back apart, so it is not made as a term
        return b.apply(("fn", sp.loggamma), special.FUNCTIONS[sp.loggamma], [b.lower(argument.args[0])])
    if isinstance(argument, Phi):
        return b.apply("log_ndtr", special.log_ndtr, [b.lower(argument.args[0])])
    if isinstance(argument, sp.Add) and argument.as_coeff_Add()[0] == 1:
        rest = argument.as_coeff_Add()[1]
        if isinstance(b.seen(rest), sp.exp):  # softplus: no overflow
            zero = b.program.const(0.0)
            return b.apply("logaddexp", torch.logaddexp, [b.lower(b.seen(rest).args[0]), zero])
        return b.apply("log1p", torch.log1p, [b.lower(rest)])
    return b.apply("log", torch.log, [b.lower(expr.args[0])])


@handles(sp.Function)
def _function(b: Builder, expr: sp.Function) -> Node:
    fn = special.FUNCTIONS.get(expr.func) or (torch.expm1 if expr.func is _Expm1 else None)
    if fn is None:
        name = getattr(expr.func, "__name__", str(expr.func))
        raise CompileError(f"the function {name} in {expr} has no numerical evaluation")
    args = b.all(expr.args)
    if expr.func is sp.exp:
        b.exponents += args
    return b.apply(("fn", expr.func), fn, args)


@handles(sp.binomial)
def _binomial(b: Builder, expr: sp.binomial) -> Node:
    n, k = expr.args
    if not (k.is_Integer and 0 <= k <= 64):
        return _gamma_ratio(b, [(1, expr)])
    terms = [(n - i) / sp.Integer(i + 1) for i in range(int(k))]
    return b.fold("mul", lambda x, y: x * y, b.all(terms)) if terms else b.program.const(1)


@handles(sp.beta, sp.RisingFactorial, sp.FallingFactorial)
def _gamma_like(b: Builder, expr: sp.Expr) -> Node:
    return _gamma_ratio(b, [(1, expr)])


@handles(sp.polygamma)
def _polygamma(b: Builder, expr: sp.polygamma) -> Node:
    order, argument = expr.args
    if not order.is_Integer:
        raise CompileError(f"{expr}: the order of polygamma must be an explicit integer")
    n = int(order)
    return b.apply(("polygamma", n), lambda x: special.polygamma(n, x), [b.lower(argument)])


@handles(sp.besselk)
def _besselk(b: Builder, expr: sp.Expr) -> Node:
    order, argument = expr.args
    if not (order.is_Integer and order >= 0):
        raise CompileError(f"{expr}: the order must be an explicit non-negative integer")
    n = int(order)
    return b.apply(("besselk", n), lambda x: special.besselk(n, x), [b.lower(argument)])
