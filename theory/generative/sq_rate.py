"""What a threshold of the label resolves between two random directions is of size d^(-k*/2); spherical SGD takes d^(k* - 1) samples.

Two directions at overlap m are told apart by T = 1{y > c} only through χ(m) = (E[T(z)T(u)] - P²)/(P(1 - P)) = Σ_j B_j(c)² m^j/(j! P(1 - P)),
which starts at j = k*, because E[He_j(z)He_j(u)] = j! m^j. For uniform directions the root mean square of χ is of size d^(-k*/2): that is
judged, with the terms up to j = 8, at one level of six links. The bound n ≳ d^max(1, k*/2) for every algorithm of statistical queries is
quoted. Polynomials have k* ≤ 2. The exponents max(1, k*/2) and k* - 1 agree at k* = 2 and differ from k* = 3 on.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.generative.notation import Z, source

d, K = Symbol("d", "dimension", Naturals), Symbol("K", "generative exponent", Naturals)
m, j = Symbol("m", "overlap of two directions", Reals), Symbol("j", "a degree", Naturals)
V = Sampled("V", Normal())
U = m * Z + sqrt(1 - m**2) * V
TERMS = 8
ladder = Ladder(d, (256, 1024, 4096, 16384, 65536, 262144), quick=(1024, 8192, 65536, 524288))


def moment(power):
    """E m^power for two uniform directions."""
    return sp.Mul(*(Integer(2 * i - 1) / (d + 2 * i - 2) for i in range(1, power // 2 + 1))) if power % 2 == 0 else Integer(0)


def strength(ends, mass):
    """(E χ²)^(1/2) for the set {y > c} with these ends (position, +1 where it begins and -1 where it stops) and this probability."""
    B = [sum(sign * He(Integer(i - 1), x).doit() * phi(x) for x, sign in ends) for i in range(1, TERMS + 1)]
    terms = [
        sp.nsimplify(0) if Abs(b.evalf(30)) < 1e-20 else b**2 / factorial(i) / (mass * (1 - mass)) for i, b in enumerate(B, 1)
    ]
    return sqrt(sum(a * b * moment(i + k) for i, a in enumerate(terms, 1) for k, b in enumerate(terms, 1)))


def outside(t):
    """|z| > t."""
    return ((t, 1), (-t, -1)), 2 * Phi(-t)


def inside(low, high):
    """low < |z| < high."""
    return ((low, 1), (high, -1), (-high, 1), (-low, -1)), 2 * (Phi(high) - Phi(low))


def rate(ends, k_star, name, information=None):
    wrong = {"k_star": {"exponent": -Integer(k_star)}}
    if information:
        wrong = {"information_exponent": {"exponent": -Rational(information, 2)}}
    return Part(
        Rate(strength(*ends), -Rational(k_star, 2), ladder=ladder, expansion=(1 / d, d**-2)),
        says=f"For {name} the root mean square of χ over two random directions is of size d^(−{Rational(k_star, 2)}), k* = {k_star}",
        wrong=wrong,
    )


level = Integer(2)  # of z² exp(−z²): log-ratio of the squared preimages
u1, u2 = level / (exp(level) - 1), level * exp(level) / (exp(level) - 1)
edge, half = sqrt(2 * log(2)), sp.S.Half
mehler = Mean(h(j, Z) * h(j, U))

claim = Claim(
    "generative.sq_rate",
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(m > -1, m < 1, K >= 2, core=(m >= -0.6, m <= 0.6, K >= 2, j <= 2)),
    parts={
        "main": rate(inside(sqrt(u1), sqrt(u2)), 4, "z² exp(−z²)"),
        "pattern": rate((((-edge, -1), (0, 1), (edge, -1)), half), 3, "sgn(z) sgn(√(2 ln 2) − |z|)"),
        "square": rate(outside(Integer(1)), 2, "z²"),
        "fourth": rate(outside(Rational(5, 2)), 2, "He_4 above its critical values", information=4),
        "line": rate((((half, 1),), Phi(-half)), 1, "z"),
        "third": rate((((Rational(21, 10), 1),), Phi(-Rational(21, 10))), 1, "He_3 above its critical values", information=3),
        "mehler": Part(
            Identity(mehler, m**j, scale=1),
            says="At overlap m, E[h_j(z)h_j(u)] = m^j",
            wrong={"square": {"right": m ** (2 * j)}},
        ),
        "gap": Part(
            Inequality(Maximum(1, K / 2), K - 1),
            says="max(1, k*/2) is at most k* − 1 for k* ≥ 2",
            proof=lambda k: k.le(k.minmax(Maximum(1, K / 2), K / 2), k.compare(K / 2, K - 1)),
            wrong={"no_gap": {"left": K - 1, "right": Maximum(1, K / 2)}},
        ),
    },
    uses=("generative.definition", "generative.polynomial_at_most_2", "generative.z2expz2"),
    notes="The lower bound for every query algorithm is quoted (and is matched by a partial trace estimator).",
)
