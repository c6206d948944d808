"""What differs between a print and its correction: the smallest subtrees that do, marked in both."""

from __future__ import annotations

from difflib import SequenceMatcher

from lemmata.verify.report.mathml import pieces
from lemmata.verify.report.tex import parse
from lemmata.verify.report.tree import EMPTY, Node, items


def versus(printed: str, correct: str) -> tuple[str, str]:
    """Two formulas with what differs between them marked, ``was`` in the first and ``now`` in the second."""
    first, second = mark(parse(printed), parse(correct))
    return pieces(first, True), pieces(second, True)


def mark(first: Node, second: Node) -> tuple[Node, Node]:
    """Both trees, the smallest subtrees that differ wrapped in marks."""
    if first == second:
        return first, second
    if "row" in (first.tag, second.tag):
        return _rows(items(first), items(second))
    alike = first.tag == second.tag and len(first.children) == len(second.children) > 0
    if alike and first.value == second.value and (first.tag != "script" or first.children[0] == second.children[0]):
        pairs = [mark(a, b) for a, b in zip(first.children, second.children, strict=True)]
        return (
            Node(first.tag, first.value, tuple(a for a, _ in pairs)),
            Node(second.tag, second.value, tuple(b for _, b in pairs)),
        )
    return _marked((first,), "was"), _marked((second,), "now")


def _rows(first: tuple[Node, ...], second: tuple[Node, ...]) -> tuple[Node, Node]:
    left: list[Node] = []
    right: list[Node] = []
    for kind, i, j, k, m in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        a, b = first[i:j], second[k:m]
        if kind == "equal":
            left += a
            right += b
        elif len(a) == len(b):
            for x, y in zip(a, b, strict=True):
                u, v = mark(x, y)
                left.append(u)
                right.append(v)
        else:
            left += [_marked(a, "was")] if a else []
            right += [_marked(b, "now")] if b else []
    return Node("row", "", tuple(left)), Node("row", "", tuple(right))


def _marked(nodes: tuple[Node, ...], how: str) -> Node:
    return Node("mark", how, nodes) if nodes != (EMPTY,) else EMPTY
