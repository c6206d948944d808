"""Every quantity that a law speaks of, at a point, with its own error: the values behind a yes or no."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.devices.device import resolve_device
from lemmata.theory.first.expressions import Mean, Observable, latex, means
from lemmata.theory.first.kinds import Existence, Statement
from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.parsing import parse_constant
from lemmata.theory.language.values import parse_value
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.points import breaks_off, complete
from lemmata.verify.engine.quantities import quantities
from lemmata.verify.engine.rungs import rung_of
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.trial import Setting, Trial

FIRST, SAMPLES = 16, 4096  # replicates of a mean: so many at first, then as many again, up to the second number
MOST = 10_000_000  # replicates that may be asked for
SECONDS = 5.0  # after which no further chunk is begun: the error says what that cost


def evaluate(
    experiment: Experiment | Settings,
    law: str,
    parameters: Mapping[str, Any],
    *,
    seed: int = 0,
    device: str = "auto",
    sample: int = 0,
) -> dict[str, Any]:
    """Values of the sides, definitions and means of a law; missing parameters take the first typical value.

    ``sample``: how many replicates a mean is of; without it a claim made of terms gives its closed forms alone.
    """
    if not 0 <= sample <= MOST:
        raise UsageError(f"--sample {sample}: a number of replicates up to {MOST}")
    if isinstance(experiment, Settings):
        return _of_terms(experiment, law, parameters, seed=seed, device=device, sample=sample)
    claim = experiment.claim
    laws = {item.name: item for item in claim.laws()}
    if law not in laws:
        raise UsageError(f"{claim.id} has no law {law!r}; it has {', '.join(laws)}")
    statement = laws[law].statement
    rung, rest = rung_of(claim, statement, parameters)
    point = complete(claim.domain, rest)
    trial = Trial(experiment, point, Setting(root=seed, device=str(resolve_device(device))), rung)
    try:
        found = _quantities(trial, statement, sample or SAMPLES)
    except LemmataError:
        raise
    except Exception as error:  # a claim's own code, far from where it is typical; the cause stays chained
        raise breaks_off(claim.id, {**point, **rung}, error) from error
    return {"id": claim.id, "law": law, "point": {**point, **rung}, "statement": statement.latex(), "quantities": found}


def _of_terms(settings: Settings, law: str, given: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    """A claim of the second language: numbers and arrays are read from their text, the rest is in `quantities`."""
    claim = settings.claim
    symbols, arrays = {str(s.name) for s in claim.symbols}, {str(a.name) for a in claim.arrays}
    read = {name: parse_constant for name in symbols} | {name: parse_value for name in arrays}
    values = {}
    for typed, value in given.items():
        name = typed if typed in read else _greek(typed, read)
        values[name] = read[name](value, typed) if isinstance(value, str) and name in read else value
    try:
        return quantities(settings, values, law=law, **options)
    except LemmataError:
        raise
    except Exception as error:  # far from where the claim is typical; the cause stays chained
        raise breaks_off(claim.id, given, error) from error


def _greek(name: str, known: Collection[str]) -> str:
    """The Greek letter that is spelled out, if the claim knows it: ``lambda`` for λ."""
    try:
        letter = unicodedata.lookup(f"GREEK SMALL LETTER {name.upper().replace('LAMBDA', 'LAMDA')}")
    except (KeyError, UnicodeError):
        return name
    return letter if letter in known else name


def _quantities(trial: Trial, statement: Statement, most: int) -> dict[str, Any]:
    if not isinstance(statement, Existence):
        return _filled(trial, statement, most)
    found = statement.check(statement.witness, trial.parameters())
    return {"certificate": {"value": found.holds, "error": 0.0, "how": found.how, "detail": found.detail}}


def _filled(trial: Trial, statement: Statement, most: int) -> dict[str, Any]:
    """Definitions first, then means and sides."""
    found: dict[str, Any] = {}
    values, errors = trial.environment(statement)
    for symbol in {**trial.experiment.claim.definitions, **statement.where}:
        for part in symbol if isinstance(symbol, tuple) else (symbol,):
            name = str(part.label if isinstance(part, sp.IndexedBase) else part)
            if name in values:
                found[name] = _entry(values[name], errors.get(name, 0.0))
    for field in statement._formulas():
        formula = getattr(statement, field)
        if not isinstance(formula, sp.Expr):
            continue
        for node in means(formula):
            found[latex(node)] = _mean(trial, node, statement, most)
        if not formula.has(Mean) and not formula.atoms(Observable):
            try:
                found[field] = _entry(*trial.value(formula, statement))
            except LemmataError as error:
                found[field] = {"value": None, "error": None, "detail": str(error)}
    return found


def _mean(trial: Trial, node: sp.Basic, statement: Statement, most: int) -> dict[str, Any]:
    began, parts, total = time.monotonic(), list[torch.Tensor](), 0
    while total < most and (not parts or time.monotonic() - began < SECONDS):
        size = max(FIRST, total)  # every chunk costs what all before it did
        observed = trial.sample(statement.variant, "eval", len(parts), size)
        parts.append(trial.integrand(node.args[0], statement, observed))
        total += size
    sample = torch.cat(parts)
    error = float(sample.std() / sample.numel() ** 0.5)
    return {"value": float(sample.mean()), "error": error, "how": f"{sample.numel()} replicates"}


def _entry(value: Any, error: float) -> dict[str, Any]:
    if isinstance(value, torch.Tensor):
        flat = value.reshape(-1)
        shown: Any = float(flat[0]) if flat.numel() == 1 else f"array of {tuple(value.shape)}"
        return {"value": shown, "error": error}
    if isinstance(value, sp.Basic) and value.is_number:
        return {"value": str(value), "error": error, "how": "exact"}
    return {"value": value if isinstance(value, int | float | str | None.__class__) else str(value), "error": error}
