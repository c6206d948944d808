"""Any d by multiplicities: each of the three ranges of a at several places between the two conditions, and where one of them fails."""

from lemmata import Settings
from lemmata.theory.ridge.benign_scales import claim

INSIDE = ((0.33, 0.5), (0.35, 0.45), (0.3, 0.6), (0.65, 0.5), (0.7, 0.45), (0.67, 0.6), (0.5, 0.45), (0.5, 0.5), (0.5, 0.6))
ENDS = tuple((a, x) for a in (0.35, 0.5, 0.65) for x in (0.0, 1.0))
settings = Settings(claim, examples=tuple({"a": a, "x": x} for a, x in (*INSIDE, *ENDS)), core=(0, 6), rest=(0, 0))
