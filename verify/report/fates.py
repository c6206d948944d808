"""What became of the automatic wrong versions of a claim: each has one fate, and each fate is explained once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import words

FATES = {
    "killed": ("killed", "what was measured or proved speaks against it"),
    "below": ("closer to the truth than the resolution", "at every judged point; counted, not held against the check"),
    "equal": ("equal to the truth at every judged point", "a symmetry of the statement, or a part of the formula that was never exercised"),
    "stronger": ("a sharper bound that no judged point contradicts", "the stated bound may be loose there; that is no fault of the check"),
    "malformed": ("without a real and finite value at any judged point", "no statement that could pass"),
    "unjudged": ("not judged", "no point meets its conditions, or its evaluation ended in an error"),
    "undecided": ("undecided", "no point was decided for or against it"),
    "unseen": ("invisible to this kind of statement", "a factor in a rate, for example: not judged"),
    "survived": ("survived", "judged, and no point speaks against it: the check has no power there"),
}  # fmt: skip
BRIEF = {
    "below": "below the resolution",
    "equal": "equal to the truth",
    "stronger": "sharper bounds",
    "malformed": "without a value",
    "unjudged": "not judged",
    "unseen": "invisible to the kind",
}


def fates(record: ClaimRecord) -> dict[str, str]:
    """The fate of each automatic wrong version, by name."""
    made = record.automatic or {}
    found = dict.fromkeys(made.get("killed", {}), "killed")
    groups = [part.group for part in record.parts]
    for fate in FATES:
        for group in (*groups, made):
            for name in group.get(fate, []):
                if name.startswith("auto:") and (name not in found or (fate == "unjudged" and found[name] == "stronger")):
                    found[name] = fate
    return found


def tally(records: Iterable[ClaimRecord]) -> dict[str, int]:
    """How many had which fate; those that nothing had are left out, save the dead and the surviving."""
    counted = Counter(fate for record in records for fate in fates(record).values())
    return {fate: counted[fate] for fate in FATES if counted[fate] or fate in ("killed", "survived")}


def brief(fate: str) -> str:
    """A fate in two words."""
    return BRIEF.get(fate, fate)


def sentence(counts: dict[str, int]) -> str:
    """The counts in a line."""
    return ", ".join(f"{words.number(amount)} {brief(fate)}" for fate, amount in counts.items())
