"""Two samples of the unit cube of R³ are of the order n^(−1/3) apart in W_1, not n^(−1/2): what a sample says of its law, it says at this rate.

W_1 of two laws of n points of equal weights is the least mean distance of a matching, found by the assignment problem. It is at most twice the mean
W_1 of one sample from the law, and at least that (diffusion.empirical_w1 bounds this from below by a multiple of n^(−1/d)). Cubes of side 2^(−l) give
the order of an upper bound: √d (2^(−L) + n^(−1/2) Σ_(l ≤ L) 2^(l(d/2−1))) at n = 2^(dL), where moving mass inside a cube of level l − 1 costs its
diameter and the counts of its parts err by the root of their mean; for d ≥ 3 the last level dominates. That bound is quoted (Fournier and Guillin
2015); judged are its order, and matchings at d = 3. In the plane the order is √(log n/n), which no run of this size tells from n^(−1/2); on the line
it is n^(−1/2) (diffusion.empirical_w1).
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source

side = Symbol("m", "cubes along a side at the last level, n^(1/d)", Naturals)
d = Symbol("d", "dimension", Naturals)
pairs = Procedure(
    "pairs",
    "two samples of n uniform points of the unit cube",
    ("n", "d"),
    {"distance": "least mean distance of a matching of them"},
)
step = 2 ** (d / Rational(2) - 1)
levels = step * (side ** (d / Rational(2) - 1) - 1) / (step - 1)  # Σ_(l ≤ L) step^l at m = 2^L
bound = sqrt(d) * (1 / side + side ** (-d / Rational(2)) * levels)


def fall(power):
    """Bounds of what is left of a distance of that order in n when n grows from 16 to 128, up to a tenth."""
    return {"low": Rational(9, 10) * 8**-power, "high": Rational(11, 10) * 8**-power}


def apart(size):
    return Mean(pairs(n=size, d=3)["distance"])


claim = Claim(
    "diffusion.matched_samples",
    source=source("Existing work on error analysis", "debortoli2022"),
    procedures=(pairs,),
    domain=Domain(d >= 3, core=(d <= 6,)),
    parts={
        "main": Part(
            Within(apart(128) / apart(16), **fall(Rational(1, 3))),
            says="From n = 16 to 128 the mean W_1 of two samples of the cube falls to 0.9 to 1.1 times 8^(−1/3), as for n^(−1/3)",
            wrong={"parametric": fall(Rational(1, 2)), "as_for_four_dimensions": fall(Rational(1, 4))},
        ),
        "bound": Part(
            Order(bound, 1 / side, ladder=Ladder(side, (2**6, 2**9, 2**12, 2**15, 2**18))),
            says="For d ≥ 3 the bound by cubes is of the order n^(−1/d) at n = m^d",
            wrong={"parametric": {"scale": side ** (-d / Rational(2))}},
        ),
    },
    uses=("diffusion.empirical_w1",),
)
