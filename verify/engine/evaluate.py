"""Every quantity that a law speaks of, at a point, with its own error: the values behind a yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.names import spelled
from lemmata.theory.language.parsing import parse_constant
from lemmata.theory.language.values import parse_value
from lemmata.verify.engine.quantities import quantities
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.swept import swept
from lemmata.verify.failing import breaks_off

MOST = 10_000_000  # replicates that may be asked for


def evaluate(
    settings: Settings, law: str, given: Mapping[str, Any], *, seed: int = 0, device: str = "auto", sample: int = 0
) -> dict[str, Any]:
    """Values of the sides, definitions and means of a law: numbers and arrays are read from their text, and what is not
    given is completed.

    ``sample``: how many replicates a mean is of; without it only its closed form is evaluated.
    """
    if not 0 <= sample <= MOST:
        raise UsageError(f"--sample {sample}: a number of replicates up to {MOST}")
    claim = settings.claim
    symbols, arrays = {*(str(s.name) for s in claim.symbols), *swept(claim)}, {str(a.name) for a in claim.arrays}
    read = {name: parse_constant for name in symbols} | {name: parse_value for name in arrays}
    values = {}
    for typed, value in given.items():
        name = typed if typed in read else spelled(typed, read)
        if name in values:
            raise UsageError(f"{name} is given twice: {typed} is another way to write it")
        values[name] = read[name](value, typed) if isinstance(value, str) and name in read else value
    try:
        return quantities(settings, values, law=law, seed=seed, device=device, sample=sample)
    except LemmataError:
        raise
    except Exception as error:  # far from where the claim is typical; the cause stays chained
        raise breaks_off(claim.id, given, error) from error
