"""What a claim's module answers for a link of the user's own, exactly: without tensors, and so without loading torch."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import isfunction, signature
from typing import Any


def answered(claim: Any, law: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
    """What ``evaluate`` returns, by the function ``answers`` of the claim's module; None where it has none that takes these."""
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
