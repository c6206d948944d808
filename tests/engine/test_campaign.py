"""A claim through the mill: shared runs, counterexamples, errors of one law, the same numbers however it is run."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from lemmata import Abs, Claim, Domain, Erratum, Identity, Inequality, Mean, Naturals, Part, Print, Rational, Reals, Symbol
from lemmata.theory.language.errors import ClaimError, UsageError
from lemmata.verify.engine.content import code_hash
from lemmata.verify.engine.evaluate import evaluate
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.records import ClaimRecord, from_json, to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store

k, x = Symbol("k", "a number", Naturals), Symbol("x", "a number", Reals)

FILE = """
from lemmata import Claim, Domain, Identity, Mean, Normal, Positive, Sampled, Settings, Symbol, cos, exp

a = Symbol("a", "a width", Positive)
Z = Sampled("Z", Normal())
core = Domain(a >= 1, a <= 2, core=(a <= 2,))
cosine = Claim("outside.cosine", says="a mean", statement=Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)), domain=core,
               wrong={"rate": {"right": exp(-(a**2))}})
square = Claim("outside.square", says="a mean", statement=Identity(Mean((a * Z) ** 2), a**2), domain=core)
usual = {"core": (6, 6), "rest": (0, 0), "search": (0, 0)}
first, second = Settings(cosine, **usual), Settings(square, **usual)
"""
pytestmark = pytest.mark.usefixtures("short_units")
UNITS = 4  # of both claims: six points each, up to four in a unit


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


def test_no_run_is_made_twice_for_all_laws(lab):
    keys: list[str] = []

    def simulate(p, draw):
        keys.append(f"{draw.key.text} {p.a}")
        return 1 + 0.1 * draw.normal()

    wrong = {f"by{i}": {"right": 1 + Rational(i, 10)} for i in (2, 4, 8)}
    printed = Print(right=2, erratum=Erratum.wrong("half of it"))
    (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate, of={"wrong": wrong, "printed": printed}))
    assert record.as_expected
    assert len(record.laws) == 5
    assert len(keys) == len(set(keys))


class TestCounterexamples:
    def test_the_counterexample_of_a_print_is_simple_and_can_be_evaluated(self, lab):
        """Printed without its condition: k² ≤ 100 for all k; the smallest counterexample is 11."""
        domain = Domain(k <= 400, lab.a <= 2, core=(k >= 1, lab.a >= 1))
        printed = Print(right=100, erratum=Erratum.condition_missing("k is at most 10"))
        settings = lab.bind(Inequality(k**2, k**2 + lab.a), of={"domain": domain, "printed": printed})
        (record,) = lab.run(settings)
        law = next(law for law in record.laws if law.name == "as-printed")
        assert law.outcome == "fails"
        assert law.counterexample["k"] == 11
        quantities = evaluate(settings, "as-printed", law.counterexample)["quantities"]
        assert (quantities["left"]["value"], quantities["right"]["value"]) == (law.statistic, law.predicted) == (121.0, 100.0)

    def test_the_refuted_truth_reports_a_point(self, lab):
        (record,) = lab.run(lab.bind(Identity(lab.a + 3, 2 * lab.a)))
        law = record.laws[0]
        assert (record.verdict, law.outcome, record.as_expected) == ("refuted", "fails", False)
        assert law.statistic == pytest.approx(law.counterexample["a"] + 3)


class TestVerdicts:
    def test_conditions_that_are_never_met(self, lab):
        (record,) = lab.run(lab.bind(Identity(lab.a + 1, 2 * lab.a), of={"when": (lab.a > 5,)}))
        assert (record.verdict, record.as_expected) == ("vacuous", False)

    def test_a_print_without_the_condition_fails_where_the_truth_is_silent(self, lab):
        printed = Print(when=(), erratum=Erratum.condition_missing("x must be positive"))
        of = {"domain": Domain(core=(x >= -3, x <= 3)), "when": (x > 0,), "printed": printed}
        (record,) = lab.run(lab.bind(Identity(Abs(x), x), of=of, points=12))
        truth, printed = record.laws
        assert record.as_expected
        assert printed.counterexample["x"] < 0
        assert all(e.point["x"] > 0 for e in truth.evidence if e.outcome != "vacuous")

    def test_a_wrong_version_that_nothing_can_tell_apart_survives(self, lab):
        of = {"wrong": {"same": {"right": sp.log(lab.a**2) / 2}}}
        (record,) = lab.run(lab.bind(Identity(sp.log(lab.a**3) / 3, sp.log(lab.a)), of=of))
        assert not record.as_expected
        assert record.laws[1].outcome == "holds"


class TestErrors:
    def test_one_broken_part_leaves_the_others_alone(self, lab):
        def simulate(p, draw):
            if p.a > 10:
                raise ZeroDivisionError("no such step")
            return 1 + 0.1 * draw.normal()

        settings = lab.bind(Identity(Mean(lab.C), 1), simulate)
        parts = {
            "near": Part(Identity(Mean(lab.C), 1), says="The mean is one"),
            "far": Part(Identity(Mean(lab.simulate(a=lab.a + 10)["C"]), 1), says="It is one far away as well"),
        }
        claim = Claim("test.claim", parts=parts, domain=lab.domain, procedures=(lab.simulate,))
        (record,) = lab.run(type(settings)(claim, core=(2, 2), rest=(0, 0), search=(0, 0), procedures=settings.procedures))
        assert {part.name: part.verdict for part in record.parts} == {"near": "corroborated", "far": "error"}
        assert "no such step" in next(part.detail for part in record.parts if part.name == "far")
        assert not record.as_expected

    @pytest.mark.parametrize(
        "error", [AssertionError("x > 0"), ImportError("scipy2"), OSError("no file"), sp.SympifyError("?"), Exception("odd")]
    )
    def test_whatever_a_procedure_raises(self, lab, error):
        def simulate(p, draw):
            raise error

        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate))
        assert (record.verdict, record.as_expected) == ("error", False)
        assert type(error).__name__ in record.laws[0].detail

    @pytest.mark.parametrize(
        ("simulate", "text"),
        [
            (lambda p, draw: draw.normal() * math.nan, "nan"),
            (lambda p, draw: draw.normal() / 0, "inf"),
            (lambda p, draw: draw.normal(3), "simulate must return C as a tensor of "),
            (lambda p, draw: 1.0, "simulate must return C as a tensor of "),
            (lambda p, draw: [1.0], "simulate must return C as a tensor of "),
        ],
    )
    def test_a_procedure_that_returns_the_wrong_thing(self, lab, simulate, text):
        (record,) = lab.run(lab.bind(Identity(Mean(lab.C), 1), simulate))
        assert record.verdict == "error"
        assert record.laws[0].detail.startswith("test.claim: ")
        assert text in record.laws[0].detail

    def test_an_example_that_is_incomplete_is_refused_at_once(self, lab):
        with pytest.raises(ClaimError, match=r"test.claim: example 1 \(nothing\) has no value for a"):
            lab.bind(Identity(lab.a + 1, 2 * lab.a), examples=({},))


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

        of = {"wrong": {"late": {"right": 1 + lab.a / 10**9}}}
        run = Run([lab.bind(Identity(Mean(lab.C), 1), slow, of=of, points=40)], budget=1e-3, device="cpu")
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
        assert events.count("unit") == UNITS - kept

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
        assert first[0].count("unit") == UNITS
        again = run()
        assert again[0].count("unit") == 0
        assert numbers(again[1]) == numbers(first[1])
        assert run(fresh=True)[0].count("unit") == UNITS
        outside.write_text(FILE + "\n# another text\n")
        assert run()[0].count("unit") == UNITS, "both claims are in the file that changed"

    def test_the_code_hash_follows_the_imports(self, outside):
        """The hash of a claim of the library covers its statement, its binding, its simulators and the judges."""
        from lemmata.verify.engine import content

        (cosine, square) = load_file(outside)
        assert code_hash(cosine) == code_hash(square)
        start = frozenset({str(content.ROOT / "verify" / "mean_field" / "label_noise.py")})
        covered = {path.removeprefix(content.INSIDE) for path in content._closure(start)}
        assert {"theory/mean_field/label_noise.py", "theory/mean_field/notation.py", "theory/language/claim.py"} <= covered
        assert {"lemmata/words.py", "theory/language/laws.py"} <= covered  # from lemmata import *
        judged = frozenset({str(content.ROOT / "verify" / "engine" / name) for name in ("campaign.py", "making.py")})
        machine = {path.removeprefix(content.INSIDE) for path in content._closure(judged)}
        assert {"verify/engine/examination.py", "verify/engine/judging/sampled.py", "verify/engine/findings.py"} <= machine
        assert "verify/report/page.py" not in covered

    def test_a_claim_outside_may_not_bear_the_name_of_one_inside(self, tmp_path):
        """Its record would stand in the report where the library's stands."""
        path = tmp_path / "mine.py"
        path.write_text(FILE.replace("outside.cosine", "mean_field.label_noise"))
        with pytest.raises(ClaimError, match=r"mean_field.label_noise: this id is the library's, and mine.py may not take it"):
            load_file(path)


def test_a_record_survives_json(lab):
    of = {"wrong": {"off": {"right": lab.a + 2}}}
    (record,) = lab.run(lab.bind(Identity((lab.a**2 + lab.a) / lab.a, 1 + lab.a), of=of))
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
