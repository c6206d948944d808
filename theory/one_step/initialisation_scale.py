"""At a mean-field start the output of the network is of order N^(-1/2) at every input.

Each of the N terms of f has mean zero and variance E σ(√q Z)²/N² with q = |x|²/d, as <w, x> is N(0, q); with second-layer
weights N(0, 1) the output would be O(1). For erf the mean square is (2/π) arcsin(2q/(1 + 2q)). What the start adds to the
risk is in one_step.initial_risk.
"""

from sympy import asin

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import N, d, source

BOUNDED = FunctionClass("bounded activations", {name: LINKS.options[name] for name in ("tanh", "erf", "sine")})
sigma = Function("σ", "activation", of=BOUNDED, latex=r"\sigma")
u = Array("u", "direction of an input", d, kind=UnitVector)
q = Symbol("q", "mean square of the entries of an input", Positive)
W, a, Z = Sampled("W", Normal(1 / d), d, N), Sampled("a", Normal(1 / N), N), Sampled("Z", Normal())
f = Definition("f", "output at x", dot(sigma.entrywise(W.T * sqrt(q * d) * u), a) / sqrt(N))
energy, wide = (GaussMean(sigma(root * z) ** 2, z) for root in (sqrt(q), sqrt(q * d)))
one, arcsine = 2 / pi * asin(Rational(2, 3)), 2 / pi * asin(2 * q / (1 + 2 * q))

claim = Claim(
    "one_step.initialisation_scale",
    source=source("Problem setting: 2-layer NN of mean field scaling"),
    domain=Domain(core=(N <= 20, d <= 8, q >= 0.1, q <= 3)),
    parts={
        "main": Part(
            Identity(N * Mean(f**2), energy, scale=1),
            says="At a fixed input N times the mean square of the initial output is E σ(√q Z)² with q = |x|²/d",
            wrong={
                "one_over_n_squared": {"right": energy / N},
                "order_one": {"right": N * energy},
                "variance_of_the_weights": {"right": wide},
            },
        ),
        "erf": Part(
            Identity(Mean(erf(sqrt(q) * Z) ** 2), arcsine),
            says="For erf the mean square is (2/π) arcsin(2q/(1 + 2q))",
            wrong={"angle": {"right": 2 / pi * asin(q / (1 + q))}, "unit_norm": {"right": one}},
        ),
    },
)
