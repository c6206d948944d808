"""Text cut into tokens, each with its column, and the error that points at one; nothing is evaluated here.

Unicode that people paste is read as what it means: − × · ÷ ≤ ≥ ≠, superscript powers (x², 10⁻³) and the transpose Xᵀ.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from lemmata.theory.language.errors import DomainError

MAX_LENGTH = 2000  # characters of a formula
MAX_TOKENS = 500
MAX_DIGITS = 300  # of one number as written
LARGEST = 300  # numbers lie between 1e-300 and 1e300, or are 0
SHOWN = 60  # characters of a user's text that a message repeats

_SAME = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "∗": "*", "÷": "/", "′": "'", "ᵀ": "'", "\u00a0": " "})
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "^": "**"}
_TOKEN = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<number>(?:[0-9]+(?:_[0-9]+)*\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<name>[^\W\d⁰¹²³⁴⁵⁶⁷⁸⁹][\w₀₁₂₃₄₅₆₇₈₉]*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/^=<>~≤≥≠()\[\],|'])"
)


@dataclass(frozen=True)
class Token:
    """A piece of a formula: ``kind`` is number, raised, name, sign or end; ``column`` counts from 1."""

    kind: str
    text: str
    column: int


class ParseError(DomainError):
    """A formula or value that cannot be read: one sentence, and below it the text with a caret under the fault."""

    def __init__(self, sentence: str, text: str = "", column: int | None = None) -> None:
        super().__init__(sentence, text, column)
        self.sentence, self.text, self.column = sentence, text, column

    def __str__(self) -> str:
        return self.sentence if self.column is None else f"{self.sentence}\n{self.pointer}"

    @property
    def pointer(self) -> str:
        """The part of the text around the fault, and a caret below it."""
        assert self.column is not None
        first = max(0, self.column - 1 - SHOWN)
        before, after = ("…" if first else ""), ("…" if len(self.text) > self.column + SHOWN else "")
        part = "".join(c if c.isprintable() else "?" for c in self.text[first : self.column + SHOWN])
        return f"  {before}{part}{after}\n  " + " " * (len(before) + self.column - 1 - first) + "^"


def short(text: str) -> str:
    """A user's text as a message repeats it: quoted, on one line, and not longer than a line."""
    return repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r}… ({len(text)} characters)"


class Text:
    """A user's formula and how a sentence about it begins ("the link 'z+'")."""

    def __init__(self, text: str, subject: str) -> None:
        self.raw, self.subject = text, subject

    def fail(self, token: Token | int, why: str) -> NoReturn:
        """Refuse, pointing at a token or a column."""
        column = token if isinstance(token, int) else token.column
        raise ParseError(f"{self.subject} {why} (column {column})", self.raw, column)

    def tokens(self) -> list[Token]:
        """The tokens, with a last one that marks the end."""
        if len(self.raw) > MAX_LENGTH:
            self.fail(MAX_LENGTH + 1, f"has {len(self.raw)} characters; the most are {MAX_LENGTH}")
        text, found, at = self.raw.translate(_SAME), [], 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                self.fail(at + 1, f"is no formula: {text[at]!r} is no part of one")
            kind, piece = str(match.lastgroup), match[0]
            if kind == "name" and (cut := re.search("[⁰¹²³⁴⁵⁶⁷⁸⁹]", piece)):
                piece = piece[: cut.start()]
            if kind != "space":
                found.append(Token(kind, _plain(kind, piece), at + 1))
            at += len(piece)
        if len(found) > MAX_TOKENS:
            self.fail(found[MAX_TOKENS], f"has {len(found)} parts; the most are {MAX_TOKENS}")
        return [*found, Token("end", "", len(text) + 1)]


def _plain(kind: str, piece: str) -> str:
    if kind == "sign":
        return _SIGNS.get(piece, piece)
    if kind == "number":
        return piece.replace("_", "")
    return piece.translate(_RAISED) if kind == "raised" else piece


def too_large(number: str) -> str | None:
    """Why a number as written is beyond the limits, or None; nothing large is computed to find out."""
    mantissa, _, exponent = number.lower().lstrip("+-").partition("e")
    if len(mantissa) > MAX_DIGITS:
        return f"has more than {MAX_DIGITS} digits"
    whole, _, part = mantissa.partition(".")
    digits = (whole + part).lstrip("0")
    if not digits:
        return None
    shift = int(exponent) if exponent and len(exponent) <= 8 else 0 if not exponent else 10**8
    order = len(digits) - len(part) + shift  # the number is below 10**order and at least 10**(order - 1)
    if len(exponent) > 8 or not 1 - LARGEST <= order <= LARGEST:
        return f"is beyond 1e{LARGEST} or below 1e-{LARGEST}; rescale it"
    return None
