"""Words with two inverses: a unit E E^-1 put anywhere changes nothing, and what is accepted agrees with numbers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import sympy as sp

from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.arrays import PD, PSD, Array
from lemmata.theory.language.symbols import Naturals, Positive, Symbol

n, d = Symbol("n", "a size", Naturals), Symbol("d", "a size", Naturals)
a, b, c = (Symbol(s, f"the positive number {s}", Positive) for s in "abc")
X, A, D = Array("X", "x", n, d), Array("A", "a", n, n), Array("D", "d", d, d)
K, C, S = Array("K", "k", n, n, kind=PSD), Array("C", "c", n, n, kind=PD), Array("S", "s", d, d, kind=PD)
one, tr = sp.Identity, sp.Trace
INVERTED = {
    "Gram": X * X.T + a * one(n),
    "Gram, another shift": X * X.T + b * one(n),
    "covariance": X.T * X + a * one(d),
    "covariance, another shift": X.T * X + b * one(d),
    "kernel": K + a * one(n),
    "sum": C + K,
    "sum with a Gram matrix": C + X * X.T,
    "nested": X.T * (K + a * one(n)).inv() * X + c * one(d),
    "with a middle": X * S.inv() * X.T + one(n),
    "three": C * K * C + one(n),
}
POOL = {n: [K, C, A, A.T, X * X.T], d: [D, S, X.T * X]}


def word(rng: random.Random, size: Any, length: int, names: list[str]) -> tuple[list[Any], Any]:
    """Factors that fit, from a size on, and the size in which they end."""
    factors, now = [], size
    for _ in range(length):
        if rng.random() < 0.3:
            factors.append(X if now == n else X.T)
            now = d if now == n else n
        else:
            inverses = [INVERTED[name].inv() for name in names if INVERTED[name].shape[0] == now]
            factors.append(rng.choice([*inverses, *rng.sample(POOL[now], 2)]))
    return factors, now


def product(factors: list[Any]) -> Any:
    return sp.MatMul(*factors).doit() if len(factors) > 1 else factors[0]


def drawn(rng: random.Random) -> tuple[Any, Any] | None:
    """A product with two inverses, and the same with E E^-1 or E^-1 E written out somewhere inside."""
    names = rng.sample(sorted(INVERTED), 2)
    before, middle = word(rng, rng.choice([n, d]), rng.choice([0, 1, 2]), names)
    after, _end = word(rng, middle, rng.choice([0, 1, 2]), names)
    fitting = [name for name in names if INVERTED[name].shape[0] == middle]
    if not fitting or not before + after:
        return None
    E = INVERTED[rng.choice(fitting)]
    pair = rng.choice([[E, E.inv()], [E.inv(), E]])
    parts = [side.args if isinstance(side, sp.MatAdd) else (side,) for side in pair]
    grown = sp.MatAdd(*(product([*before, x, y, *after]) for x in parts[0] for y in parts[1])).doit()
    plain = product(before + after)
    if plain.shape[0] == plain.shape[1] and rng.random() < 0.4:
        return tr(plain), tr(grown)
    return plain, grown


def test_a_unit_put_into_a_word_changes_nothing() -> None:
    rng, core, tried, missed = random.Random(30), Core(), 0, []
    while tried < 200:
        sides = drawn(rng)
        if sides is None or sides[0] == sides[1]:
            continue
        tried += 1
        if core._equality(*sides) is None:
            missed.append(sides)
    assert len(missed) <= 2, missed  # of inverses whose shifts may be equal a few orders are not found


TRUE = {
    "two sums that share a matrix": (
        A * (C + K).inv() * X,
        a * A * (C + K).inv() * (K + a * one(n)).inv() * X + A * (C + K).inv() * K * (K + a * one(n)).inv() * X,
    ),
    "a trace that comes back to itself": (
        tr((X * X.T + a * one(n)).inv() * A.T),
        tr((X * X.T + a * one(n)).inv() * (X * X.T + K + a * one(n)) * (X * X.T + K + a * one(n)).inv() * A.T),
    ),
    "inverses that commute, in a circle": (
        tr(A * (K + a * one(n)).inv() * (K + b * one(n)).inv()),
        tr((K + a * one(n)).inv() * A * (K + b * one(n)).inv()),
    ),
}
FALSE = {
    "inverses of sums that share a matrix commute": (
        (C + K).inv() * (K + a * one(n)).inv(),
        (K + a * one(n)).inv() * (C + K).inv(),
    ),
    "a matrix passes between inverses": (
        tr(A * (C + K).inv() * A * (K + a * one(n)).inv()),
        tr(A * A * (C + K).inv() * (K + a * one(n)).inv()),
    ),
    "the overlap with the wrong sign": (
        (C + K).inv() * C * (K + a * one(n)).inv(),
        (K + a * one(n)).inv() - (C + K).inv() - a * (C + K).inv() * (K + a * one(n)).inv(),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_is_seen(name: str) -> None:
    assert Core()._equality(*TRUE[name]) is not None


@pytest.mark.parametrize("name", FALSE)
def test_is_not_seen(name: str) -> None:
    assert Core()._equality(*FALSE[name]) is None


def numbers() -> dict[Any, Any]:
    made = np.random.default_rng(31)
    root, lower, small = made.normal(size=(4, 4)), made.normal(size=(4, 4)), made.normal(size=(3, 3))
    return {
        "X": made.normal(size=(4, 3)),
        "A": made.normal(size=(4, 4)),
        "D": made.normal(size=(3, 3)),
        "K": root @ root.T,
        "C": lower @ lower.T + np.eye(4),
        "S": small @ small.T + np.eye(3),
    }


def value(e: Any, env: dict[Any, Any]) -> Any:
    """A matrix expression or the trace of one, in numbers."""
    if isinstance(e, sp.Trace):
        return np.trace(value(e.arg, env))
    if isinstance(e, sp.MatAdd):
        return sum(value(part, env) for part in e.args)
    if isinstance(e, sp.Transpose):
        return value(e.arg, env).T
    if isinstance(e, sp.Inverse):
        return np.linalg.inv(value(e.arg, env))
    if isinstance(e, sp.MatPow):
        return np.linalg.matrix_power(value(e.base, env), int(e.exp))
    if isinstance(e, sp.MatMul):
        coefficient, factors = e.as_coeff_matrices()
        result = float(coefficient.xreplace({a: sp.Rational(3, 4), b: sp.Rational(5, 3), c: sp.Rational(2, 7)}))
        for f in factors:
            result = result * value(f, env) if np.ndim(result) == 0 else result @ value(f, env)
        return result
    return np.eye(4 if e.rows == n else 3) if isinstance(e, sp.Identity) else env[str(e.name)]


def test_what_is_accepted_with_two_inverses_agrees_with_numbers() -> None:
    """Factors of the longer side are swapped, transposed or left out; most of these statements are false."""
    rng, core, env, accepted, refused = random.Random(32), Core(), numbers(), 0, 0
    while accepted < 40 or refused < 40:
        sides = drawn(rng)
        if sides is None or sides[0] == sides[1]:
            continue
        plain, grown = sides
        names = [m for m in grown.atoms(sp.MatrixSymbol) if m.shape == (n, n)]
        if len(names) > 1 and rng.random() < 0.7:
            first, second = rng.sample(sorted(names, key=str), 2)
            grown = rng.choice([grown.xreplace({first: second}), grown.xreplace({A: A.T}), grown.xreplace({a: b})])
        if plain == grown:
            continue
        try:
            found = core._equality(plain, grown)
        except Refused:
            continue
        accepted, refused = accepted + (found is not None), refused + (found is None)
        if found is not None:
            assert np.allclose(value(plain, env), value(grown, env), rtol=1e-7, atol=1e-8), (plain, grown)
