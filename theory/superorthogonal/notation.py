"""Superorthogonal polynomials: E[g(Z)^i He_k(Z)] = 0 for 1 ≤ i ≤ I, 1 ≤ k ≤ K, where g is not constant.

He_n is monic, E He_n² = n!. The set is invariant under g ↦ cg + c'. For even g the equations with odd k are free, for odd g those
with i + k odd. That all these moments vanish is written as: the sum of their squares is zero.
"""

from typing import Any

import sympy as sp
from flint import fmpq, fmpq_poly

from lemmata import Eq, Function, He, Mean, Normal, Sampled, Source, Sum
from lemmata.theory.algebra.hermite import to_hermite
from lemmata.theory.algebra.superorthogonal import Polynomial, is_superorthogonal
from lemmata.theory.language.calculus import FunctionClass
from lemmata.theory.language.kinds import Certificate

Z = Sampled("Z", Normal())
z = sp.Symbol("z", real=True)
g = Function("g", "a polynomial that is not constant", of=FunctionClass("polynomials", {}))
i, k = (sp.Symbol(name, integer=True, nonnegative=True) for name in "ik")


def superorthogonal(I: Any, K: Any, low: int = 1) -> Any:
    """E[g^i He_k] = 0 for 1 ≤ i ≤ I and low ≤ k ≤ K."""
    return Eq(Sum(Sum(Mean(g(Z) ** i * He(k, Z)) ** 2, (k, low, K)), (i, 1, I)), 0, evaluate=False)


def polynomial(formula: Any) -> Polynomial:
    """A formula in z whose coefficients lie in one field Q(√s), as an exact polynomial."""
    formula = sp.expand(formula.replace(lambda x: isinstance(x, He), lambda x: x.doit()))
    roots = sorted((p for p in formula.atoms(sp.Pow) if p.exp == sp.S.Half), key=sp.default_sort_key)
    r = sp.Dummy("r")
    parts = sp.Poly(formula.xreplace({roots[0]: r}) if roots else formula, z, r)
    rows: list[list[Any]] = [[fmpq(0)] * (parts.degree(z) + 1) for _ in range(2)]
    for (power, root), value in parts.terms():
        rows[root][power] += fmpq(int(value.p), int(value.q))
    a, b = (dict(enumerate(to_hermite(fmpq_poly(row)))) for row in rows)
    s = roots[0].base if roots else sp.Integer(0)
    return Polynomial(a, b, fmpq(int(s.p), int(s.q)))


def certify(found: Polynomial, I: int, K: int) -> Certificate:
    """Exact decision; a failure names the first moment that is not zero."""
    decision = is_superorthogonal(found, I, K)
    if decision.holds:
        return Certificate(True, "exact", f"all {I * K} moments vanish, degree {decision.degree}")
    if decision.failure is None:
        return Certificate(False, "exact", "g is constant")
    power, index = decision.failure
    return Certificate(False, "exact", f"E[g^{power} He_{index}] = {float(decision.value):.9g}")


def source() -> Source:
    """The slide, with its paper."""
    return Source("004_dc3df60509519715.txt", "Superorthogonal Polynomials", paper="oko2024sum")
