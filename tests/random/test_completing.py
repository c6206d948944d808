"""Points as users name them: what is given is checked and kept, the rest is ordinary."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lemmata import (
    LINKS,
    PSD,
    Array,
    Claim,
    Counts,
    Domain,
    Function,
    Identity,
    Mean,
    Naturals,
    Normal,
    Positive,
    Sampled,
    Symbol,
    Trace,
)
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.completing import complete

n, d = Symbol("n", "number of samples", Naturals), Symbol("d", "dimension", Naturals)
a, p = Symbol("a", "frequency", Positive), Symbol("p", "degree", Counts)
X, K, v = Sampled("X", Normal(a), n, d), Array("K", "kernel", n, n, kind=PSD), Array("v", "weights", d, of=Positive)
f = Function("σ", "link", of=LINKS)
CLAIM = Claim(
    "test.points",
    statement=Identity(Mean(Trace(X.T * K * X)) + f(p) + Trace(v.T * v), a * d * Trace(K) + f(p) + Trace(v.T * v)),
    says="it holds",
    domain=Domain(d <= 4 * n, a < 2, core=(n <= 9,)),
)


def test_nothing_given_is_an_ordinary_point() -> None:
    point = complete(CLAIM, {})
    assert point == complete(CLAIM, {}) and set(point) == {"n", "d", "a", "p", "σ", "K:style", "v:style"}
    assert 2 <= point["n"] <= 9 and point["K:style"] == "generic" and not CLAIM.domain.broken(point)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"n": "3"}, {"n": 3}),
        ({"n": 3.0}, {"n": 3}),
        ({"n": 500}, {"n": 500}),  # outside the core, inside the domain
        ({"a": "1/3"}, {"a": 1 / 3}),
        ({"a": Fraction(1, 3)}, {"a": 1 / 3}),
        ({"a": "1e-3", "d": 40}, {"a": 1e-3, "d": 40}),
        ({"d": np.int64(40)}, {"d": 40}),
        ({"σ": "relu", "K:style": "zero"}, {"σ": "relu", "K:style": "zero"}),
        ({"K": [[1, 0], [0, 2]]}, {"K": [[1.0, 0.0], [0.0, 2.0]], "n": 2}),
        ({"K": "[[1, 0], [0, 2]]", "v": "1, 2, 3"}, {"n": 2, "d": 3, "v": [1.0, 2.0, 3.0]}),
    ],
    ids=str,
)
def test_what_is_given_is_kept(given: dict[str, Any], kept: dict[str, Any]) -> None:
    point = complete(CLAIM, given)
    assert {name: point[name] for name in kept} == kept
    assert all(type(point[name]) is type(value) for name, value in kept.items())
    numbers = {name: value for name, value in point.items() if name in ("n", "d", "a", "p")}
    assert set(numbers) == {"n", "d", "a", "p"} and not CLAIM.domain.broken(numbers)
    for name in ("K", "v"):
        assert (f"{name}:style" in point) != (name in point)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"q": 1}, r"test\.points: there is no 'q'; it speaks of n, d|there is no 'q'; it speaks of"),
        ({"n": 0}, r"n=0 lies outside \{1, 2, …\}; n is the number of samples"),
        ({"n": 2.5}, r"n=2\.5 is no integer; n \(number of samples\) lies in"),
        ({"n": "2.5"}, r"n=2\.5 is no integer"),
        ({"a": "-1"}, r"a=-1 lies outside \(0, ∞\); a is the frequency"),
        ({"a": 0}, "lies outside"),
        ({"a": 2}, r"a=2 breaks the condition a < 2: a lies in \(0, 2\)"),
        ({"n": 2, "d": 9}, r"d=9, n=2 breaks the condition d <= 4\*n: n lies in \[3, ∞\)"),
        ({"a": float("nan")}, "a=nan is no finite number|is no number"),
        ({"a": float("inf")}, "a=inf is no"),
        ({"a": "one"}, "a='one' is not a number|is no number"),
        ({"a": None}, "a=None is no number"),
        ({"a": True}, "a=True is no finite number"),
        ({"a": [1, 2]}, r"a=\[1, 2\] is a list; a \(frequency\) is one number"),
        ({"a": "1e999"}, "beyond 1e300"),
        ({"σ": "sigmoid"}, "σ='sigmoid' is unknown; there is tanh, relu"),
        ({"K:style": "nice"}, "K:style='nice' is unknown; there is generic, zero"),
        ({"K": [[1, 2], [0, 1]]}, r"test\.points: K is no positive semidefinite matrix: entry"),
        ({"K": [[1, 0], [0, 1]], "n": 3}, "K has 2 rows, but n = 3"),
        ({"K": [[1]], "v": [1, 2, 3, 4, 5]}, r"d=5, n=1 breaks the condition d <= 4\*n"),
        ({"v": [1, -1]}, r"v has the entry -1, which is not in \(0, ∞\)"),
        ({"v": "[1, [2]]"}, "v is no array|v has|rows of equal length"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_one_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(LemmataError, match=words) as caught:
        complete(CLAIM, given)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_values_that_leave_nothing_for_the_others() -> None:
    hard = Claim(
        "test.hard", statement=Identity(Mean(X[0, 0] ** 2) * d, a * d), says="it holds", domain=Domain(a**2 * d**4 < n, n < 5)
    )
    with pytest.raises(LemmataError, match=r"test\.hard: no ordinary values go with a=3 "):
        complete(hard, {"a": 3})
