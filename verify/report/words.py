"""How the report says things: verdicts, kinds, numbers and points in words that need no colour to be understood."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from typing import Any

from lemmata.verify.engine.records import LawRecord

VERDICTS = {
    "proved": ("∎", "every step of the derivation is exact"),
    "certified": ("◉", "ball arithmetic encloses the statement on the stated set"),
    "corroborated": ("≈", "no point speaks against it, and each interval was narrow enough to have rejected a wrong law"),
    "refuted": ("✗", "there is a counterexample"),
    "undecided": ("?", "the budget was spent before the question was settled"),
    "vacuous": ("∅", "no admissible point was drawn, so nothing was judged"),
    "error": ("!", "a value was not finite, a solver did not converge, or the time ran out"),
}
RESOLUTION = {
    "identity": ("detects relative errors from", ""),
    "inequality": ("smallest relative gap found", "gap "),
    "order": ("exponent known to", "±"),
    "rate": ("exponent known to", "±"),
    "limit": ("detects relative errors from", ""),
    "optimality": ("smallest excess found", "excess "),
    "phase": ("drift of the crossing: exponent known to", "±"),
    "guarantee": ("probability known to", "±"),
}
RELATIVE = ("identity", "inequality", "limit")
HOW = {
    "exact": "exact arithmetic",
    "ball": "ball arithmetic",
    "float": "floating point with its own error",
    "statistical": "simulation",
}
LONGEST = 8


def number(value: Any, digits: int = 4) -> str:
    """A number as a reader wants it; None (not finite, or not measured) is a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "−∞"}.get(value, "not a number")
    if isinstance(value, int) and abs(value) < 10**15:
        return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10**4 else str(value)
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return (f"{mantissa}e{int(exponent)}" if exponent else mantissa).replace("-", "−")


def interval(pair: tuple[float, float] | None, digits: int = 5) -> str:
    """An interval in brackets."""
    return f"[{number(pair[0], digits)}, {number(pair[1], digits)}]" if pair is not None else "–"


def resolution(law: LawRecord, brief: bool = False) -> str:
    """What the check of a law could have seen; ``brief`` leaves out the words that its kind implies."""
    if law.resolution is None:
        return "–"
    percent = law.resolution * 100
    shown = number(law.resolution, 2)
    within = law.stated is not None
    if (law.kind in RELATIVE or within) and law.resolution >= 1e-5:
        shown = f"{percent:.0f} %" if percent >= 10 else f"{number(percent, 2)} %"
    statistical_bound = law.kind == "inequality" and law.how == "statistical"
    words, sign = RESOLUTION["identity"] if statistical_bound or within else RESOLUTION.get(law.kind, ("resolution", ""))
    return f"{sign}{shown}" if brief else f"{words} {sign.strip() if sign == '±' else ''}{shown}"


def seconds(value: float) -> str:
    """A duration."""
    if value < 120:
        return f"{value:.3g} s" if value < 10 else f"{value:.0f} s"
    return f"{value / 60:.0f} min" if value < 7200 else f"{value / 3600:.1f} h"


def value(item: Any) -> str:
    """A parameter's value, long vectors cut short."""
    if isinstance(item, float):
        return f"{item:.6g}"
    if isinstance(item, list | tuple):
        shown = ", ".join(value(entry) for entry in item[:LONGEST])
        return f"({shown})" if len(item) <= LONGEST else f"({shown}, … {len(item)} values)"
    return "not finite" if item is None else str(item)


def point(parameters: Mapping[str, Any] | None) -> str:
    """A parameter point in one line."""
    return ", ".join(f"{name} = {value(item)}" for name, item in (parameters or {}).items()) or "no parameters"


def arguments(parameters: Mapping[str, Any]) -> str | None:
    """The point as command-line arguments; None where a value is not a plain number or word."""
    if any(isinstance(item, list | tuple | dict) or item is None for item in parameters.values()):
        return None
    return " ".join(shlex.quote(f"{name}={item}") for name, item in parameters.items())


def count(amount: int, one: str, many: str = "") -> str:
    """'1 claim', '2 claims'."""
    return f"{number(amount)} {one if amount == 1 else many or one + 's'}"
