"""Every pair (I, K) of the certified table."""

from lemmata.theory.superorthogonal.proposition import PAIRS, claim
from lemmata.verify import bind

proposition = bind(claim, points=(0, 0), examples=tuple({"pair": label} for label in PAIRS))
