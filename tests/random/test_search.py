"""Climbs over the points of a claim and their shrinking: what they find, what they promise about the scope, what they cost."""

from __future__ import annotations

import math
from typing import Any

import pytest

from lemmata import (
    LINKS,
    Array,
    Claim,
    Domain,
    Function,
    Identity,
    Mean,
    Naturals,
    NonNegative,
    Normal,
    Positive,
    Reals,
    Sampled,
    Symbol,
    Trace,
)
from lemmata.verify.engine.search import climb
from lemmata.verify.engine.shrinking import complexity, shrink_point, simpler
from lemmata.verify.engine.space import Space

n, d = Symbol("n", "samples", Naturals), Symbol("d", "dimension", Naturals)
a, lam, t = Symbol("a", "frequency", Positive), Symbol("λ", "ridge", NonNegative), Symbol("t", "time", Reals)
Z, X = Sampled("Z", Normal()), Sampled("X", Normal(), n, d)
f = Function("σ", "link", of=LINKS)
NUMBERS = Claim(
    "test.numbers", statement=Identity(Mean(a * lam * t * Z**2), a * lam * t), says="it holds", domain=Domain(lam <= a)
)
SIZES = Claim(
    "test.sizes", statement=Identity(Mean(Trace(X * X.T)) + f(a), n * d + f(a)), says="it holds", domain=Domain(d <= 4 * n)
)


def valid(made: Claim, point: dict[str, Any]) -> bool:
    inside = all(s.domain.contains(point[s.name]) and math.isfinite(point[s.name]) for s in made.symbols)
    return inside and not made.domain.broken(point)


@pytest.mark.parametrize("salt", range(4))
def test_a_climb_finds_peaks_in_the_core_far_out_and_at_ends(salt: int) -> None:
    scores = {
        "inside": (lambda p: -abs(p["t"] - 1.234) - abs(p["a"] - 3.3), -0.05),
        "far": (lambda p: -abs(math.log10(p["a"]) - 4.5), -0.05),
        "corner": (lambda p: p["t"] - p["λ"], 3.0),
        "near zero": (lambda p: -math.log10(p["a"]), 4.0),
        "at zero": (lambda p: float(p["λ"] == 0), 1.0),
    }
    for name, (score, reached) in scores.items():
        seen: list[dict[str, Any]] = []

        def watched(point: dict[str, Any], score: Any = score, seen: Any = seen) -> float:
            seen.append(point)
            return float(score(point))

        result = climb(NUMBERS, watched, 250, salt)
        assert result.found[0][0] >= reached, name
        assert result.found[0][0] == max(score(p) for p in seen) and len(seen) == result.tried <= 250
        assert all(valid(NUMBERS, p) for p in seen)
        for symbol in ("a", "λ", "t"):
            assert result.box[symbol] == (min(p[symbol] for p in seen), max(p[symbol] for p in seen))
        assert result.box["a"][1] > 1e5 and result.box["t"][0] < -1e5  # the whole valid domain was looked at


def test_a_climb_has_a_best_point_for_each_option_and_keeps_to_its_costs() -> None:
    tried: list[dict[str, Any]] = []

    def score(point: dict[str, Any]) -> float | None:
        tried.append(point)
        return None if point["σ"] == "relu" else float(point["n"] * point["d"])

    result = climb(SIZES, score, 300, 0)
    labels = [p["σ"] for _, p in result.found]
    assert len(set(labels)) == len(labels) == 6 and "relu" not in labels and result.options["σ"] == set(labels)
    assert result.found[0][0] > 20_000 and max(p["n"] * p["d"] for p in tried) <= 40_000
    assert result.scored < result.tried == len(tried) and all(valid(SIZES, p) for p in tried)
    fixed = climb(SIZES, score, 40, 0, fixed={"n": 3}, when=(d > 4,))
    assert fixed.found[0][1]["n"] == 3 and fixed.box["d"] == (5, 12)


