"""Every pair (I, K) of the certified table, and I = 1."""

from lemmata import Settings
from lemmata.theory.superorthogonal.proposition import PAIRS, claim

settings = Settings(claim, core=(1, 1), rest=(0, 0), examples=tuple({"e": n} for n in range(1, len(PAIRS) + 1)))
