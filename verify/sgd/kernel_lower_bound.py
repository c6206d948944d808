"""Errors of the best element of the span, exact given the points; the chaos' own kernel in R^d with θ drawn too."""

from lemmata import Settings
from lemmata.numerics.models.mean_field.kernels import span_error
from lemmata.theory.sgd.kernel_lower_bound import KERNELS, claim

NAMES = {number: name for name, number in KERNELS.items()}


def span(p, draw):
    return {"error": span_error(NAMES[int(p["kernel"])], int(p["d"]), int(p["p"]), int(p["n"]), draw)}


POINTS = ((2, 5, 1), (2, 4, 5), (3, 5, 12), (2, 6, 10))
settings = Settings(
    claim,
    examples=tuple({"p": p, "d": d, "n": n, "A:style": "generic", "Π:style": "generic"} for p, d, n in POINTS),
    core=(0, 12),
    rest=(0, 0),
    replicates=(2**14, 2**16),
    first=2**12,
    chunk=2**12,
    procedures={"span": span},
)
