"""The kurtosis of a polynomial in independent random numbers, exactly, from the moments of their laws."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomMatrix, RandomNumber, RandomTerm

DEGREE = 6  # of the polynomial, whose fourth power is expanded
TERMS = 12


def exact_kurtosis(expr: Any) -> sp.Expr | None:
    """E(x - E x)^4 / Var(x)^2 as a formula of the parameters; None where x is no short polynomial or has no such moments."""
    expr = expand(sp.sympify(expr))
    terms = sorted(expr.atoms(RandomTerm), key=lambda t: t.name)
    if not terms or any(isinstance(t, RandomMatrix) or isinstance(t.law, ProcedureLaw) for t in terms):
        return None
    if any(t.law.atoms(RandomTerm) for t in terms):
        return None
    symbols = {t: sp.Dummy(t.name) for t in terms}
    plain = expr.xreplace(symbols)
    if not plain.is_polynomial(*symbols.values()):
        return None
    x = sp.Poly(plain, *symbols.values())
    if x.total_degree() > DEGREE or len(x.terms()) > TERMS:
        return None
    mean = _mean(x, terms)
    if mean is None:
        return None
    centred, letters = _in_letters(x - mean)
    variance, fourth = (None if m is None else m.xreplace(letters) for m in (_mean(centred**k, terms) for k in (2, 4)))
    if variance is None or fourth is None or variance == 0:
        return None
    return fourth / variance**2


def _in_letters(x: sp.Poly) -> tuple[sp.Poly, dict[sp.Symbol, sp.Expr]]:
    """The polynomial with a letter for every coefficient that is no number, and the letters: powers of formulas are simplified at
    every step, and those of letters need not be."""
    letters: dict[sp.Symbol, sp.Expr] = {}
    made = {}
    for powers, coefficient in x.terms():
        if not coefficient.is_Rational:
            letters[letter := sp.Dummy(f"c{len(letters)}")] = coefficient
        made[powers] = coefficient if coefficient.is_Rational else letter
    return sp.Poly.from_dict(made, *x.gens), letters


def polynomial_mean(expr: Any, over: Any) -> sp.Expr | None:
    """The mean of a polynomial in some independent random numbers, given all else in it; None where it is none or has no such mean."""
    expr = expand(sp.sympify(expr))
    terms = [t for t in over if expr.has(t)]
    if not all(isinstance(t, RandomNumber) and not isinstance(t.law, ProcedureLaw) for t in terms):
        return None
    if any(t.law.atoms(RandomTerm) for t in expr.atoms(RandomTerm)):
        return None
    symbols = {t: sp.Dummy(t.name) for t in terms}
    plain = expr.xreplace(symbols)
    if not symbols or plain.has(*terms) or not plain.is_polynomial(*symbols.values()):
        return None
    x = sp.Poly(plain, *symbols.values())
    if x.total_degree() > DEGREE or len(x.terms()) > TERMS:
        return None
    return _mean(x, terms)


def _mean(x: sp.Poly, terms: list[RandomNumber]) -> sp.Expr | None:
    total = sp.Integer(0)
    for powers, coefficient in x.terms():
        product = coefficient
        for term, power in zip(terms, powers, strict=True):
            moment = term.law.moment(int(power))
            if moment is None:
                return None
            product = product * moment
        total += product
    return total
