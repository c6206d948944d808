"""The record of a claim, made in one place from the evidence of all its units."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import sympy as sp

from lemmata.numerics.formula.balls import ball
from lemmata.theory.first.claim import Claim, Law
from lemmata.theory.first.derivation import Derivation, derive
from lemmata.theory.first.domain import Choice, Parameter, Vector
from lemmata.theory.first.expressions import latex
from lemmata.theory.language.documents import described
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.campaign import Rows, automatic, evidence_of, simplest_counterexample
from lemmata.verify.engine.content import ROOT
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import ClaimRecord, Evidence
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.trial import Setting
from lemmata.verify.engine.verdict import claim_verdict, law_record


def make_record(
    experiment: Experiment, rows: Rows, setting: Setting, profile: Profile, *, alpha: float, key: str, code: str, seconds: float
) -> ClaimRecord:
    """Verdicts, counterexamples, mutants, derivation and provenance of a claim."""
    if isinstance(experiment, Settings):
        from lemmata.verify.engine.making import make

        return make(experiment, rows, setting, profile, alpha=alpha, key=key, code=code, seconds=seconds)
    claim = experiment.claim
    derivation, failure = _derived(experiment)
    laws = []
    for law in claim.laws():
        evidence = evidence_of(rows, law.name)
        record = law_record(
            law, evidence, parameters=not _exhausted(experiment, evidence), proved=derivation.proves, alpha=alpha
        )
        if law.name == "as-printed" and record.outcome == "fails":
            simpler = _simplified(experiment, law, setting, alpha, profile)
            if simpler is not None:
                record.counterexample, record.statistic = simpler.point, simpler.statistic
                record.predicted, record.interval, record.detail = simpler.predicted, simpler.interval, simpler.detail
        laws.append(record)
    verdict, expected = claim_verdict(laws)
    if failure:
        laws[0].detail, verdict, expected = failure, "error", False
    return ClaimRecord(
        id=claim.id,
        kind=claim.kind,
        title=claim.title,
        verdict=verdict,
        as_expected=expected,
        seconds=seconds,
        laws=laws,
        profile=profile.name,
        seed=setting.root,
        device=setting.device,
        key=key,
        code=code,
        rng=setting.rng,
        simulations=sum(row["simulations"] for row in rows),
        statement=claim.truth.latex(),
        printed=(claim.print_latex or claim.printed.latex()) if claim.printed is not None else "",
        erratum=_erratum(claim),
        source=described(claim.source),
        assumptions=_assumptions(experiment),
        definitions=_definitions(experiment),
        uses=list(claim.uses),
        derivation=[vars(step) for step in derivation.steps],
        derivation_proves=derivation.proves,
        automatic=_automatic(experiment, rows, laws[0].resolution),
        notes=claim.notes,
        replay=f"lemmata replay {key[:12]}",
        address=_address(experiment),
    )


def _erratum(claim: Claim) -> dict[str, str] | None:
    """What is wrong with the print, and the name of the law that stands against it."""
    if claim.erratum is None:
        return None
    return {"fault": claim.erratum.fault, "text": claim.erratum.text, "part": claim.counterpart}


def _exhausted(experiment: Experiment, evidence: list[Evidence]) -> bool:
    """Whether every point of the claim's domain was judged: then exact evidence at the points is a proof."""
    points = {repr(sorted(e.point.items())) for e in evidence}
    return experiment.claim.domain.size() == len(points) and all(e.outcome == "holds" for e in evidence)


def _address(experiment: Experiment) -> str:
    family, slug = experiment.claim.id.split(".")
    home = ROOT / "verify" / family / f"{slug}.py"
    return experiment.claim.id if not experiment.file or Path(experiment.file) == home else os.path.relpath(experiment.file)


def _derived(experiment: Experiment) -> tuple[Derivation, str]:
    """The derivation and, where a step fails, the sentence that says which."""
    try:
        derivation = derive(experiment.claim, ball)
    except Exception as error:
        text = str(error) if isinstance(error, LemmataError) else f"{type(error).__name__}: {error}"
        return Derivation(experiment.claim), f"the derivation stops: {text}"
    bad = [step.title for step in derivation.steps if step.passed is False]
    return derivation, f"the derivation fails at: {', '.join(bad)}" if bad else ""


def _simplified(experiment: Experiment, law: Law, setting: Setting, alpha: float, profile: Profile) -> Evidence | None:
    """A simpler counterexample to the print, where judging one point is cheap enough for a search."""
    if not experiment.claim.domain.parameters:
        return None
    budget = profile.shrink if not law.statement.stochastic else profile.shrink // 8 if profile.index else 0
    return simplest_counterexample(experiment, law, setting, alpha, budget) if budget else None


