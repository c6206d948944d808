"""A statement on one line as a statement of the language: which kind it is, and its sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError, UsageError
from lemmata.theory.language.grammar import Relation
from lemmata.theory.language.kinds import Guarantee, Identity, Inequality, Ladder, Limit, Statement, Within
from lemmata.theory.language.operators import ProbabilityOf
from lemmata.theory.language.parsing import identifiers, parse_formula
from lemmata.theory.language.sampled import samples
from lemmata.theory.language.symbols import Naturals, Symbol
from lemmata.theory.language.tokens import ParseError
from lemmata.verify.check.declared import Declared, how_to_declare
from lemmata.verify.check.declaring import declare
from lemmata.verify.check.words import BINDERS, FUNCTIONS, NAMES, OPERATORS, number

RUNGS = (8, 16, 32, 64, 128)
_LIMIT = re.compile(r"(?P<left>.*?)(?:->|→)(?P<right>.*?)\bas\b(?P<tail>.*)$", re.S)
_TAIL = re.compile(
    r"\s*(?P<name>[^\W\d]\w*)\s*(?:(?:->|→)\s*(?:oo|∞|infinity|inf)\s*)?(?:(?:=|in|over)\s*(?P<rungs>[\d\s,]+))?\s*(?:with(?P<terms>.*))?$",
    re.S,
)
SUBJECT = "the statement"


@dataclass(frozen=True)
class Same:
    """Both sides are one expression as soon as they are read: there is nothing to judge."""

    side: Any


@dataclass(frozen=True)
class Stated:
    """A statement with the terms it speaks of; ``statement`` is :class:`Same` where the sides cannot differ."""

    text: str
    declared: Declared
    statement: Statement | Same


def read(text: str, withs: Sequence[str] = (), core: Sequence[str] = ()) -> Stated:
    """The statement and its terms; what cannot be read is an error that points at the column."""
    text = " ".join(text.split("\n"))
    limit = _LIMIT.match(text) if re.search(r"->|→", text) else None
    if re.search(r"->|→", text) and limit is None:
        column = next(m.start() for m in re.finditer(r"->|→", text)) + 1
        raise ParseError(
            f'{SUBJECT} has an arrow but does not say along what; write "f(n) -> c as n" (column {column})', text, column
        )
    plain = text if limit is None else f"{limit['left']} , {limit['right']}"
    try:
        used = [name for name in identifiers(plain) if name not in NAMES]
    except ParseError as error:
        raise _renamed(error, text) from None
    bound = _bound(plain)
    declared = declare(withs, core, [n for n in used if n not in bound])
    if limit is not None:
        return Stated(text, declared, _limit(declared, text, limit))
    return Stated(text, declared, _relation(_parsed(declared, text), text))


def _bound(text: str) -> set[str]:
    """The indices of sums and products."""
    return set(re.findall(r"\b(?:sum|Sum|prod|product)\s*\(\s*([^\W\d]\w*)\s*,", text))


def _renamed(error: ParseError, text: str) -> ParseError:
    """The error of a piece as an error of the whole statement, and what to declare for an unknown name."""
    sentence = re.sub(r" \(column \d+\)$", "", error.sentence)
    unknown = re.search(r"has the unknown name '([^']+)'", sentence)
    if unknown:
        sentence = f"{SUBJECT} speaks of {unknown[1]}, which is not declared: {how_to_declare(unknown[1])}"
    function = re.search(r"has the unknown function '([^']+)'$", sentence)
    if function:
        sentence = f'{sentence}; declare an arbitrary one with --with "{function[1]}: link", or write a product with *'
    return ParseError(f"{sentence} (column {error.column})" if error.column else sentence, text, error.column)


def _parsed(declared: Declared, text: str, start: int = 0, end: int | None = None) -> Any:
    """A piece of the statement; columns are those of the whole."""
    names = declared.names()
    operators = {k: v for k, v in OPERATORS.items() if k not in names}
    functions = {k: v for k, v in FUNCTIONS.items() if k not in names or k not in OPERATORS} | declared.functions
    piece = " " * start + text[start:end]
    try:
        return parse_formula(piece, {**NAMES, **names}, functions, operators=operators, binders=BINDERS, subject=SUBJECT)
    except ParseError as error:
        raise _renamed(error, text) from None


def _sides(left: Any, right: Any) -> tuple[Any, Any]:
    """A matrix of one entry beside a number is that number; 0 and the unit beside a matrix are matrices of its shape."""
    left, right = number(left), number(right)
    for a, b in ((left, right), (right, left)):
        if getattr(a, "is_Matrix", False) and not getattr(b, "is_Matrix", False) and b == 0:
            zero = sp.ZeroMatrix(*a.shape)
            return (a, zero) if a is left else (zero, a)
    return left, right


def _fitting(*sides: Any) -> None:
    """Refuse sums and products of matrices whose sizes are not the same as they are declared."""
    for side in sides:
        for node in sp.preorder_traversal(side):
            matrices = (
                [a for a in node.args if getattr(a, "is_Matrix", False)] if isinstance(node, sp.MatAdd | sp.MatMul) else []
            )
            for a, b in pairwise(matrices):
                if (a.shape != b.shape) if isinstance(node, sp.MatAdd) else (a.shape[1] != b.shape[0]):
                    shapes = " and ".join(f"{m.shape[0]} x {m.shape[1]}" for m in (a, b))
                    word = "adds" if isinstance(node, sp.MatAdd) else "multiplies"
                    raise UsageError(f"{SUBJECT} {word} matrices that are {shapes}: declare them so that they fit")


def _relation(found: Any, text: str) -> Statement | Same:
    if not isinstance(found, Relation):
        raise UsageError(
            f'{SUBJECT} {text!r} is no relation; write "left = right", "left <= right", "a <= q <= b", "P[event] >= p" or "f -> c as n"'
        )
    terms, signs = found.terms, found.signs
    if any(isinstance(t, tuple | list) for t in terms):
        raise UsageError(f"{SUBJECT} {text!r} relates lists; state one relation of numbers or matrices")
    strict = next((s for s in signs if s in ("<", ">", "!=", "~")), None)
    if strict in ("<", ">"):
        raise UsageError(
            f'{SUBJECT} has a strict "{strict}": equality cannot be told from a gap below all numbers; write "{strict}="'
        )
    if strict is not None:
        raise UsageError(f'{SUBJECT} has "{strict}", which states nothing that is judged; write =, <=, >= or ->')
    _fitting(*(t.condition() if isinstance(t, Relation) else t for t in terms))
    if len(signs) == 1:
        return _two(*_sides(*terms), signs[0])
    if len(signs) == 2 and len(set(signs)) == 1 and signs[0] != "=":
        low, quantity, high = (number(t) for t in (terms if signs[0] == "<=" else terms[::-1]))
        return Within(quantity, low, high)
    raise UsageError(f'{SUBJECT} {text!r} is a chain that is not judged at once; a chain is "a <= q <= b"')


def _two(left: Any, right: Any, sign: str) -> Statement | Same:
    if sign == ">=":
        left, right, sign = right, left, "<="
    if sign == "<=" and isinstance(right, ProbabilityOf) and not samples(left):
        return Guarantee(right.body, left)
    if left == right:
        if getattr(left, "is_infinite", False):
            raise UsageError(f"{SUBJECT} compares {left} with itself: infinity is no number, only an end of a sum or a limit")
        return Same(left)
    return Identity(left, right) if sign == "=" else Inequality(left, right)


def _limit(declared: Declared, text: str, match: re.Match[str]) -> Limit:
    tail = _TAIL.match(match["tail"])
    if tail is None:
        column = match.start("tail") + 1
        raise ParseError(
            f'{SUBJECT} ends unreadably; write "as n", or "as n = 8, 16, 32, 64", and after it "with 1/n, 1/n^2" (column {column})',
            text,
            column,
        )
    name = tail["name"]
    symbol = declared.terms.get(name) or Symbol(name, "a size", Naturals)
    if not isinstance(symbol, Symbol):
        raise UsageError(f"{SUBJECT} goes to a limit in {name}, which is no number")
    declared.terms[name] = symbol
    rungs = tuple(int(r) for r in re.findall(r"\d+", tail["rungs"])) if tail["rungs"] else RUNGS
    left = number(_parsed(declared, text, match.start("left"), match.end("left")))
    right = number(_parsed(declared, text, match.start("right"), match.end("right")))
    expansion: Any = (1 / symbol, 1 / symbol**2)
    if tail["terms"]:
        at = match.start("tail") + tail.start("terms")
        body = _parsed(declared, f"{text[:at]}({text[at:].strip()},)", at)
        expansion = body if isinstance(body, tuple) else (body,)
    try:
        ladder = Ladder(symbol, rungs)
    except ClaimError as error:
        raise UsageError(f"{SUBJECT}: {error}") from None
    return Limit(left, right, ladder=ladder, expansion=tuple(expansion))
