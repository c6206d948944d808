"""The constants of the linear-plus-noise picture of an activation: σ(z) = μ₀ + μ₁z + μ₂ (a unit variable uncorrelated with 1 and z).

The slides print μ₂² = E σ² - μ₁², which counts the mean as nonlinear: it is right for E σ = 0 alone (odd or centred activations), and 1/4 for
the ReLU, whose nonlinear part has the variance 1/4 - 1/(2π). For erf E σ² is the arcsine law at correlation 1, (2/π) arcsin(2/3).
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import MU1_ERF, SQUARE_ERF, source

KINDS = FunctionClass("activations", {name: LINKS.options[name] for name in ("relu", "erf", "He2", "sine")})
sigma = Function("σ", "activation", of=KINDS, latex=r"\sigma", kink=0)
u, v = Symbol("u", "a constant", Reals), Symbol("v", "a slope", Reals)
smooth = Function("s", "a smooth activation", of=SMOOTH)
Z = Sampled("Z", Normal())


def mean(f):
    """E f(Z), by quadrature."""
    return GaussMean(f, z)


mu0, mu1, second = mean(sigma(z)), mean(z * sigma(z)), mean(sigma(z) ** 2)
mu2 = second - mu0**2 - mu1**2


def beyond(least):
    """The mean square with u and v for μ₀ and μ₁."""
    return least + (u - mu0) ** 2 + (v - mu1) ** 2


relu = Maximum(Z, 0)
half = Rational(1, 2)


def of_relu(E):
    """E(relu - 1/√(2π) - Z/2)²."""
    return E((relu - 1 / sqrt(2 * pi) - Z / 2) ** 2)


claim = Claim(
    "one_step.hermite_constants",
    source=source("Rank 1 property: μ₁ = E[zσ(z)], μ₂ = √(E[σ(z)²] − μ₁²)"),
    domain=Domain(core=(u >= -1, u <= 1, v >= -1, v <= 1)),
    parts={
        "main": Part(
            Identity(mean((sigma(z) - u - v * z) ** 2), beyond(mu2), scale=second + u**2 + v**2),
            says="E(σ − u − vz)² is E σ² − μ₀² − μ₁² plus (u − μ₀)² + (v − μ₁)²: the former is the variance beyond constant and linear",
            printed=Print(
                right=beyond(second - mu1**2),
                erratum=Erratum.condition_missing(
                    "the mean counts as nonlinear: right only where E σ(z) = 0, as for odd activations"
                ),
            ),
            wrong={"all": {"right": beyond(second)}, "mean_for_slope": {"right": beyond(second - 2 * mu0**2)}},
        ),
        "slope": Part(
            Identity(mean(z * smooth(z)), mean(smooth.prime(z)), scale=1 + mean(smooth(z) ** 2)),
            says="For a smooth activation μ₁ is the mean slope",
            wrong={"mean": {"right": mean(smooth(z))}},
        ),
        "erf": Part(
            Identity(mean(erf(z) ** 2), SQUARE_ERF),
            says="For erf E σ² is (2/π) arcsin(2/3)",
            wrong={"half_the_angle": {"right": SQUARE_ERF / 2}},
        ),
        "erf_slope": Part(
            Identity(mean(z * erf(z)), MU1_ERF), says="and μ₁ is 2/√(3π)", wrong={"unit": {"right": 2 / sqrt(pi)}}
        ),
        "relu": Part(
            Identity(of_relu(Mean), half**2 - 1 / (2 * pi)),
            says="For the ReLU μ₀ = 1/√(2π) and μ₁ = 1/2, and μ₂² is 1/4 − 1/(2π)",
            proof="mean",
            printed=Print(right=half**2, erratum=Erratum.condition_missing("E σ² − μ₁² = 1/4 leaves the mean of the ReLU in")),
            wrong={"half": {"right": half**2 - 1 / (4 * pi)}},
        ),
    },
)
