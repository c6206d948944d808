"""Bounds on means at corners, on closed forms and without a mean; what a counterexample shows."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from lemmata import (
    Array,
    ChiSquare,
    Claim,
    Domain,
    Guarantee,
    Identity,
    Index,
    Inequality,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Part,
    Positive,
    Probability,
    Rational,
    Sampled,
    Settings,
    Sum,
    Symbol,
    Symmetric,
    Trace,
    exp,
    sqrt,
)
from lemmata.verify.cli.reading import typed
from lemmata.verify.engine.evaluate import evaluate
from lemmata.verify.engine.examination import in_core, row
from lemmata.verify.engine.judging.tails import everywhere
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.space import Space
from lemmata.verify.engine.stats.endless import tail_index, without_mean
from lemmata.verify.engine.suspects import corners_of, glance

t = Symbol("t", "level", Positive)
k, n = (Symbol(name, f"size {name}", Naturals) for name in "kn")
C, Z = Sampled("C", ChiSquare(k)), Sampled("Z", Normal())
S = Array("S", "symmetric matrix", n, n, kind=Symmetric)
levels = Domain(core=(k <= 50, t >= Rational(1, 10), t <= 6))
tail = Inequality(Probability(C - k >= 2 * sqrt(k * t)), exp(-t))


def test_the_corners_are_all_combinations_of_ends() -> None:
    claim = Claim("mine.tail", says="a tail", statement=tail, domain=levels)
    corners = {(p["k"], p["t"]) for p in corners_of(Space(claim), 0)}
    assert corners == {(1, 0.1), (1, 6.0), (50, 0.1), (50, 6.0)}


def test_corners_that_break_a_condition_are_left_out() -> None:
    domain = Domain(k >= n, core=(n >= 2, n <= 8, k <= 8, k + n <= 12))
    claim = Claim("mine.sizes", says="sizes", statement=Inequality(n, k), domain=domain)
    assert {(p["n"], p["k"]) for p in corners_of(Space(claim), 0)} <= {(2, 2), (2, 8)}


@pytest.mark.parametrize("statement", [tail, Guarantee(C - k <= 2 * sqrt(k * t), 1 - exp(-t))])
@pytest.mark.parametrize("root", range(3))
def test_a_pilot_sees_the_factor_at_a_corner(statement: object, root: int) -> None:
    """P[X ≥ 1 + 2√6] = 0.0151 for one degree, six times e^-6."""
    settings = Settings(Claim("mine.pilot", says="a tail", statement=statement, domain=levels))
    (law,) = settings.claim.laws()
    seen = glance(Scene(settings, {"k": 1, "t": 6.0}, Setting(root=root)), law, 2**14)
    assert seen is not None and 5 < seen.middle < 7.5 and seen.excess > 5
    fine = glance(Scene(settings, {"k": 50, "t": 1.0}, Setting(root=root)), law, 2**14)
    assert fine is not None and fine.middle < 1 and fine.excess < -5


@pytest.mark.parametrize("root", range(4))
@pytest.mark.parametrize("sampled", [True, False])
def test_the_ends_of_a_parts_own_conditions_are_looked_at(root: int, sampled: bool) -> None:
    """The product of x <= 7/3 and y <= 31/7 is 31/3 at their ends, and below 95/10 on nine tenths of what they leave."""
    x, y = Symbol("x", "one number", Positive), Symbol("y", "another", Positive)
    when = (x <= Rational(7, 3), y <= Rational(31, 7))
    left, right = (Mean(x * y * Z**2), Rational(95, 10)) if sampled else (x * y, Rational(31, 3) - Rational(1, 10**5))
    domain = Domain(core=(x >= 1, x <= 10, y >= 1, y <= 10))
    made = Claim("mine.ends", parts={"main": Part(Inequality(left, right), when=when, says="a bound")}, domain=domain)
    (record,) = Run([Settings(made)], seed=root)
    assert record.verdict == "refuted"


def test_probabilities_with_a_closed_form_are_searched_as_numbers() -> None:
    half = Inequality(Probability(Z >= t), Rational(49, 100) * exp(-(t**2) / 2))
    (law,) = Claim("mine.half", says="a tail", statement=half, domain=Domain(t <= 3)).laws()
    made = everywhere(law)
    assert made is not None and not made.statement.left.has(Probability)
    (law,) = Claim("mine.square", says="a moment", statement=Inequality(Mean(Z**2), 1 + t)).laws()
    assert everywhere(law) is None


@pytest.mark.parametrize("index", [0.5, 0.9, 1.0])
def test_a_law_without_a_mean_is_noticed(index: float) -> None:
    x = torch.rand(40, 2**15, generator=torch.Generator().manual_seed(1), dtype=torch.float64) ** (-1 / index)
    assert abs(sum(tail_index(row[None])[0] for row in x) / 40 - index) < 0.1 * index
    assert sum(without_mean(row[None]) != "" for row in x) >= 34  # at index 1 the largest 45 alone are taken for others in 6 %


def test_a_law_with_a_mean_is_not_called_one_without() -> None:
    generator = torch.Generator().manual_seed(2)
    pareto = torch.rand(40, 2**15, generator=generator, dtype=torch.float64) ** (-1 / 1.6)
    normal = torch.randn(40, 2**15, generator=generator, dtype=torch.float64)
    rare = (torch.rand(40, 2**15, generator=generator) < 1e-3).double()
    assert not any(without_mean(x[None]) for y in (pareto, normal, normal**4, normal.exp(), rare) for x in y)
    stein = torch.randn(20, 2**16, generator=generator, dtype=torch.float64)
    assert not any(without_mean(x[None]) for x in stein**4 - 6 * stein**2 + 3), (
        "z He_3(z) - He_3'(z): few large values, of every order"
    )
    noise = 1e-17 * torch.rand(4096, generator=generator, dtype=torch.float64) ** -2
    assert without_mean(noise[None]) and not without_mean(noise[None], 1.0), "rounding has no tail that matters"


def test_a_counterexample_shows_its_matrix_and_eval_finds_it_again() -> None:
    statement = Inequality(Mean((Z * Trace(S)) ** 2), Trace(S * S))
    settings = Settings(Claim("mine.matrix", says="a trace", statement=statement, domain=Domain(core=(n <= 3,))))
    for seed in (0, 3):
        (record,) = Run([settings], profile="quick", seed=seed, fresh=True).all()
        truth = next(law for law in record.laws if law.name == "truth")
        assert truth.outcome == "fails" and truth.counterexample is not None
        shown = torch.tensor(truth.counterexample["S"], dtype=torch.float64)
        assert torch.equal(shown, shown.T) and float(shown.trace() ** 2) > float((shown**2).sum())
        assert "S=[[" in typed(truth.counterexample)
        by_seed = evaluate(settings, "truth", {k: v for k, v in truth.counterexample.items() if k != "S"}, seed=seed)
        by_entries = evaluate(settings, "truth", truth.counterexample)
        for found in (by_seed, by_entries):
            assert found["quantities"]["right"]["value"] == pytest.approx(float((shown**2).sum()), rel=1e-9)


def test_a_core_may_speak_of_an_array_whose_means_are_drawn() -> None:
    domain = Domain(core=(n <= 3, Trace(S) <= 1, Trace(S) >= -1))
    settings = Settings(Claim("mine.core", says="a trace", statement=Inequality(Mean(Z**2 * Trace(S)), 2), domain=domain))
    (law,) = settings.claim.laws()
    seen = set()
    for style in ("generic", "zero", "large"):
        scene = Scene(settings, {"n": 3, "S:style": style}, Setting())
        small = abs(float(scene.env["S"].trace())) <= 1
        assert in_core(settings, scene.point) and row(scene, [law], 1e-6)["core"] is small
        seen.add(small)
    assert seen == {True, False}


def test_files_name_what_they_refute(tmp_path: Path) -> None:
    """A file's claim keeps its address in the command that shows the counterexample."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from lemmata import *\n"
        'n = Symbol("n", "size", Naturals)\n'
        'v = Array("v", "column", n)\n'
        'claim = Claim("mine.entry", says="half", statement=Inequality(v[1] ** 2, sq(v) / 2), domain=Domain(core=(n <= 3,)))\n',
        encoding="utf-8",
    )
    from lemmata.verify.cli.reading import seen_by
    from lemmata.verify.engine.loading import load_file

    (record,) = Run(load_file(file), profile="quick", seed=5, fresh=True).all()
    truth = next(law for law in record.laws if law.name == "truth")
    assert truth.counterexample is not None and len(truth.counterexample["v"]) == truth.counterexample["n"]
    assert seen_by(record, truth).endswith("--law truth --seed 5")


