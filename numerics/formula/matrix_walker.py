"""Matrices of balls (or of rationals) beside the scalars of ``walker``: products, inverses, determinants, spectra."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from flint import arb

from lemmata.numerics.formula import walker
from lemmata.numerics.formula.products import gram, product, room, square, traced
from lemmata.numerics.formula.series import Series, matrix, rows, trace
from lemmata.numerics.formula.terms import names_of
from lemmata.numerics.formula.walker import Closure, Scope, Undecided, Walker
from lemmata.theory.language import calculus
from lemmata.theory.language import matrices as words
from lemmata.theory.language.arrays import VectorSymbol
from lemmata.theory.language.errors import CompileError, DomainError
from lemmata.theory.language.functions import Coefficients

LARGEST = 120  # rows or columns of a matrix of balls


class Lists(dict[str, Any]):
    """Values by name; an array becomes a list when it is first read, as most formulas read few of them."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        shape = getattr(value, "shape", None)
        if shape is None or len(shape) == 0 or isinstance(value, sp.Basic):
            return value
        self[name] = value.tolist()
        return super().__getitem__(name)


class HighWalker(Walker):
    """A walker whose values may be matrices of balls; sizes may come from the arrays."""

    def __init__(self, env: Mapping[Any, Any]) -> None:
        super().__init__(env, exact=True)
        self.env = Lists(self.env)
        self.sizes: dict[str, int] = {}
        self._once: dict[Any, Closure] = {}  # what depends on nothing bound, built once

    def build(self, e: Any) -> Closure:
        """A closure; parts that depend on nothing bound are evaluated once."""
        names = names_of(e)
        if any((b if isinstance(b, sp.Dummy) else str(b.name)) in names for b in self.bound):
            return self._build(e)
        if e in self._once:
            return self._once[e]
        inner = self._build(e)
        cache: list[Any] = []

        def once(scope: Scope) -> Any:
            if not cache:
                cache.append(inner(scope))
            return cache[0]

        self._once[e] = once
        return once

    def integer(self, e: sp.Expr) -> Callable[[Scope], int]:
        """An index or a limit as a python integer."""
        if e.is_Integer:
            value = int(e)
            return lambda s: value
        return super().integer(e)

    def open(self, variables: Any, e: Any) -> Closure:
        """The closure of an expression in which these variables are bound."""
        with self.binding(*variables):
            return self.build(e)

    def size(self, symbol: sp.Basic) -> Any:
        name = str(symbol)
        if name not in self.env and name in self.sizes:
            return self.sizes[name]
        return super().size(symbol)

    def _build(self, e: Any) -> Closure:
        if isinstance(e, sp.Symbol) and e not in self.bound and e.name not in self.env and e.name in self.sizes:
            value = self.number(self.sizes[e.name])
            return lambda s: value
        if isinstance(e, sp.Indexed):
            owner = next((v for v in self.bound if isinstance(v, sp.MatrixSymbol) and str(v.name) == str(e.base.label)), None)
            if owner is not None:
                place, first = self.integer(e.indices[0]), 0 if isinstance(e.base, Coefficients) else 1
                return lambda s: s[owner][place(s) - first, 0]
        return super()._build(e)

    def dimension(self, e: sp.Expr) -> int:
        n = int(self.size(e)) if isinstance(e, sp.Symbol) else self.integer(sp.sympify(e))({})
        if n > LARGEST:
            raise CompileError(f"a matrix of {n} rows is too large for ball arithmetic; the most are {LARGEST}")
        return n

    def rows(self, name: str, column: bool) -> list[list[Any]]:
        """The entries of an array of the environment as rows."""
        if name not in self.env:
            raise DomainError(f"the formula needs the values of {name}")
        array = self.env[name]
        if array and not isinstance(array[0], list):
            array = [[x] for x in array] if column else [array]
        return [[self.number(x, name) for x in row] for row in array]

    def learn(self, expr: Any) -> None:
        """Take sizes that are not given from the arrays that have them."""
        for symbol in _arrays(expr):
            if symbol.name not in self.env:
                continue
            array = self.env[symbol.name]
            lengths = (len(array), len(array[0]) if array and isinstance(array[0], list) else 1)
            for size, length in zip(symbol.shape, lengths, strict=True):
                if isinstance(size, sp.Symbol):
                    self.sizes.setdefault(size.name, length)


