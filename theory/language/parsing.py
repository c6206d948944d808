"""The one reader of formulas that come from outside (a command line, a data file, a store); nothing is executed.

Grammar, from the loosest binding to the tightest; words in capitals come from the caller's tables::

    formula  = sum { ("=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "~") sum }      a relation or a chain of them
    sum      = product { ("+" | "-") product }
    product  = signed { ("*" | "/") signed }                                        2z is refused: write 2*z
    signed   = { "+" | "-" } power                                                  -x**2 is -(x**2)
    power    = postfix [ ("**" | "^") signed ]                                      to the right: a^b^c is a^(b^c)
    postfix  = atom { "'" | "[" items "]" | superscript digits }                    transpose, entry, power
    atom     = number | NAME | FUNCTION "(" items ")" | BINDER "(" index "," low "," high "," formula ")"
             | OPERATOR "[" formula [ "|" items ] "]" | "(" items ")" | "[" items "]"
    items    = formula { "," formula }                                              (a, b) is a tuple, [a, b] a list

``E[X*X']`` calls the operator E with one argument, ``E[X | Y]`` with two, ``sum(j, 1, n, l[j])`` binds j, an integer, in
its last argument alone. ``≤ ≥ ≠ − × ·``, ``x²`` and ``Xᵀ`` are read as meant. A decimal is the fraction that was written.

Bounded by construction: length, parts, depth, digits and size of numbers, arguments; a numeric exponent is at most 1000;
a constant stays between 1e-300 and 1e300 *before* it is formed; a power whose exponent is a power that varies (9**9**z) is
refused. What a table's functions cost is theirs to bound; a function that takes lists says so by an attribute ``lists``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp

from lemmata.theory.language.grammar import Parser, Relation, Words
from lemmata.theory.language.tokens import ParseError, Text, short
from lemmata.theory.language.values import parse_value

__all__ = ["BINDERS", "Relation", "identifiers", "parse_constant", "parse_expression", "parse_formula", "parse_value"]

BINDERS: dict[str, Callable[..., Any]] = {
    "sum": lambda term, *limits: sp.Sum(term, limits),
    "product": lambda term, *limits: sp.Product(term, limits),
}
CONSTANTS = {"sqrt": sp.sqrt, "exp": sp.exp, "log": sp.log}
_WRITTEN = re.compile(
    r"[-+−]?(?:[0-9.]+(?:[eE][-+]?[0-9]+)?(?:/[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)?|nan|inf(?:inity)?|oo|∞)", re.I
)


def parse_formula(
    text: str,
    names: Mapping[str, Any],
    functions: Mapping[str, Callable[..., Any]] | None = None,
    *,
    operators: Mapping[str, Callable[..., Any]] | None = None,
    binders: Mapping[str, Callable[..., Any]] | None = None,
    what: str = "formula",
    subject: str | None = None,
) -> Any:
    """What the text says in these words: an expression, a :class:`Relation`, a tuple or a list.

    A message begins with ``subject``, or with "the", ``what`` and the text.
    """
    words = Words(names, functions or {}, operators or {}, binders or {})
    return Parser(Text(text, subject or f"the {what} {short(text)}"), words).whole()


def parse_expression(
    text: str,
    names: Mapping[str, Any],
    functions: Mapping[str, Callable[..., Any]] | None = None,
    *,
    what: str = "formula",
    subject: str | None = None,
) -> Any:
    """As :func:`parse_formula`, for a text that must be one expression: no relation and no list."""
    subject = subject or f"the {what} {short(text)}"
    found = parse_formula(text, names, functions, subject=subject)
    if isinstance(found, Relation | tuple | list):
        kind = "a relation" if isinstance(found, Relation) else "a list"
        Text(text, subject).fail(1, f"is no formula of one value but {kind}")
    return found


def parse_constant(text: str, name: str) -> int | Fraction | float:
    """A number as written, or arithmetic of numbers such as ``10**3``, ``sqrt(2)/3``, ``2*pi``; ``name`` is for messages."""
    if _WRITTEN.fullmatch(text.strip()):
        number = parse_value(text, name)
        assert not isinstance(number, list)
        return number
    subject = f"{name}={short(text)} is not a number: it"
    value = parse_expression(text, {"pi": sp.pi, "π": sp.pi}, CONSTANTS, subject=subject)
    if value.is_Rational:
        return int(value) if value.is_Integer else Fraction(int(value.p), int(value.q))
    approximate = complex(value.evalf(17))
    if abs(approximate.imag) > 1e-15 * abs(approximate.real):
        raise ParseError(f"{name}={short(text)} is not a real number")
    return approximate.real


def identifiers(text: str) -> list[str]:
    """The names that a text uses as values, in order of appearance: what a caller has to declare before it is parsed."""
    tokens = Text(text, "formula").tokens()
    followed = pairwise(tokens)
    return list(dict.fromkeys(t.text for t, after in followed if t.kind == "name" and after.text not in ("(", "[")))
