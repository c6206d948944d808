"""What a claim says of itself, made fit to be kept and printed: of bounded length, in characters that UTF-8 can write."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from typing import Any

from lemmata.theory.language.errors import LemmataError

MESSAGE = 2000  # characters of a message that are kept


def fit(text: str, most: int = MESSAGE) -> str:
    """The text, cut in its middle where it is too long, with an escape for each half of a character."""
    if len(text) > most:
        text = f"{text[: most // 2]} ... ({len(text) - most} characters left out) ... {text[-(most // 2) :]}"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def said(error: BaseException) -> str:
    """What an error says, whatever its author did: a sentence of ours as it is, anything else after its type."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        text = f"its message cannot be read: {type(fault).__name__}"
    if isinstance(error, TypeError) and "truth value of Relational" in text:
        text = f"{type(error).__name__}: a condition such as 0 < a < 1 cannot be written in one piece: write 0 < a, a < 1"
        return text + " (and instead of `if a < 1` use sympy's Piecewise, Min or Max)"
    made = re.match(r"(\w+)\.__init__\(\) (?:got|missing|takes)", text) if isinstance(error, TypeError) else None
    if made:
        text += _taken(made[1])
    return fit(text if isinstance(error, LemmataError) else f"{type(error).__name__}: {text}")


def _taken(name: str) -> str:
    """What a word of the language takes, for somebody who gave it something else."""
    import lemmata

    if name not in lemmata.__all__:
        return ""
    given = inspect.signature(getattr(lemmata, name)).parameters.values()
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in given]
    return f"; write {name}{inspect.Signature(plain)}"


def tidy(value: Any, most: int | None = None) -> Any:
    """Plain data or a record with every text fit to be written; ``detail`` and the like are messages, cut where too long."""
    if isinstance(value, str):
        if most is None and value.isascii():
            return value
        return fit(value, len(value) if most is None else most)
    if isinstance(value, dict):
        return {tidy(name): tidy(entry, MESSAGE if name == "detail" else most) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], float | int):  # a series: nothing to read
            return value
        return type(value)(tidy(entry, most) for entry in value)
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.type not in {"float", "int", "bool"}:
                setattr(value, field.name, tidy(getattr(value, field.name), MESSAGE if field.name == "detail" else most))
    return value
