"""A rational function over the rationals as a product of irreducible polynomials, as sympy's `factor` writes it, by python-flint.

Conventions: a factor has integer coefficients without a common divisor; the first of them is positive, in the lexicographic
order of the symbols as sympy sorts them.
"""

from __future__ import annotations

from functools import reduce
from math import gcd, lcm
from operator import add, mul
from typing import Any

import sympy as sp
from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from lemmata.theory.algebra.ball_eval import rational
from lemmata.theory.algebra.normal_form import Fraction


def factored(expr: sp.Expr) -> sp.Expr:
    """The product; ValueError where the expression is no rational function of its symbols."""
    symbols = sp.Poly(sp.Add(*expr.free_symbols)).gens if expr.free_symbols else ()
    ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(max(1, len(symbols)))], Ordering.lex)
    known: dict[Any, Fraction] = dict(zip(symbols, (Fraction(g, ring.constant(1)) for g in ring.gens()), strict=False))

    def value(e: sp.Expr) -> Fraction:
        if e not in known:
            known[e] = new(e)
        return known[e]

    def new(e: sp.Expr) -> Fraction:
        if e.is_Rational:
            return Fraction(ring.constant(rational(e)), ring.constant(1))
        if e.is_Add or e.is_Mul:
            return reduce(add if e.is_Add else mul, map(value, e.args))
        if e.is_Pow and e.exp.is_Integer:
            return value(e.base) ** int(e.exp)
        raise ValueError(f"{e} is no rational function over the rationals")

    whole = value(expr)
    number, powers = sp.S.One, []
    for polynomial, sign in ((whole.n, 1), (whole.d, -1)):
        content, factors = polynomial.factor()
        number *= sp.Rational(int(content.p), int(content.q)) ** sign
        for factor, power in factors:
            scale, plain = _primitive(factor, symbols)
            number *= scale ** (sign * int(power))
            powers.append(plain ** (sign * int(power)))
    product = sp.Mul(*powers)
    if product.is_Add and number not in (1, -1):
        return sp.Mul(number, product, evaluate=False)  # a number is not multiplied into a sum
    return number * product


def _primitive(factor: fmpq_mpoly, symbols: tuple[sp.Symbol, ...]) -> tuple[sp.Rational, sp.Expr]:
    """A polynomial as a number times one of the conventions."""
    terms = [(exponents, sp.Rational(int(c.p), int(c.q))) for exponents, c in factor.terms()]
    common = sp.Rational(gcd(*(int(c.p) for _, c in terms)), lcm(*(int(c.q) for _, c in terms)))
    common *= sp.sign(terms[0][1])
    made = (sp.Mul(c / common, *(s ** int(k) for s, k in zip(symbols, exponents, strict=True))) for exponents, c in terms)
    return common, sp.Add(*made)
