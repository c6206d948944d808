"""One particle step w ↦ w - η∇(δF/δμ)(w) moves the law by η div(μ∇(δF/δμ)) + O(η²); the print lacks the factor μ.

With V = δF/δμ on the line: for V = aw²/2 - gw and μ = N(m, s²) the law after the step is N((1 - ηa)m + ηg, (1 - ηa)²s²), whose
derivative at η = 0 is (μV')'. The printed step V'' does not depend on μ at all and makes mass. A later slide has the factor. What
a step misses, and quartic V, are in mean_field.wgf_steps.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import source

a, b = Symbol("a", "curvature of V", Positive), Symbol("b", "quartic part of V", NonNegative)
g = Symbol("g", "tilt of V", Reals)
m, s = Symbol("m", "mean of μ", Reals), Symbol("s", "deviation of μ", Positive)
w, eta = Symbol("w", "a particle", Reals), Symbol("η", "step", NonNegative)
Z = Sampled("Z", Normal())


def density(x, mean, deviation):
    return exp(-((x - mean) ** 2) / (2 * deviation**2)) / (deviation * sqrt(2 * pi))


def force(x, quartic=b):
    """V'."""
    return a * x + quartic * x**3 - g


def bend(x, quartic=b):
    """V''."""
    return a + 3 * quartic * x**2


def stepped(h, x=w):
    """The density after a step of size h, for V without a quartic part."""
    return density(x, (1 - h * a) * m + h * g, (1 - h * a) * s)


def divergence(x, quartic=b):
    """(μV')'/μ."""
    return bend(x, quartic) - (x - m) / s**2 * force(x, quartic)


mu = density(w, m, s)
flow = Gradient(mu * force(w, 0), w)


def first_order(k):
    """Both sides by differentiation."""
    left, right = k.derivative(Slope(stepped(eta), eta, 1, at=Integer(0))), k.derivative(flow)
    return k.le(left, k.normal(left.right, right.right), k.flip(right))


mass = Mean(divergence(m + s * Z))
claim = Claim(
    "mean_field.wgf_print",
    source=source("Label noise and WG flow"),
    domain=Domain(
        core=((a >= 0.3, a <= 1.5, b <= 0.5, g >= 0.2, g <= 1.5, m >= -1, m <= 1), (s >= 0.5, s <= 1.2, w >= -2, w <= 2))
    ),
    parts={
        "main": Part(
            Identity(Slope(stepped(eta), eta, 1, at=Integer(0)), flow, scale=1),
            says="For quadratic V and Gaussian μ the density after a particle step w − ηV'(w) changes at the rate (μV')' at η = 0",
            proof=first_order,
            printed=Print(
                right=bend(w, 0),
                erratum=Erratum.misprint(
                    "the factor μ_t is missing inside the divergence: the printed step adds ηΔ(δF/δμ) whatever μ_t is, so it is no law of "
                    "a particle update and does not keep the mass"
                ),
            ),
            wrong={"sign": {"right": -flow}, "mu_squared": {"right": Gradient(mu**2 * force(w, 0), w)}},
        ),
        "mass": Part(
            Identity(mass, 0, scale=1 + a + b),
            says="The integral of (μV')' vanishes: the step keeps the mass",
            proof=lambda k: k.mean(mass),
            wrong={"print": {"left": Mean(bend(m + s * Z))}},
        ),
    },
    uses=("mean_field.first_variation",),
    notes="The slides write λ for the ridge weight and for the temperature of the noise; here the temperature is λ_T.",
)
