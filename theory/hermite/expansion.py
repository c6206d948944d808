r"""The Hermite expansion of a link: $\sigma=\sum_n\frac{P_n}{n!}\mathrm{He}_n=\sum_n\frac{P_n}{\sqrt{n!}}h_n$ with
$P_n=\mathbb E[\sigma\,\mathrm{He}_n]$.

Orthonormal: $a_n=\mathbb E[\sigma h_n]$, no factor; monic: $\alpha_n=\mathbb E[\sigma\,\mathrm{He}_n]/n!$. The slide
writes $\sum\alpha_i\mathrm{He}_i$ with $\alpha_i=\mathbb E[\sigma\,\mathrm{He}_i]$: right for $h_i$, and for the
monic $\mathrm{He}_i$ short of $1/i!$ ($\sigma=\mathrm{He}_2$ would be $2\,\mathrm{He}_2$). Polynomials are judged in
rational arithmetic, ReLU against its closed form by balls, other links by sampling.
"""

from fractions import Fraction
from math import factorial

import sympy as sp
from flint import arb

from lemmata.theory.algebra.balls import hermite_coefficient_ball
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import expectation, hermite_coefficients, hermite_series, projections
from lemmata.theory.algebra.pairs import fraction, from_numbers
from lemmata.theory.first import (
    Choice,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Erratum,
    He,
    Identity,
    Integer,
    Mean,
    Observable,
    Phi,
    Real,
    Vector,
    h,
    phi,
)
from lemmata.theory.hermite.notation import P, c, i, j, k, p, source, t, z

link, b = sp.Symbol("sigma", real=True), sp.Symbol("b", real=True)
second, slope_mean = sp.Symbol("s_2", real=True), sp.Symbol("D_i", real=True)
ramp, projection, size = sp.Symbol("r_k", real=True), sp.Symbol("a_k", real=True), sp.Symbol("s", positive=True)
product = Observable("S")
n = sp.Symbol("n", integer=True, nonnegative=True)
LINKS = {
    "relu": sp.Max(z + sp.Rational(3, 10), 0),
    "tanh": sp.tanh(z),
    "abs": sp.Abs(z),
    "bump": z**2 * sp.exp(-(z**2)),
    "He_3": z**3 - 3 * z,
    "cosine": sp.cos(2 * z),
}


def polynomial(q):
    return from_numbers(q.c)


def derived(q):
    f = polynomial(q)
    for _ in range(q.i):
        f = f.derivative()
    return Enclosure(fraction(expectation(f)))


def projected(q):
    found = [fraction(x) for x in projections(polynomial(q))]
    return Enclosure(tuple(found + [Fraction(0)] * (q.p + 1 - len(found))))


def ball(value) -> Enclosure:
    return Enclosure(float(value.mid()), float(value.rad()) + 2.0**-53 * abs(float(value.mid())), "ball")


def coefficient(expr: sp.Expr, order: int) -> Enclosure:
    return ball(hermite_coefficient_ball(expr, z, order) / arb(factorial(order)).sqrt())


definitions = {
    P: Computed(projected),
    second: Computed(lambda q: Enclosure(fraction(expectation(polynomial(q) ** 2)))),
    slope_mean: Computed(derived),
    ramp: Computed(lambda q: coefficient(sp.Max(z + sp.Rational(q.b), 0), q.k)),
    projection: Computed(lambda q: coefficient(q.sigma, q.k)),
}
value, slope = sp.Sum(c[j] * t**j, (j, 0, p)), sp.Sum(j * c[j] * t ** (j - 1), (j, 1, p))
ramp_closed = sp.Piecewise(
    (b * Phi(b) + phi(b), sp.Eq(k, 0)),
    (Phi(b), sp.Eq(k, 1)),
    (He(sp.Max(k - 2, 0), -b) * phi(b) / sp.sqrt(sp.factorial(k)), True),
)


