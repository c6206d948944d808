r"""The list of errata as a letter to the authors: Markdown, LaTeX or JSON, by document and in the order of the slides."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.report import words
from lemmata.verify.report.symbols import BINARY, LETTERS, RELATIONS

FORMATS = ("text", "markdown", "latex", "json")
_RAISED = {"T": r"\top", "−": "-"}
_ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0307": "dot"}
_ACCENTED = re.compile("(.[\u0302\u0303\u0304\u0307])")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\~{}",
    "^": r"\^{}",
}
_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=2.5cm]{geometry}
\setlength{\parindent}{0pt}
\begin{document}
\title{Errata}\author{}\date{}\maketitle
"""


def write(errata: Sequence[dict[str, Any]], form: str) -> str:
    """The errata in a format of :data:`FORMATS` other than text."""
    if form == "json":
        return json.dumps(list(errata), indent=1, default=str, ensure_ascii=False)
    if form == "markdown":
        return "\n".join(_markdown(errata))
    if form == "latex":
        return _PREAMBLE + "\n".join(_latex(errata)) + "\n\\end{document}"
    raise UsageError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")


def _grouped(errata: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], bool, dict[str, Any]]]:
    """(source, whether its document begins here, erratum) in the order of the documents."""
    before = None
    for item in sorted(errata, key=lambda e: (str(e["source"].get("document")), e["source"].get("place") or 10**6, e["id"])):
        source = item["source"]
        yield source, source.get("document") != before, item
        before = source.get("document")


def _title(source: dict[str, Any]) -> str:
    return ", ".join(str(source[k]) for k in ("title", "author", "event") if source.get(k)) or str(source.get("document"))


def standing(item: dict[str, Any]) -> str:
    """Whether the print was refuted, and where, in one line."""
    if item["counterexample"] is None:
        return "Not verified yet." if item["verdict"] is None else f"The check of the print: {item['verdict']}."
    text = f"The print fails at {words.point(item['counterexample'])}"
    if item["measured"] is not None and item["predicted"] is not None:
        text += f": measured {words.number(item['measured'], 6)}, the print says {words.number(item['predicted'], 6)}"
    return text + "."


def _markdown(errata: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "# Errata\n"
    for source, first, item in _grouped(errata):
        if first:
            yield f"## {_title(source)}\n"
        yield f"### {source.get('slide') or source.get('heading')} ({item['fault']})\n"
        yield f"{item['title']} (`{item['id']}`)\n"
        yield f"Printed:\n\n$$ {item['printed']} $$\n"
        yield f"Should read:\n\n$$ {item['correct']} $$\n"
        yield f"{_sentence(item['erratum'])} {standing(item)}\n"
    yield f"{words.count(len(errata), 'print')} with an erratum."


def _latex(errata: Sequence[dict[str, Any]]) -> Iterator[str]:
    for source, first, item in _grouped(errata):
        if first:
            yield f"\\section*{{{escape(_title(source))}}}"
        yield f"\\subsection*{{{escape(str(source.get('slide') or source.get('heading')))} ({item['fault']})}}"
        yield f"{escape(item['title'])} (\\texttt{{{escape(item['id'])}}})\n"
        yield f"Printed:\n\\[ {_formula(item['printed'])} \\]"
        yield f"Should read:\n\\[ {_formula(item['correct'])} \\]"
        yield f"{escape(_sentence(item['erratum']))} {escape(standing(item))}\n"


def _sentence(text: str) -> str:
    word = re.match(r"[a-z]{3,}\b", text)  # not a symbol
    return (text[:1].upper() if word else text[:1]) + text[1:].rstrip(".") + "."


def escape(text: str) -> str:
    """A sentence for LaTeX: ``$...$`` stays mathematics, signs outside it are spelled."""
    parts = re.split(r"(\$[^$]+\$)", text)
    return "".join(_formula(part) if i % 2 else _sentence_tex(part) for i, part in enumerate(parts))


def _sentence_tex(text: str) -> str:
    """Words outside mathematics; a letter under an accent is a formula, and neighbours in mathematics are joined."""
    found = []
    for piece in _ACCENTED.split(unicodedata.normalize("NFD", text)):
        if len(piece) == 2 and piece[1] in _ACCENTS:
            inside = _formula(piece[0]).strip()
            found.append(f"$\\{_ACCENTS[piece[1]]}{{{inside}}}$")
        else:
            found.append("".join(map(_spelled, unicodedata.normalize("NFC", piece))))
    joined = "".join(found).replace("$$", "")
    while (shorter := re.sub(r"([\^_])\{([^{}]*)\}\1\{", r"\1{\2", joined)) != joined:
        joined = shorter
    return joined


def _formula(source: str) -> str:
    """Unicode inside a formula becomes commands."""
    return "".join(c if ord(c) < 128 else _command(c, math=True) for c in source)


def _spelled(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    mathematical = character in _NAMES or unicodedata.decomposition(character).startswith(("<super>", "<sub>", "<fraction>"))
    return _command(character, math=False) if mathematical or ord(character) > 255 else character


def _command(character: str, math: bool) -> str:
    kind, _, code = unicodedata.decomposition(character).partition(" ")
    if kind in {"<super>", "<sub>"}:
        plain = _RAISED.get(chr(int(code, 16)), chr(int(code, 16)))
        made = ("^" if kind == "<super>" else "_") + "{" + plain + "}"
        return made if math else f"${made}$"
    name = _NAMES.get(character)
    if name is None and character == "½":
        return r"\tfrac12 " if math else r"$\tfrac12$"
    if name is None:
        return {"–": "--", "—": "---", "“": "``", "”": "''", "’": "'", "‘": "`", "\u202f": r"\,", "…": r"\ldots{}"}.get(
            character, character
        )
    return f"\\{name} " if math else f"$\\{name}$"


_NAMES = {sign: name for table in (LETTERS, RELATIONS, BINARY) for name, sign in reversed(table.items()) if len(name) > 1} | {
    "‖": "|", "√": "surd", "∑": "sum", "∏": "prod", "∫": "int", "⟨": "langle", "⟩": "rangle", "ℝ": "mathbb{R}", "ℤ": "mathbb{Z}",
    "ℕ": "mathbb{N}", "≔": "mathrel{:=}", "−": "mathord{-}", "∗": "ast", "ϕ": "phi", "·": "cdot", "°": "circ", "×": "times", "±": "pm", "Γ": "Gamma",
}  # fmt: skip
