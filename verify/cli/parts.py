"""A claim in a terminal or a notebook, part by part: the verdict and what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from lemmata.verify.engine.records import POSITIVE
from lemmata.verify.report.words import assumptions

MEANING = {
    "proved": "a fact of the kernel, on the whole stated domain",
    "derived": "a fact of the kernel, given the theorems it cites",
    "certified": "exact or ball arithmetic on the stated set",
    "corroborated": "judged at both error rates on the scope shown",
    "refuted": "there is a counterexample",
    "undecided": "neither shown nor refuted",
    "vacuous": "no point met its conditions",
    "insensitive": "the check could not tell it from a wrong version",
    "open": "marked as open",
    "error": "the check broke off",
}
ADVICE = {
    "undecided": "what to raise: --profile full, or replicates in Settings(claim, replicates=(quick, full)); or narrow the core with core=(...)",
    "vacuous": "what to do: widen the conditions, or give points that meet them with Settings(claim, examples=({...},))",
    "insensitive": "what to do: choose a core in which the formula varies, or state the part that matters",
}
WIDTH = 12


SEEN = {
    "guarantee": "of the probability to fail",
    "order": "of the exponent",
    "rate": "of the exponent",
    "phase": "how far the stated value may be from the crossing",
}
BROKEN_PROOF = "its proof was refused; the examination went on"


def _meaning(part: Any) -> str:
    """What a verdict says; an error is not always one of the check."""
    refused = part.verdict == "error" and part.detail.startswith("the proof was refused")
    return BROKEN_PROOF if refused else MEANING[part.verdict]


def row(word: str, text: str) -> str:
    return f"  {word:<{WIDTH}}{text}" if len(word) < WIDTH else f"  {word} {text}"


def part_lines(record: Any, part: Any, advice: Mapping[str, str] = ADVICE) -> list[str]:
    """Everything that is known of a part, a line each; ``advice`` says what to do about a verdict that is none."""
    several = len(record.parts) > 1
    truth = next(law for law in record.laws if law.role == "truth" and law.part == part.name)
    found = [f"{part.verdict}: {_meaning(part)}" + (f"   [part {part.name}]" if several else "")]
    if part.says and part.says != part.text:
        found.append(row("says", part.says))
    found.append(row("statement", part.text))
    if part.verdict == "refuted":
        found += counterexample_lines(truth)
    if part.scope_text and part.verdict != "refuted":
        found.append(row("scope", part.scope_text))
    if part.sharpness and part.verdict != "refuted":
        found.append(row("sharpness", part.sharpness))
    elif part.resolution is not None and part.verdict in POSITIVE and part.verdict not in ("proved", "derived"):
        seen = SEEN.get(part.kind, "a relative error of this size would have been seen")
        found.append(row("resolution", f"{part.resolution:.2g} ({seen})"))
    basis = "formulas evaluated, nothing drawn" if not truth.samples else f"{truth.samples} samples"
    if part.verdict not in ("open",):
        wide = f" (undecided at {truth.wide} of them)" if truth.wide else ""
        found.append(row("judged", f"at {truth.points} points{wide}; {basis}"))
    if part.verdict == "corroborated" and truth.left_open:
        found.append(row("left open", f"undecided at {truth.left_open}"))
    if part.assumptions and part.verdict not in ("proved", "derived"):
        found.append(row("assumes", "; ".join(assumptions(part.assumptions))))
    if part.cited:
        found.append(row("cites", "; ".join(part.cited)))
    if part.detail and part.verdict not in POSITIVE and part.verdict != "refuted":
        found.append(row("because", part.detail))
    if part.verdict in advice:
        found.append(row("", advice[part.verdict]))
    found += group_lines(part.group) if part.verdict != "open" else []
    return found


def counterexample_lines(law: Any) -> list[str]:
    """Where a law fails, and the two numbers there."""
    if law.outcome != "fails":
        return []
    from lemmata.verify.cli.reading import point_text

    found = [row("fails at", point_text(law.counterexample or {}))]
    if law.statistic is not None and law.predicted is not None:
        words = ("right side", "left side") if law.kind == "inequality" else ("stated", "found")
        measured = f"{law.statistic:.10g}" + (
            f" in [{law.interval[0]:.6g}, {law.interval[1]:.6g}]" if law.interval and law.how == "statistical" else ""
        )
        found.append(row("", f"{words[1]} {measured}, {words[0]} {law.predicted:.10g}"))
    return found


def group_lines(group: dict[str, Any]) -> list[str]:
    """How many of the wrong versions were told from the truth, and which were not."""
    killed, survived = len(group.get("killed", ())), [*group.get("survived", ())]
    if not killed and not survived and not group.get("stronger"):
        return []
    beside = [
        f"{len(group[word])} {said}"
        for word, said in (
            ("equal", "equal to it"),
            ("below", "below the resolution"),
            ("stronger", "sharper bounds that no point contradicts"),
        )
        if group.get(word)
    ]
    text = f"{killed} of {killed + len(survived)} wrong versions told apart" + (f" ({', '.join(beside)})" if beside else "")
    word = "not sharp" if group.get("stronger") else "sensitive"  # where sharper bounds pass as well, the check is not
    found = [row(word, text + (f"; not: {', '.join(survived)}" if survived else ""))]
    if group.get("worlds_seen") or group.get("worlds_unseen"):
        unseen = [name.removeprefix("world:") for name in group["worlds_unseen"]]
        open_ = set(group.get("worlds_open", ()))
        needless = [name for name in unseen if f"world:{name}" not in open_]
        text = f"{len(group['worlds_seen'])} wrong experiments noticed"
        text += f"; nothing needs {', '.join(needless)}" if needless else ""
        text += f"; undecided: {', '.join(name for name in unseen if name not in needless)}" if open_ else ""
        found.append(row("", text))
    return found


def record_lines(record: Any) -> list[str]:
    """A claim by its parts, prints and named wrong versions that were not killed."""
    found: list[str] = [f"{record.id}"]
    for part in record.parts:
        found += ["  " + line for line in part_lines(record, part)]
        for law in (law for law in record.laws if law.part == part.name and law.role == "as-printed"):
            found.append(
                "  " + row("as printed", f"{law.verdict}: {law.text}" + (f"   [{law.difference}]" if law.difference else ""))
            )
            found += ["  " + line for line in counterexample_lines(law)]
        for law in (law for law in record.laws if law.part == part.name and law.role == "mutant" and law.outcome != "fails"):
            found.append("  " + row("not killed", f"{law.name}: {law.difference or law.text}"))
    return found


def part_html(record: Any, part: Any) -> str:
    """The same for a notebook: no scripts, no network."""
    head, *rest = part_lines(record, part)
    rows = "".join(
        f"<tr><td style='text-align:left'><small>{escape(line[2 : 2 + WIDTH].strip())}</small></td>"
        f"<td style='text-align:left'>{escape(line[2 + WIDTH :])}</td></tr>"
        for line in rest
    )
    return f"<div><p><b>{escape(head)}</b></p><table>{rows}</table></div>"


def exit_code(records: Sequence[Any]) -> int:
    """0 as expected or open; 1 something decided against its expectation; 3 nothing worse than undecided."""
    neutral = {"undecided", "error", "vacuous"}
    if all(record.as_expected for record in records):
        return 0
    wrong = [
        law
        for r in records
        for law in r.laws
        if not law.as_expected and law.outcome not in neutral and not getattr(law, "open", "")
    ]
    return 1 if wrong or any(part.verdict == "insensitive" for r in records for part in r.parts) else 3
