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
WIDE = 20  # signs on a line of a narrow screen
OPENING, CLOSING = "([{⟨", ")]}⟩"
BROAD = 60  # signs of a fraction that is written with a stroke, so that a line may break in it


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


def factors(cut: list[Node]) -> list[list[Node]]:
    """A long product cut after some of its factors that stand in brackets, so that it fits a narrow screen."""
    if sum(map(size, cut)) <= WIDE:
        return [cut]
    parts: list[list[Node]] = [[]]
    for item, after in zip(cut, [*cut[1:], Node("rel")], strict=True):
        parts[-1].append(item)
        last = item.children[0] if item.tag == "script" else item
        closed = last.tag == "fence" or (last.tag in {"tall", "delimiter"} and last.value in CLOSING)
        starts = after.tag in {"tall", "delimiter"} and after.value in OPENING
        open_ = starts or after.tag in {"mi", "mn", "fence", "script", "frac", "font", "sqrt"}
        if closed and open_ and sum(map(size, parts[-1])) >= WIDE / 2:
            parts.append([])
    return parts


def size(node: Node) -> int:
    """How many signs a formula has, about."""
    own = len(node.value) if node.tag in {"mi", "mn", "fn", "text"} else 0 if node.tag in {"space", "row"} else 1
    return own + sum(map(size, node.children))


def unfolded(siblings: tuple[Node, ...]) -> list[Node]:
    """The members of a very long row with its longest brackets opened, so that a line may break inside them."""
    found: list[Node] = []
    for item in siblings:
        if item.tag == "frac" and item.value != "binom" and size(item) > BROAD:
            top, bottom = item.children
            found += [*unfolded((Node("fence", "()", (top,)),)), Node("mo", "/"), *unfolded((_whole(bottom),))]
            continue
        base = item.children[0] if item.tag == "script" else item
        if base.tag != "fence" or size(base) <= WIDE:
            found.append(item)
            continue
        tag = "tall" if _towers(base) else "delimiter"
        opening, closing = (Node(tag, sign) if sign != "." else Node("space", "0") for sign in base.value)
        closed = closing if item is base else Node("script", "", (closing, *item.children[1:]))
        found += [opening, *unfolded(items(base.children[0])), closed]
    return found


def _whole(node: Node) -> Node:
    """A divisor as one thing: in brackets where it is several."""
    return Node("fence", "()", (node,)) if node.tag == "row" and len(node.children) > 1 else node


def _towers(node: Node) -> bool:
    """Whether a formula is higher than a line."""
    return node.tag in {"frac", "big", "table"} or any(map(_towers, node.children))
