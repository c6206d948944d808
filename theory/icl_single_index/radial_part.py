"""The part of the first gradient step along the neuron itself: O(√(r/d)) of the rest, so that nearly all of the gradient lies in S.

At |w| = 1 the gradient is a multiple of 2kβ² P_S w + 2(ββ' − kβ²)p² w, p = |P_S w| (icl_single_index.phase1_direction). For k = 2 the
second bracket is 2β²(b² − 1), which vanishes at b = ±1 only. For a random neuron p² is about r/d.
"""

from lemmata import *
from lemmata.theory.icl_single_index.notation import d, k, r, source
from lemmata.theory.icl_single_index.phase1_direction import at_degree, b, beta, stretch

share = r / d
pull = k + (stretch / beta - k) * share
alignment = pull / sqrt(pull**2 + (pull - k) ** 2 * (1 - share) / share)
radial, twice = at_degree(2 * (beta * stretch - k * beta**2), 2), at_degree(2 * beta**2, 2) * (b**2 - 1)

claim = Claim(
    "icl_single_index.radial_part",
    source=source("Gradient-based Training of Transformer / Ingredient I"),
    domain=Domain(k >= 2, r <= d, core=(k <= 3, r >= 2, r <= 3, d >= r + 2, d <= 8, b >= 0.2, b <= 0.8)),
    parts={
        "second_degree": Part(
            Identity(radial, twice),
            says="For k = 2 the part along w has the factor 2β²(b² − 1): it vanishes at b = ±1 only",
            proof="normal",
        ),
        "alignment": Part(
            Limit(alignment, 1, ladder=Ladder(d, (50, 200, 800, 3200, 12800)), expansion=(1 / d, 1 / d**2)),
            says="At |P_S w|² = r/d the share of the gradient that lies in S tends to 1 with d",
        ),
    },
    uses=("icl_single_index.phase1_direction",),
)
