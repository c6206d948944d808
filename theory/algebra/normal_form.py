"""The exact normal form of a program: one fraction of polynomials over the rationals, modulo the relations of radicals.

Conventions: polynomials are python-flint's `fmpq_mpoly`; common factors go as they appear; a polynomial that outgrows
`TERMS` ends the work with `TooLarge`, a denominator that vanishes identically with `Undefined`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from lemmata.theory.algebra.program import Program

TERMS = 20_000


class TooLarge(Exception):
    """The normal form has outgrown `TERMS`."""


class Undefined(Exception):
    """A denominator vanishes."""


@dataclass(frozen=True)
class Fraction:
    """numerator / denominator over fmpq_mpoly; common factors are removed as they appear."""

    n: fmpq_mpoly
    d: fmpq_mpoly

    def __add__(self, other: Fraction) -> Fraction:
        if self.d == other.d:
            return _reduced(self.n + other.n, self.d)
        g = self.d.gcd(other.d)
        left, right = self.d / g, other.d / g
        return _reduced(_product(self.n, right) + _product(other.n, left), _product(self.d, right))

    def __mul__(self, other: Fraction) -> Fraction:
        return _reduced(_product(self.n, other.n), _product(self.d, other.d))

    def __pow__(self, k: int) -> Fraction:
        n, d = (self.n, self.d) if k >= 0 else (self.d, self.n)
        if d.is_zero():
            raise Undefined
        return Fraction(_power(n, abs(k)), _power(d, abs(k)))


Rules = dict[int, tuple[int, Fraction]]


def _product(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    if len(a) * len(b) > 50 * TERMS:
        raise TooLarge
    c = a * b
    if len(c) > TERMS:
        raise TooLarge
    return c


def _power(a: fmpq_mpoly, k: int) -> fmpq_mpoly:
    if len(a) > 1 and (k > 5000 or comb(len(a) + k - 1, min(k, len(a) - 1, 40)) > 5 * TERMS):
        raise TooLarge
    return a**k


def _reduced(n: fmpq_mpoly, d: fmpq_mpoly) -> Fraction:
    if d.is_constant():
        return Fraction(n, d)
    g = n.gcd(d)
    return Fraction(n, d) if g.is_one() else Fraction(n / g, d / g)


def vanishes_exactly(program: Program) -> bool:
    """Whether the numerator is 0 modulo the relations of radicals; False says nothing if there are any."""
    count = max(1, len(program.generators))
    ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(count)], Ordering.degrevlex)
    gens, one = ring.gens(), ring.constant(1)
    arguments: tuple[Any, Any] = (lambda c: Fraction(ring.constant(c), one), lambda i: Fraction(gens[i], one))
    value = program.run(*arguments)
    rules = {g: (q, program.run(*arguments, last=node)) for g, (q, node) in program.relations.items()}
    if _modulo(value.d, rules, ring).is_zero():
        raise Undefined
    return bool(_modulo(value.n, rules, ring).is_zero())


def _modulo(p: fmpq_mpoly, rules: Rules, ring: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """p times powers of denominators, with every radical reduced by g^Q = n/d; outermost radicals first."""
    for g, (q, radicand) in sorted(rules.items(), reverse=True):
        top = max((m[g] for m in p.monoms()), default=0) // q
        if not top:
            continue
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for m, c in p.terms():
            folds, rest = divmod(m[g], q)
            parts.setdefault(folds, {})[(*m[:g], rest, *m[g + 1 :])] = c
        p = ring.constant(0)
        for folds, terms in parts.items():
            scale = _product(_power(radicand.n, folds), _power(radicand.d, top - folds))
            p += _product(ring.from_dict(terms), scale)
    return p
