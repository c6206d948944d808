"""Formulas as trees, and the leaves that single commands and characters stand for."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.verify.report.symbols import BIG, BINARY, DELIMITERS, FUNCTIONS, LETTERS, RELATIONS, SPACES


class UnknownTex(ValueError):
    """A command or a nesting outside the vocabulary."""


@dataclass(frozen=True)
class Node:
    """``tag``: mi, mn, mo, rel, big, fn, text, space, row, frac, sqrt, script, fence, over, under, arrow, font, table, line, mark;
    ``value``: a character, a name or a style; a missing child is an empty row."""

    tag: str
    value: str = ""
    children: tuple[Node, ...] = ()


EMPTY = Node("row")


def items(node: Node) -> tuple[Node, ...]:
    """The members of a row; a single node is a row of one."""
    return node.children if node.tag == "row" else (node,)


def leaf(token: str) -> Node | None:
    """What a command without arguments stands for; None if it is none of these."""
    name = token[1:]
    if name in SPACES:
        return Node("space", str(SPACES[name]))
    if name in LETTERS:
        return Node("mi", LETTERS[name])
    if name in RELATIONS:
        return Node("rel", RELATIONS[name])
    if name in BINARY:
        return Node("mo", BINARY[name])
    if name in BIG:
        return Node("big", BIG[name])
    if name in FUNCTIONS:
        return Node("fn", {"limsup": "lim sup", "liminf": "lim inf"}.get(name, name))
    if token in DELIMITERS:
        return Node("delimiter", DELIMITERS[token])
    return Node("mo", name) if name in {"_", "%", "&", "#", "$"} else None


def character(token: str) -> Node:
    """What a character that is no command stands for."""
    if token == "&":
        raise UnknownTex("& outside a table")
    if token in RELATIONS:
        return Node("rel", RELATIONS[token])
    if token in BINARY:
        return Node("mo", BINARY[token])
    if token in "()[]|":
        return Node("delimiter", token)
    if token == "~":
        return Node("space", "0.25")
    return Node("mi" if token.isalpha() or ord(token) > 0x2000 else "mo", token)