def _automatic(experiment: Experiment, rows: Rows, resolution: float | None) -> dict[str, Any]:
    """What became of the automatic mutants: killed (with samples), below the resolution, unseen, survived."""
    laws, unseen = automatic(experiment)
    killed: dict[str, int] = {}
    equal, below, implied, survived, unjudged = [], [], [], [], []
    for law in laws:
        evidence = evidence_of(rows, law.name)
        failing = [e for e in evidence if e.outcome == "fails"]
        if failing:
            killed[law.name] = min(e.samples for e in failing)
        elif any(e.detail == "implied" for e in evidence) or _weaker(rows, law):
            implied.append(law.name)
        elif all(e.outcome == "vacuous" for e in evidence) or any(
            e.outcome == "error" for e in evidence
        ):  # malformed somewhere
            unjudged.append(law.name)
        elif evidence and all(_gap(rows, law.name, i) == 0 for i in range(len(evidence))):
            equal.append(law.name)
        elif evidence and all(_below(_gap(rows, law.name, i), resolution) for i in range(len(evidence))):
            below.append(law.name)
        else:
            survived.append(law.name)
    rungs = [float(name.removeprefix("auto:x")) for name in killed if name.startswith("auto:x")]
    return {
        "killed": killed,
        "equal": equal,
        "below": below,
        "implied": implied,
        "unseen": unseen,
        "unjudged": unjudged,
        "survived": survived,
        "smallest_factor": min(rungs, default=None),
    }


def _gap(rows: Rows, law: str, index: int) -> float | None:
    """Relative difference between what a mutant and the truth predict at a point."""
    mutant, truth = (row["evidence"][name]["predicted"] for row in rows[index : index + 1] for name in (law, "truth"))
    if mutant is None or truth is None:
        return None
    return abs(mutant - truth) / max(abs(truth), 1e-300) if mutant != truth else 0.0


def _weaker(rows: Rows, law: Law) -> bool:
    """Whether a mutant of an inequality states a larger right side than the truth at every point."""
    if law.kind != "inequality":
        return False
    pairs = [(row["evidence"][law.name]["predicted"], row["evidence"]["truth"]["predicted"]) for row in rows]
    return bool(pairs) and all(mutant is not None and truth is not None and mutant >= truth for mutant, truth in pairs)


def _below(gap: float | None, resolution: float | None) -> bool:
    return gap is not None and resolution is not None and gap < resolution


def _assumptions(experiment: Experiment) -> list[str]:
    domain = experiment.claim.domain
    lines = [_range(parameter) for parameter in domain.parameters]
    lines += [latex(condition) for condition in experiment.claim.provided]
    return lines + [
        latex(p) if hasattr(p, "free_symbols") else rf"\text{{{(p.__doc__ or p.__name__).strip()}}}" for p in domain.assume
    ]


def _range(parameter: Parameter) -> str:
    """Where a parameter may lie; infinite ends are left out."""
    symbol = latex(parameter.symbol)
    if isinstance(parameter, Choice):
        listed = ", ".join(rf"\text{{{label}}}" for label in parameter.labels)
        return rf"{symbol} \in \{{{listed}\}}"
    if isinstance(parameter, Vector):
        return rf"{parameter.name} \in \mathbb{{R}}^{{{latex(parameter.length)}}}"
    low, high = (None if sp.sympify(bound).is_infinite else latex(sp.sympify(bound)) for bound in parameter.valid)
    text = (rf"{low} \le " if low is not None else "") + symbol + (rf" \le {high}" if high is not None else "")
    field = r"\mathbb{Z}" if parameter.integer else r"\mathbb{R}"
    return (
        text
        if text != symbol and not parameter.integer
        else rf"{text} \in {field}"
        if text == symbol
        else rf"{text}, \ {symbol} \in {field}"
    )


def _definitions(experiment: Experiment) -> list[str]:
    """What the quantities of the truth stand for: a formula, the equations that they solve, or how they are computed."""
    lines: dict[str, None] = {}
    for symbol, value in {**experiment.claim.definitions, **experiment.claim.truth.where}.items():
        if isinstance(value, sp.Basic):
            lines[f"{latex(symbol)} = {latex(value)}"] = None
        elif hasattr(value, "equation"):
            lines[f"{latex(symbol)}: {_equation(value.equation)}"] = None
        elif hasattr(value, "equations"):  # one system for several unknowns is shown once
            unknowns = ", ".join(latex(unknown) for unknown in value.unknowns)
            lines[f"{unknowns}: " + r",\quad ".join(_equation(equation) for equation in value.equations)] = None
        elif getattr(value, "function", None) is not None:
            name = value.function.__name__.replace("<lambda>", "computed")
            text = (value.function.__doc__ or name).strip().split("\n")[0]
            lines[rf"{latex(symbol)}: \text{{{text}}}"] = None
    return list(lines)


def _equation(equation: Any) -> str:
    return latex(equation) + ("" if hasattr(equation, "rhs") else " = 0")
