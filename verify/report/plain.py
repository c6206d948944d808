"""A formula as one line of plain signs: for labels of figures, and for what is too long to be typeset."""

from __future__ import annotations

from lemmata.verify.report.alphabets import letter
from lemmata.verify.report.tex import parse
from lemmata.verify.report.tree import EMPTY, Node, UnknownTex, items

_UP = dict(zip("0123456789+−-=()nijkdTp⊤′∗*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱʲᵏᵈᵀᵖᵀ′**", strict=True))
_DOWN = dict(zip("0123456789+−-=()aeijklmnpstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₗₘₙₚₛₜₓ", strict=True))
_MARKS = {
    "^": "\u0302",
    "¯": "\u0304",
    "~": "\u0303",
    "˙": "\u0307",
    "→": "\u20d7",
    "ˇ": "\u030c",
    "˘": "\u0306",
    "˚": "\u030a",
}
_ATOMS = {"mi", "mn", "font", "script", "fence", "over"}


def spelled(source: str) -> str:
    """The formula in plain signs; raises UnknownTex where it is a table or outside the vocabulary."""
    return " ".join(line(parse(source)).split())


def line(node: Node) -> str:
    """A tree in plain signs."""
    value, children = node.value, node.children
    match node.tag:
        case "mi" | "mn" | "big" | "delimiter" | "tall":
            return value
        case "mo":
            return f" {value} " if value in "+−±∓∘⊗" else "·" if value == "⋅" else value
        case "rel":
            return f" {value} "
        case "fn":
            return value.rstrip("*")
        case "text":
            return value
        case "space":
            return " " if float(value) > 0 else ""
        case "row" | "mark":
            return _row(children)
        case "font":
            return "".join(letter(c, value) for c in line(children[0]))
        case "frac":
            top, bottom = children
            return f"{_single(top)}{' over ' if value == 'binom' else '/'}{_single(bottom, below=True)}"
        case "sqrt":
            body, index = children
            return ("" if index == EMPTY else _moved(line(index), _UP, "")) + "√" + _single(body)
        case "script":
            return _script(node)
        case "fence":
            opening, closing = (sign.replace(".", "") for sign in value)
            return f"{opening}{line(children[0]).strip()}{closing}"
        case "over" | "under":
            inside = line(children[0])
            return inside + _MARKS[value] if value in _MARKS and len(inside) == 1 else inside
        case "stack" | "arrow":
            return value if node.tag == "arrow" else line(children[0])
    raise UnknownTex("a table is no line")


def _row(siblings: tuple[Node, ...]) -> str:
    found = ""
    before: Node | None = None
    for item in siblings:
        text = line(item)
        if item.tag == "mo" and item.value in "+−±∓" and (before is None or before.tag in ("rel", "mo", "delimiter")):
            text = item.value
        wordy = before is not None and _wide(before) and _wide(item)
        named = before is not None and before.tag in ("fn", "big") and item.tag not in ("fence", "delimiter", "space")
        product = before is not None and before.tag in ("frac", "sqrt") and item.tag in _ATOMS
        apart = item.tag in ("fn", "frac") and before is not None and before.tag in _ATOMS
        found += (" " if wordy or named or product or apart else "") + text
        if item.tag != "space":
            before = item
    return found


def _wide(node: Node) -> bool:
    """A name or number of several letters, or one with an index: what stands beside it needs a gap."""
    return (node.tag in ("mi", "mn") and len(node.value) > 1) or node.tag in ("script", "text")


def _single(node: Node, below: bool = False) -> str:
    text = line(node).strip()
    plain = node.tag in _ATOMS or (
        not below and node.tag == "row" and all(i.tag in ("mi", "mn", "script") for i in items(node))
    )
    return text if plain else f"({text})"


def _script(node: Node) -> str:
    base, sub, sup = node.children
    inside = line(base)
    inside = f"({inside})" if base.tag in ("frac", "sqrt") or (base.tag == "row" and len(items(base)) > 1) else inside
    low = _moved(line(sub).strip(), _DOWN, "_") if sub != EMPTY else ""
    high = _moved(line(sup).strip(), _UP, "^") if sup != EMPTY else ""
    return inside + low + high


def _moved(text: str, signs: dict[str, str], mark: str) -> str:
    """Raised or lowered; in brackets after a mark where a sign of it cannot be."""
    short = text.replace(" ", "")
    if all(c in signs for c in short):
        return "".join(signs[c] for c in short)
    return f"{mark}{text}" if len(text) == 1 else f"{mark}({text})"