@pytest.mark.parametrize("root", range(3))
def test_an_identity_that_fails_at_the_end_of_its_conditions_alone(root: int) -> None:
    """x = x + max(x - 3.68, 0) where x <= 3.7, of x up to 10; another part is worse, and hides nothing."""
    x = Symbol("x", "one number", Positive)
    bump = Maximum(x - Rational(368, 100), 0)
    parts = {
        "end": Part(Identity(x, x + bump), when=(x <= Rational(37, 10),), says="false at the end"),
        "worse": Part(Identity(x, x + Maximum(x - 9, 0)), says="false further on"),
    }
    made = Claim("mine.end", parts=parts, domain=Domain(x <= 10, core=(x >= Rational(1, 10),)))
    (record,) = Run([Settings(made)], seed=root)
    assert [part.verdict for part in record.parts] == ["refuted", "refuted"]


@pytest.mark.parametrize("root", range(2))
def test_a_bound_on_an_indexed_array_is_refuted_outside_the_core(root: int) -> None:
    """(Σ g)² is at most t Σ g², and at t = 1 equal to it."""
    g, j = Array("g", "numbers", n), Index("j")
    total, squares = Sum(g[j], (j, 1, n)) ** 2, Sum(g[j] ** 2, (j, 1, n))
    right = (Rational(107, 100) * n - Rational(1, 10)) * squares
    made = Claim(
        "mine.one", says="false for one term", statement=Inequality(total, right), domain=Domain(core=(n >= 2, n <= 8))
    )
    (record,) = Run([Settings(made)], seed=root)
    assert record.verdict == "refuted" and record.laws[0].counterexample["n"] == 1


def test_a_law_that_is_sharp_at_an_end_does_not_fail_where_rounding_breaks_the_condition() -> None:
    """5e-7 squared is below the double 2.5e-13 by 7e-17 of it; a bound that is off by 1 % fails there all the same, and 1/10 is at most 0.1."""
    x, y = Symbol("x", "one number", Positive), Symbol("y", "another", Positive)
    when = (x**2 >= y, x <= Rational(1, 10))
    parts = {
        "true": Part(Inequality(y, x**2), when=when, says="a bound"),
        "false": Part(Inequality(y, Rational(99, 100) * x**2), when=when, says="one that is a little too low"),
    }
    settings = Settings(Claim("mine.sharp", parts=parts, domain=Domain(core=(x <= 1, y <= 1))))
    laws = settings.claim.laws()

    def outcomes(**point: float) -> list[str]:
        found = row(Scene(settings, point, Setting()), laws, 1e-6)["evidence"]
        return [found[law.name]["outcome"] for law in laws]

    assert outcomes(x=5e-7, y=2.5e-13) == ["vacuous", "fails"]
    assert outcomes(x=0.1, y=0.005) == ["holds", "holds"]
    assert outcomes(x=0.05, y=0.0025) in (["holds", "fails"], ["vacuous", "fails"])
