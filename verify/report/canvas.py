"""Figures as small inline SVG: one style for all, colours by name so that the style sheet decides, labels that never fail."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

from lemmata.verify.report.words import number

INK, GRID, LAW, DATA, PRINT, GOOD, FAINT, BAD = (
    "#101010",
    "#202020",
    "#303030",
    "#404040",
    "#505050",
    "#606060",
    "#707070",
    "#808080",
)
_NAMES = {INK: "ink", GRID: "line", LAW: "law", DATA: "data", PRINT: "print", GOOD: "good", FAINT: "faint", BAD: "bad"}
SIZE = (4.4, 2.7)
LONGEST_LABEL = 48
DECADES = 1.5
NEAR = 300
STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 9,
    "font.family": "sans-serif",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.width": 0.4,
    "ytick.minor.width": 0.4,
    "axes.formatter.limits": (-3, 4),
    "axes.formatter.use_mathtext": False,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "mathtext.fontset": "dejavusans",
    "path.simplify": True,
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


def canvas(size: tuple[float, float] = SIZE, bottom: float = 0.48) -> tuple[Figure, Axes]:
    """An empty figure of a size in inches, and its axes above a margin for their labels."""
    figure = Figure(figsize=size)
    left, edge = 0.72, 0.1
    axes = figure.add_axes((left / size[0], bottom / size[1], 1 - (left + edge) / size[0], 1 - (bottom + edge) / size[1]))
    axes.tick_params(length=3)
    axes.grid(color=GRID, linewidth=0.4)
    axes.set_axisbelow(True)
    return figure, axes


def plain(axes: Axes) -> None:
    """Ticks written in full: no power of ten in a corner, and on short logarithmic axes some between the powers of ten."""
    for scale, axis in ((axes.get_xscale(), axes.xaxis), (axes.get_yscale(), axes.yaxis)):
        if isinstance(axis.get_major_locator(), FixedLocator):
            continue
        if scale == "log":
            low, high = axis.get_view_interval()
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high / low < NEAR else (1.0,), numticks=6))
            axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda tick, _: number(tick, 3)))


def whole_numbers(axes: Axes) -> None:
    """Ticks of the x axis at integers only."""
    low, high = axes.get_xlim()
    several = high - low > 1.5
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True) if several else FixedLocator([round((low + high) / 2)]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: number(tick, 3)))


def scales(axes: Axes, x: Sequence[float], y: Sequence[float], power: bool = False) -> None:
    """Logarithmic axes for what spans more than a few powers of two; always where the law is a power."""
    for values, scale in ((x, axes.set_xscale), (y, axes.set_yscale)):
        if min(values) > 0 and max(values) / min(values) > (2 if power else 10**DECADES):
            scale("log")


def labels(axes: Axes, texts: Sequence[str]) -> str:
    """Label the axes; what matplotlib cannot set goes under the figure, where it is typeset in full."""
    below = []
    for text, axis, letter in zip(texts, (axes.xaxis, axes.yaxis), "xy", strict=False):
        label = _mathtext(str(text))
        axis.set_label_text(label if label is not None else letter)
        below += [f"{letter}: ${str(text).strip('$')}$"] if label is None else []
    return f" Here {', '.join(below)}." if below else ""


def _mathtext(label: str) -> str | None:
    """The label as matplotlib can set it; None where it is long or beyond its small TeX."""
    if "$" not in label and not re.search(r"[\\^_{}]", label):
        return label if len(label) <= LONGEST_LABEL else None
    candidate = (label if "$" in label else f"${label}$").replace(r"\mathbb", r"\mathrm")  # its blackboard letters are private
    try:
        MathTextParser("path").parse(candidate)
    except (ValueError, RuntimeError):
        return None
    return candidate if len(re.sub(r"\\[a-zA-Z]+", ".", label)) <= LONGEST_LABEL else None


def svg(figure: Figure) -> str:
    """The figure as a small inline SVG, whose colours are CSS variables and whose ids are its own."""
    for axes in figure.axes:
        plain(axes)
    buffer = io.StringIO()
    FigureCanvasSVG(figure).print_svg(buffer, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return slim(buffer.getvalue())


def slim(text: str) -> str:
    """matplotlib's SVG without prologue, metadata, unused ids and needless digits."""
    text = re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<!--.*?-->|<style[^>]*>.*?</style>", "", text, flags=re.S)
    used = set(re.findall(r'(?:xlink:href="#|href="#|url\(#)([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", text)
    text = re.sub(r"<[^>]+>", lambda tag: re.sub(r"\d+\.\d{2,}", _short, tag[0]), text)  # tags only: labels keep their digits
    for colour, name in _NAMES.items():
        text = text.replace(colour, f"var(--{name})")
    text = re.sub(r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>", r'<svg class="plot" role="img" \1>', text, count=1)
    text = text.replace("xlink:href", "href")
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    text = re.sub(r" transform=\"rotate\(-0 [^\"]*\"", "", text)
    text = re.sub(r'<path d="[^"]*" style="fill: none"/>', "", text)  # patches that show nothing
    text = re.sub(r"\s*\n\s*", " ", text)
    text = re.sub(r"> <", "><", text)
    return re.sub(r"<defs></defs>", "", _unwrapped(text)).replace(' clip-path="url(#)"', "").strip()


def _unwrapped(text: str) -> str:
    """Without groups that carry no attribute: they change nothing."""
    bare: list[bool] = []

    def kept(tag: re.Match[str]) -> str:
        if tag[0] == "</g>":
            return "" if bare.pop() else tag[0]
        if not tag[0].endswith("/>"):
            bare.append(tag[0] == "<g>")
        return "" if tag[0] == "<g>" else tag[0]

    return re.sub(r"</g>|<g(?: [^>]*)?>", kept, text)


def shared_styles(drawings: Sequence[str]) -> tuple[list[str], str]:
    """The drawings with classes in place of the styles that recur, and the rules of these classes."""
    often = Counter(style for text in drawings for style in re.findall(r' style="([^"]*)"', text))
    names = {style: f"s{i}" for i, (style, times) in enumerate(sorted(often.items(), key=lambda e: (-e[1], e[0]))) if times > 2}
    rules = "".join(f".plot .{name}{{{re.sub(': ', ':', style).replace('; ', ';')}}}" for style, name in names.items())

    def classed(match: re.Match[str]) -> str:
        return f' class="{names[match[1]]}"' if match[1] in names else match[0]

    return [re.sub(r' style="([^"]*)"', classed, text) for text in drawings], rules


def _short(digits: re.Match[str]) -> str:
    return f"{float(digits[0]):.1f}".removesuffix(".0")
