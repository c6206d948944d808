"""How the report says things: verdicts, kinds, numbers and points in words that need no colour to be understood."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from lemmata.verify.engine.records import LawRecord

VERDICTS = {
    "proved": ("∎", "every step of the derivation is exact, and its conditions hold on the whole stated domain"),
    "derived": ("∴", "the same, given the theorems of the literature that are named beside it"),
    "certified": ("◉", "exact or ball arithmetic encloses the statement on the stated set"),
    "corroborated": (
        "≈",
        "no point of the scope speaks against it, and each interval was narrow enough to have rejected a wrong law; what that rests on is named",
    ),
    "refuted": ("✗", "there is a counterexample"),
    "undecided": ("?", "the budget was spent before the question was settled"),
    "vacuous": ("∅", "no admissible point was drawn, so nothing was judged"),
    "insensitive": ("≡", "it passes, but wrong versions or wrong worlds pass as well: the check says nothing"),
    "open": ("○", "it cannot be checked yet, for the reason given; counted apart"),
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
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_KURTOSIS = re.compile(rf"(?:for every law of )?kurtosis (?:≤|<=) (?P<bound>{_NUMBER})(?: \((?P<source>derived|declared)\))?")
_VALUES = re.compile(rf"values in \[({_NUMBER}), ({_NUMBER})\]")


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


def fate(law: LawRecord) -> str:
    """The verdict on a law; of what has to fail, what became of it."""
    if law.role == "world":
        return {"fails": "seen", "holds": "not seen"}.get(law.outcome, law.outcome)
    return "killed" if law.role == "mutant" and law.outcome == "fails" else law.verdict


def law(name: str) -> str:
    """A law by what it is there for: the statement, its print, a wrong version or a wrong world, and of which part."""
    head, _, tail = name.partition(":")
    kind = {
        "truth": "the statement",
        "as-printed": "the print",
        "mutant": "the wrong version",
        "auto": "the wrong version",
        "world": "the wrong world",
    }
    return f"{kind.get(head, head)} {tail.replace('.', ': ').replace('_', ' ')}".strip()


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
    return ", ".join(_assigned(name, item) for name, item in (parameters or {}).items()) or "no parameters"


def _assigned(name: str, item: Any) -> str:
    """A number has a value; an arbitrary array has a style, such as ``K rank one``."""
    return f"{name.removesuffix(':style')} {item}" if name.endswith(":style") else f"{name} = {value(item)}"


def box(scope: Mapping[str, Any]) -> str:
    """A bounding box: the range of each number, the options of each choice."""
    found = []
    for name, item in scope.items():
        if len(item) == 2 and not any(isinstance(end, str) for end in item):
            low, high = item
            found.append(f"{name} = {number(low, 3)}" if low == high else f"{number(low, 3)} ≤ {name} ≤ {number(high, 3)}")
        else:
            found.append(f"{name.removesuffix(':style')} {', '.join(map(str, item))}")
    return "; ".join(found)


def share(amount: float) -> str:
    """A relative size: in percent where that reads well."""
    if amount < 1e-5:
        return number(amount, 2)
    return f"{amount * 100:.0f} %" if amount >= 0.1 else f"{number(amount * 100, 2)} %"


def signs(text: str) -> str:
    """A line of plain text with its minus signs, powers and powers of ten as they are printed."""
    text = re.sub(r"(\d)e([+−-]?)0*(\d+)\b", lambda m: f"{m[1]}·10{_raised(m[2].strip('+').replace('−', '-') + m[3])}", text)
    text = re.sub(r"\^(-?\d+(?:\.\d+)?)", lambda m: _raised(m[1]), text)
    text = re.sub(r"(?<=[^\W\d_])_(\d+)\b", lambda m: m[1].translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")), text)
    text = re.sub(r"(\S+):style = ", r"\1 ", text)
    return re.sub(r"(?<![\w)\]])-(?=[\d.])", "−", text)


def _raised(digits: str) -> str:
    return digits.translate(str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹"))


def assumptions(lines: Sequence[str]) -> list[str]:
    """What a verdict rests on, each once: of several supported kurtoses the smallest, of several bounds the widest."""
    bounds: dict[str, list[float]] = {"every": [], "derived": [], "declared": []}
    ends: list[tuple[float, float]] = []
    rest: list[str] = []
    for line in lines:
        kurtosis, values = _KURTOSIS.fullmatch(line), _VALUES.fullmatch(line)
        if kurtosis is not None:
            bounds[kurtosis["source"] or "every"].append(float(kurtosis["bound"]))
        elif values is not None:
            ends.append((float(values[1]), float(values[2])))
        else:
            rest.append(signs(line))
    found = [f"values in [{number(min(a for a, _ in ends), 6)}, {number(max(b for _, b in ends), 6)}]"] if ends else []
    found += [f"kurtosis ≤ {number(max(bounds[how]), 6)} ({how})" for how in ("derived", "declared") if bounds[how]]
    found += [f"for every law of kurtosis ≤ {number(min(bounds['every']), 6)}"] if bounds["every"] else []
    return [*found, *rest]


def arguments(parameters: Mapping[str, Any]) -> str | None:
    """The point as command-line arguments; None where a value is not a plain number or word."""
    if any(isinstance(item, list | tuple | dict) or item is None for item in parameters.values()):
        return None
    return " ".join(shlex.quote(f"{name}={item}") for name, item in parameters.items())


def clipped(text: str, most: int) -> str:
    """A line cut at a blank where it is too long."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


def count(amount: int, one: str, many: str = "") -> str:
    """'1 claim', '2 claims'."""
    return f"{number(amount)} {one if amount == 1 else many or one + 's'}"
