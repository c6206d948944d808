"""The page of a calibration: alarms, p-values and kills under many root keys against what is promised, and its JSON twin.

A function of the document that `lemmata calibrate` makes, and of nothing else; the report may link to it where it lies beside.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import matplotlib
from markupsafe import Markup

from lemmata.theory.language.errors import UsageError
from lemmata.verify.report import words
from lemmata.verify.report.canvas import BAD, DATA, FAINT, GOOD, LAW, STYLE, canvas, shared_styles, svg
from lemmata.verify.report.picture import Picture

SCHEMA = "lemmata-calibration/1"
NAME = "calibration.html"
STEPS = 400  # points of a drawn ECDF
SIZE = (6.2, 3.0)


@dataclass(frozen=True)
class Link:
    """A calibration that lies beside a report: where, and in a sentence what it found."""

    href: str
    sentence: str
    passed: bool


def write(document: dict[str, Any], out: str | Path) -> tuple[Path, Path]:
    """Write the page to ``out`` and the document to the same name with ``.json``."""
    html = Path(out).expanduser()
    data = html.with_suffix(".json")
    text = json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True, allow_nan=False) + "\n"
    try:
        for path, content in ((data, text), (html, render(document))):
            part = path.with_name(f".{path.name}.{os.getpid()}")
            part.write_text(content, encoding="utf-8")
            part.replace(path)
    except OSError as error:
        raise UsageError(f"the page cannot be written to {html} ({error.strerror or error}): choose another place") from None
    return html, data


def beside(report: str | Path) -> Link | None:
    """The calibration in the folder of a report; None where there is none."""
    data = Path(report).expanduser().with_name(NAME).with_suffix(".json")
    try:
        document = json.loads(data.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA or not data.with_suffix(".html").is_file():
        return None
    return Link(NAME, sentence(document), bool(document["passed"]))


def sentence(document: dict[str, Any]) -> str:
    """What a calibration found, in one sentence."""
    alarms, kills = document["alarms"], document["kills"]
    end = "every error rate is within what is promised" if document["passed"] else "an error rate is NOT what is promised"
    return (
        f"Under {words.count(alarms['trials'], 'fresh root key')}, {words.count(len(document['claims']), 'sampled claim')} gave "
        f"{words.count(len(alarms['list']), 'false alarm')}, and {words.number(kills['killed'])} of "
        f"{words.number(kills['wrong'])} wrong versions were killed: {end}."
    )


def render(document: dict[str, Any]) -> str:
    """The page as text."""
    if document.get("schema") != SCHEMA:
        raise UsageError(f"this is no calibration: its schema is {document.get('schema')!r}, not {SCHEMA!r}")
    if not document["claims"]:
        raise UsageError("there is nothing to show: no root key was finished")
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": "calibration"}):
        figures = [_ecdf(curve, _values(document, curve["group"])) for curve in document["p_values"]["curves"]]
        tested = [row for row in document["kills"]["rows"] if row["predicted"] is not None]
        power = _power(tested, document["kills"]["short"]) if tested else None
    drawings, rules = shared_styles([figure.svg for figure in (*figures, *([power] if power else []))])
    shown = [Picture(drawing, figure.caption) for drawing, figure in zip(drawings, figures, strict=False)]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(number=words.number, interval=words.interval, seconds=words.seconds, count=words.count)
    environment.filters["short"] = lambda value: words.number(value, 3)
    return environment.get_template("calibration.html.j2").render(
        d=document,
        sentence=sentence(document),
        figures=[Picture(Markup(figure.svg), figure.caption) for figure in shown],
        power=Picture(Markup(drawings[-1]), power.caption) if power else None,
        plot_rules=Markup(rules),
        tested=tested,
        less=[row for row in document["kills"]["rows"] if row["events"] < row["trials"]],
        short={(row["claim"], row["law"]) for row in document["kills"]["short"]},
    )


def _values(document: dict[str, Any], group: str) -> list[float]:
    return sorted(p for claim in document["claims"] if claim["group"] == group for p in claim["p_values"])


def _ecdf(curve: dict[str, Any], values: list[float]) -> Picture:
    """The ECDF less the diagonal, so that a band of a few percent can be seen."""
    figure, axes = canvas(SIZE)
    at = curve["at"]
    above, below = ([v - x for v, x in zip(curve[side], at, strict=True)] for side in ("high", "low"))
    axes.fill_between(at, below, above, color=FAINT, alpha=0.22, linewidth=0, label="band of valid, uniform p-values")
    axes.plot(at, above, color=LAW, linewidth=1.1, label="a valid ECDF stays below this line")
    axes.axhline(0, color=LAW, linewidth=0.5)
    x = [k / STEPS for k in range(STEPS + 1)]
    y = [bisect_right(values, v) / len(values) - v for v in x]
    axes.step(x, y, where="post", color=DATA if curve["valid"] else BAD, linewidth=1.3, label="observed")
    axes.set_xlim(0, 1)
    axes.set_xlabel("p")
    axes.set_ylabel("share of p-values up to p, less p")
    axes.set_ylim(min(1.9 * min(below), 1.05 * min(y)), 1.1 * max(*above, *y))  # room for the legend
    axes.legend(loc="lower left")
    shape = (
        "It leaves the band above: small p-values are too frequent, and alarms more likely than stated."
        if not curve["valid"]
        else "It stays in the band on both sides: as if uniform."
        if curve["uniform"]
        else "It leaves the band below only: p-values are larger than they need be, and alarms rarer than stated."
    )
    total = words.count(curve["n"], "p-value")
    return Picture(svg(figure), f"{curve['words'].capitalize()}: {total}, {curve['method']} band. {shape}")


def _power(rows: list[dict[str, Any]], short: list[dict[str, Any]]) -> Picture:
    """Kill rates with their intervals over the predicted power."""
    figure, axes = canvas(SIZE)
    bad = {(row["claim"], row["law"]) for row in short}
    axes.plot((0, 1), (0, 1), color=LAW, linewidth=0.9, label="killed as often as predicted")
    places = sorted({_place(row, bad) for row in rows})
    for group, colour in ((False, GOOD), (True, BAD)):
        chosen = [place for place in places if place[4] is group]
        if chosen:
            x, rate, low, high = ([place[i] for place in chosen] for i in range(4))
            reach = ([r - a for r, a in zip(rate, low, strict=True)], [b - r for r, b in zip(rate, high, strict=True)])
            name = "killed less often than that" if group else "observed, exact 95 % interval"
            axes.errorbar(x, rate, yerr=reach, fmt="o", markersize=3, linewidth=0.8, color=colour, label=name)
    axes.set_xlim(-0.03, 1.03)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("predicted power")
    axes.set_ylabel("share of runs that killed")
    axes.legend(loc="lower right")
    amount = words.count(len(rows), "wrong version")
    caption = f"{amount} with a predicted power; above the line is more power than predicted."
    return Picture(svg(figure), caption)


def _place(row: dict[str, Any], bad: set[tuple[str, str]]) -> tuple[float, float, float, float, bool]:
    rate = row["events"] / row["trials"]
    return round(row["predicted"], 3), rate, row["low"], row["high"], (row["claim"], row["law"]) in bad
