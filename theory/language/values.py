"""Numbers that come from outside: a command line, a data file, a store. Read as data, exactly as written.

``[-+] digits``, ``p/q``, a decimal with or without an exponent (``1e-3``), and lists of these, ``[a, b]``, ``(a, b)``
or ``a, b``, nested to depth 3 (a matrix is a list of rows). A number has at most 300 digits and lies between 1e-300 and
1e300 (or is 0); nan and inf are refused; a list has at most 100 000 entries.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from lemmata.theory.language.tokens import MAX_DIGITS, ParseError, short, too_large

Value = int | Fraction | float | list["Value"]
MAX_ENTRIES = 100_000
MAX_NESTED = 3
_NUMBER = re.compile(r"[-+]?(?:[0-9]+|[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)")
_PIECE = re.compile(r"([][(),])")
_CLOSE = {"[": "]", "(": ")"}
EXPECTED = f"give an integer, a fraction p/q, a decimal such as 1e-3, or a list of these, with at most {MAX_DIGITS} digits"


def parse_value(text: str, name: str = "") -> Value:
    """The number or list of numbers that is written; ``name`` is what the message calls it (``n='x' is ...``)."""
    label = f"{name}=" if name else ""
    plain = text.strip().replace("−", "-")
    if not any(c in plain for c in "[](),"):
        return _number(plain, label, text)
    if plain.count(",") >= MAX_ENTRIES:
        raise ParseError(f"{label}{short(text)} has more than {MAX_ENTRIES} entries")
    pieces = [piece.strip() for piece in _PIECE.split(plain) if piece.strip()]
    if pieces[0] not in _CLOSE:
        pieces = ["[", *pieces, "]"]
    value, at = _list(pieces, 0, 1, label, text)
    if at != len(pieces):
        raise ParseError(f"{label}{short(text)} is no list of numbers: something follows its closing bracket")
    return value


def _list(pieces: list[str], at: int, depth: int, label: str, text: str) -> tuple[list[Value], int]:
    """The list that opens at ``at``, and where it ends."""
    if depth > MAX_NESTED:
        raise ParseError(f"{label}{short(text)} is nested deeper than {MAX_NESTED} lists")
    close, found = _CLOSE[pieces[at]], list[Value]()
    at += 1
    while at < len(pieces):
        if pieces[at] in _CLOSE:
            value, at = _list(pieces, at, depth + 1, label, text)
            found.append(value)
        elif pieces[at] == close and not found:
            return found, at + 1
        elif pieces[at] in "]),":
            raise ParseError(f"{label}{short(text)} is no list of numbers: an entry is missing before {pieces[at]!r}")
        else:
            found.append(_number(pieces[at], label, text))
            at += 1
        if at < len(pieces) and pieces[at] == ",":
            at += 1
            continue
        if at < len(pieces) and pieces[at] == close:
            return found, at + 1
        break
    raise ParseError(f"{label}{short(text)} is no list of numbers: {close!r} is missing")


def _number(piece: str, label: str, text: str) -> int | Fraction | float:
    top, slash, bottom = piece.partition("/")
    parts = [top.strip(), bottom.strip()] if slash else [piece]
    if piece.lower().lstrip("+-") in {"nan", "inf", "infinity", "oo", "∞"}:
        raise ParseError(f"{label}{short(text)} is not finite: {EXPECTED}")
    if not all(_NUMBER.fullmatch(part) for part in parts):
        where = "" if piece == text.strip() else f": {short(piece)} is none of them"
        raise ParseError(f"{label}{short(text)} is not a number{where}: {EXPECTED}")
    for part in parts:
        if why := too_large(part):
            raise ParseError(f"{label}{short(text)} {why}")
    if not slash:
        return int(piece) if piece.lstrip("+-").isdecimal() else _finite(float(piece), label, text)
    if not Fraction(parts[1]):
        raise ParseError(f"{label}{short(text)} divides by zero")
    return Fraction(parts[0]) / Fraction(parts[1])


def _finite(number: float, label: str, text: str) -> float:
    if not math.isfinite(number):
        raise ParseError(f"{label}{short(text)} is not finite: {EXPECTED}")
    return number
