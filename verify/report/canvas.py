"""Figures as small inline SVG: one style for all, colours by name so that the style sheet decides, labels that never fail."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.verify.report.axes import Axes, legend
from lemmata.verify.report.plain import spelled
from lemmata.verify.report.tree import UnknownTex

LAW, DATA, PRINT, GOOD, FAINT, BAD = "law", "data", "print", "good", "faint", "bad"
WIDTH, HEIGHT = 440, 270
LEFT, EDGE, BELOW = 68, 10, 42
LONGEST_LABEL = 48
DECADES = 1.5


def scales(axes: Axes, x: Sequence[float], y: Sequence[float], power: bool = False) -> None:
    """Logarithmic axes for what spans more than a few powers of two; always where the law is a power."""
    for values, scale in ((x, axes.x), (y, axes.y)):
        if min(values) > 0 and max(values) / min(values) > (2 if power else 10**DECADES):
            scale.kind = "log"


def labels(axes: Axes, texts: Sequence[str]) -> str:
    """Label the axes; what is too long or no line of plain signs goes under the figure, where it is typeset in full."""
    below, found = [], ["", ""]
    for i, (text, letter) in enumerate(zip(texts, "xy", strict=False)):
        label = short(str(text))
        found[i] = label if label is not None else letter
        below += [f"{letter}: ${str(text).strip('$')}$"] if label is None else []
    axes.xlabel, axes.ylabel = found
    return f" Here {', '.join(below)}." if below else ""


def short(label: str) -> str | None:
    """The label as plain signs; None where it is long or cannot be written so."""
    if any(sign in label for sign in "\\^_{}$"):
        try:
            label = spelled(label.strip("$"))
        except UnknownTex:
            return None
    return label if len(label) <= LONGEST_LABEL else None


def svg(axes: Axes, height: float = HEIGHT, left: float = LEFT) -> str:
    """The figure: its legend in rows above the frame."""
    rows, top = legend(axes.names, WIDTH, 2)
    top += EDGE
    frame = axes.svg(left, top, WIDTH - left - EDGE, height - BELOW - EDGE)
    whole = round(top + height - EDGE)
    return f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {whole}">{rows}{frame}</svg>'


def stacked(upper: Axes, lower: Axes) -> str:
    """Two frames over one axis."""
    rows, top = legend([*upper.names, *lower.names], WIDTH, 2)
    top += EDGE
    wide = WIDTH - LEFT - EDGE
    first = upper.svg(LEFT, top, wide, 190)
    second = lower.svg(LEFT, top + 215, wide, 120)
    return f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {round(top) + 377}">{rows}{first}{second}</svg>'


def tally(parts: Sequence[tuple[str, int, str]]) -> str:
    """Amounts as bars that lie, each with its name and number."""
    most, wide = max(amount for _, amount, _ in parts), WIDTH - 130
    rows = []
    for i, (name, amount, colour) in enumerate(parts):
        y, length = 8 + 24 * i, round(wide * amount / most)
        bar = f'<path class="{colour} full" d="M76 {y}h{length}v16h-{length}z"/>' if length else ""
        rows.append(
            f'<text class="end" x="68" y="{y + 13}">{name}</text>{bar}<text x="{82 + length}" y="{y + 13}">{amount}</text>'
        )
    return f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {12 + 24 * len(parts)}">{"".join(rows)}</svg>'
