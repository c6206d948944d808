"""False statements never come out positive, true ones are never refuted, and gross falsehoods fall in the quick profile.

By default the cheap ones run, in the quick profile under key 0. ``LEMMATA_ATTACK=1`` runs every statement under ten root
keys in the full profile (``make attack``); ``LEMMATA_ATTACK_KEYS`` and ``LEMMATA_ATTACK_PROFILE`` change that.
"""

from __future__ import annotations

import os
from typing import Any

import attack_corners  # noqa: F401
import attack_faults  # noqa: F401
import attack_further  # noqa: F401
import attack_ladders  # noqa: F401
import attack_matrices  # noqa: F401
import attack_means  # noqa: F401
import attack_mended  # noqa: F401
import attack_numbers  # noqa: F401
import attack_optima  # noqa: F401
import attack_places  # noqa: F401
import pytest
from attack_book import Entry, book
from attack_kept import seen
from attack_outcome import outcome

LONG = os.environ.get("LEMMATA_ATTACK") == "1"
KEYS = tuple(range(int(os.environ.get("LEMMATA_ATTACK_KEYS", "10")))) if LONG else (0,)
PROFILE = os.environ.get("LEMMATA_ATTACK_PROFILE", "full") if LONG else "quick"
CHOSEN = [entry for entry in book if LONG or entry.cheap]


@pytest.mark.parametrize("entry", CHOSEN, ids=lambda entry: entry.id)
@pytest.mark.parametrize("seed", KEYS)
def test_no_lie(seed: int, entry: Entry, record_property: Any) -> None:
    found = seen(entry, seed, PROFILE) if LONG else outcome(entry, seed, PROFILE)
    record_property("attack", (entry.sort, entry.expected, found.column))
    assert found.excused or not found.lie, str(found)
    assert not entry.decided or found.column == ("positive" if entry.true else "caught"), str(found)
    assert not found.missed, f"a gross falsehood did not fall: {found}"


def test_there_are_enough_of_each() -> None:
    """At least 60 false and 40 true statements, of every kind, each made without an error."""
    assert sum(not e.true for e in book) >= 60
    assert sum(e.true for e in book) >= 40
    kinds = {entry.claim().kind for entry in book}
    assert kinds == {
        "identity",
        "inequality",
        "within",
        "order",
        "rate",
        "limit",
        "existence",
        "optimality",
        "phase",
        "guarantee",
    }
