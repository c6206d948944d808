"""Information exponent min{k >= 1 : E[sigma He_k] != 0}; generative exponent min{k >= 1 : E[He_k | sigma(z)] != 0}.

Conventions: z ~ N(0,1), no noise. The generative exponent is the smallest information exponent of T(sigma) over label
transformations T in L^2; it depends on the level sets of sigma only. With B_k(c) = E[He_k 1{sigma > c}], a sum of
boundary terms He_{k-1}(a) phi(a) over the crossings, it is the first k whose B_k is not identically 0.
A status is `exact` when every zero and the non-zero coefficient are closed forms decided exactly (the sign of a
closed form may be read from a ball); `certified` when a quadrature or isolated crossings enclose the non-zero one;
`undecided` otherwise, with the reason. No zero is ever concluded from a small number.
Source: G. Ben Arous, R. Gheissari, A. Jagannath (2021), arXiv 2003.10409; A. Damian, L. Pillaud-Vivien, J. Lee,
J. Bruna (2024), arXiv 2403.05529.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from lemmata.theory.algebra.ball_eval import enclose
from lemmata.theory.algebra.conditional import proof_of_zero, value_masses
from lemmata.theory.algebra.hermite import hermite_coefficients
from lemmata.theory.algebra.links import checked, without_injections
from lemmata.theory.algebra.majorant import majorant
from lemmata.theory.algebra.pieces import split
from lemmata.theory.algebra.witnesses import DIGITS, Coefficients, Levels, Verdict
from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.language.errors import CompileError, DomainError


@dataclass(frozen=True, kw_only=True)
class Exponent:
    """An exponent with its certificate: `value` None means undecided, and `reason` says why."""

    value: int | None
    status: str
    evidence: tuple[str, ...]
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.value} ({self.status})" if self.value is not None else f"undecided: {self.reason}"


# ---- information exponent ----


def information_exponent(link: sp.Expr | str, z: sp.Symbol | None = None, max_order: int = 24) -> Exponent:
    """The first k >= 1 with E[sigma He_k] != 0, with its certificate."""
    f, z = checked(link, z)
    if f.is_polynomial(z):
        return _polynomial_information_exponent(f, z)
    obstacle = _not_square_integrable(f, z)
    if obstacle:
        return Exponent(value=None, status="undecided", evidence=(), reason=obstacle)
    coefficients = Coefficients(f, z)
    evidence: list[str] = []
    exact = True
    for k in range(1, max_order + 1):
        verdict = coefficients.decide(k)
        if verdict.status == "unknown":
            return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=verdict.text)
        evidence.append(verdict.text)
        exact = exact and verdict.exact
        if verdict.status == "nonzero":
            status = "exact" if exact else "certified"
            return Exponent(value=k, status=status, evidence=tuple(evidence))
    reason = f"all coefficients up to {max_order} vanish; the exponent is larger, raise max_order"
    return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=reason)


def _polynomial_information_exponent(f: sp.Expr, z: sp.Symbol) -> Exponent:
    coefficients = hermite_coefficients(f, z)
    evidence: list[str] = []
    for k, b in enumerate(coefficients[1:], 1):
        test = is_zero(b)
        if test.status == "unknown":
            reason = f"the Hermite coefficient {b} of index {k} is not decided to be 0"
            return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=reason)
        if test.status == "nonzero":
            evidence.append(f"E[sigma He_{k}] = {sp.factorial(k) * b}, not 0 ({test.how})")
            return Exponent(value=k, status="exact", evidence=tuple(evidence))
        evidence.append(f"E[sigma He_{k}] = 0 exactly: a polynomial of degree {len(coefficients) - 1}")
    raise DomainError(f"the link {f} is constant, so its exponent is not defined; give a non-constant link.")


def _not_square_integrable(f: sp.Expr, z: sp.Symbol) -> str:
    try:
        bounds = [majorant(p.expr, z) for p in split(f, z)]
    except CompileError as error:
        return f"no proof that the link is in L^2(gamma): {error}"
    if any(not 4 * bound.quadratic < 1 for bound in bounds):
        return "no proof that the link is in L^2(gamma): its growth may reach exp(z^2/4)"
    return ""


# ---- generative exponent ----


def generative_exponent(link: sp.Expr | str, z: sp.Symbol | None = None, max_order: int = 12) -> Exponent:
    """The first k >= 1 with E[He_k | sigma(z)] not identically 0, with its certificate."""
    f, z = checked(link, z)
    f, removed = without_injections(f, z)
    evidence = list(removed)
    if f.is_polynomial(z):
        return _polynomial_generative_exponent(f, z, evidence)
    coefficients = Coefficients(f, z)
    levels = Levels(f, z)
    for k in range(1, max_order + 1):
        proof = proof_of_zero(f, z, k, coefficients.pieces)
        if proof:
            evidence.append(proof)
            continue
        verdict = _nonzero(f, z, k, coefficients, levels)
        if verdict.status == "nonzero":
            evidence.append(verdict.text)
            status = "exact" if verdict.exact else "certified"
            return Exponent(value=k, status=status, evidence=tuple(evidence))
        reason = f"E[He_{k}|y] is neither proved to vanish nor certified not to: {verdict.text}"
        guess = levels.guess(k + 1, max_order)
        if guess:
            reason += f"; if it does vanish the exponent would be {guess} by the level sets"
        return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=reason)
    reason = f"E[He_k|y] = 0 for every k up to {max_order}; the exponent is larger, raise max_order"
    return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=reason)


def _polynomial_generative_exponent(f: sp.Expr, z: sp.Symbol, evidence: list[str]) -> Exponent:
    """2 for an even polynomial and 1 for every other: decided on the tails {|sigma| large}."""
    odd = [(c, n) for (n,), c in sp.Poly(f, z).terms() if n % 2]
    tests = [is_zero(c) for c, _ in odd]
    if any(t.status == "unknown" for t in tests):
        return Exponent(value=None, status="undecided", evidence=tuple(evidence), reason=f"the odd part of {f} is not decided")
    if any(t.status == "nonzero" for t in tests):
        power = next(n for (_, n), t in zip(odd, tests, strict=True) if t.status == "nonzero")
        odd_part = f"a polynomial that is not even (its coefficient of z^{power} is not 0)"
        text = f"{odd_part}: E[He_1 1{{y beyond c}}] = phi(t) - phi(s) != 0 for some c, -s and t the outer roots"
        return Exponent(value=1, status="exact", evidence=(*evidence, text))
    texts = (
        "an even polynomial: E[He_1|y] = 0",
        "E[He_2 1{y beyond c}] = 2 t phi(t) > 0 for every c beyond the critical values, t the outer root",
    )
    return Exponent(value=2, status="exact", evidence=(*evidence, *texts))


def _nonzero(f: sp.Expr, z: sp.Symbol, k: int, coefficients: Coefficients, levels: Levels) -> Verdict:
    """A label transformation T with E[T(y) He_k] != 0: one value, T(y) = y, T(y) = 1{y > c}, T(y) = y^2, y^3."""
    pieces = coefficients.pieces
    if pieces is not None and all(not p.expr.has(z) for p in pieces):
        for value, mass, test in value_masses(pieces, k):
            if test.status == "nonzero":
                number = enclose(mass, DIGITS).real.str(15)
                return Verdict("nonzero", True, f"E[He_{k} 1{{y = {value}}}] = {number}, not 0")
        return Verdict("unknown", False, "a sum of boundary terms is not decided")
    first = coefficients.decide(k)
    if first.status == "nonzero":
        return first
    crossing = levels.nonzero(k)
    if crossing.status == "nonzero":
        return crossing
    for power in (2, 3):
        verdict = Coefficients(sp.expand(f**power), z, f"sigma^{power}").decide(k)
        if verdict.status == "nonzero":
            return verdict
    return crossing if levels.available else Verdict("unknown", False, f"{first.text}; {crossing.text}")
