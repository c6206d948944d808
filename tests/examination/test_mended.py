"""What was once let through or wrongly refused: witnesses out of place, rounded optima, powers of inner means, runaway exponents."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy as sp

from lemmata import (
    Array,
    Claim,
    Domain,
    Eq,
    Existence,
    I,
    Identity,
    Inequality,
    Integers,
    Ladder,
    Mean,
    Naturals,
    Normal,
    Optimality,
    Order,
    Positive,
    Procedure,
    Rate,
    Rational,
    Reduction,
    Sampled,
    Settings,
    Symbol,
    Trace,
    Variance,
    cos,
    dot,
    exp,
    sq,
    sqrt,
)
from lemmata.theory.algebra.kurtosis import polynomial_mean
from lemmata.verify.engine.judging.averages import average, settled
from lemmata.verify.engine.judging.growth import runaway

a = Symbol("a", "a positive number", Positive)
x, w, u = (Symbol(name, f"real {name}") for name in "xwu")
m = Symbol("m", "an integer", Integers)
n, d, k = (Symbol(name, f"size {name}", Naturals) for name in "ndk")
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())


def verdict(examine: Any, statement: Any, **options: Any) -> tuple[str, str]:
    record = examine(Claim("mine.mended", says="A statement", statement=statement, **options))
    return record.verdict, record.parts[0].detail or record.laws[0].detail


def claim(statement: Any, domain: Domain) -> Claim:
    return Claim("mine.lemma", says="A lemma", statement=statement, domain=domain)


class TestWitness:
    def test_no_real_number_has_the_square_of_a_negative_one(self, examine: Any) -> None:
        assert verdict(examine, Existence(Eq(w**2 - x, 0), {w: sqrt(x)}))[0] == "refuted"
        assert verdict(examine, Existence(Eq(w**2 - a, 0), {w: sqrt(a)}))[0] in ("certified", "corroborated")

    @pytest.mark.parametrize(("symbol", "value"), [(m, Rational(1, 2)), (a, sp.Integer(-1))])
    def test_a_value_that_the_symbol_may_not_take(self, examine: Any, symbol: Any, value: Any) -> None:
        assert verdict(examine, Existence(Eq(symbol, value), {symbol: value}))[0] == "refuted"


def test_rounding_the_stated_place_refutes_no_optimum(examine: Any) -> None:
    """At (a, a²) the objective is 0, at the nearest floats it is not, and 10⁶ times what rounding costs is found by descent."""
    valley = (w - a) ** 2 + 10**6 * (u - w**2) ** 2
    core = Domain(core=(a >= Rational(1, 10), a <= 2))
    assert verdict(examine, Optimality(valley, at={w: a, u: a**2}), domain=core)[0] in ("corroborated", "insensitive")
    assert verdict(examine, Optimality(valley, at={w: 0, u: 0}), domain=core)[0] == "refuted"


class TestRoundingOfReplicates:
    """One sample on both sides leaves a mean of nothing but rounding, which replicates repeat and no interval holds."""

    C, z = Array("C", "a matrix", n, n), Sampled("z", Normal(), n)
    inverse = (C * C.T + a * I(n)).inv()
    gap = dot(z, inverse * C * C.T * z) / a - dot(z, z) / a
    core = Domain(core=(n <= 4, a >= Rational(1, 2), a <= 2))

    @pytest.mark.parametrize("seed", [0, 1])
    def test_is_no_difference(self, examine: Any, seed: int) -> None:
        law = Identity(Mean(-self.gap), Mean(dot(self.z, self.inverse * self.z)), scale=1)
        assert examine(claim(law, self.core), seed=seed).verdict in ("corroborated", "insensitive")

    @pytest.mark.parametrize("seed", [0, 1])
    def test_a_small_difference_is_seen_all_the_same(self, examine: Any, seed: int) -> None:
        law = Identity(Mean(-self.gap), Mean(dot(self.z, self.inverse * self.z)) * (1 + Rational(1, 10**4)), scale=1)
        assert examine(claim(law, self.core), seed=seed).verdict == "refuted"


class TestInnerMeans:
    @pytest.mark.parametrize(
        ("body", "value"), [((Z + Y) ** 2, Z**2 + 1), (Y**4 * Z + a * Y**2, 3 * Z + a), (Y**3, 0), ((Z * Y) ** 2 + Z, Z**2 + Z)]
    )
    def test_of_polynomials_have_closed_forms(self, body: Any, value: Any) -> None:
        assert sp.expand(polynomial_mean(body, (Y,)) - value) == 0
        assert sp.expand(settled(average(Mean(Mean(body, over=Y) ** 2))).body - sp.expand(value**2)).expand() == 0

    def test_of_other_functions_and_laws_have_none(self) -> None:
        C = Sampled("C", Normal(1 + Z**2))
        assert polynomial_mean(cos(Y) * Z, (Y,)) is None
        assert polynomial_mean(Y**2 * Mean(cos(Y + Z), over=Z), (Y,)) is None
        assert polynomial_mean(C**2, (C,)) is None, "its law is random too"

    def test_a_power_of_a_bounded_one_is_bounded_as_its_copies_are(self, examine: Any) -> None:
        """E (E_Y cos(Z + Y))² = e^(-1)(1 + e^(-2))/2: the product of two copies changes sign, the square does not."""
        squared = Mean(Mean(cos(Z + Y), over=Y) ** 2)
        assert verdict(examine, Identity(squared, exp(-1) * (1 + exp(-2)) / 2))[0] == "corroborated"
        assert verdict(examine, Identity(squared, exp(-1) * (1 + exp(-2))))[0] == "refuted"


RUNGS = (16, 32, 64, 128, 256, 512, 1024, 2048)
SIZES = [float(r) for r in RUNGS]
LADDER = Ladder(k, RUNGS)


class TestRunaway:
    @pytest.mark.parametrize(
        "f",
        [
            lambda k: k**2 * (1 + math.exp(-k / 100)),
            lambda k: k**2 + 1e4 * k,
            lambda k: (k - 2047.999) ** 2,
            lambda k: (k - 2040) ** 2 + 1e-9,
            lambda k: abs(k - 15.9999) ** 3 / k,
            lambda k: k**2 * (2 + math.sin(3 * math.log(k))),
            lambda k: k**2 * (1 + math.tanh(k / 700) * 9),
            lambda k: k**2 * math.log(k) ** 4,
            lambda k: k**2 * (0.1 + math.log(k / 2000) ** 2),
        ],
    )
    def test_no_correction_that_decays_or_oscillates_runs_away(self, f: Any) -> None:
        values = [f(k) for k in SIZES]
        assert runaway(SIZES, values, [2.0**-50 * v for v in values], 2.0, 0) == 0.0

    @pytest.mark.parametrize("rate", [1 / 20, 1 / 100, -1 / 50])
    def test_an_exponential_does_and_not_where_noise_may_have_made_it(self, rate: float) -> None:
        values = [math.exp(rate * k) for k in SIZES]
        slope = runaway(SIZES, values, [2.0**-50 * v for v in values], 2.0, 0)
        assert math.isclose(slope, 1024 * rate / math.log(2), rel_tol=1e-9)
        assert runaway(SIZES, values, [v / 2 for v in values], 2.0, 0) == 0.0
        assert runaway(SIZES, values, [0.0 for _ in values], 2.0, 4096) == 0.0

    def test_verdicts_on_the_side_that_is_stated(self, examine: Any) -> None:
        terms = (1 / k, k**-2)
        fast, slow = exp(k / Rational(60)), exp(-k / Rational(60))
        assert verdict(examine, Rate(fast, 2, ladder=LADDER, expansion=terms))[0] == "refuted"
        assert verdict(examine, Order(fast, k, direction="upper", ladder=LADDER, expansion=terms))[0] == "refuted"
        assert verdict(examine, Order(slow, k, direction="lower", ladder=LADDER, expansion=terms))[0] == "refuted"
        assert verdict(examine, Order(slow, k, direction="upper", ladder=LADDER, expansion=terms))[0] != "refuted"
        assert verdict(examine, Order(fast, k, direction="lower", ladder=LADDER, expansion=terms))[0] != "refuted"


class TestReductions:
    X = Sampled("X", Normal(), n, d)
    sizes = Domain(core=(n >= 2, n <= 8, d >= 2, d <= 8))

    def test_the_right_mean_with_the_wrong_variance_is_an_error(self, examine: Any) -> None:
        """Var tr X'X = 2nd; the reduction nd + √(nd) Z has the right mean."""
        square = Trace(self.X.T * self.X)
        reduced = Reduction(square, n * d + sqrt(n * d) * Z, small={"n": 3, "d": 2}, how="observables")
        seen, why = verdict(examine, Identity(Variance(square), n * d), reductions=(reduced,), domain=self.sizes)
        assert seen == "error"
        assert "its reduction does not agree with the literal term" in why

    def test_the_right_one_agrees(self, examine: Any) -> None:
        square = Trace(self.X.T * self.X)
        reduced = Reduction(square, Trace(self.X * self.X.T), small={"n": 3, "d": 2}, how="observables")
        assert verdict(examine, Identity(Mean(square), n * d), reductions=(reduced,), domain=self.sizes)[0] == "corroborated"

    @pytest.mark.parametrize("wrapped", [True, False])
    @pytest.mark.parametrize(("same", "verdict"), [(True, "corroborated"), (False, "error")])
    def test_two_procedures_are_compared_pathwise_on_the_same_draws(
        self, examine: Any, wrapped: bool, same: bool, verdict: str
    ) -> None:
        one, two = (Procedure(name, "a normal number", ("size",), {"u": "the number"}) for name in ("one", "two"))

        def first(p: Any, draw: Any) -> Any:
            return {"u": draw.normal() * p.size}

        def second(p: Any, draw: Any) -> Any:
            return {"u": p.size * (draw.normal() if same else -draw.normal())}

        term, by = (one(size=n)["u"], two(size=n)["u"]) if wrapped else (one, two)
        law = Identity(Mean(one(size=n)["u"] ** 2), n**2)
        reduced = Reduction(term, by, small={"n": 2}, how="pathwise")
        core = Domain(core=(n <= 3,))
        stated = Claim("mine.run", says="A law", statement=law, domain=core, procedures=(one, two), reductions=(reduced,))
        found = examine(stated, procedures={"one": first, "two": second})
        assert found.verdict == verdict
        assert same or 'how="observables"' in found.parts[0].detail


