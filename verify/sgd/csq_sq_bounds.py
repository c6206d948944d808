"""Random directions, in pairs and many at a time."""

from lemmata.numerics.models.single_index.directions import largest_overlap, overlaps
from lemmata.theory.sgd.csq_sq_bounds import claim
from lemmata.verify import experiment

REFERENCE = {"k": 4, "d": 10, "h": 2, "m": 0.5, "q": 30, "delta": 0.1, "c": 2.0}


@experiment(
    claim, points=(3, 30), resolution=(0.1, 0.02), replicates=(2**18, 2**21), first=1024, rounding=1e-10, examples=(REFERENCE,)
)
def csq_sq_bounds(p, draw, variant):
    found = largest_overlap(p.q, p.d, draw) if variant == "many" else overlaps(p.d, draw)
    return {"overlap": found, "largest": found}
