"""Each judge end to end on tiny claims: alarms under the truth at most at the stated rate, and power at its resolution.

Levels are loose (5e-2) so that rates can be seen in a few hundred root keys; every rate meets a binomial test of size 1e-4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
import sympy as sp
import torch

from lemmata.theory.first import (
    Certificate,
    Computed,
    Domain,
    Enclosure,
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Optimality,
    Order,
    Phase,
    Rate,
    Real,
)
from lemmata.theory.language.errors import LemmataError, NotConverged, SimulatorError

LOOSE = 0.05
KEYS = range(1, 81)
FEW = range(1, 26)


def normal(p, draw):
    return 1 + draw.normal()


def exponential(p, draw):
    return draw.exponential()


def bounded(p, draw):
    return 2 * draw.uniform()


STATISTICS = {"normal": (normal, None), "exponential": (exponential, None), "bounded": (bounded, (0, 2))}


@pytest.fixture(params=list(STATISTICS))
def statistic(request):
    """A simulator of a mean that is 1, and the bounds of its replicates if it has any."""
    return STATISTICS[request.param]


class TestMeans:
    OPTIONS: ClassVar = {"resolution": (0.2, 0.2), "replicates": (4096, 4096), "first": 64}

    def test_alarm_rate_of_an_identity(self, lab, statistic):
        simulate, bounds = statistic
        outcomes = lab.outcomes(lab.bind(Identity(Mean(lab.C), 1, bounds=bounds), simulate, **self.OPTIONS), LOOSE, KEYS)
        assert lab.at_most(outcomes.count("fails"), len(outcomes), LOOSE)
        assert lab.at_least(outcomes.count("holds"), len(outcomes), 0.9)

    def test_alarm_rate_of_an_inequality_that_is_attained(self, lab, statistic):
        simulate, bounds = statistic
        outcomes = lab.outcomes(lab.bind(Inequality(Mean(lab.C), 1, bounds=bounds), simulate, **self.OPTIONS), LOOSE, KEYS)
        assert lab.at_most(outcomes.count("fails"), len(outcomes), LOOSE)
        assert lab.at_least(outcomes.count("holds"), len(outcomes), 0.9)

    @pytest.mark.parametrize("value", [0.8, 1.2])
    def test_identity_off_by_its_resolution_is_rejected(self, lab, statistic, value):
        simulate, bounds = statistic
        mutant = {"mutants": {"off": Identity(Mean(lab.C), value, bounds=bounds)}}
        experiment = lab.bind(Identity(Mean(lab.C), 1, bounds=bounds), simulate, of=mutant, **self.OPTIONS)
        outcomes = lab.outcomes(experiment, 1e-6, FEW, "mutant:off")
        assert lab.at_least(outcomes.count("fails"), len(outcomes), 0.999)

    def test_identity_off_by_its_resolution_is_not_accepted_as_the_truth(self, lab, statistic):
        simulate, bounds = statistic
        experiment = lab.bind(Identity(Mean(lab.C), 1 / 1.2, bounds=bounds), simulate, **self.OPTIONS)
        outcomes = lab.outcomes(experiment, 1e-6, FEW)
        assert lab.at_most(outcomes.count("holds"), len(outcomes), 1e-3)

    def test_inequality_off_by_its_resolution_is_rejected_and_a_weaker_one_holds(self, lab, statistic):
        simulate, bounds = statistic
        more = {
            "also": {"weaker": Inequality(Mean(lab.C), 2, bounds=bounds)},
            "mutants": {"stronger": Inequality(Mean(lab.C), 0.8, bounds=bounds)},
        }
        experiment = lab.bind(Inequality(Mean(lab.C), 1, bounds=bounds), simulate, of=more, **self.OPTIONS)
        for root in FEW[:10]:
            found = lab.judge(experiment, 1e-6, root)
            assert found["mutant:stronger"].outcome == "fails"
            assert found["truth:weaker"].outcome == "holds"

    def test_wide_is_undecided(self, lab, statistic):
        simulate, bounds = statistic
        experiment = lab.bind(Identity(Mean(lab.C), 1, bounds=bounds), simulate, resolution=(1e-3, 1e-3), replicates=(256, 256))
        assert set(lab.outcomes(experiment, 1e-6, FEW[:10])) == {"undecided"}

    def test_resolution_is_that_asked_for_and_the_interval_covers(self, lab, statistic):
        simulate, bounds = statistic
        experiment = lab.bind(Identity(Mean(lab.C), 1, bounds=bounds), simulate, **self.OPTIONS)
        evidence = lab.judge(experiment, 1e-6)["truth"]
        assert evidence.outcome == "holds"
        assert evidence.how == "statistical"
        assert 0 < evidence.resolution <= 0.2
        assert evidence.interval[0] <= 1 <= evidence.interval[1]

    def test_the_profile_selects_the_resolution(self, lab):
        experiment = lab.bind(Identity(Mean(lab.C), 1), normal, resolution=(0.2, 0.05), replicates=(2**13, 2**16))
        quick, full = (lab.judge(experiment, 1e-6, profile=index)["truth"] for index in (0, 1))
        assert quick.resolution <= 0.2
        assert full.resolution <= 0.05
        assert full.samples > quick.samples

    @pytest.mark.parametrize("sizes", [{"chunk": 64}, {"replicates": (128, 128)}])
    def test_a_first_look_larger_than_a_chunk_or_than_all(self, lab, sizes):
        options = {"resolution": (0.5, 0.5), "replicates": (2**12, 2**12), "first": 256}
        assert lab.judge(lab.bind(Identity(Mean(lab.C), 1), normal, **{**options, **sizes}), LOOSE)["truth"].outcome == "holds"

    def test_heavy_tails_are_undecided_not_refuted(self, lab):
        experiment = lab.bind(
            Identity(Mean(lab.C), sp.exp(8)),
            lambda p, draw: torch.exp(4 * draw.normal()),
            resolution=(0.2, 0.2),
            replicates=(2048, 2048),
        )
        outcomes = lab.outcomes(experiment, LOOSE, FEW)
        assert lab.at_most(outcomes.count("fails"), len(outcomes), LOOSE)
        assert "holds" not in outcomes

    def test_replicates_that_do_not_vary_are_judged_as_numbers(self, lab):
        def constant(p, draw):
            return torch.ones(draw.replicates, dtype=draw.dtype)

        more = {"mutants": {"off": Identity(Mean(lab.C), 1 + 1e-6)}}
        found = lab.judge(lab.bind(Identity(Mean(lab.C), 1), constant, of=more))
        assert (found["truth"].outcome, found["mutant:off"].outcome) == ("holds", "fails")

    def test_error_of_the_right_side_is_part_of_the_interval(self, lab):
        """The oracle says 1 ± 0.3: a mean of 1.25 does not refute it, and nothing sharper than 0.6 is claimed."""
        value = sp.Symbol("value", positive=True)
        of = {"definitions": {value: Computed(lambda env: Enclosure(1.0, 0.3, "float"))}}
        experiment = lab.bind(Identity(Mean(lab.C), value), lambda p, draw: 1.25 + 0.1 * draw.normal(), of=of)
        evidence = lab.judge(experiment, 1e-6)["truth"]
        assert evidence.outcome == "undecided"
        assert evidence.resolution >= 0.6

    def test_affine_functions_of_means_and_only_those(self, lab):
        experiment = lab.bind(Identity(3 * Mean(lab.C**2) - 2 * Mean(lab.C), 4), normal, **self.OPTIONS)
        assert lab.judge(experiment, 1e-6)["truth"].outcome == "holds"
        with pytest.raises(LemmataError, match=r"test.claim: .* is not affine in its means"):
            lab.judge(lab.bind(Identity(Mean(lab.C) ** 2, 1), normal, **self.OPTIONS), 1e-6)


class TestGuarantee:
    OPTIONS: ClassVar = {"resolution": (0.15, 0.15), "replicates": (4096, 4096), "first": 256}

    @staticmethod
    def event(p, draw):
        return (draw.uniform() < 0.7).to(draw.dtype)

    @pytest.mark.parametrize("exactly", [False, True])
    def test_alarm_rate_at_the_stated_probability(self, lab, exactly):
        experiment = lab.bind(Guarantee(lab.C, 0.7, exactly=exactly), self.event, **self.OPTIONS)
        outcomes = lab.outcomes(experiment, LOOSE, KEYS[:60])
        assert lab.at_most(outcomes.count("fails"), len(outcomes), LOOSE)
        assert lab.at_least(outcomes.count("holds"), len(outcomes), 0.9)

    def test_power(self, lab):
        more = {
            "also": {"less": Guarantee(lab.C, 0.5)},
            "mutants": {"more": Guarantee(lab.C, 0.8), "exactly": Guarantee(lab.C, 0.6, exactly=True)},
        }
        experiment = lab.bind(Guarantee(lab.C, 0.7), self.event, of=more, **self.OPTIONS)
        for root in FEW[:10]:
            found = lab.judge(experiment, 1e-6, root)
            assert [found[name].outcome for name in ("truth:less", "mutant:more", "mutant:exactly")] == [
                "holds",
                "fails",
                "fails",
            ]


SIZES = (10, 20, 50, 100, 200, 500)


class TestLadders:
    """Mean of C is n^-1/2 times a factor of mean 1, with 10 % noise per replicate."""

    OPTIONS: ClassVar = {"replicates": (64, 64)}

    @staticmethod
    def power(p, draw):
        return p.n**-0.5 * (1 + 0.1 * draw.normal())

    def ladder(self, lab):
        return Ladder(lab.n, SIZES)

    def test_alarm_rates(self, lab):
        ladder = self.ladder(lab)
        rate = lab.bind(Rate(Mean(lab.C), -sp.Rational(1, 2), ladder=ladder, tolerance=0.05), self.power, **self.OPTIONS)
        order = lab.bind(Order(Mean(lab.C), 1 / sp.sqrt(lab.n), ladder=ladder, tolerance=0.05), self.power, **self.OPTIONS)
        limit = lab.bind(Limit(Mean(lab.C), 0, ladder=ladder, decay=0.5), self.power, resolution=(0.2, 0.2), **self.OPTIONS)
        for experiment in (rate, order, limit):
            outcomes = lab.outcomes(experiment, LOOSE, FEW)
            assert lab.at_most(outcomes.count("fails"), len(outcomes), LOOSE), experiment.claim.kind
            assert "holds" in outcomes

    @pytest.mark.parametrize("exponent", [-0.75, -0.25])
    def test_rate_off_by_twice_the_tolerance_is_rejected(self, lab, exponent):
        ladder = self.ladder(lab)
        more = {"mutants": {"off": Rate(Mean(lab.C), exponent, ladder=ladder, tolerance=0.1)}}
        experiment = lab.bind(Rate(Mean(lab.C), -0.5, ladder=ladder, tolerance=0.1), self.power, of=more, **self.OPTIONS)
        for root in FEW[:5]:
            found = lab.judge(experiment, 1e-6, root)
            assert (found["truth"].outcome, found["mutant:off"].outcome) == ("holds", "fails")
            assert found["mutant:off"].resolution == pytest.approx(0.2)

    def test_order_is_one_sided_where_it_says_so(self, lab):
        ladder = self.ladder(lab)

        def order(power, direction):
            return Order(Mean(lab.C), lab.n**power, ladder=ladder, direction=direction)

        more = {
            "also": {"upper": order(0, "upper"), "lower": order(-1, "lower")},
            "mutants": {"upper": order(-1, "upper"), "lower": order(0, "lower"), "both": order(-0.75, "both")},
        }
        found = lab.judge(lab.bind(order(-0.5, "both"), self.power, of=more, **self.OPTIONS))
        assert {name: e.outcome for name, e in found.items()} == {
            "truth": "holds",
            "truth:upper": "holds",
            "truth:lower": "holds",
            "mutant:upper": "fails",
            "mutant:lower": "fails",
            "mutant:both": "fails",
        }

    def test_a_stated_constant_is_judged(self, lab):
        ladder = self.ladder(lab)

        def order(low, high):
            return Order(Mean(lab.C), lab.n**-0.5, ladder=ladder, constant=(low, high))

        more = {"mutants": {"above": order(1.5, 2), "below": order(0.2, 0.5)}}
        found = lab.judge(lab.bind(order(0.8, 1.25), self.power, of=more, **self.OPTIONS))
        assert [e.outcome for e in found.values()] == ["holds", "fails", "fails"]
        truth = found["truth"]
        assert truth.stated == (0.8, 1.25)
        assert truth.interval[0] < 1 < truth.interval[1]
        assert 0.25 <= truth.resolution < 0.5, "a constant that is off by that much leaves the interval, the noise included"

    def test_noise_that_hides_the_exponent_is_undecided(self, lab):
        def noisy(p, draw):
            return p.n**-0.5 * (1 + 2 * draw.normal()).abs()

        ladder = Ladder(lab.n, SIZES)
        outcomes = lab.outcomes(
            lab.bind(Rate(Mean(lab.C), -0.5, ladder=ladder, tolerance=0.02), noisy, **self.OPTIONS), 1e-6, FEW[:10]
        )
        assert set(outcomes) == {"undecided"}

    def test_a_ladder_shorter_than_a_decade_and_a_half_is_an_error(self, lab):
        ladder = Ladder(lab.n, (10, 20, 40, 80))
        with pytest.raises(LemmataError, match="decades"):
            lab.judge(lab.bind(Rate(1 / lab.n, -1, ladder=ladder)))

    def test_deterministic_rate_is_sharp(self, lab):
        ladder = Ladder(lab.n, (10, 100, 1000, 10000, 100000))
        more = {"mutants": {"off": Rate(1 / (lab.n + 1), -sp.Rational(9, 10), ladder=ladder, tolerance=0.04)}}
        found = lab.judge(lab.bind(Rate(1 / (lab.n + 1), -1, ladder=ladder, tolerance=0.04), of=more))
        assert (found["truth"].outcome, found["mutant:off"].outcome, found["truth"].how) == ("holds", "fails", "float")


class TestLimits:
    SIZES = (10, 30, 100, 300, 1000)

    @staticmethod
    def ratio(p, draw):
        return p.n / (p.n + 1) + 0.05 * draw.normal()

    def test_simulated_limit(self, lab):
        ladder = Ladder(lab.n, self.SIZES)
        more = {"mutants": {"off": Limit(Mean(lab.C), 1.1, ladder=ladder), "other": Limit(Mean(lab.C), 0.9, ladder=ladder)}}
        experiment = lab.bind(
            Limit(Mean(lab.C), 1, ladder=ladder), self.ratio, of=more, resolution=(0.1, 0.1), replicates=(1024, 1024)
        )
        for root in FEW[:5]:
            found = lab.judge(experiment, 1e-6, root)
            assert [e.outcome for e in found.values()] == ["holds", "fails", "fails"]

    def test_finite_size_formula_is_compared_at_every_size(self, lab):
        """A wrong formula with the right limit is caught by the simulation, a right formula with a wrong limit by the gap."""
        ladder = Ladder(lab.n, self.SIZES)

        def limit(value, finite):
            return Limit(Mean(lab.C), value, ladder=ladder, finite=finite, decay=1)

        right, wrong = lab.n / (lab.n + 1), lab.n / (lab.n + 8)
        more = {"mutants": {"formula": limit(1, wrong), "value": limit(1.01, right)}}
        experiment = lab.bind(limit(1, right), self.ratio, of=more, resolution=(0.02, 0.02), replicates=(2**14, 2**14))
        found = lab.judge(experiment)
        assert {name: e.outcome for name, e in found.items()} == {
            "truth": "holds",
            "mutant:formula": "fails",
            "mutant:value": "fails",
        }
        assert found["mutant:formula"].point == {"n": 10}

    def test_order_of_decay_is_judged(self, lab):
        ladder = Ladder(lab.n, self.SIZES)
        more = {
            "mutants": {
                "faster": Limit(1 + 1 / lab.n, 1, ladder=ladder, decay=2),
                "slower": Limit(1 + 1 / lab.n, 1, ladder=ladder, decay=0.5),
            }
        }
        found = lab.judge(lab.bind(Limit(1 + 1 / lab.n, 1, ladder=ladder, decay=1), of=more))
        assert [e.outcome for e in found.values()] == ["holds", "fails", "fails"]


class TestValues:
    def test_rational_values_are_exact(self, lab):
        n = sp.Symbol("n", integer=True, positive=True)
        k = sp.Symbol("k", integer=True)
        total = sp.Sum(k**2, (k, 1, n))
        of = {
            "domain": Domain(Integer(n, (1, sp.oo), (1, 9))),
            "mutants": {"off": Identity(total, n * (n + 1) * (2 * n + 3) / 6)},
        }
        found = lab.judge(lab.bind(Identity(total, n * (n + 1) * (2 * n + 1) / 6), of=of), point={"n": 5})
        assert (found["truth"].outcome, found["truth"].how, found["truth"].resolution) == ("holds", "exact", 0.0)
        assert (found["mutant:off"].outcome, found["mutant:off"].statistic) == ("fails", 55.0)

    def test_a_difference_far_below_rounding_is_seen_exactly(self, lab):
        tiny = sp.Symbol("tiny")
        of = {"definitions": {tiny: Computed(lambda env: Enclosure(Fraction(1, 10**40)))}}
        evidence = lab.judge(lab.bind(Identity(1 + tiny, 1), of=of))["truth"]
        assert (evidence.outcome, evidence.how) == ("fails", "exact")

    def test_balls(self, lab):
        root = sp.Symbol("root", positive=True)
        of = {
            "definitions": {root: Computed(lambda env: Enclosure(2**0.5, 1e-15, "ball"))},
            "mutants": {"off": Identity(root, 1.4142)},
        }
        found = lab.judge(lab.bind(Identity(root, sp.sqrt(2)), of=of))
        assert (found["truth"].outcome, found["truth"].how, found["mutant:off"].outcome) == ("holds", "ball", "fails")

    def test_floats_know_their_error(self, lab):
        a = lab.a
        of = {"domain": lab.one, "mutants": {"off": Identity(sp.sin(a) ** 2 + sp.cos(a) ** 2, 1 + 1e-12)}}
        found = lab.judge(lab.bind(Identity(sp.sin(a) ** 2 + sp.cos(a) ** 2, 1), of=of), point={"a": 1.3})
        assert (found["truth"].outcome, found["truth"].how, found["mutant:off"].outcome) == ("holds", "float", "fails")
        assert found["truth"].resolution < 1e-14

    def test_cancellation_is_undecided_not_refuted(self, lab):
        a = lab.a
        of = {"domain": Domain(Real(a, (0, 1), (1e-9, 1e-8)))}
        evidence = lab.judge(lab.bind(Identity((1 - sp.cos(a)) / a**2, sp.Rational(1, 2)), of=of), point={"a": 1e-8})["truth"]
        assert evidence.outcome == "undecided"

    def test_an_enclosure_too_wide_to_be_of_use_is_undecided(self, lab):
        value = sp.Symbol("value")
        of = {"definitions": {value: Computed(lambda env: Enclosure(1.0, 0.1, "ball"))}}
        assert lab.judge(lab.bind(Identity(value, 1), of=of))["truth"].outcome == "undecided"

    def test_a_computation_that_cannot_decide_is_an_error_that_says_so(self, lab):
        value = sp.Symbol("value")
        of = {"definitions": {value: Computed(lambda env: Enclosure(None, detail="the bracket is empty"))}}
        with pytest.raises(NotConverged, match=r"test.claim: value is undecided: the bracket is empty"):
            lab.judge(lab.bind(Identity(value, 1), of=of))


class TestInequality:
    def test_search_finds_the_worst_case_away_from_the_points(self, lab):
        """a(3 - a)/2 is at most 9/8, attained at 3/2; the drawn point is 1.05."""
        a = lab.a
        bump = a * (3 - a) / 2
        of = {"domain": lab.one, "mutants": {"too_sharp": Inequality(bump, 1.12)}}
        found = lab.judge(lab.bind(Inequality(bump, sp.Rational(9, 8)), of=of), point={"a": 1.05})
        assert found["truth"].outcome == "holds"
        assert found["truth"].resolution < 1e-6
        assert found["mutant:too_sharp"].outcome == "fails"
        assert found["mutant:too_sharp"].point["a"] == pytest.approx(1.5, abs=0.1)

    def test_an_inequality_that_is_slack_says_how_slack(self, lab):
        evidence = lab.judge(lab.bind(Inequality(lab.a, 4), of={"domain": lab.one}), point={"a": 1.5})["truth"]
        assert evidence.outcome == "holds"
        assert evidence.resolution == pytest.approx(0.5, abs=1e-3)


class TestExistence:
    @pytest.mark.parametrize(("holds", "outcome"), [(True, "holds"), (False, "fails"), (None, "undecided")])
    def test_certificate(self, lab, holds, outcome):
        evidence = lab.judge(lab.bind(Existence(7, lambda witness, p: Certificate(holds, "ball", f"witness {witness}"))))[
            "truth"
        ]
        assert (evidence.outcome, evidence.how, evidence.detail) == (outcome, "ball", "witness 7")

    def test_a_check_that_returns_no_certificate_is_an_error(self, lab):
        with pytest.raises(SimulatorError, match=r"test.claim: the check of truth must return a Certificate, not bool"):
            lab.judge(lab.bind(Existence(7, lambda witness, p: True)))


class TestOptimality:
    def test_minimum_and_maximum(self, lab):
        a, x = lab.a, sp.Symbol("x", real=True)
        objective = (x - a) ** 2 + 1
        more = {
            "domain": lab.one,
            "mutants": {
                "near": Optimality(objective, {x: a + sp.Rational(1, 1000)}),
                "sense": Optimality(objective, {x: a}, sense="max"),
            },
            "also": {"maximum": Optimality(-objective, {x: a}, sense="max")},
        }
        found = lab.judge(lab.bind(Optimality(objective, {x: a}), of=more), point={"a": 1.5})
        assert {name: e.outcome for name, e in found.items()} == {
            "truth": "holds",
            "truth:maximum": "holds",
            "mutant:near": "fails",
            "mutant:sense": "fails",
        }

    def test_a_stationary_point_that_is_no_minimum_is_refuted(self, lab):
        x = sp.Symbol("x", real=True)
        evidence = lab.judge(lab.bind(Optimality(x**4 - x**2, {x: 0})))["truth"]
        assert evidence.outcome == "fails"

    def test_a_narrow_saddle_is_refuted(self, lab):
        """Every random step in ten directions costs more than the one good direction gains: only a descent finds it."""
        x, *others = sp.symbols("x y1:11", real=True)
        objective = 2 + x**4 - x**2 + 1000 * sum(y**2 for y in others)
        evidence = lab.judge(lab.bind(Optimality(objective, dict.fromkeys((x, *others), 0))))["truth"]
        assert evidence.outcome == "fails"
        assert evidence.statistic == pytest.approx(-1 / 8, rel=1e-6)


class TestPhase:
    """A logistic curve in log s - log n: the control s/n decides, its critical value is 1."""

    @staticmethod
    def curve(p, draw):
        return 1 / (1 + (p.s / p.n) ** 2) + 0.05 * draw.normal()

    def phase(self, lab, control, **options):
        s = sp.Symbol("s", positive=True)
        return Phase(
            Mean(lab.C),
            sp.Rational(1, 2),
            control(s, lab.n),
            sweep=s,
            grid=(0.2, 0.4, 0.7, 1, 1.4, 2.5, 5),
            ladder=Ladder(lab.n, (10, 40, 160, 640)),
            **options,
        )

    @pytest.fixture
    def found(self, lab):
        more = {
            "mutants": {
                "weaker": self.phase(lab, lambda s, n: s / sp.sqrt(n)),
                "stronger": self.phase(lab, lambda s, n: s / n**1.5),
                "rising": self.phase(lab, lambda s, n: s / n, rising=True),
                "ends": self.phase(lab, lambda s, n: s / n, ends=(sp.Rational(99, 100), sp.Rational(1, 100))),
            },
            "also": {"ends": self.phase(lab, lambda s, n: s / n, ends=(sp.Rational(4, 5), sp.Rational(1, 5)))},
        }
        return lab.judge(lab.bind(self.phase(lab, lambda s, n: s / n), self.curve, of=more, replicates=(256, 256)))

    def test_the_right_control_collapses_and_wrong_ones_do_not(self, found):
        assert {name: e.outcome for name, e in found.items()} == {
            "truth": "holds",
            "truth:ends": "holds",
            "mutant:weaker": "fails",
            "mutant:stronger": "fails",
            "mutant:rising": "fails",
            "mutant:ends": "fails",
        }

    def test_the_crossing_is_located(self, found):
        places = [
            float(part.split(" ")[0])
            for part in found["truth"].detail.removeprefix("critical control ").split("; ")[0].split(", ")
            if "[" in part
        ]
        assert len(places) == 4
        assert all(place == pytest.approx(1, rel=0.1) for place in places)

    def test_a_curve_that_stays_on_one_side_is_undecided(self, lab):
        high = lab.bind(
            self.phase(lab, lambda s, n: s / n),
            lambda p, draw: 2 + 1 / (1 + p.s / p.n) + 0.05 * draw.normal(),
            replicates=(256, 256),
        )
        assert lab.judge(high)["truth"].outcome == "undecided"