def test_draws_that_are_kept_are_counted_as_they_come_and_go(examine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from lemmata.verify.engine import scene as scenes
    from lemmata.verify.engine.setting import Setting
    from lemmata.verify.engine.subject import Settings

    monkeypatch.setattr(scenes, "KEPT", 20_000)
    scene = scenes.Scene(Settings(claim(Identity(Mean(Z**2 + Y), 1), Domain())), {}, Setting())
    for chunk in range(40):
        scene.sampled([Z**2], "sample", chunk, 256)
        scene.sampled([Z * Y], "sample", chunk, 256)
        held = sum(scenes.size_of(v) for kept in scene._chunks.values() for v in kept.values())
        assert scene._held == held
        assert held <= 20_000 or len(scene._chunks) <= 5
    assert len(scene._chunks) < 10


def test_the_instance_of_a_counterexample_is_the_one_of_its_numbers() -> None:
    """A refutation by samples is confirmed on the same instance, and its sides are those of the arrays that are shown."""
    from lemmata.verify.engine.runner import Run

    n = Symbol("n", "length", Naturals)
    a, g = Array("a", "a vector", n), Sampled("g", Normal(), n)
    for seed in range(3):
        claim = Claim("mine.half", says="half", statement=Inequality(Mean(dot(a, g) ** 2), sq(a) / 2), domain=Domain(n <= 6))
        (record,) = Run([Settings(claim)], device="cpu", seed=seed).all()
        law = record.laws[0]
        assert law.outcome == "fails"
        entries = law.counterexample["a"]
        assert law.predicted == pytest.approx(sum(x * x for x in entries) / 2, rel=1e-9)
        assert law.interval[0] <= sum(x * x for x in entries) <= law.interval[1]
