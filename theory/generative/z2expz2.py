"""σ(z) = z² exp(-z²) has generative exponent 4, as printed; z² exp(-az²) has 2 for every other a > 0.

With u = z² the label y = ue^(-u) has two preimages u_1 < 1 < u_2 = u_1 + t, of weights φ/|σ'| ∝ 1/|1 - u_j|. Odd k vanish by symmetry.
E[He_2 | y] = 0, and E[He_4 | y] = (1 - u_1)(u_2 - 1) - 2 is not identically 0. In terms of level sets: |z|φ(z) takes the same value at
both preimages, so E[He_2 1{y > c}] = 2(z_1φ(z_1) - z_2φ(z_2)) = 0. For z² exp(-az²) the ratio of the two is exp((1/a - 1)t/2), which is
1 at a = 1 only. Every level is parametrised by t = log u_2/u_1 > 0: u_1 = t/(e^t - 1).
"""

from functools import cache
from itertools import pairwise

import sympy as sp
from flint import acb, arb, ctx

from lemmata import *
from lemmata.theory.algebra.exponents import generative_exponent, information_exponent
from lemmata.theory.algebra.thresholds import threshold_exponent
from lemmata.theory.generative.notation import Info, Lambda, Z, decided, first, k_star, source, z

t, a = Symbol("t", "log-ratio of the squared preimages", Positive), Symbol("a", "inverse width of the link", Positive)
u1 = Definition("u_1", "smaller squared preimage", t / (exp(t) - 1))
u2 = Definition("u_2", "larger squared preimage", t * exp(t) / (exp(t) - 1))
sigma = z**2 * exp(-(z**2))


def weight(u, density=True):
    """φ/|σ'| at the preimage √u; without φ where the density is forgotten."""
    x = sqrt(u)
    slope = 2 * x * exp(-u) * ((1 - u) if u is u1 else (u - 1))
    return (phi(x) if density else 1) / slope


def conditional(order, density=True):
    """E[He_order | y] over the two preimages."""
    top = sum(weight(u, density) * He(order, sqrt(u)) for u in (u1, u2))
    return top / sum(weight(u, density) for u in (u1, u2))


def between(order):
    """He_order where the label exceeds the level."""
    return Piecewise((He(order, Z), And(Z**2 > u1, Z**2 < u2)), (0, True))


closed = (1 - u1) * (u2 - 1) - 2
edges = [sqrt(u / a) * phi(sqrt(u / a)) for u in (u1, u2)]  # |z|φ(z) at the two preimages under z² exp(-az²)
gram, q = sp.Function("E[E[h_4|y]²]")(sigma), Symbol("q", "second moment of E[h_4 | y]", Positive)


@cache
def squared():
    """∫ (closed²/24) × the density of t, in balls; below 1e-15 and above 120 the integrand is at most 1 and exp(-t/3)."""
    with ctx.workprec(300):

        def integrand(x, analytic):
            e, d = x.exp(), x.exp() - 1
            low, high = x / d, x * e / d
            slopes = ((low, (e * x - d) / d**2), (high, e * (d - x) / d**2))
            mass = sum((-u / 2).exp() * slope / u.sqrt(analytic=analytic) for u, slope in slopes)
            return ((1 - low) * (high - 1) - 2) ** 2 / 24 * mass / (2 * acb.pi()).sqrt()

        ends = [arb(x) for x in ("1e-15", "1", "10", "40", "120")]
        return sum((acb.integral(integrand, acb(x), acb(y)).real for x, y in pairwise(ends)), arb(0, 2e-15))


def strength(witness, p):
    value = squared()
    return Certificate(bool(abs(value - arb(str(witness[q]))) < 1e-12), "ball", f"E[E[h_4|y]²] = {value.str(14)}")


@cache
def exponent(link):
    return generative_exponent(link, z)


def by_means(witness, p):
    return decided(exponent(sigma), witness[k_star])


def by_levels(witness, p):
    found = threshold_exponent(sigma, z)
    return Certificate(found == witness[k_star], "ball", f"the first B_k that is not identically 0 has k = {found}")


def of_label(witness, p):
    return decided(information_exponent(sigma, z), witness[k_star])


def half_width(witness, p):
    return decided(exponent(z**2 * exp(-(z**2) / 2)), witness[k_star])


four = {k_star: 4}
claim = Claim(
    "generative.z2expz2",
    source=source(),
    domain=Domain(core=(t >= 0.3, t <= 3, a >= 0.25, a <= 3)),
    parts={
        "main": Part(
            Existence(first(k_star, Lambda), four, certificate=by_means),
            says="σ(z) = z² exp(−z²) has generative exponent 4",
            wrong={"two": {"witness": {k_star: 2}}, "three": {"witness": {k_star: 3}}},
        ),
        "thresholds": Part(
            Existence(first(k_star, Lambda), four, certificate=by_levels),
            says="So say its level sets: B_k is identically 0 for k < 4 and not for k = 4",
            wrong={"two": {"witness": {k_star: 2}}},
        ),
        "information": Part(
            Existence(first(k_star, Info), four, certificate=of_label),
            says="Its information exponent is 4 too",
            wrong={"two": {"witness": {k_star: 2}}},
        ),
        "second_mean": Part(
            Identity(conditional(2), 0, scale=1),
            says="E[He_2 | y] = 0",
            wrong={"no_density": {"left": conditional(2, density=False)}},
        ),
        "fourth_mean": Part(
            Identity(conditional(4), closed, scale=1),
            says="E[He_4 | y] = (1 − u_1)(u_2 − 1) − 2",
            wrong={"plus_two": {"right": closed + 4}},
        ),
        "second_level": Part(
            Identity(Mean(between(2)), 0, scale=2 * sqrt(u1) * phi(sqrt(u1))),
            says="E[He_2 1{y > c}] = 0 at every level c",
            wrong={"fourth": {"left": Mean(between(4))}},
        ),
        "fourth_level": Part(
            Identity(Mean(between(4)), 2 * (u1 - u2) * sqrt(u1) * phi(sqrt(u1)), scale=1),
            says="E[He_4 1{y > c}] = 2(u_1 − u_2)√u_1 φ(√u_1)",
        ),
        "strength": Part(
            Existence(Abs(gram - q) < Rational(1, 10**12), {q: "0.229957622504"}, certificate=strength),
            says="E[E[h_4 | y]²] = 0.229957622504 to twelve digits",
            wrong={"last_digit": {"witness": {q: "0.229957622506"}}},
        ),
        "other_widths": Part(
            Identity(edges[0] / edges[1], exp((1 / a - 1) * t / 2)),
            says="For z² exp(−az²) the two terms of E[He_2 1{y > c}] have the ratio exp((1/a − 1)t/2), so that k* = 2 unless a = 1",
            wrong={"every_width": {"right": 1}},
        ),
        "half_width": Part(
            Existence(first(k_star, Lambda), {k_star: 2}, certificate=half_width),
            says="z² exp(−z²/2) has generative exponent 2",
            wrong={"four": {"witness": four}},
        ),
    },
    uses=("generative.definition",),
)