@lru_cache(maxsize=4096)  # asked at every precision, at every point
def _arrays(expr: Any) -> tuple[Any, ...]:
    return tuple(sorted(expr.atoms(sp.MatrixSymbol), key=str))


Builder = Callable[[HighWalker, Any], Closure]


def _build_matrix(w: Walker, e: Any) -> Closure:
    raise CompileError(f"{type(e).__name__} in {walker.brief(e)} has no multiprecision evaluation")


def register(*classes: type) -> Callable[[Builder], Builder]:
    """Register how classes are built; they have balls and rationals, and no multiprecision evaluation."""

    def registered(build: Builder) -> Builder:
        def checked(w: Walker, e: Any) -> Closure:
            return build(w, e) if isinstance(w, HighWalker) else _build_matrix(w, e)

        walker._BUILDERS.update(dict.fromkeys(classes, checked))
        return build

    return registered


@register(sp.MatrixSymbol)
def _symbol(w: HighWalker, e: Any) -> Closure:
    if e in w.bound:
        return lambda s: s[e]
    entries = matrix(w.rows(e.name, isinstance(e, VectorSymbol) or e.shape[1] == 1))
    return lambda s: entries


@register(sp.Identity, sp.ZeroMatrix, sp.OneMatrix)
def _constant(w: HighWalker, e: Any) -> Closure:
    n, m = (w.dimension(k) for k in e.shape)
    fill = 1 if isinstance(e, sp.OneMatrix) else 0
    one, zero = w.number(1), w.number(fill)
    entries = matrix([[one if isinstance(e, sp.Identity) and i == j else zero for j in range(m)] for i in range(n)])
    return lambda s: entries


@register(sp.MatrixBase, sp.ImmutableDenseMatrix)
def _explicit(w: HighWalker, e: Any) -> Closure:
    entries = [[w.build(e[i, j]) for j in range(e.shape[1])] for i in range(e.shape[0])]
    return lambda s: matrix([[x(s) for x in row] for row in entries])


@register(sp.MatAdd)
def _add(w: HighWalker, e: Any) -> Closure:
    parts = [w.build(a) for a in e.args]

    def total(s: Scope) -> Any:
        value = parts[0](s)
        for p in parts[1:]:
            value = value + p(s)
        return value

    return total


@register(sp.MatMul)
def _mul(w: HighWalker, e: Any) -> Closure:
    scale, factors = e.as_coeff_matrices()
    number, parts = w.build(scale), [w.build(f) for f in factors]

    def multiplied(s: Scope) -> Any:
        value = product([p(s) for p in parts])
        return value if scale == 1 else value * number(s)

    return multiplied


@register(sp.Transpose, sp.Adjoint)
def _transpose(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])
    return lambda s: part(s).transpose()


@register(sp.Inverse)
def _inverse(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])

    def inverse(s: Scope) -> Any:
        try:
            return part(s).inv()
        except ZeroDivisionError:
            raise Undecided from None

    return inverse


@register(sp.MatPow)
def _power(w: HighWalker, e: Any) -> Closure:
    if not e.args[1].is_Integer:
        raise CompileError(f"{walker.brief(e)} has no ball evaluation: only integer powers of matrices have one")
    n = int(e.args[1])
    part = w.build(e.args[0] if n >= 0 else sp.Inverse(e.args[0]))
    return lambda s: part(s) ** abs(n)


@register(sp.HadamardProduct)
def _hadamard(w: HighWalker, e: Any) -> Closure:
    parts = [w.build(a) for a in e.args]

    def product(s: Scope) -> Any:
        value = rows(parts[0](s))
        for p in parts[1:]:
            value = [[x * y for x, y in zip(a, b, strict=True)] for a, b in zip(value, rows(p(s)), strict=True)]
        return matrix(value)

    return product


