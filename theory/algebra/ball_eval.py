"""A sympy expression evaluated on complex balls: f(X) contains f(x) for every x in X (python-flint).

Conventions: precision is python-flint's working precision in bits; a value that cannot be enclosed is a
non-finite ball, never a guess. With `analytic=True` a function answers non-finite wherever it is not known to
be analytic on the whole ball, as `acb.integral` asks. A decimal means the decimal that was written.
Source: F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic (2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy as sp
from flint import acb, arb, ctx, fmpq, fmpz_poly

from lemmata.theory.language.errors import CompileError

Op = Callable[..., acb]
NAN = acb(arb.nan())


def exact_decimals(expr: sp.Expr) -> sp.Expr:
    """Every Float replaced by the decimal that was written: 0.1 means 1/10."""
    return expr.xreplace({x: sp.Rational(str(x)) for x in expr.atoms(sp.Float)})


def rational(x: sp.Rational) -> fmpq:
    """A sympy rational as `fmpq`."""
    return fmpq(int(x.p), int(x.q))


def _atan(x: acb, analytic: bool) -> acb:
    # branch cuts on the imaginary axis, outside (-i, i)
    return NAN if analytic and x.real.contains(0) and not abs(x.imag) < 1 else x.atan()


def _root_of(expr: sp.Expr) -> acb:
    poly = fmpz_poly([int(c) for c in expr.poly.all_coeffs()[::-1]])
    roots: list[tuple[acb, int]] = list(poly.complex_roots())  # type: ignore[arg-type]
    real = [r for r, _ in roots if r.imag.is_zero()]
    if not expr.is_real:
        raise CompileError(f"the complex root {expr} has no ball evaluation; only real roots have one.")
    return sorted(real, key=lambda r: float(r.real.mid()))[expr.index]


_ENTIRE: dict[type, Op] = {
    sp.exp: lambda x, _: x.exp(),
    sp.sin: lambda x, _: x.sin(),
    sp.cos: lambda x, _: x.cos(),
    sp.tan: lambda x, _: x.tan(),
    sp.sinh: lambda x, _: x.sinh(),
    sp.cosh: lambda x, _: x.cosh(),
    sp.tanh: lambda x, _: x.tanh(),
    sp.erf: lambda x, _: x.erf(),
    sp.erfc: lambda x, _: x.erfc(),
    sp.erfi: lambda x, _: x.erfi(),
    sp.gamma: lambda x, _: x.gamma(),
    sp.log: lambda x, a: x.log(analytic=a),
    sp.atan: _atan,
    sp.Abs: lambda x, a: x.real_abs(analytic=a) if a or x.imag.is_zero() else acb(abs(x)),
    sp.sign: lambda x, a: x.real_sgn(analytic=a) if a or x.imag.is_zero() else x.sgn(),
    sp.Heaviside: lambda x, a: x.real_heaviside(analytic=a) if a or x.imag.is_zero() else NAN,
}
_CONSTANTS: dict[sp.Expr, Callable[[], acb]] = {
    sp.pi: lambda: acb(arb.pi()),
    sp.E: lambda: acb(arb(1).exp()),
    sp.I: lambda: acb(0, 1),
    sp.EulerGamma: lambda: acb(arb.const_euler()),
    sp.Catalan: lambda: acb(arb.const_catalan()),
    sp.GoldenRatio: lambda: acb((1 + arb(5).sqrt()) / 2),
}


def _power(base: acb, exponent: acb, analytic: bool) -> acb:
    return base.pow(exponent, analytic=analytic)


class BallFunction:
    """f(x_1, ..., x_r) on balls; common subexpressions are evaluated once, constants once per precision."""

    def __init__(self, expr: sp.Expr, variables: Sequence[sp.Symbol]) -> None:
        self.expr, self.variables = exact_decimals(sp.sympify(expr)), tuple(variables)
        unknown = self.expr.free_symbols - set(self.variables)
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise CompileError(f"{expr} has no ball value while {names} is free; give it a value.")
        self._slots: dict[sp.Expr, int] = {v: i for i, v in enumerate(self.variables)}
        self._steps: list[tuple[int, Op, tuple[int, ...]]] = []
        self._constants: list[tuple[int, sp.Expr]] = []
        self._at_precision: dict[int, dict[int, acb]] = {}
        self._out = self._visit(self.expr)

    def _visit(self, e: sp.Expr) -> int:
        if e in self._slots:
            return self._slots[e]
        if not e.free_symbols:
            slot = self._slots[e] = len(self._slots)
            self._constants.append((slot, e))
            _constant(e)  # an unknown constant is an error here, not in the middle of an integral
            return slot
        op, arguments = _operation(e)
        inputs = tuple(self._visit(a) for a in arguments)
        slot = self._slots[e] = len(self._slots)
        self._steps.append((slot, op, inputs))
        return slot

    def __call__(self, *values: acb, analytic: bool = False) -> acb:
        prec = ctx.prec
        if prec not in self._at_precision:
            self._at_precision[prec] = {slot: _constant(e) for slot, e in self._constants}
        x: list[acb] = [NAN] * len(self._slots)
        for slot, value in self._at_precision[prec].items():
            x[slot] = value
        for slot, value in enumerate(values):
            x[slot] = value
        for slot, op, inputs in self._steps:
            x[slot] = op(*(x[i] for i in inputs), analytic)
        return x[self._out]


def _operation(e: sp.Expr) -> tuple[Op, tuple[sp.Expr, ...]]:
    if isinstance(e, sp.Add):
        return (lambda *xs: sum(xs[1:-1], xs[0])), e.args
    if isinstance(e, sp.Mul):
        return _product, e.args
    if isinstance(e, sp.Pow):
        base, exponent = e.args
        if exponent.is_Integer:
            n = int(exponent)
            return (lambda x, _: x**n), (base,)
        if exponent == sp.S.Half:
            return (lambda x, a: x.sqrt(analytic=a)), (base,)
        return _power, (base, exponent)
    if isinstance(e, (sp.Max, sp.Min)):
        name = "real_max" if isinstance(e, sp.Max) else "real_min"

        def extreme(*xs: acb) -> acb:
            result = xs[0]
            if not xs[-1] and not all(x.imag.is_zero() for x in xs[:-1]):
                return NAN  # complex numbers have no order
            for x in xs[1:-1]:
                result = getattr(result, name)(x, analytic=xs[-1])
            return result

        return extreme, e.args
    if type(e) in _ENTIRE:
        return _ENTIRE[type(e)], e.args[:1]
    raise CompileError(f"{type(e).__name__} in {e} has no ball evaluation; use elementary functions or erf.")


def _product(*xs: acb) -> acb:
    result = xs[0]
    for x in xs[1:-1]:
        result = result * x
    return result


def _constant(e: sp.Expr) -> acb:
    if e.is_Rational:
        return acb(rational(e))
    if e in _CONSTANTS:
        return _CONSTANTS[e]()
    if isinstance(e, sp.polys.rootoftools.ComplexRootOf):
        return _root_of(e)
    if not e.args:
        raise CompileError(f"the constant {e} has no ball evaluation; use numbers, pi, E or real roots.")
    op, arguments = _operation(e)
    return op(*(_constant(a) for a in arguments), False)


def enclose(expr: sp.Expr, digits: int = 30) -> acb:
    """A ball around a number without free symbols, with bits added until it has that relative accuracy."""
    expr = exact_decimals(sp.sympify(expr))
    bits = int(3.33 * digits) + 20
    value = NAN
    for prec in (bits, 2 * bits, 4 * bits, 8 * bits):
        with ctx.workprec(prec):
            value = _constant(expr)
        if value.is_finite() and value.rel_accuracy_bits() >= int(3.33 * digits):
            break
    return value


def certified_sign(expr: sp.Expr, digits: int = 300) -> int | None:
    """+1 or -1 when a ball proves it, 0 for a literal 0, None otherwise (zero or within 10^-digits of it)."""
    expr = exact_decimals(sp.sympify(expr))
    if expr is sp.S.Zero:
        return 0
    prec = 64
    while prec < 3.4 * digits + 64:
        with ctx.workprec(prec):
            value = _constant(expr)
        if value.imag.contains(0):
            if value.real > 0:
                return 1
            if value.real < 0:
                return -1
        prec *= 2
    return None
