"""A claim through the mill: shared samples, points, counterexamples, errors of one law, the same numbers however it is run."""

from __future__ import annotations

import json
import math
import re
import time
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sympy as sp
import torch

from lemmata.theory.first import (
    Choice,
    Computed,
    Domain,
    Enclosure,
    Erratum,
    Existence,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Mean,
    Observable,
    Order,
    Rate,
    Real,
    Vector,
)
from lemmata.theory.language.errors import ClaimError, UsageError
from lemmata.verify.engine.content import code_hash
from lemmata.verify.engine.evaluate import evaluate
from lemmata.verify.engine.fuzz import draw_points, shrink
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.records import ClaimRecord, from_json, to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store

a, b = sp.symbols("a b", positive=True)
k, m = sp.symbols("k m", integer=True, positive=True)

FILE = """
import sympy as sp
import torch
from lemmata.theory.first import Claim, Domain, Identity, Mean, Observable, Real, Source
from lemmata.verify import experiment

a = sp.Symbol("a", positive=True)
C, U = Observable("C"), Observable("U")
domain = Domain(Real(a, (0, sp.oo), (0.2, 1.5)))


def claim(slug, mean, value, **more):
    source = Source("none", "none")
    return Claim(id=f"outside.{slug}", title="a mean", truth=Identity(mean, value), source=source, domain=domain, **more)


cosine = claim("cosine", Mean(C), sp.exp(-(a**2) / 2), mutants={"rate": Identity(Mean(C), sp.exp(-(a**2)))})
square = claim("square", Mean(U), a**2)


@experiment(cosine, points=(3, 6), replicates=(2**14, 2**16), resolution=(0.1, 0.1))
def cosine_of_normal(p, draw):
    return torch.cos(p.a * draw.normal())


@experiment(square, points=(3, 6), replicates=(2**14, 2**16), resolution=(0.1, 0.1))
def square_of_normal(p, draw):
    return (p.a * draw.normal()) ** 2
"""


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file of two claims outside the repository."""
    path = tmp_path / "two_claims.py"
    path.write_text(FILE)
    return path


def numbers(records: list[ClaimRecord]) -> list[dict[str, Any]]:
    """All that a record holds but the time it took."""
    plain = [to_json(record) for record in records]
    return [{key: value for key, value in record.items() if key != "seconds"} for record in plain]


def unit_normal(p, draw):
    return draw.normal()


class TestSharing:
    def test_no_replicate_is_simulated_twice_for_all_laws(self, lab):
        keys: list[str] = []

        def simulate(p, draw):
            keys.append(draw.key.text)
            return 1 + draw.normal()

        wrong = {f"by{i}": Identity(Mean(lab.C), 1 + sp.Rational(i, 10)) for i in (2, 4, 8)}
        of = {
            "mutants": wrong,
            "printed": Identity(Mean(lab.C), 2),
            "erratum": Erratum.wrong("half of it"),
            "also": {"square": Identity(Mean(lab.C**2), 2)},
        }
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate, of=of, resolution=(0.2, 0.2)))
        assert record.as_expected
        assert len(record.laws) == 6
        assert len(keys) == len(set(keys)) == record.simulations

    def test_a_procedure_has_its_own_simulation_on_the_same_key(self, lab):
        seen: dict[str, set[str]] = {}

        def simulate(p, draw, variant):
            seen.setdefault(variant, set()).add(draw.key.text)
            return draw.normal() + (0.5 if variant == "shifted" else 0)

        of = {"mutants": {"shifted": Identity(Mean(lab.C), 0, variant="shifted")}}
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 0), simulate, of=of, resolution=(0.2, 0.2)))
        assert record.as_expected
        assert set(seen) == {"", "shifted"}
        assert seen["shifted"] & seen[""]

    def test_the_instance_is_made_once_per_point_and_does_not_depend_on_the_stage(self, lab):
        made = []

        def instance(p, draw):
            made.append(draw.normal(3))
            return {"shift": made[-1][0, 0]}

        shift = sp.Symbol("shift", real=True)
        experiment = lab.bind(
            Identity(Mean(lab.C), shift, scale=1),
            lambda p, draw: p.shift + draw.normal(),
            of={"given": (shift,)},
            instance=instance,
            resolution=(0.2, 0.2),
        )
        (record,) = lab.run(experiment)
        assert record.verdict == "corroborated"
        assert all(torch.equal(made[0], other) for other in made)


class TestPoints:
    DOMAINS: ClassVar = {
        "dependent": Domain(Integer(m, (1, sp.oo), (4, 40)), Integer(k, (1, m), (1, m - 1)), assume=(sp.Ne(k, 2),)),
        "log": Domain(Real(a, (0, sp.oo), (1e-3, 1e3), log=True, edges=(1.0,)), Real(b, (0, sp.oo), (1, 2))),
        "mixed": Domain(
            Choice(sp.Symbol("f"), ("left", "right")), Vector(sp.IndexedBase("v"), 3, (-1, 1)), Real(a, (0, 1), (0.1, 0.9))
        ),
        "predicate": Domain(Real(a, (0, 3), (0, 3)), Real(b, (0, 3), (0, 3)), assume=(lambda point: point["a"] < point["b"],)),
    }

    @pytest.mark.parametrize("name", list(DOMAINS))
    def test_points_are_admissible_different_and_the_same_again(self, name):
        domain = self.DOMAINS[name]
        points, _ = draw_points(domain, 24)
        assert len(points) == 24
        assert not any(domain.violations(point) for point in points)
        assert len({repr(point) for point in points}) == 24
        assert draw_points(domain, 24)[0] == points
        assert draw_points(domain, 24, salt=5)[0] != points

    @pytest.mark.parametrize("salt", range(4))
    @pytest.mark.parametrize("count", [2, 4, 8])
    def test_edges_are_always_among_them(self, salt, count):
        domain = Domain(Real(a, (0, sp.oo), (0.5, 2), edges=(1.0,)), Integer(k, (1, sp.oo), (1, 99), edges=(64,)))
        points, _ = draw_points(domain, count, salt=salt)
        assert len(points) == count
        assert 1.0 in {point["a"] for point in points}
        assert 64 in {point["k"] for point in points}

    def test_edges_of_the_validity_outside_the_typical_range(self):
        domain = Domain(Real(a, (0, 1), (0.1, 0.9), edges=(0.0, 1.0)))
        assert {0.0, 1.0} <= {point["a"] for point in draw_points(domain, 6)[0]}

    def test_few_points_are_all_found(self):
        points, _ = draw_points(Domain(Choice(sp.Symbol("f"), ("x", "y", "z"))), 20)
        assert sorted(point["f"] for point in points) == ["x", "y", "z"]

    def test_no_parameters_is_one_point(self):
        assert draw_points(Domain(), 8) == ([{}], 0)

    def test_shrinking_finds_the_simplest_failing_point(self):
        domain = Domain(Integer(m, (1, sp.oo), (1, 1000)), Real(a, (0, 10), (0, 10)))
        point = shrink(domain, lambda p: p["m"] >= 17 and p["a"] > 2, 400)
        assert point is not None
        assert point["m"] == 17
        assert point["a"] == 5.0

    def test_shrinking_what_never_fails(self):
        assert shrink(Domain(Real(a, (0, 1), (0, 1))), lambda p: False, 50) is None


class TestCounterexamples:
    def test_the_counterexample_of_a_print_is_simple_and_can_be_replayed(self, lab):
        """Printed without its condition: k² ≤ 100 for all k; the smallest counterexample is 11."""
        of = {
            "domain": Domain(Integer(k, (1, sp.oo), (1, 400)), Real(a, (0, sp.oo), (0.1, 7.3))),
            "printed": Inequality(k**2, 100 + 0 * a),
            "erratum": Erratum.condition_missing("k is at most 10"),
        }
        experiment = lab.bind(Inequality(k**2, k**2 + a), of=of)
        (record,) = lab.run(experiment)
        law = next(law for law in record.laws if law.name == "as-printed")
        assert law.outcome == "fails"
        assert law.counterexample["k"] == 11
        quantities = evaluate(experiment, "as-printed", law.counterexample)["quantities"]
        assert (quantities["left"]["value"], quantities["right"]["value"]) == (law.statistic, law.predicted) == (121.0, 100.0)

    def test_the_refuted_truth_reports_its_worst_point(self, lab):
        (record,) = lab.run(lab.bind(Identity(a + 1, 2 * a), of={"domain": Domain(Real(a, (0, sp.oo), (1.5, 9.0)))}))
        law = record.laws[0]
        assert (record.verdict, law.outcome, record.as_expected) == ("refuted", "fails", False)
        assert law.statistic == pytest.approx(law.counterexample["a"] + 1)


class TestVerdicts:
    def test_assumptions_that_are_never_met(self, lab):
        (record,) = lab.run(
            lab.bind(
                Identity(a, a + 0.0 * b + 1e-30),
                of={"domain": Domain(Real(a, (0, 1), (0, 1)), Real(b, (0, 1), (0, 1)), assume=(a + b > 5,))},
            )
        )
        assert (record.verdict, record.as_expected, record.laws[0].points) == ("vacuous", False, 0)

    def test_conditions_on_computed_quantities(self, lab):
        """c = a² must exceed 2: the points below are not judged, those above are; never met is vacuous."""
        c = sp.Symbol("c", positive=True)
        domain = Domain(Real(a, (0, sp.oo), (1, 2)))
        truth = Identity(sp.sqrt(c), a)
        for bound, verdict in ((2, "corroborated"), (9, "vacuous")):
            experiment = lab.bind(
                truth, of={"domain": domain, "definitions": {c: a**2}, "provided": (c > bound,)}, points=(12, 12)
            )
            (record,) = lab.run(experiment)
            assert record.verdict == verdict
            assert all(e.point["a"] ** 2 > bound for e in record.laws[0].evidence)
        assert record.laws[0].points == 0

    def test_a_print_without_the_condition_fails_where_the_truth_is_silent(self, lab):
        x = sp.Symbol("x", real=True)
        of = {
            "domain": Domain(Real(x, (-3, 3), (-3, 3))),
            "provided": (x > 0,),
            "printed": Identity(sp.sqrt(x**2), x, provided=()),
            "erratum": Erratum.condition_missing("x must be positive"),
        }
        (record,) = lab.run(lab.bind(Identity(sp.Abs(x), x, provided=(x > 0,)), of=of, points=(12, 12)))
        truth, printed = record.laws
        assert record.as_expected
        assert printed.counterexample["x"] < 0
        assert all(e.point["x"] > 0 for e in truth.evidence)

    def test_a_mutant_that_nothing_can_tell_apart_survives(self, lab):
        of = {"domain": lab.one, "mutants": {"same": Identity(sp.log(a), sp.log(a**2) / 2)}}
        (record,) = lab.run(lab.bind(Identity(sp.log(a**3) / 3, sp.log(a)), of=of))
        assert record.verdict == "corroborated"
        assert not record.as_expected
        assert record.laws[1].outcome == "holds"

    def test_verdicts_say_how_they_were_reached(self, lab):
        value = sp.Symbol("value")
        ball = {"definitions": {value: Computed(lambda env: Enclosure(2**0.5, 1e-15, "ball"))}}
        kinds = {
            "proved": lab.bind(Existence(3, _check("exact"))),
            "certified": lab.bind(Identity(value, sp.sqrt(2)), of=ball),
        }
        assert {lab.run(experiment)[0].verdict: verdict for verdict, experiment in kinds.items()} == {v: v for v in kinds}


def _check(how):
    from lemmata.theory.first import Certificate

    return lambda witness, p: Certificate(witness == 3, how)


class TestErrors:
    def test_one_broken_law_leaves_the_others_alone(self, lab):
        def simulate(p, draw, variant):
            if variant == "broken":
                raise ZeroDivisionError("no such step")
            return draw.normal() + 1

        of = {"mutants": {"half": Identity(Mean(lab.C), 2), "broken": Identity(Mean(lab.C), 1, variant="broken")}}
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate, of=of, resolution=(0.2, 0.2)))
        assert {law.name: law.outcome for law in record.laws} == {
            "truth": "holds",
            "mutant:half": "fails",
            "mutant:broken": "error",
        }
        assert "no such step" in record.laws[2].detail
        assert record.verdict == "corroborated"
        assert not record.as_expected

    @pytest.mark.parametrize(
        "error", [AssertionError("x > 0"), ImportError("scipy2"), OSError("no file"), sp.SympifyError("?"), Exception("odd")]
    )
    def test_whatever_a_simulator_raises(self, lab, error):
        def simulate(p, draw):
            raise error

        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate))
        assert (record.verdict, record.as_expected) == ("error", False)
        assert type(error).__name__ in record.laws[0].detail

    @pytest.mark.parametrize(
        ("simulate", "text"),
        [
            (lambda p, draw: draw.normal() * math.nan, r"test\.claim: .*NaN or infinite C at \{'a': .*\}"),
            (lambda p, draw: draw.normal() / 0, r"test\.claim: .*NaN or infinite C"),
            (
                lambda p, draw: draw.normal(3),
                r"test\.claim: the observable C must be a tensor of shape \(256,\).* not \(256, 3\)",
            ),
            (lambda p, draw: 1.0, r"test\.claim: .*the experiment must return .*not float"),
            (lambda p, draw: None, r"test\.claim: .*the experiment must return .*not NoneType"),
            (lambda p, draw: {"C": [1.0]}, r"test\.claim: the observable C must be a tensor of shape \(256,\).*not list"),
            (lambda p, draw: {"D": draw.normal()}, r"test\.claim: the experiment returned no 'C'; it returned D"),
            (
                lambda p, draw: torch.ones(draw.replicates, dtype=torch.complex64),
                r"test\.claim: the observable C .*real.*complex64",
            ),
        ],
    )
    def test_a_simulator_that_returns_the_wrong_thing(self, lab, simulate, text):
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), a), simulate, of={"domain": lab.one}, points=(1, 1)))
        assert record.verdict == "error"
        import re

        assert re.search(text, record.laws[0].detail), record.laws[0].detail

    def test_one_tensor_for_two_observables(self, lab):
        d = Observable("D")
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C * d), 0), unit_normal))
        assert (
            record.laws[0].detail
            == "test.claim: the experiment returned one tensor, but the claim observes C, D: return a dictionary"
        )

    def test_an_instance_that_is_no_dictionary(self, lab):
        s = sp.Symbol("s")
        (record,) = lab.run(lab.bind(Identity(s, 1), of={"given": (s,)}, instance=lambda p, draw: 3))
        assert record.laws[0].detail == "test.claim: instance must return a dictionary of tensors, not int"

    def test_a_formula_that_is_not_finite(self, lab):
        x = sp.Symbol("x", real=True)
        (record,) = lab.run(lab.bind(Identity(sp.log(x), x), of={"domain": Domain(Real(x, (-1, 0), (-1, -0.5)))}))
        assert record.verdict == "error"
        assert record.laws[0].detail.startswith("test.claim: log(x) is nan at")

    def test_an_observable_without_an_experiment_is_refused_at_once(self, lab):
        with pytest.raises(
            ClaimError, match=r"test.claim: it speaks of a mean or an observable, so its experiment must simulate"
        ):
            lab.bind(Identity(Mean(lab.C), 1))

    def test_an_example_outside_the_domain_is_refused_at_once(self, lab):
        with pytest.raises(ClaimError, match=r"test.claim: the example .* is outside the domain: a = -1 is outside \[0, inf\]"):
            lab.bind(Identity(a, 1), of={"domain": lab.one}, examples=({"a": -1},))

    def test_a_typical_range_that_is_empty_names_the_claim(self, lab):
        experiment = lab.bind(Identity(k, m), of={"domain": Domain(Integer(m, (1, 9), (1, 3)), Integer(k, (1, 9), (m + 4, 5)))})
        (record,) = lab.run(experiment)
        assert record.verdict == "error"
        assert re.search(r"^test.claim: .*is empty", record.laws[0].detail)


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "text"),
        [
            ({"profile": "slow"}, "unknown profile 'slow': choose quick, full or fuzz"),
            ({"workers": 0}, "--workers 0: at least one worker is needed"),
            ({"budget": 0.0}, "--budget 0.0: the budget is a positive number of seconds"),
            ({"budget": math.nan}, "--budget nan: the budget is a positive number of seconds"),
            ({"rng": "mersenne"}, "unknown generator 'mersenne': choose torch or philox"),
        ],
    )
    def test_wrong_options(self, options, text):
        with pytest.raises(UsageError, match=text):
            Run([], **options)

    def test_a_spent_budget_is_undecided(self, lab):
        def slow(p, draw):
            time.sleep(0.02)
            return 1 + draw.normal()

        of = {"domain": Domain(Real(a, (0, sp.oo), (1, 2))), "mutants": {"late": Identity(Mean(lab.C), 1 + a / 10**9)}}
        run = Run(
            [lab.bind(Identity(Mean(lab.C), 1), slow, of=of, points=(40, 40), resolution=(0.2, 0.2))], budget=1e-3, device="cpu"
        )
        (record,) = run.all()
        assert run.spent
        assert record.laws[0].points < 40
        assert (record.verdict, record.as_expected) == ("undecided", False)
        assert {law.outcome for law in record.laws} == {"undecided"}, "a wrong version may fail where nobody looked"
        assert "budget was spent" in record.notes

    def test_a_seed_changes_the_numbers_and_not_the_verdict(self, outside):
        first, second = (Run(load_file(outside), seed=seed, device="cpu").all() for seed in (1, 2))
        assert [r.verdict for r in first] == [r.verdict for r in second] == ["corroborated"] * 2
        assert [r.laws[0].statistic for r in first] != [r.laws[0].statistic for r in second]
        assert not {r.key for r in first} & {r.key for r in second}

    def test_philox_gives_other_numbers_and_the_same_verdict(self, outside):
        first, second = (Run(load_file(outside), rng=rng, device="cpu").all() for rng in ("torch", "philox"))
        assert [r.verdict for r in first] == [r.verdict for r in second] == ["corroborated"] * 2
        assert [r.laws[0].statistic for r in first] != [r.laws[0].statistic for r in second]
        assert {r.rng for r in second} == {"philox"}


class TestReproducibility:
    def test_one_worker_two_workers_and_a_resumed_run_agree(self, outside, tmp_path):
        one = Run(load_file(outside), device="cpu").all()
        store = Store(tmp_path / "store.sqlite")
        two = Run(load_file(outside), device="cpu", workers=2, store=store).all()
        assert numbers(one) == numbers(two)
        # as after a kill: the records are not written yet, and every second unit is lost
        store.db.execute("delete from claims")
        store.db.execute("delete from units where rowid % 2 = 0")
        kept = store.db.execute("select count(*) from units").fetchone()[0]
        resumed_run = Run(load_file(outside), device="cpu", store=store, listen=lambda event, payload: events.append(event))
        events: list[str] = []
        assert numbers(resumed_run.all()) == numbers(one)
        assert events.count("unit") == 2 - kept

    def test_order_and_selection_do_not_matter(self, outside):
        cosine, square = load_file(outside)
        both = Run([square, cosine], device="cpu").all()
        assert numbers(both) == numbers(Run([cosine], device="cpu").all() + Run([square], device="cpu").all())

    def test_an_unchanged_claim_is_not_run_again_and_a_changed_one_is(self, outside, tmp_path):
        store = Store(tmp_path / "store.sqlite")

        def run(**options: Any) -> tuple[list[str], list[ClaimRecord]]:
            events: list[str] = []
            records = Run(load_file(outside), device="cpu", store=store, listen=lambda e, p: events.append(e), **options).all()
            return events, records

        first = run()
        assert first[0].count("unit") == 2
        again = run()
        assert again[0].count("unit") == 0
        assert numbers(again[1]) == numbers(first[1])
        assert run(fresh=True)[0].count("unit") == 2
        outside.write_text(FILE.replace("points=(3, 6)", "points=(3, 7)"))
        assert run()[0].count("unit") == 2, "both claims are in the file that changed"

    def test_the_code_hash_follows_the_imports(self, outside):
        """The hash of a claim of the library covers its statement, its binding, its simulators and the judges."""
        from lemmata.verify.engine import content

        (cosine, square) = load_file(outside)
        assert code_hash(cosine) == code_hash(square)
        start = frozenset({content.ROOT / "verify" / "mean_field" / "label_noise.py"})
        covered = {str(path.relative_to(content.ROOT)) for path in content._closure(start)}
        assert {"theory/mean_field/label_noise.py", "theory/mean_field/notation.py", "theory/language/claim.py"} <= covered
        judged = frozenset({content.ROOT / "verify" / "engine" / name for name in ("campaign.py", "record.py")})
        machine = {str(path.relative_to(content.ROOT)) for path in content._closure(judged)}
        assert {"verify/engine/examination.py", "verify/engine/judging/sampled.py", "verify/engine/findings.py"} <= machine
        assert "verify/report/page.py" not in covered

    def test_a_claim_outside_may_not_bear_the_name_of_one_inside(self, tmp_path):
        """Its record would stand in the report where the library's stands."""
        path = tmp_path / "mine.py"
        path.write_text(
            FILE.replace("outside.{slug}", "mean_field.label_noise")
            .split("@experiment(square")[0]
            .replace('square = claim("square", Mean(U), a**2)', "")
        )
        with pytest.raises(ClaimError, match=r"mean_field.label_noise: this id is the library's, and mine.py may not take it"):
            load_file(path)


