"""What is kept of a verification: evidence of a law at a point, the record of a law, the record of a claim.

Everything here is plain data that survives a round trip through JSON; the report reads nothing else.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

SCHEMA = "lemmata-records/1"
Outcome = Literal["holds", "fails", "undecided", "vacuous", "error"]
Verdict = Literal[
    "proved", "derived", "certified", "corroborated", "refuted", "undecided", "vacuous", "insensitive", "open", "error"
]
POSITIVE = ("proved", "derived", "certified", "corroborated")


@dataclass
class Evidence:
    """A law judged at one point. ``size`` orders points by how badly the law fails there.

    ``statistic`` and ``predicted``: what was measured and what the law says; ``interval``: where the measured
    quantity lies at the stated error rate; ``resolution``: smallest relative error that would have been detected;
    ``how``: exact, ball, float or statistical; ``series``: rows (x, predicted, measured, standard error, and the size where curves of several
    sizes are kept) to plot;
    ``stated``: the interval that the law states for
    the measured quantity, where it states no single value (``predicted`` is then the end that is nearest); ``assumption``: what the
    judgement rests on; ``valueless``: the error is that the law has no real and finite value at the point.
    """

    outcome: Outcome
    statistic: float | None = None
    predicted: float | None = None
    interval: tuple[float, float] | None = None
    resolution: float | None = None
    samples: int = 0
    how: str = "float"
    size: float = 0.0
    detail: str = ""
    point: dict[str, Any] = field(default_factory=dict)
    series: list[list[float]] = field(default_factory=list)
    axes: list[str] = field(default_factory=list)
    stated: tuple[float, float] | None = None
    assumption: str = ""
    valueless: bool = False


@dataclass
class LawRecord:
    """A law after all its points; ``wide``: at how many nothing was decided; ``left_open``: at which of the core, where it holds."""

    name: str
    kind: str
    expected: str
    outcome: Outcome
    verdict: Verdict
    as_expected: bool
    statement: str
    resolution: float | None = None
    statistic: float | None = None
    predicted: float | None = None
    interval: tuple[float, float] | None = None
    samples: int = 0
    points: int = 0
    wide: int = 0
    left_open: str = ""
    counterexample: dict[str, Any] | None = None
    detail: str = ""
    how: str = ""
    alpha: float | None = None
    stated: tuple[float, float] | None = None
    killed_at: int | None = None
    evidence: list[Evidence] = field(default_factory=list)
    part: str = ""
    role: str = ""
    scope: dict[str, Any] = field(default_factory=dict)
    assumptions: list[str] = field(default_factory=list)
    open: str = ""
    text: str = ""
    difference: str = ""
    difference_latex: str = ""


@dataclass
class PartRecord:
    """A part after all its laws: its sentence, its verdict, where it was judged and what that rests on.

    ``scope``: the bounding box of the judged points, and in ``scope_text`` beside what is claimed, where that is wider;
    ``group``: what became of its wrong versions and wrong worlds; ``erratum``: fault and text of its print, where it has one.
    """

    name: str
    says: str
    kind: str
    verdict: Verdict
    statement: str
    text: str
    conditions: list[str] = field(default_factory=list)
    scope: dict[str, Any] = field(default_factory=dict)
    scope_text: str = ""
    assumptions: list[str] = field(default_factory=list)
    resolution: float | None = None
    sharpness: str = ""
    cited: list[str] = field(default_factory=list)
    open: str = ""
    group: dict[str, Any] = field(default_factory=dict)
    facts: list[dict[str, Any]] = field(default_factory=list)
    detail: str = ""
    erratum: dict[str, str] = field(default_factory=dict)


@dataclass
class ClaimRecord:
    """A claim after all its laws; ``key`` identifies code, parameters, seed, precision, device class and versions;
    ``address`` is what a command takes to find the claim: its id, or the file that states it; ``rounds``: how often what was
    open at the profile's replicates was extended by more."""

    id: str
    kind: str
    title: str
    verdict: Verdict
    as_expected: bool
    seconds: float
    laws: list[LawRecord]
    profile: str
    seed: int
    device: str
    key: str = ""
    code: str = ""
    rng: str = ""
    simulations: int = 0
    statement: str = ""
    printed: str = ""
    erratum: dict[str, str] | None = None
    source: dict[str, Any] = field(default_factory=dict)
    assumptions: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    automatic: dict[str, Any] = field(default_factory=dict)
    notes: str = ""
    replay: str = ""
    address: str = ""
    rounds: int = 0
    parts: list[PartRecord] = field(default_factory=list)
    where: list[str] = field(default_factory=list)

    @property
    def family(self) -> str:
        return self.id.split(".")[0]

    def _repr_html_(self) -> str:
        """The record typeset, for notebooks."""
        rows = "".join(
            f"<tr><td>{law.name}</td><td>{law.verdict}</td><td>{'' if law.resolution is None else f'{law.resolution:.2g}'}</td>"
            f"<td>{law.samples}</td><td>{'as expected' if law.as_expected else '<b>not as expected</b>'}</td></tr>"
            for law in self.laws
        )
        head = "<tr><th>law</th><th>verdict</th><th>resolution</th><th>samples</th><th></th></tr>"
        return f"<b>{self.id}</b>: {self.verdict}<br>$$ {self.statement} $$<table>{head}{rows}</table>"


def to_json(record: ClaimRecord) -> dict[str, Any]:
    """The record as JSON data; infinities become null so that every reader can take it."""
    return _plain(asdict(record))  # type: ignore[no-any-return]


def from_json(data: dict[str, Any]) -> ClaimRecord:
    """The record back from its JSON data."""
    laws = [
        LawRecord(
            **{
                **_known(LawRecord, law),
                "interval": _pair(law.get("interval")),
                "stated": _pair(law.get("stated")),
                "evidence": [evidence_from(e) for e in law.get("evidence", [])],
            }
        )
        for law in data["laws"]
    ]
    parts = [PartRecord(**_known(PartRecord, part)) for part in data.get("parts", [])]
    return ClaimRecord(**{**_known(ClaimRecord, data), "laws": laws, "parts": parts})


def evidence_from(data: dict[str, Any]) -> Evidence:
    """Evidence back from its JSON data."""
    pairs = {name: _pair(data.get(name)) for name in ("interval", "stated")}
    size = math.inf if data.get("size", 0.0) is None else data.get("size", 0.0)  # a wrong version may have a pole
    return Evidence(**{**_known(Evidence, data), **pairs, "size": size})


def evidence_to(evidence: Evidence) -> dict[str, Any]:
    """Evidence as JSON data."""
    return {f.name: _plain(getattr(evidence, f.name)) for f in fields(Evidence)}  # plain data is copied as it is checked


def _known(cls: type, data: dict[str, Any]) -> dict[str, Any]:
    return {f.name: data[f.name] for f in fields(cls) if f.name in data}


def _pair(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    low, high = value
    return (-math.inf if low is None else low, math.inf if high is None else high)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
