"""Along the Wasserstein gradient flow of the in-context loss the integral of aa' does not change.

A particle of mass p_j moves at minus the gradient of the first variation, that is at -1/p_j times the gradient of the loss in
it. Its head moves at v = 2Φ'ζB/N with the residual ζ = F - HB', and a'Pv = 2H'ζB/N = 0, since the residual of the best linear
map is uncorrelated with the features: the loss does not change under h -> Ch. So already each half of the rate of the integral
of aa' vanishes, at every state, hence along the flow. Consequence: if the integral of |a|² is at most 1 at the start,
|h(x)| <= sup|σ| for all times.
Integrals over the particles are sums with their masses, P = diag(p).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import F, M, N, P, W, a, d, derived, h, independent, k, loss, massive, pushed, source

gradient, in_weights = Gradient(loss(h), a), Gradient(loss(h), W)
v = Definition("v", "velocity of the heads", -P.inv() * gradient)
turn = Definition("w", "velocity of the weights", -P.inv() * in_weights)
key = Array("Γ", "any key matrix", k, k)
fixed = Trace((F - h * key.T * h.T * F / N).T * (F - h * key.T * h.T * F / N)) / N
joint = -P.inv() * Gradient(fixed, a)


def moved(rate, x):
    """The rate of the integral of xx'."""
    return rate.T * P * x + x.T * P * rate


def size(rate, x):
    return norm(P * rate) * norm(x)


seen = Array("u", "any probabilities of the inputs", N, kind=Simplex)


unfitted = pushed(F)
none = sp.ZeroMatrix(k, k)
claim = Claim(
    "icl.conservation",
    source=source("Two time scale dynamics"),
    domain=Domain(M >= k, N >= k, independent, massive, core=(k <= 4, N >= 2 * k + 1, N <= 24, M >= k + 1, M <= 10, d <= 4)),
    parts={
        "moment": Part(
            Identity(moved(v, a), none, scale=size(v, a)),
            says="Along the gradient flow of the loss ∫aaᵀ dμ stands still",
            proof=derived(moved(v, a), none),
            wrong={
                "weights_too": {"left": moved(turn, W), "right": sp.ZeroMatrix(d, d), "scale": size(turn, W)},
                "any_gamma": {"left": moved(joint, a), "scale": size(joint, a)},
                "masses_left_out": {"left": v.T * a + a.T * v, "scale": norm(v) * norm(a)},
                "no_residual": {"left": moved(unfitted, a), "scale": size(unfitted, a)},
            },
        ),
        "each_half": Part(
            Identity(a.T * P * v, none, scale=size(v, a)),
            says="because already ∫avᵀ dμ = 0 with the velocity v of the heads",
            proof=derived(a.T * P * v, none),
            wrong={
                "first_moment": {
                    "left": v.T * P * OneMatrix(M, 1),
                    "right": sp.ZeroMatrix(k, 1),
                    "scale": norm(P * v) * sqrt(M),
                },
                "each_particle": {"left": a * v.T, "right": sp.ZeroMatrix(M, M), "scale": norm(a) * norm(v)},
            },
        ),
        "velocity": Part(
            Identity(v, pushed(), scale=norm(pushed())),
            says="The heads move at 2B′E[ζσ(w·x)]",
            proof=derived(v, pushed()),
            wrong={"no_residual": {"right": unfitted}},
        ),
        "bounded_features": Part(
            Inequality(quad(diag(seen), h), Trace(a.T * P * a)),
            says="With activations of modulus at most 1 the mean of |h|² under any law of the inputs is at most ∫|a|² dμ",
            wrong={"half": {"right": Trace(a.T * P * a) / 2}},
        ),
    },
)
