"""The gradient of the squared loss is twice a correlational query and a term without y.

∇_w E(f_w(x) − y)² = −2E[y∇f_w] + 2E[f_w∇f_w]: the constant of the print is 2. For x ~ N(0,I) and f_w = σ(⟨w,x⟩) the second term is
parallel to w, and w/2 for the ReLU at every |w|. So label laws with the same E[y|x] share the gradient. Not so a second step on the same
sample: sgd.sign_label.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sgd.notation import Z, d, m, nu, source, start_at, theta, w, x, zeta

rho = Symbol("ρ", "length of the neuron", Positive, latex=r"\rho")
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

claim = Claim(
    "sgd.correlational_query",
    source=source("Complexity of SGD Learning / Can SGD Go Beyond CSQ?", "dandi2024"),
    domain=Domain((d >= 3, m > -1, m < 1), core=(d <= 4, m >= 0.3, m <= 0.8, rho >= 0.5, rho <= 1, y >= -2, y <= 2)),
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
    },
)
