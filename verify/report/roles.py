"""What a law is there for: by its role where it has one, else by its name."""

from __future__ import annotations

from lemmata.verify.engine.records import ClaimRecord, LawRecord


def is_print(law: LawRecord) -> bool:
    """What the source printed, or one reading of it."""
    return law.name == "as-printed" or law.name.startswith("as-printed:")


def is_mutant(law: LawRecord) -> bool:
    """A wrong version stated by the claim's author."""
    return law.name.startswith("mutant:")


def is_world(law: LawRecord) -> bool:
    """The true statement in an experiment with one ingredient wrong."""
    return law.name.startswith("world:")


def is_truth(law: LawRecord) -> bool:
    """The precise statement, or a part of it; a reading of a print that holds is none."""
    return law.expected == "holds" and not is_print(law)


def label(law: LawRecord, alone: bool) -> str:
    """The name of a law inside its part: ``twice``, ``ε.scale``, a reading; empty for the truth and a single print."""
    _, _, tail = law.name.partition(":")
    if is_print(law):  # as-printed[:part[.reading]]
        return tail.removeprefix(law.part).removeprefix(".")
    return "" if is_truth(law) else tail if alone else tail.removeprefix(f"{law.part}.")


def of_part(record: ClaimRecord, part: str) -> list[LawRecord]:
    """The laws of a part."""
    return [law for law in record.laws if law.part == part]
