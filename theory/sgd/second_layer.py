"""What alignment and the ridge of the second layer buy when the first layer is fixed.

If all neurons share the unit vector w, ⟨w,θ⟩ = m, the best function of u = ⟨w,x⟩ for y = Σ_{k≤p} α_k h_k(⟨x,θ⟩) is Σ α_k m^k h_k(u),
as E[h_k(z) | u] = m^k h_k(u), and the error is Σ α_k²(1 − m^{2k}); 1 − m ≤ ε/(2p) suffices for a relative error ε. What the biases
are for is sgd.biases. Phase II solves (F'F/T₂ + λI)a = F'y/T₂ with the penalty as printed.
"""

from lemmata import *
from lemmata.theory.sgd.notation import Z, m, p, source, zeta

TOP = 3
PLAIN = Kind("general", ("generic", "repeated"))
alpha = Array("α", "orthonormal coefficients of the link, from h_1 on", TOP, kind=PLAIN)
eps = Symbol("ε", "relative error", Positive)
N, T2 = Symbol("N", "number of neurons", Naturals), Symbol("T2", "samples of the second phase", Naturals)
lam = Symbol("λ", "penalty", Positive, latex=r"\lambda")
F, y = Array("F", "features, one sample a row", T2, N, kind=PLAIN), Array("y", "labels", T2, kind=PLAIN)
a = Array("a", "outer weights", N)
z = m * Z + sqrt(1 - m**2) * zeta  # ⟨x,θ⟩, where Z is ⟨x,w⟩


def he(degree, at):
    return h(degree, at).doit()


missed = Mean(sum(alpha[k] * (he(k, z) - m**k * he(k, Z)) for k in range(1, TOP + 1)) ** 2)


def error(power):
    return sum(alpha[k] ** 2 * (1 - m ** (power * k)) for k in range(1, TOP + 1))


u = Symbol("u", "inner product ⟨w,x⟩", Reals)
best = Mean(he(3, z.subs(Z, u)))
objective = sq(y - F * a) / T2 + lam * sq(a)


def head(penalty):
    return (F.T * F / T2 + penalty * I(N)).inv() * F.T * y / T2


claim = Claim(
    "sgd.second_layer",
    source=source("Architecture and Training Algorithm"),
    domain=Domain(
        (m > -1, m < 1, eps < 1),
        core=(p >= 2, p <= 3, m >= 0.3, m <= 0.9, eps >= 0.01, eps <= 0.5, N <= 10, T2 <= 40, lam >= 0.03, lam <= 1),
    ),
    parts={
        "main": Part(
            Identity(missed, error(2)),
            says="At overlap m the function Σ α_k m^k h_k(u) of u = ⟨w,x⟩ misses Σ_{k≤3} α_k h_k(⟨x,θ⟩) by Σ α_k²(1 − m^{2k})",
            proof="mean",
            wrong={"m_to_the_k": {"right": error(1)}},
        ),
        "projection": Part(
            Identity(best, m**3 * he(3, u), scale=1 + Abs(he(3, u))),
            says="Given ⟨w,x⟩ = u the mean of h_3(⟨x,θ⟩) is m³ h_3(u)",
            proof="mean",
            wrong={"square": {"right": m**6 * he(3, u)}},
        ),
        "alignment_suffices": Part(
            Inequality(1 - (1 - eps / (2 * p)) ** (2 * p), eps),
            says="1 − m = ε/(2p) gives a relative error of at most ε at every degree up to p",
            wrong={"without_degree": {"left": 1 - (1 - eps / 2) ** (2 * p)}},
        ),
        "alignment_for_the_top_degree": Part(
            Inequality(eps / (2 * p), 1 - (1 - eps) ** (1 / (2 * p))),
            says="For the link h_p the condition 1 − m ≤ ε/(2p) asks for no less than is needed",
        ),
        "ridge": Part(
            Optimality(objective, {a: head(lam)}),
            says="The second phase is solved by (F'F/T₂ + λI)⁻¹ F'y/T₂",
            wrong={"penalty_half": {"at": {a: head(lam / 2)}}, "penalty_over_n": {"at": {a: head(lam / N)}}},
        ),
    },
)
