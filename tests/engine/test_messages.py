"""What a law that did not meet its expectation says, word for word: the files in golden/ are the expected messages."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from lemmata import Claim, Domain, Eq, Erratum, Existence, Identity, Inequality, Ladder, Mean, Naturals, Print, Rate, Symbol
from lemmata.theory.language.kinds import Certificate
from lemmata.verify.engine.evaluate import evaluate
from lemmata.verify.engine.making import make_record
from lemmata.verify.engine.messages import failure
from lemmata.verify.engine.profiles import PROFILES
from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord, evidence_to
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings

GOLDEN = Path(__file__).parent / "golden"
n = Symbol("n", "a number", Naturals)
FOUR = {"domain": Domain(n >= 4, n <= 4, core=(n <= 4,))}
COUNTED = {"exact": Identity(n * (n + 1) / 2, n**2), "inequality": Inequality(n**2, 2 * n)}


def record(settings: Settings, **evidence: Evidence) -> ClaimRecord:
    """The record of evidence that is given, not measured: the words do not depend on random numbers."""
    laws = {law.name.split(":")[-1].replace("-", "_"): law.name for law in settings.claim.laws()}
    rows = [
        {
            "point": {"a": a},
            "evidence": {laws[key]: evidence_to(replace(e, point={"a": a})) for key, e in evidence.items()},
            "simulations": 1,
            "seconds": 0.1,
        }
        for a in (1.5, 1.25, 1.75)
    ]
    options: Any = {"alpha": 1e-7, "key": "0123456789abcdef", "code": "", "seconds": 0.1}
    return make_record(settings, rows, Setting(root=3), PROFILES["quick"], **options)


def outcome(lab, name: str) -> tuple[ClaimRecord, LawRecord]:
    """A record and a law of it that did not come out as expected."""
    of = {"wrong": {"cube": {"right": lab.a**3}}, "printed": Print(right=lab.a, erratum=Erratum.wrong("a²"))}
    settings = lab.bind(Identity(Mean(lab.C), lab.a**2), lambda p, draw: draw.normal(), of=of)
    common: Any = {"point": {"a": 1.5}, "samples": 2816, "how": "statistical"}
    if name == "refuted":
        evidence = Evidence("fails", 2.2501, 2.4, (2.2, 2.3), detail="by the mean of 2816 replicates", **common)
        return (r := record(settings, truth=evidence)), r.laws[0]
    if name == "undecided":
        evidence = Evidence(
            "undecided", 2.3, 2.25, (1.9, 2.7), detail="after 2816 replicates deviations of 0.5 are seen, not of 0.11", **common
        )
        return (r := record(settings, truth=evidence)), r.laws[0]
    if name == "error":
        evidence = Evidence("error", detail="test.claim: C is inf at a = 1.5; draw in float64 or narrow the domain")
        return (r := record(settings, truth=evidence)), r.laws[0]
    if name == "print_holds":
        return (r := record(settings, as_printed=Evidence("holds", 1.5, 1.5, (1.49, 1.51), 0.02, **common))), r.laws[1]
    if name == "mutant_survives":
        return (r := record(settings, cube=Evidence("holds", 3.375, 3.375, (3.3, 3.4), 0.05, **common))), r.laws[2]
    if name == "vacuous":
        return (r := record(settings, truth=Evidence("vacuous"))), r.laws[0]
    if name == "no_parameters":

        def check(witness, p):
            return Certificate(False, "ball", "the residual is 0.25 ± 1e-30")

        (r,) = lab.run(Settings(certified(check)))
        return r, r.laws[0]
    if name in COUNTED:
        (r,) = lab.run(lab.bind(COUNTED[name], of=FOUR))
        return r, r.laws[0]
    assert name == "rate"
    (r,) = lab.run(lab.bind(Rate(1 / n, -2, ladder=Ladder(n, (10, 100, 1000, 10000))), of={"domain": Domain()}))
    return r, r.laws[0]


def certified(check: Any) -> Any:
    p = sp.Function("p")
    return Claim("test.claim", says="A root", statement=Existence(Eq(p(n), 0), {n: 3}, certificate=check))


@pytest.mark.parametrize(
    "name",
    [
        "refuted",
        "undecided",
        "error",
        "print_holds",
        "mutant_survives",
        "vacuous",
        "no_parameters",
        "exact",
        "inequality",
        "rate",
    ],
)
def test_message(lab, name):
    text = failure(*outcome(lab, name)) + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("LEMMATA_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), "if this is meant, run once with LEMMATA_GOLDEN=write and read the difference"


def test_every_golden_file_is_used():
    names = {path.stem for path in GOLDEN.glob("*.txt")}
    assert names == set(test_message.pytestmark[0].args[1])


@pytest.mark.parametrize("name", list(COUNTED))
def test_the_command_in_the_message_shows_the_numbers(lab, name):
    """What `see it` names evaluates to what is said to be measured and predicted."""
    made, law = outcome(lab, name)
    words = next(line for line in failure(made, law).splitlines() if "see it" in line).split()
    given = dict(word.split("=") for word in words if "=" in word)
    quantities = evaluate(lab.bind(COUNTED[name], of=FOUR), law.name, given)["quantities"]
    assert quantities["left"]["value"] == law.statistic
    assert quantities["right"]["value"] == law.predicted
