"""|f(z)| <= A |z|^n exp(b |z| + q z^2) for all real |z| >= R: a bound on growth, built along the expression.

Conventions: A, b, q are balls, n a rational, R >= 1. The bound is proved by the structure of f (sums, products,
powers, exponentials of polynomials, bounded functions), never sampled. A part without a rule is an error.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from flint import arb, fmpq

from lemmata.theory.algebra.ball_eval import certified_sign, enclose, rational
from lemmata.theory.language.errors import CompileError

_BOUNDED = {sp.sin: 1, sp.cos: 1, sp.tanh: 1, sp.erf: 1, sp.erfc: 2, sp.sign: 1, sp.Heaviside: 1, sp.atan: 2}


@dataclass(frozen=True)
class Majorant:
    """A |z|^n exp(b |z| + q z^2), valid for |z| >= start."""

    scale: arb
    power: fmpq
    linear: arb
    quadratic: arb
    start: arb

    def __mul__(self, other: Majorant) -> Majorant:
        return Majorant(
            self.scale * other.scale,
            self.power + other.power,
            self.linear + other.linear,
            self.quadratic + other.quadratic,
            self.start.max(other.start),
        )

    def __add__(self, other: Majorant) -> Majorant:
        # |z| >= 1, so a larger exponent is a larger bound; b >= 0 keeps exp(b |z|) monotone under the max as well
        return Majorant(
            self.scale + other.scale,
            max(self.power, other.power),
            self.linear.max(other.linear),
            self.quadratic.max(other.quadratic),
            self.start.max(other.start),
        )

    def raised(self, r: fmpq) -> Majorant:
        """The bound of |f|^r, r >= 0."""
        exponent = arb(r)
        return Majorant(self.scale**exponent, self.power * r, self.linear * exponent, self.quadratic * exponent, self.start)

    def flattened(self) -> Majorant:
        """A constant bound where q < 0: |z|^n exp(q z^2/2) <= (n/(e|q|))^(n/2), exp(b|z| + q z^2/2) <= exp(b^2/(2|q|))."""
        if not self.quadratic < 0:
            return self
        q, n = -self.quadratic, arb(self.power)
        peak = (n / (q * arb(1).exp())) ** (n / 2) if self.power > 0 else arb(1)
        return Majorant(self.scale * peak * (self.linear**2 / (2 * q)).exp(), fmpq(0), arb(0), arb(0), self.start)

    def gaussian_tail(self, radius: arb) -> arb | None:
        """A bound of int_{|z| > radius} |f| phi, or None when the radius is too small for one.

        With g = A z^n exp(b z - s z^2/2), s = 1 - 2q: (log g)' <= n/R + b - s R = -delta on z >= R, so the integral
        from R is at most g(R)/delta.
        """
        s = 1 - 2 * self.quadratic
        if not (s > 0 and radius >= self.start):
            return None
        delta = s * radius - self.linear - (arb(self.power) / radius if self.power > 0 else arb(0))
        if not delta > 0:
            return None
        value = self.scale * radius ** arb(self.power) * (self.linear * radius - s * radius**2 / 2).exp()
        return 2 * value / (delta * (2 * arb.pi()).sqrt())


def constant(value: arb) -> Majorant:
    """The bound of a constant."""
    return Majorant(abs(value), fmpq(0), arb(0), arb(0), arb(1))


def majorant(f: sp.Expr, z: sp.Symbol) -> Majorant:
    """A growth bound of f over the real line."""
    if not f.has(z):
        value = enclose(f)
        return constant((value.real**2 + value.imag**2).sqrt())
    if f == z:
        return Majorant(arb(1), fmpq(1), arb(0), arb(0), arb(1))
    if isinstance(f, sp.Add):
        terms = [majorant(a, z) for a in f.args]
        return sum(terms[1:], terms[0])
    if isinstance(f, sp.Mul):
        result = constant(arb(1))
        for a in f.args:
            result = result * majorant(a, z)
        return result
    if isinstance(f, sp.exp):
        return _exponential(f.exp, z)
    if isinstance(f, sp.Pow) and f.exp.is_Rational:
        if f.exp > 0:
            return majorant(f.base, z).raised(rational(f.exp))
        least = floor(f.base, z)
        if least is not None and least > 0:
            return constant((1 / least) ** arb(rational(-f.exp)))
    if type(f) in _BOUNDED:
        return constant(arb(_BOUNDED[type(f)]))
    if isinstance(f, (sp.Abs, sp.Min, sp.Max)):
        terms = [majorant(a, z) for a in f.args]
        return sum(terms[1:], terms[0])
    if isinstance(f, (sp.sinh, sp.cosh)):
        return _exponential(f.args[0], z) + _exponential(-f.args[0], z)
    if isinstance(f, sp.log):
        return _logarithm(f.args[0], z)
    raise CompileError(f"no growth bound is known for {f}; use polynomials, exp, sin, cos, tanh, erf and the like.")


def _exponential(g: sp.Expr, z: sp.Symbol) -> Majorant:
    if g.is_polynomial(z):
        poly = sp.Poly(g, z)
        c = [enclose(poly.coeff_monomial(z**k)).real for k in range(poly.degree() + 1)]
        if len(c) <= 3:
            c += [arb(0)] * (3 - len(c))
            return Majorant(c[0].exp(), fmpq(0), abs(c[1]), c[2], arb(1))
        if len(c) % 2 and c[-1] < 0:  # then g <= |z|^(d-1) (sum |lower| - |leading| |z|) <= 0 from this radius on
            lower = sum((abs(x) for x in c[:-1]), arb(0))
            return Majorant(arb(1), fmpq(0), arb(0), arb(0), (lower / -c[-1]).max(arb(1)).upper())
        raise CompileError(f"exp({g}) is not integrable under N(0,1) in one direction; no growth bound exists.")
    bound = majorant(g, z).flattened()
    if bound.power == 0 and bound.linear.is_zero() and bound.quadratic.is_zero():
        return constant(bound.scale.exp())
    if _at_most_zero(g, z):
        return constant(arb(1))
    if bound.power <= 1 and bound.linear.is_zero() and bound.quadratic.is_zero():
        return Majorant(arb(1), fmpq(0), bound.scale, arb(0), bound.start)
    raise CompileError(f"no growth bound is known for exp({g}); its argument may be large.")


def _logarithm(g: sp.Expr, z: sp.Symbol) -> Majorant:
    """|log g| <= log G for 1 <= g <= G; g = c + exp(h) with c >= 1 gives log g <= log(2c) + |h|, else G - 1."""
    least = floor(g, z)
    if least is None or not least >= 1:
        raise CompileError(f"no growth bound is known for log({g}); its argument is not known to be >= 1.")
    offset, rest = g.as_independent(z, as_Add=True)
    if isinstance(rest, sp.exp) and certified_sign(offset - 1) in (0, 1):
        return constant((2 * enclose(offset).real).log()) + majorant(rest.exp, z)
    return majorant(g, z)


def _at_most_zero(g: sp.Expr, z: sp.Symbol) -> bool:
    least = floor(-g, z)
    return least is not None and least >= 0


def floor(f: sp.Expr, z: sp.Symbol) -> arb | None:
    """A lower bound >= 0 over the real line of a sum or product of non-negative parts, else None."""
    if not f.has(z):
        value = enclose(f).real
        return value.lower() if value >= 0 else None
    if isinstance(f, (sp.exp, sp.Abs, sp.erfc, sp.Heaviside)) or (isinstance(f, sp.Pow) and f.exp.is_even and f.exp > 0):
        return arb(0)
    if isinstance(f, sp.cosh):
        return arb(1)
    if isinstance(f, (sp.Add, sp.Mul)):
        known = [floor(a, z) for a in f.args]
        floors = [x for x in known if x is not None]
        if len(floors) < len(known):
            return None
        result = arb(0) if f.is_Add else arb(1)
        for x in floors:
            result = result + x if f.is_Add else result * x
        return result.lower()
    if isinstance(f, sp.Pow) and f.exp.is_Rational and f.exp > 0:
        least = floor(f.base, z)
        return None if least is None else (least ** arb(rational(f.exp))).lower()
    return None
