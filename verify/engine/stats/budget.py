"""One budget of false alarms: Σ α_i ≤ α over everything that a run may ever judge, so P(any false alarm) ≤ α (union bound).

The budget α = 1e-3 of a run (one profile under one root key) has a slot for each true law; there are at least 2048
slots, so that a law's level does not depend on which other claims are selected. A slot is split evenly over the points
of its claim, and a point's share over rounds: the first judgement gets 15/16 of it, the k-th extension, which draws more
for what was left open, gets 2^-(k + 4). All levels are fixed before a number is drawn and sum to α over all rounds that
could ever follow: which points are extended, how often and in how many sittings may depend on anything seen so far.
"""

from __future__ import annotations

from lemmata.theory.language.errors import LemmataError

RUN = 1e-3
SLOTS = 2048
FIRST = 15 / 16


def slot(true_laws: int, points: int) -> float:
    """The share of one true law at one point, for all its rounds together."""
    if true_laws < 0 or points < 0:
        raise LemmataError(f"{true_laws} laws at {points} points cannot share a budget: counts are not negative")
    slots = max(SLOTS, 1 << max(0, true_laws - 1).bit_length())
    return RUN / slots / max(1, points)


def level(share: float, round: int) -> float:
    """The level of one round: 0 is the first judgement, 1, 2, ... are extensions; over all rounds they sum to ``share``."""
    if not 0 < share < 1:
        raise LemmataError(f"a share of the budget of false alarms lies strictly between 0 and 1, not at {share}")
    if round < 0:
        raise LemmataError(f"rounds are counted from 0, not {round}")
    return share * (FIRST if round == 0 else (1 - FIRST) * 2.0**-round)
