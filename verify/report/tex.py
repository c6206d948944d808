r"""The LaTeX of the records as a tree: what the printer of formulas and authors of prints write, and no more.

A command outside the vocabulary raises :class:`UnknownTex`, and the page then shows the source.
"""

from __future__ import annotations

import re

from lemmata.verify.report.symbols import ACCENTS, DELIMITERS, FONTS, IGNORED, SIZES, TABLES, UNDER
from lemmata.verify.report.tree import EMPTY, Node, UnknownTex, character, leaf

_TOKEN = re.compile(r":=|\\[a-zA-Z]+\*?|\\.|\d+(?:\.\d+)?|[a-z]{4,}|\s+|.", re.S)


def parse(source: str) -> Node:
    """The tree of a formula."""
    reader = _Reader([t for t in _TOKEN.findall(source)])
    found = reader.row(())
    if reader.at < len(reader.tokens):
        raise UnknownTex(f"{reader.tokens[reader.at]!r} closes nothing")
    return found


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self, blank: bool = True) -> str:
        while blank and self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        if not token:
            raise UnknownTex("the formula ends too early")
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        if self.next() != token:
            raise UnknownTex(f"{token} is missing")

    def row(self, ends: tuple[str, ...]) -> Node:
        """Items up to one of ``ends``, which is not taken."""
        items: list[Node] = []
        while (token := self.peek()) and token not in ends and token not in {"}", "\\right", "\\end"}:
            if token in {"^", "_", "'"}:
                items.append(self.scripts(items.pop() if items else EMPTY))
                continue
            if token.startswith("\\") and token[1:] in {"rm", "bf", "it"}:
                self.next()
                items.append(Node("font", FONTS[token[1:]], (self.row(ends),)))
                continue
            item = self.item()
            if item is not None:
                items.append(item)
        return items[0] if len(items) == 1 else Node("row", "", tuple(items))

    def scripts(self, base: Node) -> Node:
        sub, sup, primes = EMPTY, EMPTY, 0
        taken = base.children[1:] if base.tag == "script" else (EMPTY, EMPTY)
        if any(self.peek() == mark and child != EMPTY for mark, child in zip("_^", taken, strict=True)):
            base = Node("row", "", (base,))  # a second index stands at the whole: that of {v_1}_{40} beside the 1
        elif base.tag == "script":
            base, sub, sup = base.children
        while (token := self.peek()) in {"^", "_", "'", "\\limits"}:
            self.next()
            if token == "'":
                primes += 1
            elif token == "^":
                sup = self.argument()
            elif token == "_":
                sub = self.argument()
        if primes:
            mark = Node("mi", "′" * primes)
            sup = mark if sup == EMPTY else Node("row", "", (mark, sup))
        return Node("script", "", (base, sub, sup))

    def argument(self) -> Node:
        token = self.peek()
        if token == "{":
            return self.group()
        if len(token) > 1 and token[0].isalnum():  # x^12 raises the 1 only
            self.tokens[self.at] = token[1:]
            return Node("mn" if token[0].isdigit() else "mi", token[0])
        found = self.item()
        if found is None:
            raise UnknownTex("an argument is missing")
        return found

    def group(self) -> Node:
        self.expect("{")
        found = self.row(())
        self.expect("}")
        return found

    def verbatim(self) -> str:
        """The text of a group as it stands, braces inside kept apart."""
        self.expect("{")
        depth = 1
        parts: list[str] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return "".join(parts)
            parts.append(
                token[1:]
                if re.fullmatch(r"\\[_%&#${} ]", token)
                else ""
                if token in "{}$"
                else " "
                if token.isspace()
                else token
            )
        raise UnknownTex("a text does not end")

    def item(self) -> Node | None:
        token = self.next()
        if token == "{":
            self.at -= 1
            return self.group()
        if token[0].isdigit():
            return Node("mn", token)
        if token.isalpha() and len(token) > 1:  # the printer of formulas puts spaces between factors: this is one name
            return Node("mi", token)
        if not token.startswith("\\"):
            return character(token)
        return self.command(token)

    def command(self, token: str) -> Node | None:
        return None if token[1:] in IGNORED else leaf(token) or self.structure(token[1:])

    def structure(self, name: str) -> Node:
        if name in {"frac", "tfrac", "dfrac", "cfrac"}:
            return Node("frac", name, (self.argument(), self.argument()))
        if name in {"binom", "tbinom", "dbinom"}:
            return Node("fence", "()", (Node("frac", "binom", (self.argument(), self.argument())),))
        if name == "sqrt":
            index = EMPTY
            if self.peek() == "[":
                self.next()
                index = self.row(("]",))
                self.expect("]")
            return Node("sqrt", "", (self.argument(), index))
        if name in {"left", "middle"}:
            return self.fence() if name == "left" else Node("delimiter", self.delimiter())
        if name in SIZES:
            return Node("delimiter", self.delimiter())
        if name in FONTS:
            return Node("font", FONTS[name], (self.argument(),))
        if name in ACCENTS or name in UNDER:
            tag, mark = ("over", ACCENTS[name]) if name in ACCENTS else ("under", UNDER[name])
            return Node(tag, mark, (self.argument(),))
        if name in {"text", "textrm", "textit", "textbf", "mbox", "textnormal"}:
            return Node("text", self.verbatim())
        if name in {"operatorname", "operatorname*"}:
            spelled = re.sub(r"\\[,:; ]", " ", self.verbatim())
            return Node("fn", spelled + ("*" if name.endswith("*") else ""))
        return self.rare(name)

    def rare(self, name: str) -> Node:
        if name in {"xrightarrow", "xleftarrow"}:
            under = EMPTY
            if self.peek() == "[":
                self.next()
                under = self.row(("]",))
                self.expect("]")
            return Node("arrow", "→" if name == "xrightarrow" else "←", (under, self.argument()))
        if name in {"overset", "stackrel", "underset"}:
            mark, base = self.argument(), self.argument()
            pair = (EMPTY, mark) if name != "underset" else (mark, EMPTY)
            return Node("stack", "", (base, *pair))
        if name == "not":
            other = self.item()
            return Node("rel", (other.value if other is not None else "") + "\u0338")
        if name == "substack":
            self.expect("{")
            table = self.table("substack", "}")
            self.expect("}")
            return table
        if name == "begin":
            kind = self.verbatim()
            if kind not in TABLES:
                raise UnknownTex(f"the environment {kind}")
            if kind == "array":
                self.verbatim()
            table = self.table(kind, "\\end")
            self.expect("\\end")
            if self.verbatim() != kind:
                raise UnknownTex(f"the environment {kind} does not end")
            return table
        if name in {"bmod", "pmod", "mod"}:
            return Node("fn", "mod")
        raise UnknownTex(f"\\{name}")

    def delimiter(self) -> str:
        token = self.next()
        if token not in DELIMITERS:
            raise UnknownTex(f"the delimiter {token}")
        return DELIMITERS[token]

    def fence(self) -> Node:
        opening = self.delimiter()
        body = self.row(())
        self.expect("\\right")
        return Node("fence", f"{opening or '.'}{self.delimiter() or '.'}", (body,))

    def table(self, kind: str, end: str) -> Node:
        lines: list[Node] = []
        cells: list[Node] = []
        while True:
            cells.append(self.row(("&", "\\\\", end)))
            token = self.peek()
            if token == "&":
                self.next()
                continue
            lines.append(Node("line", "", tuple(cells)))
            cells = []
            if token == "\\\\":
                self.next()
                if self.peek() != end:
                    continue
            elif token != end:
                raise UnknownTex(f"the table {kind} does not end")
            return Node("table", kind, tuple(lines))
