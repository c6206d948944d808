"""Long formulas made short: what occurs several times in one is named and stated once; what is still too long is a line of plain signs."""

from __future__ import annotations

from collections import Counter

from lemmata.verify.report.tree import Node, size

NAMES = "𝖠𝖡𝖢𝖣𝖤𝖥𝖦𝖧"
LEAST = 8  # signs of a subterm that is worth a name
_TERMS = {"fence", "frac", "script", "sqrt", "row"}


def named(tree: Node, limit: int) -> tuple[Node, list[tuple[Node, Node]]]:
    """The formula with its recurring subterms named until it has no more than ``limit`` signs, and what the names stand for."""
    found: list[tuple[Node, Node]] = []
    for name in NAMES:
        if size(tree) <= limit:
            break
        every = [tree, *(what for _, what in found)]
        counted: Counter[Node] = Counter()
        for formula in every:
            _count(formula, counted)
        gains = {
            node: (times - 1) * (signs - 1) for node, times in counted.items() if times > 1 and (signs := size(node)) >= LEAST
        }
        if not gains:
            break
        chosen = max(gains, key=lambda node: gains[node])
        letter = Node("mi", name)
        tree = _replaced(tree, chosen, letter)
        found = [(a, _replaced(b, chosen, letter)) for a, b in found] + [(letter, _bare(chosen))]
    return tree, found


def _count(node: Node, counted: Counter[Node]) -> None:
    if node.tag in _TERMS and node.children:
        counted[node] += 1
    for child in node.children:
        _count(child, counted)


def _replaced(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    if not node.children:
        return node
    return Node(node.tag, node.value, tuple(_replaced(child, old, new) for child in node.children))


def _bare(node: Node) -> Node:
    """A term in round brackets needs none where it stands alone."""
    return node.children[0] if node.tag == "fence" and node.value == "()" else node