@register(sp.HadamardPower)
def _hadamard_power(w: HighWalker, e: Any) -> Closure:
    part, z = w.build(e.args[0]), sp.Dummy("z", real=True)
    body = w.open([z], z ** e.args[1])
    return lambda s: matrix([[body({**s, z: x}) for x in row] for row in rows(part(s))])


@register(sp.DiagMatrix, sp.DiagonalMatrix)
def _diagonal(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])

    def diagonal(s: Scope) -> Any:
        every = rows(part(s))
        entries = [x for row in every for x in row] if isinstance(e, sp.DiagMatrix) else [row[k] for k, row in enumerate(every)]
        room(len(entries), len(entries))
        return matrix([[x if i == j else w.number(0) for j in range(len(entries))] for i, x in enumerate(entries)])

    return diagonal


@register(calculus.Entrywise)
def _entrywise(w: HighWalker, e: Any) -> Closure:
    f, inner, _ = e.args
    part, (z, formula) = w.build(inner), own_letter(f.expr, f.variables[0])
    body = w.open([z], formula)
    return lambda s: matrix([[body({**s, z: x}) for x in row] for row in rows(part(s))])


@lru_cache(maxsize=2048)  # sympy builds all of it anew, and it is asked for at every precision, at every point
def own_letter(formula: Any, variable: Any) -> tuple[sp.Dummy, Any]:
    """A formula in a variable of its own: the name of the printed one may stand for a value."""
    z = sp.Dummy("z", real=True)
    return z, formula.xreplace({variable: z})


@register(sp.Trace)
def _trace(w: HighWalker, e: Any) -> Closure:
    inside = e.args[0]
    if isinstance(inside, sp.MatMul):
        scale, factors = inside.as_coeff_matrices()
        number, parts = w.build(scale), [w.build(f) for f in factors]
        return lambda s: number(s) * traced([p(s) for p in parts])
    part = w.build(inside)
    return lambda s: trace(part(s))


@register(sp.Determinant)
def _determinant(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])
    return lambda s: part(s).det()


@register(words.LogDet)
def _logdet(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])
    return lambda s: w.functions[sp.log](abs(part(s).det()))


@register(words.FrobeniusNorm)
def _frobenius(w: HighWalker, e: Any) -> Closure:
    part = w.build(e.args[0])

    return lambda s: w.functions["sqrt"](square(part(s)))


@register(sp.matrices.expressions.matexpr.MatrixElement)
def _element(w: HighWalker, e: Any) -> Closure:
    part, (i, j) = w.build(e.args[0]), (w.integer(k) for k in e.args[1:])
    return lambda s: part(s)[i(s), j(s)]


def _eigenvalues(m: Any) -> list[arb]:
    """Enclosures of the eigenvalues of a symmetric matrix, largest first; simple spectra only."""
    try:
        values = flint.acb_mat(m).eig(multiple=True)
    except (ValueError, ArithmeticError):
        raise Undecided from None
    return sorted((v.real for v in values), key=lambda v: -float(v.mid()))


@register(words.Eigenvalue, words.SingularValue)
def _spectrum_value(w: HighWalker, e: Any) -> Closure:
    part, j = w.build(e.args[0]), w.integer(e.args[1])
    return lambda s: _spectrum(part(s), isinstance(e, words.SingularValue))[j(s) - 1]


@register(words.OperatorNorm, words.NuclearNorm)
def _norm(w: HighWalker, e: Any) -> Closure:
    part, nuclear = w.build(e.args[0]), isinstance(e, words.NuclearNorm)

    def norm(s: Scope) -> Any:
        values = _spectrum(part(s), True)
        return sum(values[1:], values[0]) if nuclear else values[0]

    return norm


def _spectrum(m: Any, singular: bool) -> list[arb]:
    if isinstance(m, Series):
        raise CompileError("a spectrum has no power series here; differentiate a trace or a determinant instead")
    if not singular:
        return _eigenvalues(m)
    # a Gram matrix has no negative eigenvalue: what the ball says below zero is cut off
    return [v.nonnegative_part().sqrt() for v in _eigenvalues(gram(m))]
