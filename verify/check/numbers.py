"""The numbers that declarations and a statement speak of, and how a declaration is cut into its pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from lemmata.theory.language import arrays
from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.parsing import identifiers
from lemmata.theory.language.symbols import Naturals, NonNegative, Positive, Reals, Symbol
from lemmata.verify.check.declared import SETS, SIZES, Declared
from lemmata.verify.check.words import NAMES

COLUMNS = {
    "column": arrays.General,
    "vector": arrays.General,
    "spectrum": arrays.Spectrum,
    "simplex": arrays.Simplex,
    "probability vector": arrays.Simplex,
    "unit vector": arrays.UnitVector,
    "positive column": arrays.General,
    "positive vector": arrays.General,
}
NAME = r"[^\W\d]\w*'?"
NAMED = re.compile(rf"\s*(?P<names>{NAME}(?:\s*,\s*{NAME})*)\s*(?P<sign>[:~∼]|\bis\b|\bin\b)(?P<rest>.*)$", re.S)
ARRAY = re.compile(r"\s*(?P<one>[^\s,]+)\s*[x×]\s*(?P<two>[^\s,]+)\s*(?P<kind>[a-z ]*?)\s*(?:,(?P<words>.*))?$", re.S)
COLUMN = re.compile(
    rf"\s*(?P<kind>{'|'.join(sorted(COLUMNS, key=len, reverse=True))})\s+(?:of size\s+|of length\s+)?(?P<size>[^\s,]+)\s*(?:,(?P<words>.*))?$",
    re.S,
)
POLYNOMIAL = re.compile(r"\s*polynomial(?:\s+of)?(?:\s+degree)?\s+(?P<degree>\w+)\s*(?:,(?P<words>.*))?$")
PLAIN = re.compile(r"\s*(?P<word>[a-z ]+?)\s*(?:,(?P<words>.*))?$")


def names_of(match: re.Match[str]) -> list[str]:
    return [name.strip() for name in match["names"].split(",")]


def first_name(match: re.Match[str]) -> str:
    return names_of(match)[0]


def declare_numbers(
    found: Declared,
    named: Sequence[tuple[str, re.Match[str]]],
    relations: Sequence[str],
    core: Sequence[str],
    used: Sequence[str],
) -> None:
    """Numbers: by a word of theirs, by a condition, or by being called n; all else that is named is no number."""
    others = set()
    for text, match in named:
        plain = PLAIN.match(match["rest"])
        word = plain["word"] if plain else ""
        word = word.removeprefix("a ").removeprefix("an ").removesuffix(" number").removesuffix("s")
        for name in names_of(match):
            if name in found.terms or name in others:
                raise UsageError(f"--with {text!r}: {name} is declared twice")
            if match["sign"] not in "~∼" and word in SETS:
                numbers, meaning = SETS[word]
                found.terms[name] = Symbol(name, ((plain and plain["words"]) or meaning).strip(), numbers)
            else:
                others.add(name)
    spoken = dict.fromkeys(
        [n for text in (*relations, *core) for n in _spoken(text)]
        + [n for text, match in named for n in _spoken(_sized(match["rest"]))]
        + list(used)
    )
    known = {*found.terms, *others, *NAMES}
    by_relation = {n for text in relations for n in _spoken(text)}
    for name in spoken:
        if name in known:
            continue
        if name in SIZES:
            found.terms[name] = Symbol(name, "a size" if name not in by_relation else "a positive integer", Naturals)
        elif name in by_relation:
            low = _lower(name, relations)
            numbers = Positive if low == ">" else NonNegative if low == ">=" else Reals
            meaning = {">": "a positive number", ">=": "a number, at least 0"}.get(low, "a real number")
            found.terms[name] = Symbol(name, meaning, numbers)


def _spoken(text: str) -> list[str]:
    try:
        return [n for n in identifiers(text) if n not in NAMES]
    except LemmataError:
        return []


def _sized(rest: str) -> str:
    """The sizes and parameters of a declaration, as a text whose names are those that it needs."""
    array, column = ARRAY.match(rest), COLUMN.match(rest)
    if array:
        return f"{array['one']} + {array['two']}"
    if column:
        return column["size"]
    if "(" in rest or "," in rest:
        law, _, tail = (
            rest.partition(",") if "(" not in rest else (rest[: rest.rfind(")") + 1], "", rest[rest.rfind(")") + 1 :])
        )
        inner = law[law.find("(") + 1 : law.rfind(")")] if "(" in law else "0"
        return f"{inner or 0} , {_sized(tail.strip(' ,'))}" if tail.strip(" ,") else inner
    return "0"


def _lower(name: str, relations: Sequence[str]) -> str:
    """Whether some condition says name > 0 (or more), name >= 0, or neither."""
    best = ""
    number = r"[-−]?\d+(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?"
    for text in relations:
        plain = text.replace("≤", "<=").replace("≥", ">=")
        match = re.search(rf"(?<![\w.*/])(?P<low>{number})\s*(?P<sign><=?)\s*{re.escape(name)}(?!\w|\s*[\[(*/+^-])", plain)
        other = re.search(rf"^\s*{re.escape(name)}\s*(?P<sign>>=?)\s*(?P<low>{number})\s*$", plain)
        hit = match or other
        if hit is not None:
            low = Fraction(hit["low"].replace("−", "-"))
            if low < 0:
                continue
            strict = low > 0 or "=" not in hit["sign"]
            best = ">" if strict or best == ">" else ">="
    return best
