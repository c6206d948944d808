r"""Stein's lemma splits the population gradient into a $\theta$-part and a $w$-part.

$\mathbb E[x\,\sigma'(\langle x,w\rangle)\sigma_*(\langle x,\theta\rangle)]=\theta\,\mathbb
E[\sigma_*'\sigma']+w\,\mathbb E[\sigma_*\sigma'']$ for $x\sim N(0,I_d)$; for ReLU $\sigma''$ is a point mass,
$\mathbb E[\sigma_*\sigma'']=\varphi(0)\,\mathbb E[\sigma_*\mid\langle x,w\rangle=0]$. The bracket that the slide
leaves open is $\mathbb E[\sigma_*\sigma'']$. Its $\approx$ hides a factor 2 of the squared loss, the outer weight,
and $-\mathbb E[f_{NN}\nabla f_{NN}]$, which for one neuron is parallel to $w$ and so drops out of the spherical
gradient. The vector is tested along a random direction $u$.
"""

import sympy as sp

from lemmata.theory.algebra.balls import expectation
from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.algebra.hermite import hermite_series
from lemmata.theory.algebra.pairs import pair_ball
from lemmata.theory.first import Choice, Claim, Computed, Domain, Enclosure, Identity, Integer, Mean, Observable, Real
from lemmata.theory.hermite.notation import d, m, source, z

star, student = sp.symbols("sigma_star sigma", real=True)
along_theta, along_w = sp.symbols("u_theta u_w", real=True)
A, B, wrong_w, wrong_theta = sp.symbols("A B C D", real=True)
component = Observable("G")
STARS = {"He_2": z**2 - 1, "sine": sp.sin(2 * z), "cosine": sp.cos(z), "cubic": z**3 / 3 - z, "line": z}
STUDENTS = {"He_2": z**2 - 1, "sine": sp.sin(z), "cosine": sp.cos(2 * z), "cubic": z**3 / 6 + z, "relu": sp.Max(z, 0)}


def enclosure(value) -> Enclosure:
    return Enclosure(float(value.mid()), float(value.rad()) + 2.0**-52 * (1 + abs(float(value.mid()))), "ball")


def mean(left: int, right: int) -> Computed:
    """E[σ*^(left)(z) σ^(right)(u)]; the second derivative of ReLU is a point mass at 0."""

    def value(q):
        overlap = sp.Rational(str(q.m))
        f, rest = sp.diff(q.sigma_star, z, left), sp.sqrt(1 - overlap**2)
        if q.sigma_label != "relu":
            return enclosure(pair_ball(f, sp.diff(q.sigma, z, right), z, overlap))
        density = sp.exp(-((overlap * z / rest) ** 2) / 2) / sp.sqrt(2 * sp.pi)
        below = (1 + sp.erf(overlap * z / rest / sp.sqrt(2))) / 2
        ramp = {0: overlap * z * below + rest * density, 1: below, 2: density / rest}[right]
        return enclosure(expectation(f * ramp, z, 20))

    return Computed(value)


claim = Claim(
    id="hermite.stein_gradient",
    title="E[x σ'(⟨x,w⟩) σ*(⟨x,θ⟩)] = θ E[σ*'σ'] + w E[σ*σ'']",
    truth=Identity(Mean(component), along_theta * A + along_w * B, scale=1),
    source=source(),
    domain=Domain(
        Choice(star, STARS), Choice(student, STUDENTS), Integer(d, (2, sp.oo), (3, 32)), Real(m, (-1, 1), (-0.95, 0.95))
    ),
    given=(along_theta, along_w),
    definitions={A: mean(1, 1), B: mean(0, 2), wrong_w: mean(1, 2), wrong_theta: mean(0, 1)},
    mutants={
        "both_slopes": Identity(Mean(component), along_theta * A + along_w * wrong_w, scale=1),
        "no_slope": Identity(Mean(component), along_theta * wrong_theta + along_w * B, scale=1),
        "theta_only": Identity(Mean(component), along_theta * A, scale=1),
        "twice": Identity(Mean(component), 2 * (along_theta * A + along_w * B), scale=1),
    },
)


@claim.derivation
def _(step):
    x, u, rho = sp.symbols("x u rho", real=True)
    a, b = sp.symbols("a0:6"), sp.symbols("b0:6")
    f, g = hermite_series(a, x), hermite_series(b, u)

    def average(e):
        return pair_expectation(sp.expand(e), x, u, rho)

    slopes, curvature = average(sp.diff(f, x) * sp.diff(g, u)), average(f * sp.diff(g, u, 2))
    step(
        "along θ: degree 5 with free coefficients",
        average(x * f * sp.diff(g, u)),
        sp.expand(slopes + rho * curvature),
        by="Isserlis' theorem for ⟨x,θ⟩ and ⟨x,w⟩ of covariance m",
    )
    step(
        "along w − mθ",
        average((u - rho * x) * f * sp.diff(g, u)),
        sp.expand((1 - rho**2) * curvature),
        by="⟨x, w − mθ⟩ = ⟨x,w⟩ − m⟨x,θ⟩",
    )
    step.qed(by="every other direction is independent of both factors; polynomials are dense")
