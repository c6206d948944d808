"""A frame with scales, marks, lines and a legend, written as a small SVG: coordinates are whole, colours and dashes are classes of
the style sheet, so that one drawing serves light, dark and print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from lemmata.verify.report.ticks import Scale

LETTER, LINE = 6.6, 17
DASHES = {"-": "", "--": " dashed", "-.": " broken", ":": " dotted"}
SHAPES = {
    "x": "m-4-4l8 8m0-8l-8 8",
    "_": "m-8 0h16",
    ">": "m-4-4l8 4l-8 4z",
    "<": "m4-4l-8 4l8 4z",
    "^": "m-4 4l4-8l4 8z",
    "v": "m-4-4l4 8l4-8z",
    "D": "m0-4l4 4l-4 4l-4-4z",
    "p": "m0-4l4 3l-2 5h-4l-2-5z",
    "ring": "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0",
    "o": "h0",
    "s": "h0",
    ".": "h0",
}
CLASSES = {"x": "", "_": " wide", "o": " dots", ".": " dots", "s": " squares", "ring": ""}


@dataclass
class Axes:
    """What is drawn in a frame; ``names`` are legend entries (how, label), ``under`` is drawn before ``over``."""

    x: Scale = field(default_factory=Scale)
    y: Scale = field(default_factory=Scale)
    xlabel: str = ""
    ylabel: str = ""
    grid: bool = True
    drawn: list[tuple[str, str, tuple[object, ...]]] = field(default_factory=list)
    names: list[tuple[str, str, str]] = field(default_factory=list)

    def plot(self, x: Sequence[float], y: Sequence[float], how: str, colour: str, label: str = "", thin: bool = False) -> None:
        """Marks, a line, or both: ``o-`` has both."""
        line = next((dash for dash in ("--", "-.", "-", ":") if how.endswith(dash)), "")
        mark = how.removesuffix(line) if line else how
        self._reach(x, y)
        if line:
            self.drawn.append(("line", f"{colour}{DASHES[line]}{' thin' if thin else ''}", (list(x), list(y))))
        if mark:
            self.drawn.append(("marks", colour, (list(x), list(y), mark)))
        self._named(label, mark or line, f"{colour}{DASHES[line] if not mark else ''}{' thin' if thin else ''}")

    def points(self, places: Sequence[tuple[float, float]], how: str, colour: str, label: str = "", thin: bool = False) -> None:
        """The same of places (x, y)."""
        self.plot([x for x, _ in places], [y for _, y in places], how, colour, label, thin)

    def bars(self, x: Sequence[float], low: Sequence[float], high: Sequence[float], colour: str) -> None:
        """Upright bars from ``low`` to ``high``."""
        self._reach(x, [*low, *high])
        self.drawn.append(("bars", f"{colour} thin", (list(x), list(low), list(high))))

    def band(self, x: Sequence[float], low: Sequence[float], high: Sequence[float], colour: str, steps: bool = False) -> None:
        """What lies between two lines, shaded."""
        self._reach(x, [*low, *high])
        if steps:
            x, low, high = ([v for v in xs for _ in (0, 1)] for xs in (x, low, high))
            x = [v + (0.5 if i % 2 else -0.5) for i, v in enumerate(x)]
        self.drawn.append(("band", colour, (list(x), list(low), list(high))))

    def across(self, y: float, colour: str, label: str = "") -> None:
        """A line across the frame."""
        self._reach([], [y])
        self.drawn.append(("across", colour, (y,)))
        self._named(label, "-", colour)

    def upright(self, x: float, colour: str, label: str = "", how: str = "-", thin: bool = False) -> None:
        """A line from the bottom to the top."""
        self._reach([x], [])
        style = f"{colour}{DASHES[how]}{' thin' if thin else ''}"
        self.drawn.append(("upright", style, (x,)))
        self._named(label, "-", style)

    def strip(self, low: float, high: float, colour: str) -> None:
        """All between two places of x, shaded."""
        self.drawn.append(("strip", colour, (low, high)))

    def note(self, text: str, x: float, y: float, end: bool = False) -> None:
        """A word at a point."""
        self.drawn.append(("note", "end" if end else "", (text, x, y)))

    def _reach(self, x: Sequence[float], y: Sequence[float]) -> None:
        self.x.reach(x)
        self.y.reach(y)

    def _named(self, label: str, how: str, style: str) -> None:
        if label and not label.startswith("_"):
            self.names.append((how, style, label))

    def svg(self, left: float, top: float, width: float, height: float) -> str:
        """The frame and what is in it, at a place of a drawing."""
        return Frame(self, left, top, width, height).text()


@dataclass
class Frame:
    """Axes at a place."""

    axes: Axes
    left: float
    top: float
    width: float
    height: float

    def text(self) -> str:
        """Grid, what was drawn (shades first), ticks and labels."""
        order = {"band": 0, "strip": 0, "across": 1, "upright": 1, "line": 2, "bars": 3, "marks": 4, "note": 5}
        items = sorted(self.axes.drawn, key=lambda item: order[item[0]])
        return (
            self._grid() + "".join(getattr(self, f"_{what}")(style, *values) for what, style, values in items) + self._labels()
        )

    def at(self, x: float, y: float) -> tuple[int, int]:
        return self.across(x), self.down(y)

    def across(self, x: float) -> int:
        return round(self.left + self.width * min(1.0, max(0.0, self.axes.x.place(x))))

    def down(self, y: float) -> int:
        return round(self.top + self.height * (1 - min(1.0, max(0.0, self.axes.y.place(y)))))

    def _grid(self) -> str:
        right, bottom = round(self.left + self.width), round(self.top + self.height)
        frame = f'<path class="ink" d="M{self.left:.0f} {self.top:.0f}V{bottom}H{right}"/>'
        if not self.axes.grid:
            return frame
        lines = "".join(f"M{self.across(t)} {self.top:.0f}V{bottom}" for t, _ in self.axes.x.ticks(6))
        lines += "".join(f"M{self.left:.0f} {self.down(t)}H{right}" for t, _ in self.axes.y.ticks(5))
        return f'<path class="grid" d="{lines}"/>{frame}'

    def _labels(self) -> str:
        bottom = round(self.top + self.height)
        x = "".join(f'<text x="{self.across(t)}" y="{bottom + 16}">{escape(s)}</text>' for t, s in self.axes.x.ticks(6))
        y = "".join(f'<text x="{self.left - 6:.0f}" y="{self.down(t) + 4}">{escape(s)}</text>' for t, s in self.axes.y.ticks(5))
        found = f'<g class="mid">{x}</g><g class="end">{y}</g>'
        if self.axes.xlabel:
            found += (
                f'<text class="mid" x="{self.left + self.width / 2:.0f}" y="{bottom + 35}">{escape(self.axes.xlabel)}</text>'
            )
        if self.axes.ylabel:
            at = f"{13} {self.top + self.height / 2:.0f}"
            found += f'<text class="mid" transform="translate({at})rotate(-90)">{escape(self.axes.ylabel)}</text>'
        return found

    def _line(self, style: str, x: Sequence[float], y: Sequence[float]) -> str:
        return f'<path class="{style}" d="{_joined([self.at(*p) for p in zip(x, y, strict=True)])}"/>'

    def _marks(self, style: str, x: Sequence[float], y: Sequence[float], mark: str) -> str:
        places = dict.fromkeys(self.at(*p) for p in zip(x, y, strict=True))
        shape = "".join(f"M{a} {b}{SHAPES[mark]}" for a, b in places)
        return f'<path class="{style}{CLASSES.get(mark, " full")}" d="{shape}"/>'

    def _bars(self, style: str, x: Sequence[float], low: Sequence[float], high: Sequence[float]) -> str:
        ends = [(self.at(a, b), self.down(c)) for a, b, c in zip(x, low, high, strict=True)]
        lines = "".join(f"M{a} {b}V{c}" for (a, b), c in ends if b != c)
        return f'<path class="{style}" d="{lines}"/>' if lines else ""

    def _band(self, style: str, x: Sequence[float], low: Sequence[float], high: Sequence[float]) -> str:
        edge = [self.at(*p) for p in zip(x, high, strict=True)] + [self.at(*p) for p in zip(x, low, strict=True)][::-1]
        return f'<path class="{style} shade" d="{_joined(edge)}z"/>'

    def _strip(self, style: str, low: float, high: float) -> str:
        a, b = self.across(low), self.across(high)
        return f'<path class="{style} shade" d="M{a} {self.top:.0f}h{max(1, b - a)}v{self.height:.0f}H{a}z"/>'

    def _across(self, style: str, y: float) -> str:
        return f'<path class="{style}" d="M{self.left:.0f} {self.down(y)}h{self.width:.0f}"/>'

    def _upright(self, style: str, x: float) -> str:
        return f'<path class="{style}" d="M{self.across(x)} {self.top:.0f}v{self.height:.0f}"/>'

    def _note(self, style: str, text: str, x: float, y: float) -> str:
        a, b = self.at(x, y)
        side = ' class="note end"' if style else ' class="note"'
        return f'<text{side} x="{a}" y="{max(b - 4, round(self.top) + 10)}">{escape(text)}</text>'


def legend(names: Sequence[tuple[str, str, str]], width: float, top: float) -> tuple[str, float]:
    """The entries in rows above a frame, and how high they are."""
    found, x, y = [], 8.0, top + 11
    for how, style, label in names:
        wide = 26 + LETTER * len(label) + 14
        if x > 8 and x + wide > width:
            x, y = 8.0, y + LINE
        if how in DASHES:
            sign = f'<path class="{style}" d="M{x:.0f} {y - 4:.0f}h20"/>'
        else:
            sign = f'<path class="{style}{CLASSES.get(how, " full")}" d="M{x + 10:.0f} {y - 4:.0f}{SHAPES[how]}"/>'
        found.append(f'{sign}<text x="{x + 25:.0f}" y="{y:.0f}">{escape(label)}</text>')
        x += wide
    return "".join(found), (y + 12 - top if names else 0.0)


def _joined(places: Sequence[tuple[int, int]]) -> str:
    """A path through places, each once where it repeats."""
    kept = [p for i, p in enumerate(places) if i == 0 or p != places[i - 1]]
    return "M" + "L".join(f"{a} {b}" for a, b in kept) if len(kept) > 1 else "".join(f"M{a} {b}h0" for a, b in kept)
