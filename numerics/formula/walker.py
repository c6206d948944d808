r"""An expression as closures over numbers of one kind: balls (python-flint) or multiprecision (mpmath)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice
from typing import Any

import mpmath
import sympy as sp
from flint import arb, fmpq

from lemmata.numerics.formula.tables import BALL, CONSTANTS, MP
from lemmata.theory.language.errors import CompileError, DomainError
from lemmata.theory.language.functions import Coefficients, GaussMean, He, h

Scope = dict[Any, Any]
Closure = Callable[[Scope], Any]


def brief(e: Any, most: int = 60) -> str:
    """A formula in a message; a long one, which takes seconds to write out, by its kind alone.

    Its terms keep their order: to sort them for print sympy evaluates every integral without parameters, at length.
    """
    nodes = sum(1 for _ in islice(sp.preorder_traversal(e), most + 1)) if isinstance(e, sp.Basic) else 0
    return _written(e) if nodes <= most else f"a formula of the kind {type(e).__name__}"


@lru_cache(maxsize=1024)  # a search meets a formula without a value again and again
def _written(e: Any) -> str:
    return str(sp.sstr(e, order="none"))


class Undecided(Exception):
    """A comparison of overlapping balls: more precision is needed."""


class Walker:
    """Turns an expression into closures over numbers of one kind; one walker per working precision."""

    def __init__(self, env: Mapping[Any, Any], exact: bool) -> None:
        self.exact = exact
        self.functions = BALL if exact else MP
        self.env = {str(getattr(k, "name", k)): v for k, v in env.items()}
        self.bound: set[sp.Basic] = set()

    def number(self, value: Any, name: str = "the value") -> Any:
        if self.exact and type(value) is float and math.isfinite(value):
            return arb(value)  # exact, and quicker than by way of a fraction
        if isinstance(value, arb | mpmath.mpf):
            return value
        if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
            value = value.item()
        if isinstance(value, sp.Rational):
            value = Fraction(int(value.p), int(value.q))
        if isinstance(value, sp.Float):
            value = float(value)
        if not isinstance(value, bool | int | float | Fraction):
            raise DomainError(f"{name} = {value!r} must be an integer, a fraction or a float")
        top, bottom = value.as_integer_ratio()
        return arb(fmpq(top, bottom)) if self.exact else mpmath.mpf(top) / bottom

    def __call__(self, expr: sp.Expr) -> Any:
        return self.build(expr)({})

    @contextmanager
    def binding(self, *variables: Any) -> Iterator[None]:
        """While a body is built: these variables have no value of the environment."""
        new = [v for v in variables if v not in self.bound]
        self.bound.update(new)
        try:
            yield
        finally:
            self.bound.difference_update(new)

    def build(self, e: Any) -> Closure:
        """A closure; parts that depend on no bound index are evaluated once."""
        inner = self._build(e)
        if self.bound & getattr(e, "free_symbols", set()) or e in self.bound:
            return inner
        cache: list[Any] = []

        def once(scope: Scope) -> Any:
            if not cache:
                cache.append(inner(scope))
            return cache[0]

        return once

    def _build(self, e: Any) -> Closure:
        if isinstance(e, sp.Rational | sp.Float):
            value = self.number(e)
            return lambda s: value
        if e in (sp.oo, -sp.oo) and not self.exact:
            infinity = mpmath.inf if e == sp.oo else -mpmath.inf
            return lambda s: infinity
        if e in CONSTANTS:
            constant = CONSTANTS[e][0 if self.exact else 1]()
            return lambda s: constant
        if e in self.bound:
            return lambda s: self.number(s[e]) if isinstance(s[e], int) else s[e]
        if isinstance(e, sp.Symbol):
            if e.name not in self.env:
                have = ", ".join(sorted(self.env)) or "nothing"
                raise DomainError(f"the formula needs a value of {e.name}; the environment gives {have}")
            value = self.number(self.env[e.name], e.name)
            return lambda s: value
        for cls in type(e).__mro__:
            if cls in _BUILDERS:
                return _BUILDERS[cls](self, e)
            if cls in self.functions:
                fn, parts = self.functions[cls], [self.build(a) for a in e.args]
                return lambda s: fn(*(p(s) for p in parts))
        kind = "ball" if self.exact else "multiprecision"
        raise CompileError(f"{type(e).__name__} in {brief(e)} has no {kind} evaluation; compile it to torch instead")

    def integer(self, e: sp.Expr) -> Callable[[Scope], int]:
        """An index or a limit as a python integer."""
        number = self._plain(e)
        if number is None:  # sympy compiles anything, and slowly
            symbols = sorted(e.free_symbols, key=str)
            fn = sp.lambdify(symbols, e, modules="math")
            values = [self._plain(x) for x in symbols]
            number = lambda s: fn(*(v(s) for v in values if v is not None))  # noqa: E731

        def evaluate(scope: Scope) -> int:
            result = number(scope)
            if result != int(result):
                raise DomainError(f"{e} = {result} must be an integer")
            return int(result)

        return evaluate

    def _plain(self, e: Any) -> Closure | None:
        """An integer, a symbol that is bound or a size, or sums and products of these, in numbers of python; None for anything else."""
        if e.is_Integer:
            value = int(e)
            return lambda s: value
        if isinstance(e, sp.Symbol):
            return lambda s: s[e] if e in s else self.size(e)
        parts = [self._plain(a) for a in e.args] if isinstance(e, sp.Add | sp.Mul) else [None]
        known = [p for p in parts if p is not None]
        total = math.prod if isinstance(e, sp.Mul) else sum
        return (lambda s: total(p(s) for p in known)) if len(known) == len(parts) else None

    def size(self, symbol: sp.Basic) -> Any:
        if str(symbol) not in self.env:
            raise DomainError(f"the formula needs a value of {symbol}; give it as an integer")
        return self.env[str(symbol)]


def _add(w: Walker, e: sp.Add) -> Closure:
    parts = [w.build(a) for a in e.args]
    return lambda s: sum((p(s) for p in parts[1:]), parts[0](s))


def _mul(w: Walker, e: sp.Mul) -> Closure:
    parts = [w.build(a) for a in e.args]

    def product(s: Scope) -> Any:
        value = parts[0](s)
        for p in parts[1:]:
            value = value * p(s)
        return value

    return product


def _pow(w: Walker, e: sp.Pow) -> Closure:
    base, exponent = w.build(e.base), e.exp
    if exponent.is_Integer:
        n = int(exponent)
        return (lambda s: base(s) ** n) if n > 0 else (lambda s: 1 / base(s) ** -n)
    if exponent.is_Rational and exponent.q == 2:
        p, root = int(exponent.p), w.functions["sqrt"]
        return (lambda s: root(base(s)) ** p) if p > 0 else (lambda s: 1 / root(base(s)) ** -p)
    power = w.build(exponent)
    return lambda s: w.functions["power"](base(s), power(s))


def _indexed(w: Walker, e: sp.Indexed) -> Closure:
    name, first = str(e.base.label), 0 if isinstance(e.base, Coefficients) else 1
    if name not in w.env:
        raise DomainError(f"the formula needs the values of {name}")
    array = w.env[name]
    array = array.tolist() if hasattr(array, "tolist") else array
    indices = [w.integer(i) for i in e.indices]

    def element(s: Scope) -> Any:
        value: Any = array
        for index in indices:
            place = index(s) - first
            if not 0 <= place < len(value):
                raise DomainError(f"{name} has indices {first} to {first + len(value) - 1}, not {place + first}")
            value = value[place]
        if isinstance(value, list) and len(value) == 1:  # a column that has one index
            value = value[0]
        return w.number(value, name)

    return element


@lru_cache(maxsize=2048)
def bound_apart(e: Any) -> tuple[sp.Dummy, sp.Expr]:
    """A variable of its own for the outermost one of a sum, product or integral, and what is inside in it: the name of the printed one
    may stand for a value. Found once for a formula, as sympy builds all of it anew."""
    variable = e.limits[-1][0]
    body = e.function if len(e.limits) == 1 else e.func(e.function, *e.limits[:-1])
    fresh = sp.Dummy() if isinstance(e, sp.Integral) else sp.Dummy(integer=True)
    return fresh, body.xreplace({variable: fresh})


def _sum(w: Walker, e: Any) -> Closure:
    times = isinstance(e, sp.Product)
    _, low, high = e.limits[-1]
    fresh, body = bound_apart(e)
    if low.is_infinite or high.is_infinite:
        return _infinite(w, e, body, fresh, low, high)
    bottom, top = w.integer(low), _upper(w, high, body, fresh)
    with w.binding(fresh):
        term = w.build(body)

    def total(s: Scope) -> Any:
        value = w.number(1 if times else 0)
        for k in range(bottom(s), top(s) + 1):
            value = value * term({**s, fresh: k}) if times else value + term({**s, fresh: k})
        return value

    return total


def _upper(w: Walker, high: sp.Expr, body: sp.Expr, index: sp.Symbol) -> Callable[[Scope], int]:
    if not isinstance(high, sp.Symbol) or str(high) in w.env or high in w.bound:
        return w.integer(high)
    for node in body.atoms(sp.Indexed):  # a size that is not given is the length of the array
        if node.indices == (index,) and str(node.base.label) in w.env:
            length = len(w.env[str(node.base.label)]) - isinstance(node.base, Coefficients)
            return lambda s: length
    return w.integer(high)


def _infinite(w: Walker, e: Any, body: sp.Expr, index: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Closure:
    if w.exact or isinstance(e, sp.Product):
        raise CompileError(f"the infinite sum {brief(e)} has no ball evaluation; give it a finite upper limit")
    with w.binding(index):
        term = w.build(body)
    ends = [mpmath.inf if x == sp.oo else -mpmath.inf if x == -sp.oo else w.integer(x)({}) for x in (low, high)]
    return lambda s: mpmath.nsum(lambda k: term({**s, index: int(k)}), ends)


def _hermite(w: Walker, e: Any) -> Closure:
    degree, x = w.integer(e.args[0]), w.build(e.args[1])
    normal = isinstance(e, h)

    def value(s: Scope) -> Any:
        previous, current = w.number(0), w.number(1)
        point, n = x(s), degree(s)
        for k in range(n):
            previous, current = current, point * current - k * previous
        return current / w.functions["sqrt"](w.functions[sp.factorial](w.number(n))) if normal else current

    return value


def _relation(w: Walker, e: Any) -> Callable[[Scope], bool]:
    left, right, kind = w.build(e.lhs), w.build(e.rhs), type(e)

    def holds(s: Scope) -> bool:
        a, b = left(s), right(s)
        less, more, equal = bool(a < b), bool(a > b), bool(a == b)
        if not (less or more or equal):
            raise Undecided
        return bool(
            {sp.Lt: less, sp.Gt: more, sp.Le: less or equal, sp.Ge: more or equal, sp.Eq: equal, sp.Ne: not equal}[kind]
        )

    return holds


def _piecewise(w: Walker, e: sp.Piecewise) -> Closure:
    cases = [(w.build(value), w.build(condition)) for value, condition in e.args]

    def choose(s: Scope) -> Any:
        for value, condition in cases:
            if condition(s):
                return value(s)
        raise DomainError(f"no case of {brief(e)} applies")

    return choose


def _logic(w: Walker, e: Any) -> Closure:
    parts = [w.build(a) for a in e.args]
    kind = {sp.And: all, sp.Or: any}[type(e)]
    return lambda s: kind(p(s) for p in parts)


def _not(w: Walker, e: Any) -> Closure:
    part = w.build(e.args[0])
    return lambda s: not part(s)


def _truth(w: Walker, e: Any) -> Closure:
    return lambda s: bool(e)


def _extremum(w: Walker, e: Any) -> Closure:
    parts, name = [w.build(a) for a in e.args], "max" if isinstance(e, sp.Max) else "min"
    return lambda s: reduce(w.functions[name], (p(s) for p in parts))


def _mean(w: Walker, e: GaussMean) -> Closure:
    f, z = e.args
    return w.build(sp.Integral(f * sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi), (z, -sp.oo, sp.oo)))


def _integral(w: Walker, e: sp.Integral) -> Closure:
    from lemmata.numerics.formula.integral_walker import integral

    return integral(w, e)


_BUILDERS: dict[Any, Callable[[Walker, Any], Closure]] = {
    sp.Add: _add,
    sp.Mul: _mul,
    sp.Pow: _pow,
    sp.Indexed: _indexed,
    sp.Sum: _sum,
    sp.Product: _sum,
    He: _hermite,
    h: _hermite,
    sp.core.relational.Relational: _relation,
    sp.Piecewise: _piecewise,
    sp.And: _logic,
    sp.Or: _logic,
    sp.Not: _not,
    sp.logic.boolalg.BooleanAtom: _truth,
    sp.Max: _extremum,
    sp.Min: _extremum,
    sp.Integral: _integral,
    GaussMean: _mean,
}
