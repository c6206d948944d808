"""The second gradient on one sample, away from w = 0, shows powers of the label: yσ'(v + tyσ'(v)) = Σ t^{i−1}/(i−1)! y^i σ⁽ⁱ⁾(v) σ'(v)^{i−1}.

Here v = ⟨x,w⟩ and t = η|P_w x|². The gradient of the correlation loss −yσ(⟨x,w⟩) is −yσ'(v) x at every w, that of (σ(⟨x,w⟩) − y)² is
−2(y − σ(v))σ'(v) x; the series is Taylor's, finite for a polynomial σ, and written out for the degree 5. From w = 0 two steps are in
sgd.two_step_expansion.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sgd.notation import d, source
from lemmata.theory.sgd.two_step_expansion import s, w, y

rho = Function("ρ", "polynomial activation", of=POLYNOMIALS(5), latex=r"\rho")
t, v = Symbol("t", "η|P_w x|²", Reals), Symbol("v", "inner product ⟨x,w⟩", Reals)
B = Array("B", "coefficients of a polynomial activation, of z, ..., z⁵", 5)


def polynomial(x, order=0):
    return sp.diff(sum(B[j] * z**j for j in range(1, 6)), z, order).subs(z, x)


def expansion(factor):
    return sum(t ** (i - 1) / factor(i) * y**i * polynomial(v, i) * polynomial(v, 1) ** (i - 1) for i in range(1, 6))


reused = y * polynomial(v + t * y * polynomial(v, 1), 1)


def by_chain_rule(loss, value):
    return lambda k: k.derivative(Gradient(loss, w)).to(value)


correlated, squares = -y * rho(dot(s, w)), (rho(dot(s, w)) - y) ** 2
anywhere = -y * rho.prime(dot(s, w)) * s
own = -2 * (y - rho(dot(s, w))) * rho.prime(dot(s, w)) * s

claim = Claim(
    "sgd.reused_gradient",
    source=source("Can SGD Go Beyond CSQ? / Intuition", paper="dandi2024"),
    domain=Domain(core=(d <= 32, y >= -1.5, y <= 1.5, t >= -1, t <= 1, v >= -1, v <= 1)),
    parts={
        "taylor": Part(
            Identity(reused, expansion(lambda i: factorial(i - 1)), scale=1 + Abs(reused)),
            says="For σ of degree 5 the reused gradient is Σ t^{i−1}/(i−1)! y^i σ⁽ⁱ⁾(v) σ'(v)^{i−1}",
            proof="normal",
            wrong={"factorial": {"right": expansion(factorial)}},
        ),
        "gradient": Part(
            Identity(Gradient(correlated, w), anywhere),
            says="The gradient of −yσ(⟨x,w⟩) is −yσ'(⟨x,w⟩) x at every w, for polynomial σ",
            proof=by_chain_rule(correlated, anywhere),
            wrong={"without_label": {"right": -rho.prime(dot(s, w)) * s}},
        ),
        "gradient_of_the_square": Part(
            Identity(Gradient(squares, w), own),
            says="The gradient of (σ(⟨x,w⟩) − y)² is −2(y − σ(⟨x,w⟩))σ'(⟨x,w⟩) x at every w, for polynomial σ",
            proof=by_chain_rule(squares, own),
            wrong={"without_self_interaction": {"right": 2 * anywhere}},
        ),
    },
    uses=("sgd.two_step_expansion",),
)
