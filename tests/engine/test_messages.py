"""What a law that did not meet its expectation says, word for word: the files in golden/ are the expected messages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import sympy as sp

from lemmata.theory.first import (
    Certificate,
    Domain,
    Erratum,
    Existence,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Mean,
    Rate,
    Real,
)
from lemmata.verify.engine.messages import failure
from lemmata.verify.engine.profiles import PROFILES
from lemmata.verify.engine.record import make_record
from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord, evidence_to

GOLDEN = Path(__file__).parent / "golden"
a = sp.Symbol("a", positive=True)
n = sp.Symbol("n", integer=True, positive=True)


def record(lab, experiment, **evidence: Evidence) -> ClaimRecord:
    """The record of evidence that is given, not measured: the words do not depend on random numbers."""
    from lemmata.verify.engine.setting import Setting

    laws = {law.name.split(":")[-1].replace("-", "_"): law.name for law in experiment.claim.laws()}
    row = {
        "point": {"a": 1.5},
        "evidence": {laws[key]: evidence_to(e) for key, e in evidence.items()},
        "simulations": 1,
        "seconds": 0.1,
    }
    return make_record(
        experiment, [row], Setting(root=3), PROFILES["quick"], alpha=1e-7, key="0123456789abcdef", code="", seconds=0.1
    )


def outcome(lab, name: str) -> tuple[ClaimRecord, LawRecord]:
    """A record and a law of it that did not come out as expected."""
    domain = Domain(Real(a, (0, sp.oo), (1, 2)))
    mean = Identity(Mean(lab.C), a**2)
    of = {
        "domain": domain,
        "mutants": {"cube": Identity(Mean(lab.C), a**3)},
        "printed": Identity(Mean(lab.C), a),
        "erratum": Erratum.wrong("a²"),
    }
    experiment = lab.bind(mean, lambda p, draw: draw.normal(), of=of)
    common = {"point": {"a": 1.5}, "samples": 2816, "how": "statistical"}
    if name == "refuted":
        evidence = Evidence(
            "fails", 2.2501, 2.4, (2.2, 2.3), detail="suspected at 256 replicates, confirmed at 2560 fresh ones", **common
        )
        return (r := record(lab, experiment, truth=evidence)), r.laws[0]
    if name == "undecided":
        evidence = Evidence(
            "undecided", 2.3, 2.25, (1.9, 2.7), detail="after 2816 replicates deviations of 0.5 are seen, not of 0.11", **common
        )
        return (r := record(lab, experiment, truth=evidence)), r.laws[0]
    if name == "error":
        evidence = Evidence(
            "error",
            detail="test.claim: the simulator returned a NaN or infinite C at {'a': 1.5}; draw in float64 or narrow the domain",
        )
        evidence.point = {"a": 1.5}
        return (r := record(lab, experiment, truth=evidence)), r.laws[0]
    if name == "print_holds":
        return (r := record(lab, experiment, as_printed=Evidence("holds", 1.5, 1.5, (1.49, 1.51), 0.02, **common))), r.laws[1]
    if name == "mutant_survives":
        return (r := record(lab, experiment, cube=Evidence("holds", 3.375, 3.375, (3.3, 3.4), 0.05, **common))), r.laws[2]
    if name == "vacuous":
        return (r := record(lab, experiment, truth=Evidence("vacuous"))), r.laws[0]
    if name == "no_parameters":

        def check(witness, p):
            return Certificate(False, "ball", "the residual is 0.25 ± 1e-30")

        (r,) = lab.run(lab.bind(Existence(sp.Rational(1, 2), check, text=r"p(\tfrac12)=0")))
        return r, r.laws[0]
    if name == "exact":
        (r,) = lab.run(lab.bind(Identity(n * (n + 1) / 2, n**2), of={"domain": Domain(Integer(n, (1, sp.oo), (4, 4)))}))
        return r, r.laws[0]
    if name == "inequality":
        (r,) = lab.run(lab.bind(Inequality(n**2, 2 * n), of={"domain": Domain(Integer(n, (1, sp.oo), (4, 4)))}))
        return r, r.laws[0]
    assert name == "rate"
    (r,) = lab.run(lab.bind(Rate(1 / n, -2, ladder=Ladder(n, (10, 100, 1000, 10000)))))
    return r, r.laws[0]


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


@pytest.mark.parametrize("name", ["exact", "inequality"])
def test_the_command_in_the_message_shows_the_numbers(lab, name):
    """What `see it` names evaluates to what is said to be measured and predicted."""
    from lemmata.verify.engine.evaluate import evaluate

    made, law = outcome(lab, name)
    experiment = lab.bind(law_statement(name), of={"domain": Domain(Integer(n, (1, sp.oo), (4, 4)))})
    words = next(line for line in failure(made, law).splitlines() if "see it" in line).split()
    given = dict(word.split("=") for word in words if "=" in word)
    quantities = evaluate(experiment, law.name, given)["quantities"]
    assert quantities["left"]["value"] == law.statistic
    assert quantities["right"]["value"] == law.predicted


def law_statement(name):
    return Identity(n * (n + 1) / 2, n**2) if name == "exact" else Inequality(n**2, 2 * n)
