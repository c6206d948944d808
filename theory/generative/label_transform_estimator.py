r"""A transformed label makes $n\asymp d$ enough: the overlap of $\hat\theta=\frac1n\sum T(y_i)x_i$.

With $c_1=\mathbb E[Tz]$, $\mathbb E\langle\hat\theta,\theta\rangle=c_1$ and $\mathbb
E|\hat\theta|^2=c_1^2+\frac1n\big((d-1)\mathbb ET^2+\mathbb E[T^2z^2]-c_1^2\big)$, so that the squared overlap tends
to $c_1^2/(c_1^2+\frac dn\mathbb ET^2)$, a constant fraction at $n\asymp d$ whatever the information exponent. The
best $T$ is $\mathbb E[z\mid y]$: $\lambda_1^2/(\lambda_1^2+d/n)$. With $T(y)=y$ and information exponent at least 2
nothing is learned, about $(2k+1)/d$ for $y=h_k$. For $T=1\{y>c\}$ with $\{\sigma_*>c\}=(t,\infty)$: $c_1=\varphi(t)$,
$\mathbb ET^2=\Phi(-t)$, $\mathbb E[T^2z^2]=t\varphi(t)+\Phi(-t)$; for $z^2-z$ the set is two-sided.
"""

import sympy as sp

from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.first import (
    Claim,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Phi,
    Real,
    phi,
)
from lemmata.theory.generative.first_notation import source

d, D = sp.symbols("d D", integer=True, positive=True)
t, ratio = sp.Symbol("t", positive=True), sp.Symbol("r", integer=True, positive=True)
two = sp.Symbol("two_sided", integer=True, nonnegative=True)
c1, T2, T2z2 = sp.symbols("c_1 T_2 T_2z", real=True)
along, square, overlap, plain, best, gain = (
    Observable(name) for name in ("theta", "norm", "overlap", "untransformed", "best", "gain")
)
LAMBDA = sp.Rational(66783167, 10**8)  # λ₁² of He_3

# {σ* > c} = (t, ∞), or also (−∞, 1 − t), as for z² − z, whose two roots add up to 1
definitions = {
    c1: phi(t) - two * phi(1 - t),
    T2: Phi(-t) + two * Phi(1 - t),
    T2z2: t * phi(t) - two * (1 - t) * phi(1 - t) + Phi(-t) + two * Phi(1 - t),
}
n, slack = ratio * d, sp.Rational(1, 50)


def norm(size: sp.Expr) -> sp.Expr:
    return c1**2 + ((size - 1) * T2 + T2z2 - c1**2) / (ratio * size)


def at_most(observable: sp.Expr, value: sp.Expr) -> Inequality:
    return Inequality(Mean(observable), value, bounds=(0, 1))


def at_least(observable: sp.Expr, value: sp.Expr) -> Inequality:
    return Inequality(Mean(-observable), -value, bounds=(-1, 0))


fraction, attainable = c1**2 / (c1**2 + T2 / ratio), LAMBDA / (LAMBDA + 1 / ratio)
finite = (c1**2 + (T2z2 - c1**2) / (ratio * D)) / norm(D)
claim = Claim(
    id="generative.label_transform_estimator",
    title="(1/n) Σ T(y) x has squared overlap c₁²/(c₁² + (d/n) E T²) in the limit, a constant at n ≍ d",
    truth=Identity(Mean(square), norm(d)),
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(
        Real(t, (sp.S.Half, sp.oo), (1.1, 1.8)),
        Integer(two, (0, 1), (0, 1)),
        Integer(d, (150, sp.oo), (150, 300)),
        Integer(ratio, (6, sp.oo), (6, 16)),
    ),
    definitions=definitions,
    also={
        "along": Identity(Mean(along), c1, scale=sp.sqrt(T2)),
        "limit": Limit(finite, fraction, ladder=Ladder(D, (50, 200, 800, 3200, 12800)), decay=1.0),
        "overlap_upper": at_most(overlap, fraction + slack),
        "overlap_lower": at_least(overlap, fraction - slack),
        "best_upper": at_most(best, attainable + slack),
        "best_lower": at_least(best, attainable - slack),
        "strength": Identity(Mean(gain), LAMBDA),
        "untransformed": at_most(plain, 14 / d),
    },
    mutants={
        "no_second_moment": at_most(overlap, c1**2 / (c1**2 + 1 / ratio) + slack),
        "untransformed_learns": at_least(plain, fraction - slack),
        "not_squared": at_least(overlap, sp.sqrt(fraction) - slack),
        "one_sided": Identity(Mean(along), phi(t), scale=sp.sqrt(T2)),
        "label_variance": at_least(best, 1 / (1 + sp.Integer(1) / ratio) - slack),
    },
    uses=("generative.definition",),
    notes="Labels are noiseless: He_3 with thresholds above its critical values for the one-sided set, z² − z for the "
    "two-sided one. The overlap is a ratio of means up to 0.02 at d ≥ 150. Even links need the matrix version of "
    "the estimator, which is not "
    "judged here.",
)


@claim.derivation
def _(step):
    x = sp.Symbol("x", real=True)
    density = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    step("c₁ of a threshold", gaussian_expectation(x, x, interval=(t, sp.oo)), density, by="boundary term")
    step(
        "E[T² z²] of a threshold",
        gaussian_expectation(x**2, x, interval=(t, sp.oo)),
        t * density + gaussian_expectation(sp.Integer(1), x, interval=(t, sp.oo)),
        by="boundary term",
    )
    first, second, size, dim, mean = sp.symbols("T2 T2z n d c_1", positive=True)
    step(
        "the squared norm",
        mean**2 + (second - mean**2) / size + (dim - 1) * first / size,
        mean**2 + ((dim - 1) * first + second - mean**2) / size,
        by="the θ-coordinate, and d − 1 others independent of the label",
    )
    step(
        "the best T: overlap with c₁ = E T² = λ²",
        first**2 / (first**2 + first / size),
        first / (first + 1 / size),
        by="Cauchy–Schwarz: c₁² ≤ λ₁² E T², with equality for T = E[z|y]",
    )
    step.qed(by="law of large numbers for numerator and denominator as n, d → ∞ with n/d fixed")
