"""A verdict says what was checked: by part, on its scope, at its resolution, and never more."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from lemmata import (
    PSD,
    Abs,
    Array,
    Bernoulli,
    Claim,
    Domain,
    Erratum,
    I,
    Identity,
    Inequality,
    Integral,
    Mean,
    Naturals,
    Normal,
    Part,
    Positive,
    Print,
    Rademacher,
    Reals,
    Sampled,
    Symbol,
    Trace,
    Uniform,
    Variance,
    cos,
    cosh,
    eigenvalue,
    exp,
    log,
    oo,
    sq,
    sqrt,
    tanh,
)
from lemmata.verify.engine.findings import _group
from lemmata.verify.engine.records import Evidence, LawRecord
from lemmata.verify.report.wrong import automatic

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x = Symbol("x", "a number", Reals)
n = Symbol("n", "size", Naturals)
K = Array("K", "a kernel matrix", n, n, kind=PSD)
Z, S = Sampled("Z", Normal()), Sampled("S", Rademacher())


def part(record: Any, name: str = "main") -> Any:
    return next(p for p in record.parts if p.name == name)


def law(record: Any, name: str) -> Any:
    return next(found for found in record.laws if found.name == name)


v = Array("v", "a vector", n)


def test_what_the_domain_says_of_an_array_is_a_condition_of_every_part(examine: Any) -> None:
    """|v|⁴ <= |v|² where |v| <= 1: outside of it nothing is stated, by a search neither; without the condition it is false."""
    for conditions, verdict in (((sq(v) <= 1,), "corroborated"), ((), "refuted")):
        domain = Domain(*conditions, core=(n >= 1, n <= 3, a >= 1, a <= 2))
        parts = {
            "main": Part(Inequality(sq(v) ** 2, sq(v)), says="The square of the squared norm is at most that"),
            "other": Part(Inequality(a**2, a**2 + sq(v) / 100), says="A number and a square"),
        }
        record = examine(Claim("mine.ball", domain=domain, parts=parts), core=(6, 16), rest=(2, 4))
        assert part(record).verdict == verdict, part(record)


class TestFixed:
    def test_an_identity_with_the_scope_that_was_judged(self, examine: Any) -> None:
        record = examine(
            Claim("mine.square", says="(a + b)² expanded", statement=Identity((a + b) ** 2, a**2 + 2 * a * b + b**2))
        )
        assert record.as_expected
        assert part(record).verdict == "corroborated"
        assert part(record).scope_text.endswith("claimed for a > 0, b > 0")
        assert part(record).resolution < 1e-9

    def test_false_beyond_a_point_of_the_core(self, examine: Any) -> None:
        claim = Claim(
            "mine.late", says="|a - 3/2| is 3/2 - a", statement=Identity(Abs(a - 1.5), 1.5 - a), domain=Domain(core=(a <= 3,))
        )
        record = examine(claim)
        assert record.verdict == "refuted"
        assert law(record, "truth").counterexample["a"] > 1.5

    def test_false_far_out_of_the_core_only(self, examine: Any) -> None:
        claim = Claim(
            "mine.far",
            says="min(a, 100) is a",
            statement=Identity(100 - Abs(a - 100) + a - 100 + a, 2 * a),
            domain=Domain(core=(a <= 3,)),
        )
        record = examine(claim)
        assert record.verdict in ("corroborated", "refuted")
        wrong = Claim(
            "mine.far2", says="|a - 100| is 100 - a", statement=Identity(Abs(a - 100), 100 - a), domain=Domain(core=(a <= 3,))
        )
        assert examine(wrong).verdict == "refuted"

    def test_rounding_is_no_counterexample(self, examine: Any) -> None:
        claim = Claim(
            "mine.rounding",
            says="A difference of squares",
            statement=Identity((a + 1) ** 2 - a**2 - 2 * a, 1 + 0 * a + exp(0 * a) - 1),
        )
        assert examine(claim).verdict == "corroborated"

    def test_one_style_of_an_array_decides(self, examine: Any) -> None:
        claim = Claim(
            "mine.trace", says="The trace is positive", statement=Inequality(1e-12, Trace(K)), domain=Domain(core=(n <= 5,))
        )
        record = examine(claim)
        assert record.verdict == "refuted"
        assert law(record, "truth").counterexample["K:style"] == "zero"

    def test_a_condition_that_no_point_meets_is_vacuous(self, examine: Any) -> None:
        claim = Claim(
            "mine.never",
            says="Nothing",
            statement=Identity((a + b) ** 2, a**2 + 2 * a * b + b**2),
            when=(Trace(K) < 0,),
            domain=Domain(core=(n <= 3,)),
        )
        assert part(examine(claim)).verdict == "vacuous"

    def test_a_sharp_bound_and_a_loose_one(self, examine: Any) -> None:
        sharp = examine(Claim("mine.sharp", says="AM-GM", statement=Inequality(sqrt(a * b), (a + b) / 2)))
        assert part(sharp).verdict == "corroborated"
        assert part(sharp).sharpness == "attained up to 1"
        loose = examine(
            Claim("mine.loose", says="A weak bound", statement=Inequality(tanh(a), 10), wrong={"ten": {"right": 0.5}})
        )
        assert "loose" in part(loose).sharpness

    def test_a_false_bound_at_an_end_is_found(self, examine: Any) -> None:
        claim = Claim(
            "mine.end", says="(1 - cos a)/a² ≤ 2/5", statement=Inequality((1 - cos(a)) / a**2, 0.4), domain=Domain(a < 3)
        )
        assert examine(claim).verdict == "refuted"

    def test_a_matrix_identity_false_in_one_entry(self, examine: Any) -> None:
        corner = sp.Matrix([[0, 0], [0, 1]])
        M = Array("M", "a matrix of two rows", 2, 2)
        claim = Claim("mine.entry", says="M plus a corner is M", statement=Identity(M + sp.ImmutableMatrix(corner), M * I(2)))
        assert examine(claim).verdict == "refuted"


class TestSampled:
    def test_a_mean_with_its_derived_assumption(self, examine: Any) -> None:
        claim = Claim(
            "mine.second",
            says="E (bZ)² = b²",
            statement=Identity(Mean((b * Z) ** 2), b**2),
            wrong={"double": {"right": 2 * b**2}},
        )
        record = examine(claim)
        assert record.as_expected
        assert part(record).assumptions == ["kurtosis ≤ 15 (derived)"]
        assert part(record).resolution <= 0.1
        assert "world:Z.scale" in part(record).group["worlds_seen"]

    def test_a_rare_event_does_not_pass(self, examine: Any) -> None:
        rare = Sampled("B", Bernoulli(1e-4))
        claim = Claim("mine.rare", says="A rare weight counts for nothing", statement=Identity(Mean(1 + 10000 * rare), 1))
        assert examine(claim).verdict not in ("corroborated", "certified", "proved")

    def test_a_variance_needs_no_second_sample(self, examine: Any) -> None:
        U = Sampled("U", Uniform(0, a))
        record = examine(
            Claim(
                "mine.variance",
                says="Var U = a²/12",
                statement=Identity(Variance(U), a**2 / 12),
                wrong={"six": {"right": a**2 / 6}},
            )
        )
        assert record.as_expected

    def test_a_ratio_of_means_is_judged_on_the_image_of_their_intervals(self, examine: Any) -> None:
        U = Sampled("U", Uniform(0, 1))
        claim = Claim(
            "mine.ratio",
            says="E U² / E U = 2/3",
            statement=Identity(Mean(U**2) / Mean(U), 2 / 3),
            wrong={"half": {"right": 0.5}},
        )
        record = examine(claim)
        assert record.as_expected
        assert part(record).resolution <= 0.1

    def test_two_means_do_not_share_a_sample(self, examine: Any) -> None:
        U = Sampled("U", Uniform(0, 1))
        record = examine(Claim("mine.product", says="E U E U is E U²", statement=Identity(Mean(U) * Mean(U), Mean(U**2))))
        assert record.verdict == "refuted"

    def test_values_too_large_to_square(self, examine: Any) -> None:
        record = examine(Claim("mine.huge", says="7e200 is 1e200", statement=Identity(Mean(7e200 * (2 + S)), 2e200)))
        assert record.verdict == "refuted"

    def test_equal_replicates_prove_nothing(self, examine: Any) -> None:
        Y = Z + Sampled("Y", Normal()) + Sampled("W", Normal())  # more numbers than a quadrature takes
        blind = Claim("mine.blind", says="One for every law", statement=Identity(Mean(tanh(Y) ** 2 + 1 / cosh(Y) ** 2), 1))
        assert examine(blind).verdict == "undecided"

    def test_a_gap_of_a_millionth_is_seen_where_the_noise_is_smaller(self, examine: Any) -> None:
        claim = Claim("mine.tiny", says="A tiny part of Z", statement=Identity(Mean(1 + Z**2 / 10**6), 1))
        assert examine(claim).verdict == "refuted"


class TestParts:
    def test_each_part_has_its_verdict_and_the_weakest_is_the_claims(self, examine: Any) -> None:
        claim = Claim(
            "mine.parts",
            parts={
                "right": Part(Identity(Mean(Z**2), 1), says="E Z² = 1"),
                "wrong": Part(Identity(Mean(Z**2), 2), says="E Z² = 2"),
            },
        )
        record = examine(claim)
        assert [p.verdict for p in record.parts] == ["corroborated", "refuted"]
        assert record.verdict == "refuted"
        assert not record.as_expected

    def test_an_open_part_is_never_positive_and_not_unexpected(self, examine: Any) -> None:
        claim = Claim("mine.open", says="E Z² = 2", statement=Identity(Mean(Z**2), 2), open="not checked yet")
        record = examine(claim)
        assert record.verdict == "open"
        assert record.as_expected

    def test_a_proof_says_proved_and_a_wrong_proof_is_an_error(self, examine: Any) -> None:
        moment = Mean(cos(a * Z))
        right = Identity(moment, exp(-(a**2) / 2))
        good = Claim("mine.good", says="The characteristic function", statement=right, proof=lambda k: k.mean(moment))
        assert examine(good).verdict == "proved"
        bad = Claim("mine.bad", says="The characteristic function", statement=right, proof=lambda k: k.mean(Mean(Z**2)))
        assert examine(bad).verdict == "error"

    def test_a_print_is_refuted_by_a_simple_counterexample(self, examine: Any) -> None:
        claim = Claim(
            "mine.print",
            says="(a + b)² expanded",
            statement=Identity((a + b) ** 2, a**2 + 2 * a * b + b**2),
            printed=Print(right=a**2 + b**2, erratum=Erratum.wrong("the cross term is missing")),
        )
        record = examine(claim)
        assert record.as_expected
        assert law(record, "as-printed").verdict == "refuted"
        assert set(law(record, "as-printed").counterexample) == {"a", "b"}

    def test_a_symmetric_matrix_that_is_none_is_refused_and_not_judged(self, examine: Any) -> None:
        claim = Claim(
            "mine.top",
            says="The largest eigenvalue is at most the trace",
            statement=Inequality(eigenvalue(K, 1), Trace(K)),
            domain=Domain(core=(n <= 5,)),
        )
        assert examine(claim).as_expected


class TestWrongVersionsWithoutAValue:
    def test_they_are_set_aside_and_shown(self, examine: Any) -> None:
        """log(1 - exp(-a)) + a without its minus has the logarithm of a negative number, at every point."""
        a = Symbol("a", "a number", Positive)
        law = Identity(log(exp(a) - 1), log(1 - exp(-a)) + a)
        record = examine(Claim("mine.softplus", statement=law, says="An inverse", domain=Domain(core=(a >= 0.1, a <= 2))))
        group = record.parts[0].group
        assert record.verdict == "corroborated"
        assert group["malformed"] and not group["survived"]
        assert not {law.name for law in record.laws if law.outcome == "error"} - set(group["malformed"])
        aside = automatic(record, record.parts[0]).aside
        assert [len(names) for word, _, names in aside if word.startswith("without a real")] == [len(group["malformed"])]

    @pytest.mark.parametrize("valueless", [True, False])
    def test_another_error_kills_nothing(self, valueless: bool) -> None:
        made = [Evidence("error", valueless=valueless)]
        law = LawRecord("auto:x2", "identity", "fails", "error", "error", False, "", role="auto", evidence=made)
        word = "has no value" if valueless else "could not be evaluated"
        assert word in _group([law], {})["insensitive"]


def test_an_integral_is_refined_until_it_converges(examine: Any) -> None:
    """The integrand dies out like a normal density on a half-line, where the coarsest rule is off by 1e-5."""
    a, u = Symbol("a", "a number", Positive), Symbol("u", "a bound number", Positive)
    body = exp(-a * u**2 + u)
    parts = [Integral(body, (u, *ends)) for ends in ((0, oo), (0, 1), (1, oo))]
    law = Identity(parts[0] ** 2, (parts[1] + parts[2]) ** 2)
    assert (
        examine(Claim("mine.cut", statement=law, says="A cut", domain=Domain(core=(a >= 0.1, a <= 2)))).verdict
        == "corroborated"
    )
