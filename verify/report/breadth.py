"""How broad a formula is when it is typeset, in widths of an m: enough to make one smaller that a narrow screen would cut."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.verify.report.tree import EMPTY, Node, items

SMALL = 0.72  # of scripts and limits
NARROW = 16  # what every screen holds
SIGNS = {"mi": 0.56, "mn": 0.52, "mo": 0.95, "rel": 1.35, "fn": 0.5, "text": 0.46, "delimiter": 0.42, "big": 1.15, "arrow": 1.6}


def breadth(siblings: Sequence[Node]) -> float:
    """The sum over a row."""
    return sum(map(_one, siblings))


def _one(node: Node) -> float:
    match node.tag:
        case "mi" | "mn" | "fn" | "text":
            return SIGNS[node.tag] * max(len(node.value), 1)
        case "space":
            return float(node.value)
        case "script":
            base, *scripts = node.children
            outside = SMALL * max(breadth(items(s)) for s in scripts)
            over = base.tag in ("big", "fn") and max(len(items(s)) for s in scripts) > 1
            return max(_one(base), outside) if over else _one(base) + outside
        case "frac" | "over" | "under":
            return 0.3 + max(breadth(items(child)) for child in node.children)
        case "line":
            return sum(0.8 + breadth(items(cell)) for cell in node.children)
        case "table":
            return 0.8 + max(map(_one, node.children))
        case "fence":
            return 0.84 + breadth(node.children)
        case "sqrt":
            return 0.9 + breadth(node.children)
        case _:
            own = 0.0 if node == EMPTY else SIGNS.get(node.tag, 0.0)
            return own + breadth(node.children)
