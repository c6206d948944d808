"""The conditions on the density class: s > d(1/p − 1/2) is what square integrability needs in d dimensions, not s > 1/p − 1/2.

The power |x|^{−a} near 0 lies in B^s_{p,∞} of R^d exactly where s ≤ d/p − a (by scaling), and is square integrable exactly where 2a
< d. The slide's condition has lost the factor d: at d = 2, p = 1, s = 0.6, a = 1.3 it holds and the function has no second moment,
so no N terms approximate it in L². Bounded densities do not escape: with 2^{(d−s)k} coefficients of size 1 at level k the norm of
B^s_{1,∞} is 1 and half of them leave a squared error of ½(2N)^{−s/(d−s)}, and s/(2(d−s)) ≥ s/d needs s ≥ d/2. The slide also leaves
out that p_0 is bounded from below, which its bound of the score uses. The edge (where p_0 is smooth) has to cover the layer √t_* =
N^{−(1−δ/2)/d} of the proof, N = n^{d/(2s+d)}: a width N^{−(1−δ)/d} does, the printed n^{−(1−δ)/d} does not. Judged are the
exponents; the scaling of Besov norms is quoted.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source

s, p, a = (
    Symbol("s", "smoothness", Positive),
    Symbol("p", "integrability", Positive),
    Symbol("a", "order of the singularity", Positive),
)
d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
k = Symbol("k", "level", Naturals)
delta = Symbol("δ", "a small exponent", Positive)
r = Symbol("r", "distance from the singularity", Positive)

in_class = a <= d / p - s
square = Integral(r ** (d - 1 - 2 * a), (r, 1 / n, 1))
terms = n ** (d / (2 * s + d))
layer = terms ** (-(1 - delta / 2) / d)
count = 2 ** ((d - s) * k)


def embedded(K):
    second = K.compare(2 * (d / p - s), d, given=(s > d * (1 / p - Rational(1, 2)),))
    return K.le(K.compare(2 * a, 2 * (d / p - s), given=(in_class,)), second)


claim = Claim(
    "diffusion.assumptions",
    source=source("Problem setting / Assumption 1 and 2", "oko2023"),
    domain=Domain(
        (p >= 1, delta < 1, n >= 2),
        core=(
            (p < 2, d <= 4, s >= Rational(1, 10), s <= Rational(39, 10), a >= Rational(1, 10), a <= Rational(39, 10)),
            (delta >= Rational(1, 20), delta <= Rational(1, 2), n >= 10, n <= 1000, k <= 6),
        ),
    ),
    parts={
        "main": Part(
            Inequality(2 * a, d),
            when=(in_class, s > d * (1 / p - Rational(1, 2))),
            says="A power |x|^(−a) that lies in B^s_(p,∞) of R^d, s ≤ d/p − a, is square integrable, 2a ≤ d, if s > d(1/p − 1/2)",
            proof=embedded,
            printed=Print(
                when=(in_class, s > 1 / p - Rational(1, 2)),
                erratum=Erratum.wrong(
                    "the factor d is missing in s > (1/p − 1/2)_+: for d ≥ 2 and p < 2 the class contains densities without a second moment, "
                    "which no N terms approximate in L²"
                ),
            ),
            wrong={"half": {"when": (in_class, s > d * (1 / p - Rational(1, 2)) / 2)}},
        ),
        "square": Part(
            Identity(square, (n ** (2 * a - d) - 1) / (2 * a - d)),
            says="∫ r^(d−1−2a) dr from 1/n to 1 is (n^(2a−d) − 1)/(2a − d): the square is integrable exactly where 2a < d",
            wrong={"once": {"right": (n ** (a - d) - 1) / (a - d)}},
        ),
        "bounded": Part(
            Identity(2 ** (-k * d) * count / 2, (2 * (count / 2)) ** (-s / (d - s)) / 2),
            says="Half of 2^((d−s)k) coefficients 1 at level k leave the squared error ½(2N)^(−s/(d−s)), N the half",
            wrong={"rate_of_the_slide": {"right": (2 * (count / 2)) ** (-2 * s / d) / 2}},
        ),
        "bounded_exponent": Part(
            Inequality(s / d, s / (2 * (d - s))),
            when=(s < d, s >= d / Rational(2)),
            says="and s/(2(d − s)) is at least s/d where s ≥ d/2 = d(1/p − 1/2) at p = 1",
            wrong={"below": {"when": (s < d, s >= d / Rational(3))}},
        ),
        "edge": Part(
            Inequality(layer, terms ** (-(1 - delta) / d)),
            says="An edge of width N^(−(1−δ)/d), N = n^(d/(2s+d)), covers the layer √t_* = N^(−(1−δ/2)/d)",
            printed=Print(
                readings={
                    "with_the_number_of_terms": (Edit(), "holds"),
                    "with_the_number_of_samples": ({"right": n ** (-(1 - delta) / d)}, "fails"),
                },
                erratum=Erratum.unclear(
                    "the printed width n^(−(1−δ)/d) is narrower than the layer in which the outline of the proof uses the smoothness, N^(−(1−δ/2)/d); "
                    "with N for n it is consistent"
                ),
            ),
        ),
    },
)
