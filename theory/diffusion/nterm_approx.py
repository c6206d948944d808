"""N terms chosen for the function reach the order N^{−s}; a uniform grid does not, where the function is singular at a point.

x^a on [0, 1], 0 < a < 1/2, lies in B^{a+1/p}_{p,∞} for every p: with p large the smoothness is about a, with p small it is as large as one likes.
Piecewise constant functions on N equal intervals approximate it in L² with an error of the order N^{−(a+1/2)}, the exponent s − (1/p − 1/2); on the
intervals between (i/N)^γ, γ = 3/(2a + 1), with one of the order 1/N, the highest that steps allow (degree m: N^{−(m+1)}). The squared error on [l, r]
is ∫x^{2a} − (∫x^a)²/(r − l); for pieces of degree one it is less by 12(∫(x − (l + r)/2)x^a)²/(r − l)³, and with γ = 5/(2a + 1) the order is N^{−2},
while on a uniform grid it stays N^{−(a+1/2)}: what is singular gains nothing by the degree. Judged are the degrees 0 and 1 on the line, pieces not
joined; higher degrees, whose errors cancel beyond double precision, and d dimensions are quoted (DeVore and Popov 1988).
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source

N = Symbol("N", "number of intervals", Naturals)
a = Symbol("a", "order of the singularity", Positive)
i = Index("i")


def error(grading, degree=0):
    """The root of the squared errors on the intervals between (i/N)^grading, of steps or straight pieces."""
    low, high = ((i - 1) / N) ** grading, (i / N) ** grading
    square = (high ** (2 * a + 1) - low ** (2 * a + 1)) / (2 * a + 1)
    mean = (high ** (a + 1) - low ** (a + 1)) / (a + 1)
    slope = (high ** (a + 2) - low ** (a + 2)) / (a + 2) - (high + low) / 2 * mean
    return sqrt(Sum(square - mean**2 / (high - low) - 12 * degree * slope**2 / (high - low) ** 3, (i, 1, N)))


graded, steeper = 3 / (2 * a + 1), 5 / (2 * a + 1)
rungs, few = Ladder(N, (8, 16, 32, 64, 128, 256)), Ladder(N, (4, 8, 16, 32, 64))
claim = Claim(
    "diffusion.nterm_approx",
    source=source("Cardinal B-spline interpolation / B-spline decomposition", "devore1988"),
    domain=Domain(a < Rational(1, 2), core=(a >= Rational(1, 20), a <= Rational(1, 5))),
    parts={
        "main": Part(
            Order(error(graded), 1 / N, ladder=rungs),
            says="Steps on N intervals graded towards the singularity approximate x^a in L² to the order 1/N",
            wrong={"as_on_a_uniform_grid": {"scale": N ** (-(a + Rational(1, 2)))}, "uniform_grid": {"quantity": error(1)}},
        ),
        "uniform": Part(
            Order(error(1), N ** (-(a + Rational(1, 2))), ladder=rungs),
            says="and steps on N equal intervals to the order N^(−(a+1/2))",
            wrong={"smoothness": {"scale": N ** (-a)}, "one_more": {"scale": N ** (-(a + 1))}},
        ),
        "straight": Part(
            Order(error(steeper, 1), N**-2, ladder=few),
            says="Straight pieces on N intervals graded more steeply approximate it to the order N^(−2)",
            wrong={"uniform_grid": {"quantity": error(1, 1)}, "as_steps": {"quantity": error(steeper)}},
        ),
        "straight_uniform": Part(
            Order(error(1, 1), N ** (-(a + Rational(1, 2))), ladder=few),
            says="and on N equal intervals no better than steps, to the order N^(−(a+1/2))",
            wrong={"degree_helps": {"scale": N ** (-(a + Rational(3, 2)))}},
        ),
    },
)
