"""The gradient of the squared loss is twice a correlational query and a term without y; a reused sample shows more of y.

∇_w E(f_w(x) − y)² = −2E[y∇f_w] + 2E[f_w∇f_w]: the constant of the print is 2. For x ~ N(0,I) and f_w = σ(⟨w,x⟩) the second term is
parallel to w, and w/2 for the ReLU at every |w|. So label laws with the same E[y|x] share the gradient. Not so a second step on the same
sample: for y = εg(z), ε an independent sign, E[y|x] = 0, yet from m = 0 the second gradient has the θ-component
½E[zg(s(u + tgs(u)) − s(u − tgs(u)))] with s = σ', t = η|P_w x|² and |P_w x|² = z² + χ²(d−2); its slope in t at 0 is E[zg²] E[s's]. Here
s(v) = cos(v/2 + ψ) and g = (1 + z)/√2: the slope is −e^{−1/2} sin(2ψ)/4, and for even or odd s nothing is seen.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sgd.notation import Z, c, correlation, d, eta, m, nu, sgd_step, source, start_at, theta, w, x, zeta

rho = Symbol("ρ", "length of the neuron", Positive, latex=r"\rho")
psi = Symbol("ψ", "phase of the activation", Reals, latex=r"\psi")
y = Symbol("y", "label", Reals)
s = Array("s", "sample", d)
ACTIVATIONS = FunctionClass("smooth activations", {"tanh": tanh(z), "steep": tanh(2 * z), "wave": sin(z) + cos(z)})
sigma = Function("σ", "activation", of=ACTIVATIONS)
poly = Function("p", "polynomial activation", of=POLYNOMIALS(5))
b = Array("b", "Hermite coefficients 1 and 2 of the label", 2, kind=UnitVector)
sign = Sampled("ε", Rademacher())
at = rho * start_at(m)
beside = sqrt(1 - m**2) * theta - m * nu  # across w, in the plane of w and θ
u = m * Z + sqrt(1 - m**2) * zeta


def label(v):
    return sum(b[j] * h(j, v).doit() for j in (1, 2))


def along(direction, loss):
    """The mean gradient in R^d, along a direction."""
    return Mean(dot(direction, Gradient(loss, w, at=at)))


def f(activation=sigma):
    return activation(dot(w, x))


query = Mean(label(Z) * sigma.prime(rho * u) * Z)
own = m * Mean(sigma(rho * u) * sigma.prime(rho * u) * u)
square = (f() - label(dot(theta, x))) ** 2
one = (poly(dot(s, w)) - y) ** 2
by_hand = -2 * y * poly.prime(dot(s, w)) * s + 2 * poly(dot(s, w)) * poly.prime(dot(s, w)) * s
noisy = by_hand.xreplace({y: (1 + sign) * y})
to = Array("o", "any direction", d)


def slope(v):
    return cos(v / 2 + psi)


def activation(v):
    return 2 * sin(v / 2 + psi)


def sided(v):
    """The label εg of the second part."""
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
    "sgd.correlational_query",
    source=source("Complexity of SGD Learning / Can SGD Go Beyond CSQ?", "dandi2024"),
    domain=Domain(
        (d >= 3, m > -1, m < 1),
        core=(
            (d <= 4, m >= 0.3, m <= 0.8, rho >= 0.5, rho <= 1, eta >= 0.3, eta <= 0.4, psi >= 0.7, psi <= 0.9, y >= -2, y <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(Gradient(one, w), by_hand),
            says="The gradient of the squared loss is −2y∇f + 2f∇f: a correlational query and a term without y (polynomial activations)",
            proof="derivative",
            wrong={"factor_one": {"right": by_hand / 2}, "no_self_term": {"right": -2 * y * poly.prime(dot(s, w)) * s}},
        ),
        "plane": Part(
            Identity(along(theta, square), 2 * own - 2 * query, scale=1),
            says="Its mean in R^d along θ is −2E[yσ'(ρu)z] + 2mE[σσ'(ρu)u]",
            wrong={"no_self_term": {"right": -2 * query}, "factor_one": {"right": own - query}},
            open="it is too noisy: a tenth of its wrong versions is not told apart by a quarter of a million samples",
        ),
        "same_mean": Part(
            Identity(Mean(dot(to, noisy)), dot(to, by_hand), scale=norm(to) * norm(by_hand)),
            says="Labels y(1 + ε) with a fair sign ε have the same mean given x, and share the gradient",
            proof="mean",
        ),
        "self_term": Part(Identity(along(beside, f() ** 2 / 2), 0, scale=1), says="The term without y is parallel to w"),
        "self_term_relu": Part(
            Identity(along(theta, Maximum(f(lambda v: v), 0) ** 2 / 2), rho * m / 2, scale=1),
            says="and w/2 for the ReLU",
            wrong={"w": {"right": rho * m}},
        ),
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
)
