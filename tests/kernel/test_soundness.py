"""What the kernel accepts is compared with numbers: forced rewritings, signs under hypotheses, words of random matrices.

Expressions are drawn under fixed keys; an accepted statement that is false at one admissible point fails the test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.arrays import PSD, Array
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, Positive, Reals, Symbol

x, a, u = Symbol("x", "a real", Reals), Symbol("a", "a positive", Positive), Symbol("u", "not negative", NonNegative)
n, p, w = Symbol("n", "a natural", Naturals), Symbol("p", "a count", Counts), Symbol("w", "an integer", Integers)
SYMBOLS = (x, a, u, n, p, w)
UNDEFINED = (sp.zoo, sp.nan, sp.oo, -sp.oo, sp.I)

FORCED: tuple[Callable[[Any], Any], ...] = (
    sp.expand,
    sp.factor,
    sp.cancel,
    sp.gammasimp,
    lambda e: sp.powdenest(e, force=True),
    lambda e: sp.expand_log(e, force=True),
    lambda e: sp.powsimp(e, force=True),
    lambda e: sp.expand_power_base(e, force=True),
    lambda e: sp.logcombine(e, force=True),
    lambda e: e.replace(sp.Abs, lambda z: z),
)


def drawn(rng: random.Random, depth: int) -> Any:
    """An expression with the operations whose rules hold only sometimes."""
    if depth == 0:
        return rng.choice([*SYMBOLS, sp.Integer(rng.randint(-3, 3)), sp.S.Half])
    one, two = drawn(rng, depth - 1), drawn(rng, depth - 1)
    makers: list[Callable[[], Any]] = [
        lambda: one + two,
        lambda: one - two,
        lambda: one * two,
        lambda: one / two,
        lambda: one ** rng.choice([2, 3, -1, -2]),
        lambda: one ** sp.Rational(rng.choice([1, 2, 3, -1]), rng.choice([2, 3])),
        lambda: one ** rng.choice([n, w, x]),
        lambda: sp.log(one),
        lambda: sp.exp(one),
        lambda: rng.choice([sp.Abs, sp.tan, sp.tanh, sp.cosh])(one),
        lambda: sp.factorial(rng.choice([n, p, w, w - 1])),
        lambda: sp.binomial(rng.choice([n, w]), rng.choice([p, w, 2])),
    ]
    return rng.choice(makers)()


def point(rng: random.Random, symbols: set[Any]) -> dict[Any, Any]:
    values = {}
    for s in sorted(symbols, key=str):
        value = sp.Integer(rng.randint(-4, 5)) if s.is_integer else sp.Rational(rng.randint(-12, 12), rng.choice([1, 2, 3]))
        value = (abs(value) or sp.Integer(1)) if s.is_positive else abs(value) if s.is_nonnegative else value
        values[s] = value
    return values


def number(e: Any) -> complex:
    return complex(sp.N(e, 25))


def met(c: Condition, values: dict[Any, Any]) -> bool:
    terms = [t.xreplace(values) for t in c.terms]
    if any(t.has(*UNDEFINED) for t in terms) or abs(number(terms[0]).imag) > 1e-12:
        return False
    size, exponent = number(terms[0]).real, terms[-1]
    return {
        "positive": size > 1e-12,
        "nonnegative": size >= 0,
        "nonzero": abs(size) > 1e-12,
        "integer": terms[0].is_integer is True,
        "power": size > 0 or (exponent.is_integer is True and (exponent >= 0 or abs(size) > 1e-12)),
    }[c.kind]


def test_a_forced_rewriting_that_is_accepted_holds_wherever_its_conditions_do() -> None:
    rng, core, accepted, compared = random.Random(20), Core(), 0, 0
    for _ in range(1600):
        e = drawn(rng, rng.choice([1, 2, 2, 3]))
        if e.has(*UNDEFINED) or sp.count_ops(e) > 25:
            continue
        f = rng.choice(FORCED)(e)
        if e == f or f.has(*UNDEFINED):
            continue
        try:
            found = core._equality(e, f)
        except Refused:
            continue
        accepted += found is not None
        for _ in range(25 if found is not None else 0):
            values = point(rng, e.free_symbols | f.free_symbols)
            if found is None or not all(met(c, values) for c in found[1]):
                continue
            sides = [side.xreplace(values) for side in (e, f)]
            assert not any(side.has(*UNDEFINED) for side in sides), (e, f, values)
            gap, size = (sp.N(abs(v), 25) for v in (sides[0] - sides[1], sides[0]))
            assert gap <= 1e-9 * max(1, size), (e, f, values)
            compared += 1
    assert accepted > 40 and compared > 200


def test_a_sign_that_is_given_is_the_sign_at_every_point_that_meets_the_hypotheses() -> None:
    rng, given, compared = random.Random(21), 0, 0
    for _ in range(140):
        one, two = rng.choice(SYMBOLS), rng.choice([*SYMBOLS, sp.Integer(rng.randint(-2, 3))])
        relations = [r for r in [rng.choice([sp.Ge, sp.Gt, sp.Le, sp.Lt, sp.Ne])(one, two)] if r not in (sp.true, sp.false)]
        factor = sum(
            (rng.choice(SYMBOLS) ** rng.choice([1, 2]) * rng.randint(-1, 2) for _ in range(2)), sp.Integer(rng.randint(0, 1))
        )
        e = (one - two) * rng.choice([1, -1]) * factor + rng.choice([0, 0, 1]) * rng.choice(SYMBOLS) ** 2
        if not e.free_symbols:
            continue
        signs = Decider(relations).signs
        sign, apart = signs.sign(e), signs.nonzero(e)
        given += sign is not None
        for _ in range(60 if sign is not None or apart else 0):
            values = point(rng, e.free_symbols | {s for r in relations for s in r.free_symbols})
            if relations and rng.random() < 0.3 and not one.is_integer and relations[0].rhs.xreplace(values) > 0:
                values[one] = relations[0].rhs.xreplace(values)  # on the edge
            if not all(r.xreplace(values) for r in relations):
                continue
            value = e.xreplace(values)
            allowed = {2: value > 0, 1: value >= 0, 0: value == 0, -1: value <= 0, -2: value < 0, None: True}[sign]
            assert allowed and (value != 0 or not apart), (e, relations, values, sign)
            compared += 1
    assert given > 30 and compared > 500


X, K, A, B = Array("X", "x", n, p), Array("K", "k", n, n, kind=PSD), Array("A", "a", n, n), Array("B", "b", p, p)
LARGE = (X * X.T + a * sp.Identity(n)).inv()
SMALL = (X.T * X + a * sp.Identity(p)).inv()
POOL = {
    n: [K, A, A.T, LARGE, X * X.T, sp.Identity(n), X * SMALL * X.T],
    p: [B, B.T, SMALL, X.T * X, X.T * LARGE * X, X.T * K * X],
}


def matrix(rng: random.Random, size: Any, depth: int = 2) -> Any:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(POOL[size])
    one, two = matrix(rng, size, depth - 1), matrix(rng, size, depth - 1)
    return rng.choice([one + two, one * two, a * one, sp.HadamardProduct(rng.choice(POOL[size]), rng.choice(POOL[size]))])


def evaluated(e: Any, env: dict[str, Any]) -> Any:
    """The value of a matrix expression, or of the trace of one."""
    inner = (
        [evaluated(arg, env) for arg in e.args]
        if isinstance(e, sp.Trace | sp.MatAdd | sp.Transpose | sp.HadamardProduct)
        else []
    )
    if isinstance(e, sp.Trace):
        return np.trace(inner[0])
    if isinstance(e, sp.Transpose):
        return inner[0].T
    if isinstance(e, sp.MatAdd):
        return sum(inner)
    if isinstance(e, sp.HadamardProduct):
        return np.prod(inner, axis=0)
    if isinstance(e, sp.MatMul):
        coefficient, factors = e.as_coeff_matrices()
        return float(coefficient.xreplace({a: env["a"]})) * np.linalg.multi_dot(
            [*(evaluated(f, env) for f in factors), np.eye(env[str(factors[-1].cols)])]
        )
    if isinstance(e, sp.Inverse):
        return np.linalg.inv(evaluated(e.arg, env))
    if isinstance(e, sp.MatPow):
        return np.linalg.matrix_power(evaluated(e.base, env), int(e.exp))
    return np.eye(env[str(e.rows)]) if isinstance(e, sp.Identity) else env[str(e.name)]


def test_words_that_are_accepted_agree_for_matrices() -> None:
    rng, numbers, core, accepted = random.Random(22), np.random.default_rng(22), Core(), 0
    root = numbers.normal(size=(4, 2))
    env = {"n": 4, "p": 3, "a": 0.75, "X": numbers.normal(size=(4, 3)), "K": root @ root.T}
    env |= {"A": numbers.normal(size=(4, 4)), "B": numbers.normal(size=(3, 3))}
    for _ in range(120):
        size = rng.choice([n, p])
        one, two = matrix(rng, size), matrix(rng, size)
        left = sp.Trace(one * two)
        right = sp.Trace(rng.choice([two * one, two.T * one.T, two * one.T, one.T * two, two * two]))
        if rng.random() < 0.3:
            small = matrix(rng, p, 1)
            left, right = (
                sp.Trace(X * SMALL * small * X.T),
                sp.Trace(rng.choice([LARGE * X * small * X.T, small * X.T * X * SMALL, small * X.T * X])),
            )
        if left == right:
            continue
        try:
            found = core._equality(left, right)
        except Refused:
            continue
        accepted += found is not None
        values = evaluated(left, env), evaluated(right, env)
        assert found is None or np.isclose(*values, rtol=1e-8), (left, right, values)
    assert accepted > 30
