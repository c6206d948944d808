"""Formulas as native MathML, made when the page is: no script is needed to read them.

Long formulas are cut before the relations, plus and minus signs of their top level: each piece is a formula of its own, and the
line breaks between them.
"""

from __future__ import annotations

from html import escape

from lemmata.verify.report.alphabets import letter
from lemmata.verify.report.breadth import NARROW, breadth
from lemmata.verify.report.symbols import LIMITS
from lemmata.verify.report.tex import parse
from lemmata.verify.report.tree import EMPTY, WIDE, Node, factors, items, size, unfolded

_FENCES = {"pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "cases": "{."}
_OPERATORS = {"rel", "mo", "big"}
LONG = 24
PHRASE = 10
THIN = "\u2009"
_NARY_SIDE = "∫∬∮"


def typeset(source: str, display: bool = False) -> str:
    """The MathML of a formula; raises :class:`~verify.report.tex.UnknownTex` where it is outside the vocabulary."""
    return pieces(parse(source), display)


def pieces(tree: Node, display: bool) -> str:
    """One ``math`` element per piece."""
    total = size(tree)
    if not display and len(items(tree)) < LONG and total <= 2 * WIDE and not any(map(_wordy, items(tree))):
        return f"<math>{_row(items(tree), False)}</math>"
    cuts: list[list[Node]] = [[]]
    before = Node("rel")
    for item in unfolded(items(tree)) if total > 2 * WIDE else items(tree):
        head = item.children[0] if item.tag == "mark" and item.children else item
        breaks = (head.tag == "rel" and head.value not in ":∣") or (
            head.value in "+−±" and head.tag == "mo" and before.tag not in _OPERATORS
        )
        words, wide = _wordy(item), item.tag == "space" and float(item.value) >= 1
        if cuts[-1] and ((breaks and before.tag != "rel") or words or wide or _wordy(before)):
            cuts.append([])
        cuts[-1].append(item)
        before = head
    cuts = [part for cut in cuts for part in factors(cut)]
    return "".join(_piece(cut, display, first=i == 0) for i, cut in enumerate(cuts))


def _wordy(item: Node) -> bool:
    """Whether an item is a phrase, in which a line may break."""
    return item.tag == "text" and len(item.value) > PHRASE


def _piece(cut: list[Node], display: bool, first: bool) -> str:
    if len(cut) == 1 and _wordy(cut[0]):
        return f'<span class="words">{escape(cut[0].value, quote=False)}</span>'
    wide = breadth(cut) if display else 0
    told = f' style="--w:{wide:.0f}"' if wide > NARROW else ""  # the style sheet makes it smaller where it would be cut
    return f"<math{told}>{_row(cut, display, first)}</math>"  # the style sheet says that those on lines of their own are large


def _row(siblings: list[Node] | tuple[Node, ...], display: bool, first: bool = True) -> str:
    """Siblings: a minus after nothing or an operator is a sign, and a function keeps its distance."""
    parts: list[str] = []
    before: Node | None = None if first else Node("mi")
    for place, item in enumerate(siblings):
        after = siblings[place + 1] if place + 1 < len(siblings) else None
        if _named(item) and before is not None and before.tag in {"mi", "mn", "script", "font", "frac"} and not _named(before):
            _gap(parts, THIN)
        if item.tag == "mo" and item.value in "+−±∓":
            sign = before is None or before.tag in _OPERATORS or (before.tag == "delimiter" and before.value in "([{⟨|")
            starts, ends = first and place == 0, place == len(siblings) - 1  # what a reader of MathML takes it for
            guessed = "prefix" if place == 0 and not ends else "postfix" if ends and place else "infix"
            form = "prefix" if sign else "infix"
            parts.append(
                f"<mo>{item.value}</mo>" if guessed == form and (starts or place) else f'<mo form="{form}">{item.value}</mo>'
            )
        elif item.tag == "space" and 0 < float(item.value) < 1:
            _gap(parts, THIN if float(item.value) < 0.2 else "\u00a0")
        elif item.tag == "text" and parts and parts[-1].endswith("</mtext>"):
            parts[-1] = parts[-1].removesuffix("</mtext>") + _node(item, display).removeprefix("<mtext>")
        else:
            parts.append(_node(item, display))
        if _named(item) and after is not None and after.tag not in {"delimiter", "fence", "space", "rel", "mo"}:
            _gap(parts, THIN)
        if item.tag != "space":
            before = item
    return "".join(parts)


def _gap(parts: list[str], sign: str) -> None:
    """A space, inside the words before it where there are any."""
    if parts and parts[-1].endswith("</mtext>"):
        parts[-1] = f"{parts[-1].removesuffix('</mtext>')}{sign}</mtext>"
    else:
        parts.append(f"<mtext>{sign}</mtext>")


def _named(item: Node) -> bool:
    return item.tag == "fn" or (item.tag == "script" and item.children[0].tag == "fn")


def _group(node: Node, display: bool) -> str:
    """Exactly one element."""
    inside = _row(items(node), display)
    return inside if node.tag != "row" and not (node.tag == "mark" or _named(node)) else f"<mrow>{inside}</mrow>"


def _node(node: Node, display: bool) -> str:
    value, children = escape(node.value, quote=False), node.children
    match node.tag:
        case "mi":
            return f"<mi>{value}</mi>"
        case "mn":
            return f"<mn>{value}</mn>"
        case "mo":
            return f"<mo>{value}</mo>"
        case "rel":
            return f'<mo lspace=".22em" rspace=".22em">{value}</mo>' if value in ":∣∼" else f"<mo>{value}</mo>"
        case "big":
            return f"<mo>{value}</mo>"
        case "fn":
            return (
                f"<mi>{value.rstrip('*')}</mi>"
                if len(value.rstrip("*")) > 1
                else f'<mi mathvariant="normal">{value.rstrip("*")}</mi>'
            )
        case "text":
            return f"<mtext>{value.replace(' ', chr(160))}</mtext>"
        case "space":
            return f'<mspace width="{value}em"/>'
        case "tall":
            return f'<mo stretchy="true" minsize="1.9em" maxsize="1.9em">{value}</mo>'
        case "delimiter":
            return f'<mo stretchy="false">{value}</mo>' if value else ""
        case "row":
            return f"<mrow>{_row(children, display)}</mrow>"
        case "mark":
            return f'<mrow class="{value}">{_row(children, display)}</mrow>'
        case "font":
            return _font(children[0], node.value, display)
        case "frac":
            return _fraction(node, display)
        case "sqrt":
            body, index = children
            if index == EMPTY:
                return f"<msqrt>{_row(items(body), display)}</msqrt>"
            return f"<mroot>{_group(body, display)}{_group(index, False)}</mroot>"
        case "script":
            return _script(node, display)
        case "fence":
            return _fence(node.value, _row(items(children[0]), display))
        case "over" | "under":
            tag, kind = ("mover", "accent") if node.tag == "over" else ("munder", "accentunder")
            stretch = "true" if children[0].tag == "row" else "false"
            return f'<{tag} {kind}="true">{_group(children[0], display)}<mo stretchy="{stretch}">{value}</mo></{tag}>'
        case "stack":
            return _around(_group(children[0], display), children[1], children[2])
        case "arrow":
            return _around(
                f'<mo stretchy="true" lspace=".28em" rspace=".28em">{value}</mo>', _padded(children[0]), _padded(children[1])
            )
        case _:
            return _table(node, display)


def _fraction(node: Node, display: bool) -> str:
    top, bottom = (_group(child, False) for child in node.children)
    if node.value == "binom":
        return f'<mfrac linethickness="0">{top}{bottom}</mfrac>'
    if node.value in {"tfrac", "dfrac"}:
        return f'<mstyle displaystyle="{str(node.value == "dfrac").lower()}"><mfrac>{top}{bottom}</mfrac></mstyle>'
    return f"<mfrac>{top}{bottom}</mfrac>"


def _script(node: Node, display: bool) -> str:
    base, sub, sup = node.children
    limits = base.tag == "big" and base.value not in _NARY_SIDE
    limits = limits or (base.tag == "fn" and (base.value in LIMITS or base.value.endswith("*")))
    inner = _group(base, display) if base != EMPTY else "<mrow></mrow>"
    if limits and display:
        return _around(inner, sub, sup)
    low, high = (_group(s, False) if s != EMPTY else "" for s in (sub, sup))
    tag = "msubsup" if low and high else "msub" if low else "msup"
    return f"<{tag}>{inner}{low}{high}</{tag}>"


def _around(inner: str, under: Node, over: Node) -> str:
    low, high = (_group(s, False) if s not in (EMPTY, _padded(EMPTY)) else "" for s in (under, over))
    if not low and not high:
        return inner
    tag = "munderover" if low and high else "munder" if low else "mover"
    return f"<{tag}>{inner}{low}{high}</{tag}>"


def _padded(node: Node) -> Node:
    gap = Node("space", "0.3")
    return node if node == EMPTY else Node("row", "", (gap, *items(node), gap))


def _fence(pair: str, inside: str) -> str:
    opening, closing = (
        f"<mo>{escape(bracket)}</mo>" if bracket != "." else ""  # the first and the last of a row: they stretch by themselves
        for bracket in pair
    )
    return f"<mrow>{opening}{inside}{closing}</mrow>"


def _table(node: Node, display: bool) -> str:
    lines = "".join(
        "<mtr>" + "".join(f"<mtd>{_row(items(cell), display)}</mtd>" for cell in line.children) + "</mtr>"
        for line in node.children
    )
    table = f'<mtable class="{node.value.rstrip("*")}">{lines}</mtable>'
    return _fence(_FENCES[node.value], table) if node.value in _FENCES else table


def _font(node: Node, font: str, display: bool) -> str:
    """Letters of one alphabet; words in roman are one identifier."""
    letters = items(node)
    if font == "rm" and all(item.tag in {"mi", "mn"} and len(item.value) >= 1 for item in letters) and letters:
        word = escape("".join(item.value for item in letters))
        return f'<mi mathvariant="normal">{word}</mi>' if len(word) == 1 else f"<mi>{word}</mi>"
    changed = [
        Node("mi", letter(item.value, font)) if item.tag in {"mi", "mn"} and len(item.value) == 1 else _inside(item, font)
        for item in letters
    ]
    inside = _row(changed, display)
    return inside if len(changed) == 1 else f"<mrow>{inside}</mrow>"


def _inside(item: Node, font: str) -> Node:
    """A font reaches the base of a script."""
    if item.tag == "script" and item.children[0].tag == "mi":
        base, *scripts = item.children
        return Node("script", "", (Node("font", font, (base,)), *scripts))
    return item