def series(weight: sp.Expr, base: sp.Expr, start: int = 0) -> sp.Sum:
    return sp.Sum(P[n] * weight * base, (n, start, p))


claim = Claim(
    id="hermite.expansion",
    title="σ = Σ E[σ He_n]/n! He_n with monic He_n, and σ = Σ E[σ h_n] h_n with orthonormal h_n",
    truth=Identity(value, series(1 / sp.factorial(n), He(n, t))),
    source=source(),
    domain=Domain(
        Integer(p, (0, sp.oo), (0, 8)),
        Vector(c, p + 1, (-3, 3), integer=True),
        Real(t, typical=(-2, 2)),
        Integer(i, (0, p), (0, p)),
        Choice(link, LINKS, free=z),
        Integer(k, (0, 30), (0, 5)),
        Real(b, typical=(-2, 2)),
    ),
    definitions=definitions,
    also={
        "orthonormal": Identity(value, series(1 / sp.sqrt(sp.factorial(n)), h(n, t))),
        "parseval": Identity(second, sp.Sum(P[n] ** 2 / sp.factorial(n), (n, 0, p))),
        "stein": Identity(slope_mean, P[i]),
        "derivative": Identity(slope, series(n / sp.factorial(n), He(n - 1, t), 1)),
        "relu": Identity(ramp, ramp_closed, scale=1),
        "sampled": Identity(Mean(product), projection, scale=1),
    },
    printed=Identity(value, series(sp.Integer(1), He(n, t))),
    erratum=Erratum.wrong(
        "with monic He_i the coefficient lacks 1/i!; the print is right only if He_i denotes the orthonormal h_i"
    ),
    mutants={
        "no_factorial": Identity(value, series(1 / sp.sqrt(sp.factorial(n)), He(n, t))),
        "physicists": Identity(value, series(1 / sp.factorial(n), sp.hermite(n, t))),
        "derivative_rule": Identity(slope, series(1 / sp.factorial(n), He(n - 1, t), 1)),
        "orthonormal_factorial": Identity(value, series(1 / sp.factorial(n), h(n, t))),
    },
    notes="The completeness of the Hermite polynomials in L²(γ) is quoted; the identities are judged exactly on polynomials "
    "of degree at most 8, the coefficients of ReLU by balls, those of other links by sampling.",
)


@claim.derivation
def _(step):
    x, s, u = sp.symbols("x s u", real=True)
    step(
        "the generating functions are correlated by exp(su)",
        gaussian_expectation(sp.exp(s * x - s**2 / 2) * sp.exp(u * x - u**2 / 2), x),
        sp.exp(s * u),
        by="E exp((s + u)x) = exp((s + u)²/2), and exp(sx − s²/2) = Σ sⁿHe_n(x)/n!; compare powers: E[He_n He_m] = n! δ_nm",
    )
    entries = sp.symbols("c0:9")
    f = sum(entry * x**q for q, entry in enumerate(entries))
    monic = hermite_coefficients(f, x)
    step(
        "a polynomial of degree 8 with free coefficients is its monic series",
        hermite_series(monic, x),
        sp.expand(f),
        by="α_n = E[σ He_n]/n!, computed for symbolic coefficients",
    )
    step(
        "and its orthonormal series",
        hermite_series(hermite_coefficients(f, x, "orthonormal"), x, "orthonormal"),
        sp.expand(f),
        by="a_n = √n! α_n, h_n = He_n/√n!",
    )
    step(
        "Parseval",
        gaussian_expectation(sp.expand(f**2), x),
        sum(factorial(q) * a**2 for q, a in enumerate(monic)),
        by="orthogonality",
    )
    step(
        "Stein's lemma, iterated five times",
        gaussian_expectation(sp.diff(f, x, 5), x),
        factorial(5) * monic[5],
        by="(He_{n−1} φ)' = −He_n φ, integration by parts",
    )
    step.qed(by="the He_n span the polynomials, and orthogonality fixes the coefficients")
