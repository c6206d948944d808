"""E g(X) of one random number X in closed form, with the conditions under which it exists and has this form."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.algebra.gaussian import gaussian_expectation, quadratic_exponentials
from lemmata.theory.kernel import halflines
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative, positive
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.lawful import law_conditions, plain_moment
from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.functions import He, h
from lemmata.theory.language.laws import BernoulliLaw, ExponentialLaw, NormalLaw, RademacherLaw

Value = tuple[Any, list[Condition]]


def mean(g: Any, z: Any, law: Any) -> Value:
    """E g(z) for z of this law."""
    found = law_conditions(law)
    if type(law) in (RademacherLaw, BernoulliLaw):
        return _discrete(g, z, law, found)
    if type(law) is NormalLaw and g.has(He, h) and (made := _orthogonal(g, z, law)) is not None:
        return made[0], found + made[1]
    g = sp.expand(g.replace(lambda e: isinstance(e, He | h) and e.args[0].is_Integer, lambda e: e.doit(deep=False)))
    if g.is_polynomial(z):
        total = []
        for (k,), c in sp.Poly(g, z).terms():
            value, more = plain_moment(law, k)
            found += more
            total.append(c * value)
        return sp.expand(sp.Add(*total)), found
    if type(law) is NormalLaw:
        corner = any(c.has(z) for c in g.atoms(*halflines.CORNERS))
        value, more = halflines.mean(g, z, law.variance) if corner else _gaussian(g, z, law)
        return value, found + more
    if type(law) is ExponentialLaw:
        value, more = _exponential(g, z, law)
        return value, found + more
    raise Refused(f"E[{_shown(g, z)}] under {law} has no closed form here")


def _discrete(g: Any, z: Any, law: Any, found: list[Condition]) -> Value:
    p = sp.S.Half if type(law) is RademacherLaw else law.args[0]
    low = sp.Integer(-1 if type(law) is RademacherLaw else 0)
    values = [g.subs(z, v) for v in (low, sp.Integer(1))]
    for value in values:
        if value.has(sp.nan, sp.zoo, sp.oo):
            raise Refused(f"{_shown(g, z)} is not defined at a value that the sample takes")
        found += where_defined(value)
    before = [c.mapped(lambda t, v=v: t.subs(z, v)) for c in where_defined(g) for v in (low, sp.Integer(1))]
    return sp.expand((1 - p) * values[0] + p * values[1]), found + before


def _orthogonal(g: Any, z: Any, law: Any) -> Value | None:
    """E He_m(z) He_n(z) = n! [m = n], for degrees that are no numbers."""
    g = g.replace(h, lambda k, x: He(k, x) / sp.sqrt(sp.factorial(k)))
    factors = sp.Mul.make_args(g)
    here = [f for f in factors if f.has(z)]
    polynomials = [f.as_base_exp()[0] for f in here]
    if not any(isinstance(f, He) and not f.args[0].is_Integer for f in polynomials):
        return None
    degrees: list[Any] = []
    for f in here:
        if isinstance(f, He) and f.args[1] == z and not f.args[0].has(z):
            degrees.append(f.args[0])
        elif f == z:
            degrees.append(sp.Integer(1))
        elif isinstance(f, sp.Pow) and isinstance(f.base, He) and f.exp == 2 and f.base.args[1] == z:
            degrees += [f.base.args[0]] * 2
        else:
            raise Refused(
                f"E[{_shown(g, z)}]: only products of two Hermite polynomials of degrees that are no numbers have a rule"
            )
    if len(degrees) > 2 or law.variance != 1:
        raise Refused(f"E[{_shown(g, z)}]: Hermite polynomials are orthogonal in pairs and for variance 1")
    m, n = (*degrees, sp.Integer(0))[:2]
    constant = sp.Mul(*(f for f in factors if not f.has(z)))
    conditions = [c for k in (m, n) for c in (integer(k), nonnegative(k))]
    delta = sp.Integer(1) if m == n else sp.KroneckerDelta(m, n)
    return constant * sp.factorial(n) * delta, conditions


def _gaussian(g: Any, z: Any, law: Any) -> Value:
    scaled = g.xreplace({z: sp.sqrt(law.variance) * z})
    try:
        keys = quadratic_exponentials(scaled, z)
        found: list[Condition] = []
        for q, _, _ in keys:
            if q.has(sp.I):
                raise Refused(f"E[{_shown(g, z)}] has a complex quadratic exponent: no rule")
            if q != 0:
                found.append(positive(sp.expand(1 - 2 * q)))
        value = gaussian_expectation(scaled, z)
    except DomainError as error:
        raise Refused(f"E[{_shown(g, z)}] has no closed Gaussian integral: {error}") from None
    if value.has(sp.I):
        value = sp.expand(sp.re(value)) if sp.expand(sp.im(value)) == 0 else value
    if value.has(sp.I):
        raise Refused(f"E[{_shown(g, z)}]: the integral did not become real")
    return value, found


def _exponential(g: Any, z: Any, law: Any) -> Value:
    """E z^k e^{tz} = k! m^k / (1 - t m)^{k+1} for t m < 1."""
    m = law.args[0]
    if g.has(sp.sin, sp.cos):
        raise Refused(f"E[{_shown(g, z)}] under {law} has no closed form here")
    total, found = [], []
    try:
        table = quadratic_exponentials(g, z)
    except DomainError as error:
        raise Refused(f"E[{_shown(g, z)}] under {law} has no closed form here: {error}") from None
    for (q, t, c), poly in table.items():
        if q != 0:
            raise Refused(f"E[{_shown(g, z)}] under {law}: a quadratic exponent has no rule")
        if t != 0:
            found.append(positive(sp.expand(1 - t * m)))
        total += [a * sp.exp(c) * sp.factorial(k) * m**k / (1 - t * m) ** (k + 1) for k, a in poly.items()]
    return sp.Add(*total), found


def _shown(g: Any, z: Any) -> Any:
    return g.xreplace({z: sp.Symbol("X")})