def test_a_climb_is_a_function_of_the_salt() -> None:
    def score(point: dict[str, Any]) -> float:
        return math.sin(1e3 * point["t"]) - abs(point["a"] - 2)

    assert climb(NUMBERS, score, 120, 3) == climb(NUMBERS, score, 120, 3) != climb(NUMBERS, score, 120, 4)
    assert climb(NUMBERS, lambda p: None, 60, 0).found == [] and climb(NUMBERS, lambda p: math.nan, 60, 0).scored == 0


def test_a_claim_without_parameters() -> None:
    made = Claim("test.none", statement=Identity(Mean(Z**2), 1), says="the variance is 1")
    assert climb(made, lambda p: 2.0, 10, 0).found == [(2.0, {})]
    assert shrink_point(made, lambda p: True, 10, 0) == {} and shrink_point(made, lambda p: False, 10, 0) is None


@pytest.mark.parametrize("salt", range(6))
def test_shrinking_ends_at_a_simple_point_that_fails(salt: int) -> None:
    start = {"a": 7.912837465, "λ": 5.112233445566, "t": -2.7182818}

    def fails(point: dict[str, Any]) -> bool:
        assert valid(NUMBERS, point)
        return bool(point["λ"] > 1.5 and point["t"] < 0.7)

    for begun in (start, None):
        found = shrink_point(NUMBERS, fails, 300, salt, start=begun)
        assert found is not None and fails(found)
        assert found["λ"] == 2 and found["a"] in (2, 3) and found["t"] in (0, 0.5), found


def test_shrinking_sizes_and_labels() -> None:
    start = {"n": 57, "d": 190, "a": 3.3, "σ": "sine"}
    found = shrink_point(SIZES, lambda p: p["n"] >= 7, 200, 0, start=start)
    assert found == {"n": 7, "d": 1, "a": 1.0, "σ": "tanh"}
    found = shrink_point(SIZES, lambda p: p["d"] >= 9 and p["σ"] != "tanh", 200, 0, start=start)
    assert found == {"n": 3, "d": 9, "a": 1.0, "σ": "relu"}


def test_shrinking_keeps_to_its_budget_and_to_the_start() -> None:
    calls = [0]

    def fails(point: dict[str, Any]) -> bool:
        calls[0] += 1
        return False

    start = {"a": 7.5, "λ": 5.25, "t": -2.5}
    assert shrink_point(NUMBERS, fails, 25, 0, start=start) == start and calls[0] <= 25
    calls[0] = 0
    assert shrink_point(NUMBERS, fails, 40, 0) is None and calls[0] <= 40


def test_simplicity() -> None:
    ranked = [1.0, 2.0, 3.0, 0.5, -0.5, 10.0, 1.5, 0.33, 0.333, 1 / 3]
    assert complexity(1.0) < complexity(2.0) < complexity(1.5) < complexity(0.333) < complexity(1 / 3)
    assert complexity(0.5) < complexity(-0.5) and complexity(0.0) < complexity(1.5)
    for value in ranked:
        assert all(complexity(v) < complexity(value) for v in simpler(value, False))
    assert simpler(7, True)[:4] == [0, 1, 2, 3] and all(abs(v) < 7 for v in simpler(7, True)) and simpler(0, True) == []
    assert -1 in simpler(-7, True)


def test_places_of_a_space_lie_in_the_domain() -> None:
    space = Space(SIZES)
    assert [s.name for s in space.symbols] == ["n", "a", "d"] or space.symbols.index(n) < space.symbols.index(d)


def test_arrays_are_choices_of_a_search_too() -> None:
    v = Array("v", "a column", n)
    made = Claim("test.array", statement=Identity(Mean(Z**2) * Trace(v * v.T), Trace(v.T * v)), says="it holds")
    result = climb(made, lambda p: float(p["v:style"] == "spiky"), 120, 0)
    assert result.found[0][1]["v:style"] == "spiky" and result.options["v:style"] == set(v.kind.styles)
