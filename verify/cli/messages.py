"""An error as the command line says it: on one line, in characters that a terminal shows, of bounded length."""

from __future__ import annotations

from lemmata.theory.language.errors import LemmataError

LONGEST = 1000  # characters of a sentence


def said(error: LemmataError) -> str:
    """The sentence of an error on one line, in characters that a terminal shows; below it the pointer of a parse error."""
    sentence = str(getattr(error, "sentence", error))
    line = " ".join(sentence.split("\n"))
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)
    if len(shown) > LONGEST:
        shown = f"{shown[: LONGEST // 2]} ... {shown[-LONGEST // 2 :]}"
    return shown + (f"\n{error.pointer}" if isinstance(getattr(error, "column", None), int) else "")  # type: ignore[attr-defined]
