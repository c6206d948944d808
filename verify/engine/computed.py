"""Quantities of a law that exact tools compute: answered without tensors, and so without loading torch.

This serves laws whose definitions are all ``Computed``: an exponent, a coefficient, a certificate. Whatever needs a
compiled formula, an instance or a sample goes through ``verify.engine.evaluate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import isfunction, signature
from typing import Any

import sympy as sp

from lemmata.theory.first.claim import Claim
from lemmata.theory.first.expressions import names
from lemmata.theory.first.kinds import Computed, Enclosure, Existence
from lemmata.theory.language.errors import CompileError, LemmataError, NotConverged
from lemmata.verify.engine.experiment import Parameters
from lemmata.verify.engine.points import breaks_off, complete


def computed_quantities(claim: Claim, law: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
    """What ``evaluate`` returns, where the law's definitions are all computed exactly; None where they are not."""
    if not isinstance(claim, Claim):  # of the second language, whose terms need a compiler
        return _answered(claim, law, parameters)
    statement = next((item.statement for item in claim.laws() if item.name == law), None)
    if statement is None or isinstance(statement, Existence) or statement.stochastic or claim.given:
        return None
    definitions = {**claim.definitions, **statement.where}
    if getattr(statement, "ladder", None) is not None or not definitions:
        return None
    if not all(isinstance(definition, Computed) for definition in definitions.values()):
        return None
    used = set().union(*(names(expr) for expr in statement.expressions()))
    if not used <= {str(symbol) for symbol in definitions}:
        return None
    point = complete(claim.domain, parameters)
    values = Parameters(claim.domain.values(point))
    values.update({f"{name}_label": value for name, value in point.items() if isinstance(value, str)})
    quantities = {}
    for symbol, definition in definitions.items():
        try:
            entry = quantities[str(symbol)] = _entry(definition, values)
        except LemmataError:
            raise
        except Exception as error:  # a claim's own code, far from where it is typical; the cause stays chained
            raise breaks_off(claim.id, point, error) from error
        values[str(symbol)] = entry["value"]
    for field in statement._formulas():
        formula = getattr(statement, field)
        if isinstance(formula, sp.Symbol):  # a side that is one of the quantities
            quantities[field] = {key: quantities[str(formula)][key] for key in ("value", "error")}
    return {"id": claim.id, "law": law, "point": point, "statement": statement.latex(), "quantities": quantities}


def _answered(claim: Any, law: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a claim's module answers by its function ``answers`` for a link of the user's own; None where it has none."""
    answers = getattr(import_module(f"lemmata.theory.{claim.id}"), "answers", None)
    if not isfunction(answers) or not parameters or set(parameters) - set(signature(answers).parameters):
        return None
    found = {
        name: {
            "value": e.value,
            "error": None if e.value is None else 0.0,
            "how": e.status,
            "detail": "; ".join(filter(None, (*e.evidence, e.reason))),
        }
        for name, e in answers(**parameters).items()
    }
    return {
        "id": claim.id,
        "law": law,
        "point": dict(parameters),
        "statement": (answers.__doc__ or "").strip(),
        "quantities": found,
    }


def _entry(definition: Computed, values: Parameters) -> dict[str, Any]:
    try:
        found = definition.function(values)
    except (CompileError, NotConverged) as error:
        return {"value": None, "error": None, "how": "undecided", "detail": str(error)}
    found = found if isinstance(found, Enclosure) else Enclosure(found)
    how = "undecided" if found.value is None else found.how
    return {"value": found.value, "error": None if found.value is None else found.error, "how": how, "detail": found.detail}
