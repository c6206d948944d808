"""The information exponent k = min{i ≥ 1 : E[σ He_i] ≠ 0} and the size of the first gradient.

It does not depend on the normalisation, and it is the order of the zero at m = 0 of the landscape
m ↦ E[σ(z) σ(mz + √(1−m²)ζ)] − (E σ)². For w uniform on the sphere E[m^{2j}] = (2j−1)!!/(d(d+2)⋯(d+2j−2)), so the gradient
E[σ'(z) σ'(u)] along θ, of order m^{k−1}, is of size d^{−(k−1)/2}. The start is critical if α_1β_1 = 0; at k = 2 the second derivative
of the loss −E[σ*σ] in m is −4α_2β_2: a saddle or maximum if α_2β_2 > 0, a local minimum, with no escape, if α_2β_2 < 0.
"""

from functools import partial

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.exponents import information_exponent
from lemmata.theory.algebra.gaussian import gaussian_expectation, pair_expectation
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.hermite.notation import n, source

z, y = sp.Symbol("z", real=True), sp.Symbol("y", real=True)
LINKS = (
    (z, 1), (Maximum(z, 0), 1), (z**2, 2), (Abs(z), 2), (z**3 - 3 * z, 3), (z**3, 1), (z**4 - 6 * z**2 + 3, 4), (cos(z), 2),
    (sin(z), 1), (z**2 * exp(-(z**2)), 4), (z**5 - 10 * z**3 + 15 * z, 5),
    (sp.sign(z) * sp.sign(sqrt(2 * log(2)) - Abs(z)), 3), (z * exp(-(z**2) / 2), 1),
)  # fmt: skip
e = sp.Symbol("e", integer=True, positive=True)  # the number of a link of the list
k = Array("k", "information exponents of the links", len(LINKS), of=Naturals)
d, j, N = (Symbol(s, meaning, Naturals) for s, meaning in (("d", "dimension"), ("j", "half the power"), ("N", "1/m")))
m = Symbol("m", "overlap of student and target")
theta = Array("θ", "direction of the target", d, kind=UnitVector)
w = Sampled("w", Sphere(1), d)
SOME = Kind("general", ("generic", "repeated", "large"))
alpha = Array("α", "monic coefficients of the target's link", 3, start=0, kind=SOME)
beta = Array("β", "monic coefficients of the student's activation", 3, start=0, kind=SOME)
moments = Product(2 * n - 1, (n, 1, j)) / Product(d + 2 * n - 2, (n, 1, j))
coefficient, zero = sp.Function("E_He"), sp.Function("δ")  # E[σ_e He_n], of the number of the link and n
overlap = dot(w, theta)


def exact(witness, p):
    """The first coefficient of every link that is not zero, by closed forms or balls."""
    found = [information_exponent(link, z) for link, _ in LINKS]
    if any(f.value is None for f in found):
        return Certificate(None, "ball", "; ".join(f.reason for f in found if f.value is None))
    right = tuple(f.value for f in found) == tuple(witness[k])
    return Certificate(right, "exact" if all(f.status == "exact" for f in found) else "ball", found[9].evidence[-1])


def from_zero(values):
    """The minimum over i ≥ 0 instead: 0 where E σ is not zero."""
    return [0 if number in (2, 3, 4, 8, 10) else v for number, v in enumerate(values, 1)]


def landscape(link):
    """E[σ(z) σ(mz + √(1−m²)y)] − (E σ)² at m = 1/N, integrated in closed form."""
    inner = gaussian_expectation(link.subs(z, z / N + sqrt(1 - 1 / N**2) * y), y)
    return gaussian_expectation(sp.expand(link * inner), z) - gaussian_expectation(link, z) ** 2


def order(link, exponent):
    return Part(
        Rate(landscape(link), -exponent, ladder=Ladder(N, (4, 8, 16, 32, 64), quick=(4, 8, 16, 32)), expansion=(N**-2, N**-4)),
        says=f"The landscape of the link {link} vanishes like m^{exponent} at m = 0",
        wrong={"one_less": {"exponent": 1 - exponent}} if exponent > 1 else {},
    )


