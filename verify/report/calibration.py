"""The page of a calibration: alarms and kills under many root keys against what is promised, and its JSON twin.

A function of the document that `lemmata calibrate` makes, and of nothing else; the report may link to it where it lies beside.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from lemmata.theory.language.errors import UsageError
from lemmata.verify.report import words

SCHEMA = "lemmata-calibration/2"
NAME = "calibration.html"


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
        less=[row for row in document["kills"]["rows"] if row["events"] < row["trials"]],
    )