class TestConfirmation:
    """On a ladder: what should hold is refuted only when a fresh key of ten times the size agrees."""

    @staticmethod
    def misled(p, draw):
        """The first key is unlucky: the exponent looks like -1/2; on a fresh key it is -1."""
        power = -0.5 if not draw.key.stage.startswith("confirm:") else -1.0
        return p.n**power * (1 + 0.01 * draw.normal())

    def experiment(self, lab, exponent, **of):
        ladder = Ladder(lab.n, (10, 30, 100, 300, 1000))
        return lab.bind(Rate(Mean(lab.C), exponent, ladder=ladder), self.misled, of=of, replicates=(64, 64))

    def test_a_suspicion_that_is_not_confirmed(self, lab):
        evidence = lab.judge(self.experiment(lab, -1))["truth"]
        assert evidence.outcome == "holds"
        assert evidence.samples == 5 * 64 * 11
        assert "fresh key" in evidence.detail

    def test_nothing_is_drawn_afresh_without_suspicion(self, lab):
        evidence = lab.judge(self.experiment(lab, -sp.Rational(1, 2)))["truth"]
        assert evidence.outcome == "holds"
        assert evidence.samples == 5 * 64

    def test_a_print_is_confirmed_and_a_mutant_is_not(self, lab):
        ladder = Ladder(lab.n, (10, 30, 100, 300, 1000))
        experiment = self.experiment(
            lab,
            -sp.Rational(1, 2),
            printed=Rate(Mean(lab.C), -1, ladder=ladder),
            erratum=Erratum.wrong("twice"),
            mutants={"twice": Rate(Mean(lab.C), -2, ladder=ladder)},
        )
        found = lab.judge(experiment)
        assert found["as-printed"].outcome == "holds"
        assert "fresh key" in found["as-printed"].detail
        assert found["mutant:twice"].outcome == "fails"
        assert "fresh key" not in found["mutant:twice"].detail

    def test_a_deterministic_ladder_needs_no_second_key(self, lab):
        ladder = Ladder(lab.n, (10, 30, 100, 300, 1000))
        evidence = lab.judge(lab.bind(Order(lab.n**2, lab.n, ladder=ladder)))["truth"]
        assert evidence.outcome == "fails"
        assert "fresh key" not in evidence.detail


def test_a_record_survives_json(lab):
    of = {"domain": lab.one, "mutants": {"off": Identity(a + 1, a + 2)}}
    (record,) = lab.run(lab.bind(Identity(a + 1, a * (1 + 1 / a)), of=of))
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