def gradient(degree):
    """E[σ'(z) σ'(u)] for σ = He_k, an exact integral over z and u of covariance m."""
    slope = sp.diff(hermite_expr(degree, z), z)
    value = pair_expectation(sp.expand(slope * slope.subs(z, y)), z, y, m)
    leading = sp.LC(value, m)  # the value is leading m^(k−1)
    size = sqrt(leading**2 * moments.xreplace({j: Integer(degree - 1)}))
    ladder = Ladder(d, (8, 16, 32, 64, 128, 256), quick=(8, 16, 32, 64))
    return Part(
        Rate(size, -Rational(degree - 1, 2), ladder=ladder, expansion=(1 / d, d**-2)),
        says=f"For He_{degree} and w uniform on the sphere the root mean square of the first gradient along θ is of size d^(−{degree - 1}/2)",
        wrong={"half_k": {"exponent": -Rational(degree, 2)}},
    )


def link(c, at):
    return sum(c[q] * He(Integer(q), at) for q in (0, 1, 2)).doit()


# −E[σ*(z) σ(u)], integrated exactly over z and u of covariance m
loss = -pair_expectation(sp.expand(link(alpha, z) * link(beta, y)), z, y, m)
at_start = partial(Slope, loss, m, 1, at=Integer(0))
size = sqrt(Sum((alpha[n] * n) ** 2 + 1, (n, 0, 2)) * Sum((beta[n] * n) ** 2 + 1, (n, 0, 2)))
EXPONENTS = [v for _, v in LINKS]

claim = Claim(
    "hermite.information_exponent",
    source=source(),
    domain=Domain(core=(d >= 2, d <= 16, j <= 2)),
    parts={
        "main": Part(
            Existence(
                Eq(Sum(Sum(coefficient(e, n) ** 2, (n, 1, k[e] - 1)) + zero(coefficient(e, k[e])), (e, 1, len(LINKS))), 0),
                {k: tuple(EXPONENTS)},
                certificate=exact,
            ),
            says="The information exponents of the thirteen listed links are 1, 1, 2, 2, 3, 1, 4, 2, 1, 4, 5, 3, 1",
            wrong={"zero_counts": {"witness": {k: tuple(from_zero(EXPONENTS))}}},
        ),
        "landscape_1": order(sin(z), 1),
        "landscape_2": order(cos(z), 2),
        "landscape_3": order(z**3 - 3 * z, 3),
        "landscape_4": order(z**4 - 6 * z**2 + 3, 4),
        "gradient_2": gradient(2),
        "gradient_3": gradient(3),
        "moments": Part(
            Identity(Mean(overlap ** (2 * j)), moments),
            says="For w uniform on the sphere E⟨w,θ⟩^(2j) = (2j−1)!!/(d(d+2)⋯(d+2j−2))",
        ),
        "fourth_moment": Part(
            Identity(Mean(overlap**4), 3 / (d * (d + 2))),
            says="For w uniform on the sphere E⟨w,θ⟩⁴ = 3/(d(d+2))",
            wrong={"one": {"right": 1 / d**2}, "three": {"right": 3 / d**2}},
        ),
        "critical": Part(
            Identity(at_start(order=1), -alpha[1] * beta[1], scale=size),
            says="The derivative of the loss −E[σ*(z)σ(u)] in the overlap is −α_1β_1 at the equator m = 0 (quadratic links)",
        ),
        "curvature": Part(
            Identity(at_start(order=2), -4 * alpha[2] * beta[2], scale=size),
            says="Its second derivative there is −4α_2β_2: so at k = 2 the start is a local minimum in m where α_2β_2 < 0 (quadratic links)",
            wrong={"half": {"right": -2 * alpha[2] * beta[2]}},
        ),
    },
)
