"""Any d by multiplicities; the boundary d = 2n (x = 0) among the examples; exact conditional risks of drawn designs."""

from lemmata import Settings
from lemmata.numerics.models.ridge.ridge import DRAWN
from lemmata.theory.ridge.benign_regime import claim


def point(a, x):
    return {"a": a, "x": x, "n": 200, "N": 24, "σ²": 1.0, "r": 2.0, "q": 4.0}


INSIDE = ((0.33, 0.5), (0.35, 0.45), (0.3, 0.6), (0.65, 0.5), (0.7, 0.45), (0.67, 0.6), (0.5, 0.45), (0.5, 0.5), (0.5, 0.6))
ENDS = tuple((a, x) for a in (0.35, 0.5, 0.65) for x in (0.0, 1.0))  # where one of the two conditions fails

EXAMPLES = tuple(point(*place) for place in (*INSIDE, *ENDS))
settings = Settings(claim, examples=EXAMPLES, core=(0, 6), rest=(0, 0), replicates=(2**12, 2**14), **DRAWN)
