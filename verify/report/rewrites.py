"""Automatic rewrites of a formula in words: ``drop_term1`` and ``drop_term2`` are "terms 1, 2 left out"."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORDS = {
    "x": "times {}",
    "off": "moved by {}",
    "sign": "of the other sign",
    "exponent": "another exponent ({})",
    "constant": "another constant ({})",
    "flip_term": "a term of the other sign ({})",
    "drop_term": "without a term ({})",
    "drop_factor": "without a factor ({})",
    "drop_constant": "without a constant ({})",
    "drop_scalar": "without a scalar ({})",
    "drop_inverse": "without an inverse ({})",
    "drop_last": "a sum that ends one earlier ({})",
    "drop_condition": "without a condition ({})",
    "transpose": "with a transpose ({})",
    "swap": "with {} exchanged",
}
_PARTS = re.compile(r"(?P<low>low_)?(?P<verb>" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")_?(?P<rest>.*)")


def told(names: Sequence[str]) -> str:
    """Rewrites in a line, those of one sort together; what is none of these sorts stands by its name."""
    sorts: dict[tuple[str, str], list[str]] = {}
    for name in names:
        found = _PARTS.fullmatch(name)
        if found is None:
            sorts.setdefault(("", name.replace("_", " ")), [])
        else:
            sorts.setdefault((found["low"] or "", found["verb"]), []).append(found["rest"].replace("_", " and ", 1))
    return "; ".join(_line(low, verb, rests) for (low, verb), rests in sorts.items())


def _line(low: str, verb: str, rests: list[str]) -> str:
    said = WORDS.get(verb, verb).format(", ".join(rests))
    return f"lower end {said}" if low else said
