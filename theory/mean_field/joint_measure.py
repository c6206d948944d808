"""A network ∫ r σ(w'x) dμ(r, w) is ∫ a(w) σ(w'x) dμ with a(w) = E[r | w], and the penalty ∫ r² has the same minimum as |a|².

Here r = g(w) + s(w)ξ with quadratic g, s and a standard normal ξ: then E[r | w] = g(w), and ∫ r² exceeds |a|² by E Var(r | w). So the
penalty ∫ r² has the same minimum: for atoms of which several share their w, what other values cost is a square.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import N, lam, m, n, resolvent, source, y

TAME = Kind("general", ("generic", "zero", "sparse", "rank one", "repeated", "small"))  # what a 64-bit inverse can take
g, s, f = (
    Function(name, meaning, of=POLYNOMIALS(2))
    for name, meaning in (("g", "mean of r at w"), ("s", "spread"), ("f", "a feature"))
)
V, xi = Sampled("w", Normal()), Sampled("ξ", Normal())
r = g(V) + s(V) * xi


def variance(k):
    """E r² = E[g² + s²], given w first."""
    square = k.rewrite(k.tower(Mean(r**2), (xi,)), by=k.mean(Mean(r**2, over=(xi,))))
    return k.to(square, Mean(g(V) ** 2 + s(V) ** 2))


Phi = Array("Φ", "features of the particles, one particle a column", n, N, kind=TAME)
P = Array("P", "masses of the m atoms at a particle", N, m, of=NonNegative, kind=TAME)
R = Array("R", "values r of the atoms", N, m, kind=TAME)
each = OneMatrix(m, 1)
shared = Phi * diag(P * each) * Phi.T
apart = R - Phi.T * resolvent(shared) * y * each.T  # r less a(w)


def fit(values):
    return Phi * hadamard(P, values) * each


def penalty(values):
    return Trace(OneMatrix(1, N) * hadamard(P, values, values) * each)


least = lam * quad(resolvent(shared), y)
atoms = sq(y - fit(R)) / n + lam * penalty(R)

claim = Claim(
    "mean_field.joint_measure",
    source=source("2-layer NN in mean-field scaling"),
    domain=Domain(core=(n >= 2, n <= 6, N >= 2, N <= 6, m >= 2, m <= 4, lam >= 1e-3, lam <= 1)),
    parts={
        "main": Part(
            Identity(Mean(r * f(V)), Mean(g(V) * f(V)), scale=1),
            says="A measure on (r, w) is the network with a(w) = E[r | w]",
            proof=lambda k: k.rewrite(k.tower(Mean(r * f(V)), (xi,)), by=k.mean(Mean(r * f(V), over=(xi,)))),
        ),
        "defect": Part(
            Identity(Mean(r**2), Mean(g(V) ** 2 + s(V) ** 2), scale=1),
            says="∫ r² exceeds the squared norm of a by E Var(r | w)",
            proof=variance,
            wrong={"same_norm": {"right": Mean(g(V) ** 2)}},
        ),
        "same_minimum": Part(
            Identity(atoms - least, sq(fit(apart)) / n + lam * penalty(apart), scale=atoms),
            says="With the penalty ∫ r², and several atoms at one w, what r costs above F is a square of r − a(w), a(w) = σ_wᵀMy",
            wrong={
                "masses_forgotten": {"left": atoms - lam * quad(resolvent(Phi * Phi.T), y)},
                "no_penalty": {"right": sq(fit(apart)) / n},
            },
        ),
    },
    uses=("mean_field.representer",),
)
