"""Declarations, one in each ``--with``: numbers, arrays, functions, random terms, and conditions on them.

    a: positive            real, positive, nonnegative, integer, natural, count
    0 < a < 3              a condition; a number that is not declared otherwise is declared by it
    A, B: n x n symmetric  a matrix, n x d, of a kind: symmetric, psd, pd, orthogonal, projection, contraction, stochastic
    x: column n            a vector; spectrum n, simplex n, unit vector n
    f: link                a function; smooth, polynomial of degree 3
    Z ~ Normal             a random number; Normal(v) has variance v; other laws: Uniform(a, b), Rademacher, ...
    x ~ Normal, column n   a random vector; X ~ Normal, n x d (or Normal(n, d)) a random matrix

After a further comma follows what the name means, in words. Numbers called n, m, d, k, N are naturals without a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lemmata.theory.language import arrays, calculus, laws
from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.grammar import Relation
from lemmata.theory.language.parsing import parse_formula
from lemmata.theory.language.sampled import Sampled, samples
from lemmata.theory.language.symbols import Positive, Reals, Symbol
from lemmata.theory.language.tokens import ParseError
from lemmata.verify.check.declared import SETS, Declared, how_to_declare
from lemmata.verify.check.numbers import ARRAY, COLUMN, COLUMNS, NAMED, PLAIN, POLYNOMIAL, declare_numbers, first_name, names_of
from lemmata.verify.check.words import BINDERS, FUNCTIONS, NAMES, OPERATORS

KINDS = {
    "general": arrays.General,
    "symmetric": arrays.Symmetric,
    "psd": arrays.PSD,
    "positive semidefinite": arrays.PSD,
    "pd": arrays.PD,
    "positive definite": arrays.PD,
    "orthogonal": arrays.Orthogonal,
    "invertible": arrays.Invertible,
    "orthonormal rows": arrays.OrthonormalRows,
    "unit rows": arrays.UnitRows,
    "projection": arrays.Projection,
    "contraction": arrays.Contraction,
    "stochastic": arrays.Stochastic,
}
LAWS = {
    cls.word: cls
    for cls in (
        *(laws.Normal, laws.Uniform, laws.Rademacher, laws.Bernoulli, laws.Exponential, laws.ChiSquare, laws.Student),
        *(laws.Sphere, laws.Haar, laws.Wishart),
    )
} | {"N": laws.Normal, "Gaussian": laws.Normal}
_LAW = re.compile(r"\s*(?P<law>[A-Za-z]+)\s*(?P<open>\(?)")


def declare(withs: Sequence[str], core: Sequence[str] = (), used: Sequence[str] = ()) -> Declared:
    """The terms and conditions of the declarations; ``used``: further names that the statement speaks of."""
    found, relations = Declared(), list[str]()
    named: list[tuple[str, re.Match[str]]] = []
    for text in withs:
        match = NAMED.match(text)
        if match is None:
            relations.append(text)
        else:
            named.append((text, match))
    declare_numbers(found, named, relations, core, used)
    for text, match in named:
        if match["sign"] not in "~∼" and first_name(match) not in found.terms:
            _arbitrary(found, text, match)
    for text, match in named:
        if match["sign"] in "~∼":
            _random(found, text, match)
    for text in relations:
        for condition in _conditions(found, text, "--with"):
            target = found.conditions if all(isinstance(s, Symbol) for s in condition.free_symbols) else found.when
            target.append(condition)
    for text in core:
        found.core += _conditions(found, text, "--core")
    return found


def _formula(found: Declared, text: str, whole: str, offset: int, option: str = "--with") -> Any:
    """A piece of a declaration, parsed; an error points into the whole of it."""
    try:
        return parse_formula(
            text,
            {**NAMES, **found.names()},
            {**FUNCTIONS, **found.functions},
            operators=OPERATORS,
            binders=BINDERS,
            subject=f"{option} {whole!r}",
        )
    except ParseError as error:
        column = None if error.column is None else error.column + offset
        sentence = re.sub(r" \(column \d+\)$", "", error.sentence)
        unknown = re.search(r"has the unknown name '(\w+)'", sentence)
        if unknown:
            sentence = f"{option} {whole!r} speaks of {unknown[1]}, which is not declared: {how_to_declare(unknown[1])}"
        raise ParseError(sentence if column is None else f"{sentence} (column {column})", whole, column) from None


def _arbitrary(found: Declared, text: str, match: re.Match[str]) -> None:
    rest, offset = match["rest"], match.start("rest")
    array, column, polynomial = ARRAY.match(rest), COLUMN.match(rest), POLYNOMIAL.match(rest)
    plain = PLAIN.match(rest)
    for name in names_of(match):
        if column:
            size = _formula(found, column["size"], text, offset + column.start("size"))
            word = column["kind"]
            meaning = (column["words"] or f"a {word}").strip()
            of = Positive if word.startswith("positive") else Reals
            found.terms[name] = arrays.Array(name, meaning, size, kind=COLUMNS[word], of=of)
        elif array:
            kind = array["kind"].strip().removesuffix(" matrix").strip() or "general"
            if kind not in KINDS:
                raise UsageError(f"--with {text!r}: a matrix of kind {kind!r} is unknown; the kinds are {', '.join(KINDS)}")
            sizes = [_formula(found, array[g], text, offset + array.start(g)) for g in ("one", "two")]
            meaning = (array["words"] or "a matrix").strip()  # of which kind is said beside it
            found.terms[name] = arrays.Array(name, meaning, *sizes, kind=KINDS[kind])
        elif polynomial:
            degree = _formula(found, polynomial["degree"], text, offset + polynomial.start("degree"))
            words = (polynomial["words"] or "a polynomial").strip()
            _function(found, name, calculus.Function(name, words, of=calculus.POLYNOMIALS(degree)))
        elif plain and plain["word"] in ("link", "function", "activation", "smooth", "smooth function"):
            family = calculus.SMOOTH if plain["word"].startswith("smooth") else calculus.LINKS
            _function(
                found,
                name,
                calculus.Function(
                    name, (plain["words"] or f"a {plain['word'].removesuffix(' function')} function").strip(), of=family
                ),
            )
        else:
            raise UsageError(
                f'--with {text!r}: {rest.strip()!r} is no declaration; write a set ({", ".join(SETS)}), a shape ("n x n symmetric", '
                '"column n"), "link", or a law ("~ Normal")'
            )


def _function(found: Declared, name: str, function: Any) -> None:
    found.terms[name] = function
    found.functions[name] = _applied(function)
    found.functions[f"{name}'"] = function.prime
    found.functions[f"{name}''"] = lambda x: calculus.Applied(function, x, 2)


def _applied(function: Any) -> Any:
    def applied(x: Any) -> Any:
        return function.entrywise(x) if getattr(x, "is_Matrix", False) else function(x)

    return applied


def _random(found: Declared, text: str, match: re.Match[str]) -> None:
    rest, offset = match["rest"], match.start("rest")
    law = _LAW.match(rest)
    if law is None or law["law"] not in LAWS:
        said = f"the law {law['law']!r} is unknown" if law else "the law is missing"
        raise UsageError(f"--with {text!r}: {said}; the laws are {', '.join(k for k in LAWS if len(k) > 1)}")
    cls, inner, end = LAWS[law["law"]], "", law.end()
    if law["open"]:
        end = _closing(rest, law.end() - 1, text)
        inner, end = rest[law.end() : end], end + 1
    arguments = _formula(found, f"({inner},)", text, offset + law.end() - 1) if inner.strip() else ()
    arguments = arguments if isinstance(arguments, tuple) else (arguments,)
    shape, words = _shape(found, rest[end:], text, offset + end)
    law_made, sizes = _law(cls, law["law"], arguments, shape, text)
    for name in names_of(match):
        found.terms[name] = Sampled(name, law_made, *sizes)
    del words


def _closing(rest: str, at: int, text: str) -> int:
    depth = 0
    for i in range(at, len(rest)):
        depth += (rest[i] == "(") - (rest[i] == ")")
        if depth == 0:
            return i
    raise UsageError(f"--with {text!r}: the bracket of the law is not closed")


def _shape(found: Declared, tail: str, text: str, offset: int) -> tuple[tuple[Any, ...], str]:
    body = tail.lstrip()
    offset += len(tail) - len(body)
    if body.startswith(","):
        body, offset = body[1:], offset + 1
    if not body.strip():
        return (), ""
    array, column = ARRAY.match(body), COLUMN.match(body)
    if column:
        return (_formula(found, column["size"], text, offset + column.start("size")),), column["words"] or ""
    if array and not array["kind"].strip():
        return tuple(_formula(found, array[g], text, offset + array.start(g)) for g in ("one", "two")), array["words"] or ""
    raise UsageError(f'--with {text!r}: {body.strip()!r} is no shape; write "column n" or "n x d"')


def _law(cls: Any, word: str, arguments: tuple[Any, ...], shape: tuple[Any, ...], text: str) -> tuple[Any, tuple[Any, ...]]:
    """The law and the sizes; Normal(0, v) names the mean as well, and Normal(n, d) is an n x d matrix of standard normals."""
    if cls is laws.Normal and len(arguments) == 2:
        if arguments[0] == 0:
            arguments = arguments[1:]
        elif not shape and all(_is_size(a) for a in arguments):
            return cls(), arguments
        else:
            raise UsageError(
                f"--with {text!r}: {word} is centred; take Z ~ Normal(0, variance) and write mean + Z in the statement"
            )
    try:
        return cls(*arguments), shape
    except TypeError:
        raise UsageError(f"--with {text!r}: {word} does not take {len(arguments)} parameters") from None


def _is_size(value: Any) -> bool:
    return bool(value.is_integer) and not value.is_number


def _conditions(found: Declared, text: str, option: str) -> list[Any]:
    """The relations of a chain, each alone."""
    relation = _formula(found, text, text, 0, option)
    if not isinstance(relation, Relation):
        raise UsageError(
            f'{option} {text!r} is neither a declaration ("a: positive", "Z ~ Normal") nor a condition ("0 < a < 3")'
        )
    pairs = list(zip(relation.terms, relation.signs, relation.terms[1:], strict=False))
    made = []
    for left, sign, right in pairs:
        if samples(left) or samples(right):
            raise UsageError(
                f"{option} {text!r}: a condition on a random term; put it into the statement, as an event P[...] or in the body of a mean"
            )
        condition = Relation((left, right), (sign,)).condition()
        if condition is False or str(condition) == "False":
            raise UsageError(f"{option} {text!r}: {left} {sign} {right} never holds")
        if str(condition) != "True":
            made.append(
                condition.reversed if getattr(condition, "lhs", None) is not None and condition.lhs.is_number else condition
            )
    return made
