"""A claim whose file, binding, example or setting cannot be read ends as its own error; the others of the run are judged."""

from __future__ import annotations

import importlib
import json
import sys

import pytest
import sympy as sp

from lemmata import Claim, Eq, Existence, Naturals, Part, Settings, Symbol
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.kinds import Certificate
from lemmata.verify.cli import planning, verifying
from lemmata.verify.engine import workers
from lemmata.verify.engine.engines.supervised import Supervised
from lemmata.verify.engine.loading import load_file, select
from lemmata.verify.engine.profiles import profile
from lemmata.verify.engine.prospect import prospect
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.unprepared import Unprepared

BAD, GOOD = "mean_field.convexity", "mean_field.label_noise"
FAULTS = {
    "its statement does not import": ("theory", ImportError("no such word"), "does not import: ImportError: no such word"),
    "its binding does not import": ("verify", NameError("no such name"), "does not import: NameError: no such name"),
    "its binding leaves": ("verify", SystemExit(0), "does not import: SystemExit: 0"),
    "its example is incomplete": ("verify", ClaimError(f"{BAD}: example 1 has no value for n"), "has no value for n"),
    "its setting is wrong": ("verify", TypeError("Settings: unexpected 'cores'"), "TypeError: Settings: unexpected 'cores'"),
    "its law is wrong": ("theory", ClaimError("an edit matches nothing"), "an edit matches nothing"),
}


@pytest.fixture
def broken(monkeypatch):
    """Makes the import of the bad claim's statement or binding raise."""

    def breaks(room, error):
        name, usual = f"lemmata.{room}.{BAD}", importlib.import_module
        monkeypatch.delitem(sys.modules, name, raising=False)

        def importing(wanted, package=None):
            if wanted == name:
                raise error
            return usual(wanted, package)

        monkeypatch.setattr(importlib, "import_module", importing)

    return breaks


@pytest.mark.parametrize("what", FAULTS)
def test_one_takes_its_place_among_the_others(broken, what):
    room, error, text = FAULTS[what]
    broken(room, error)
    first, second = select([BAD, GOOD])
    assert isinstance(first, Unprepared)
    assert second.claim.id == GOOD
    with pytest.raises(LemmataError, match=BAD):
        select([BAD])
    record = next(iter(Run([first], device="cpu")))
    assert (record.id, record.verdict, record.as_expected) == (BAD, "error", False)
    assert text in record.laws[0].detail
    assert record.laws[0].detail.startswith(f"{BAD}: ")


@pytest.mark.parametrize("count", ["1", "2"])
def test_the_command_goes_on(broken, tmp_path, capsys, monkeypatch, count):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Supervised, "foresee", lambda *args: None)  # claims are read here, where the import is broken
    broken("verify", ClaimError(f"{BAD}: example 1 has no value for n"))
    options = {"profile": "quick", "budget": None, "device": "cpu", "rng": "torch", "seed": 0, "fresh": False}
    out, store = tmp_path / "out.json", tmp_path / "store.sqlite"
    code = verifying.verify([BAD, GOOD], workers=count, json=out, store=store, **options)
    records = {r["id"]: r for r in json.loads(out.read_text())["claims"]}
    assert code == 3
    assert (records[BAD]["verdict"], records[GOOD]["as_expected"]) == ("error", True)
    assert "example 1 has no value for n" in capsys.readouterr().out


def test_a_plan_goes_on(broken, capsys):
    broken("theory", ImportError("no such word"))
    assert planning.plan([BAD, GOOD], "quick", 0) == 3
    out = capsys.readouterr().out
    assert "no such word" in out
    assert f"{GOOD}: " in out
    assert "2 claims in the profile quick" in out
    assert "1 with parts that cannot be judged" in out


@pytest.mark.parametrize("engine", [{"workers": 1}, {"workers": 2, "limit": 60.0}])
def test_wrong_versions_that_cannot_be_made_are_the_error_of_their_claim(campaign, monkeypatch, engine):
    """The rows of a lost unit name every law; where the automatic ones are what broke it, they name the stated ones."""
    act = "import sys; sys.exit(0)"
    path = campaign.write(extra=f"if draw.key.claim == 'slow.first': {act}", points=1)

    def laws(experiment, limit):
        if experiment.claim.id == "slow.first":
            raise RuntimeError("a wrong version of nothing")
        return usual(experiment, limit)

    usual = workers.all_laws
    monkeypatch.setattr(workers, "all_laws", laws)
    records = Run(load_file(path), device="cpu", **engine).all()
    assert [record.verdict for record in records] == ["error", "corroborated"]


def test_a_plan_does_not_ask_for_the_evaluation_of_what_a_certificate_decides():
    n, exponent = Symbol("n", "a number", Naturals), sp.Function("Λ")
    certified = Existence(Eq(exponent(n), 0), {n: 3}, certificate=lambda witness, p: Certificate(True, "exact", "by hand"))
    parts = {
        "certified": Part(certified, says="some exponent is zero"),
        "not": Part(Existence(Eq(exponent(n), 0), {n: 3}), says="some exponent is zero"),
    }
    first, second = prospect(Settings(Claim("mine.certified", parts=parts)), profile("quick")).parts
    assert first.trouble == []
    assert "certificate" in first.basis[0]
    assert "has no numerical evaluation" in second.trouble[0]


def test_a_file_alone_stays_one_sentence(tmp_path):
    path = tmp_path / "draft.py"
    path.write_text("import no_such_module\n")
    with pytest.raises(ClaimError, match="does not import"):
        select([str(path)])
