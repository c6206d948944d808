"""A label of mean zero given x, which no first gradient sees, is seen by the second step on the same sample.

For y = εg(z), ε an independent sign, E[y|x] = 0, yet from m = 0 the second gradient has the θ-component
½E[zg(s(u + tgs(u)) − s(u − tgs(u)))] with s = σ', t = η|P_w x|² and |P_w x|² = z² + χ²(d−2); its slope in t at 0 is E[zg²] E[s's]. Here
s(v) = cos(v/2 + ψ) and g = (1 + z)/√2: the slope is −e^{−1/2} sin(2ψ)/4, and for even or odd s nothing is seen.
"""

from lemmata import *
from lemmata.theory.sgd.notation import Z, c, correlation, d, eta, nu, sgd_step, source, theta, w, x, zeta

psi = Symbol("ψ", "phase of the activation", Reals, latex=r"\psi")
sign = Sampled("ε", Rademacher())


def slope(v):
    return cos(v / 2 + psi)


def activation(v):
    return 2 * sin(v / 2 + psi)


def sided(v):
    """The label εg."""
    return sign * (1 + v) / sqrt(2)


first = sgd_step(eta, link=sided, activation=activation, at=nu, reuse=False, normalise=False)
seen_at = [dot(theta, -Gradient(correlation(w, x, sided, activation), w, at=point)) for point in (nu, first)]
fresh, reused = Mean(seen_at[0]), Mean(seen_at[1] - seen_at[0])
g = (1 + Z) / sqrt(2)


def pair(time):
    """Half the difference of the two signs: cos(a + b) − cos(a − b) = −2 sin a sin b."""
    return -Z * g * sin(zeta / 2 + psi) * sin(time * g * slope(zeta) / 2)


seen = Mean(pair(eta * (Z**2 + c)))
leading = -sin(2 * psi) * exp(-Rational(1, 2)) / 4
small = Mean(-Z * g**2 * sin(zeta / 2 + psi) * slope(zeta) / 2)

claim = Claim(
    "sgd.sign_label",
    source=source("Complexity of SGD Learning / Can SGD Go Beyond CSQ?", "dandi2024"),
    domain=Domain(d >= 3, core=(d <= 4, eta >= 0.3, eta <= 0.4, psi >= 0.7, psi <= 0.9)),
    parts={
        "fresh_sign_label": Part(
            Identity(fresh, 0, scale=1), says="Labels εg(z) have no correlation: the first gradient has no θ-component"
        ),
        "reused_sign_label": Part(
            Identity(reused, seen, scale=eta * d / 4),
            says="From m = 0 the second step on the same sample, less the first, has one: −E[zg sin(u/2 + ψ) sin(tgs(u)/2)], t = η|P_w x|²",
            wrong={"sees_nothing": {"right": 0, "scale": eta * d / 4}},
            open="it is too noisy: half a million samples agree with it, and do not tell a tenth of its wrong versions apart",
        ),
        "small_step": Part(
            Identity(small, leading),
            says="Its slope in t at 0, −½E[zg² sin(u/2 + ψ) cos(u/2 + ψ)], is −e^{−1/2} sin(2ψ)/4",
            proof="mean",
            wrong={"without_square": {"right": leading / 2}},
        ),
    },
    uses=("sgd.correlational_query",),
)
