"""The least criterion over all first layers is Σ min{σ'², λ_i(S)}/n, approached by a hard threshold at σ'².

R(W) = Tr[PS]/n + σ'² Tr[I - P]/n is linear in P = nλM, 0 < P <= I, which is I outside the range of X and otherwise arbitrary. A W
with p rows keeps all but p eigenvalues of P at one, so it gains at most the p largest (λ_i - σ'²)+. With the spectral projector
U = 1{S > a}, a >= σ'², the first layer W = cU(XX')⁻¹X has the kernel c²U, and comes within λ Tr S/c² of what these directions can
gain: the infimum is approached as c grows, and no finite W attains it. On a thin design Z the same holds with ΠSΠ, Π the projector
on its range. In expectation S becomes XΣβX' + σ²I. Pure noise is not selected once σ' is beyond its edge σ(1 + √(n/m)).
"""

import sympy as sp

from lemmata import (
    PSD,
    Array,
    Claim,
    Counts,
    Domain,
    I,
    Identity,
    Index,
    Inequality,
    Maximum,
    Mean,
    Minimum,
    Naturals,
    Normal,
    Part,
    Positive,
    Sampled,
    Sum,
    Symbol,
    Tied,
    Trace,
    eigenvalue,
    sqrt,
)
from lemmata.theory.language.matrices import SpectralFunction
from lemmata.theory.linear_net.notation import MODERATE, M, R, S, T, X, d, lam, m, n, p, regularised, s2, s2p, source


def thin(q, draw):
    return {"Z": draw.normal(q.k + q.h, q.k)}


def full_rank(q, draw):
    return {"D": draw.normal(q.n, q.n + q.r)}


a, c = Symbol("a", "threshold", Positive), Symbol("c", "scale of the first layer", Positive)
k_, h = Symbol("k", "dimension of a thin design", Naturals), Symbol("h", "how many more samples", Naturals)
r = Symbol("r", "how many more columns than rows", Counts)
D = Array("D", "design of full row rank", n, n + r, kind=Tied(("D",), full_rank))
Z = Array("Z", "thin design of full column rank", k_ + h, k_, kind=Tied(("Z",), thin))
Q = Array("Q", "second moment of the labels on the thin design", k_ + h, k_ + h, kind=PSD)
V = Array("V", "first layer on the thin design", p, k_, kind=MODERATE)
E = Sampled("ε", Normal(s2), n, m)
i, x = Index("i"), sp.Symbol("x", real=True)


def gained(A, count, level=s2p):
    """The sum of (λ_i - σ'²)+ over the largest eigenvalues."""
    return Sum(Maximum(eigenvalue(A, i) - level, 0), (i, 1, count))


def chosen(threshold, count):
    """The sum of λ_i - σ'² over the largest eigenvalues that are above a threshold."""
    value = eigenvalue(S, i)
    return Sum(sp.Piecewise((value - s2p, value > threshold), (0, True)), (i, 1, count))


least = (Trace(S) - gained(S, Minimum(n, p))) / n
step = sp.Lambda(x, sp.Piecewise((1, x > a), (0, True)))
first = c * SpectralFunction(step, S) * (D * D.T).inv() * D
kernel = D * first.T * first * D.T
beyond = chosen(a, n)
reached = (Trace(S) - beyond) / n + lam * Trace(S) / c**2
onto = Z * (Z.T * Z).inv() * Z.T
seen = onto * Q * onto
on_thin = (Trace(Q) - gained(seen, Minimum(k_, p))) / (k_ + h)
thin_kernel = Z * V.T * V * Z.T
inverse = (thin_kernel + (k_ + h) * lam * I(k_ + h)).inv()
thin_criterion = lam * Trace(inverse * Q) + s2p / (k_ + h) * Trace(thin_kernel * inverse)
P = n * lam * M
linear = (Trace(P * S) + s2p * Trace(I(n) - P)) / n
mean_moment = X * T * X.T + s2 * I(n)
root = SpectralFunction(sp.sqrt, T)
expected = Sum(Minimum(s2p, eigenvalue(mean_moment, i)), (i, 1, n)) / n
surplus = Sum(Minimum((s2p - s2) / n, eigenvalue(root * X.T * X * root / n, i)), (i, 1, d))

claim = Claim(
    "linear_net.mallows_inf",
    source=source("Our proposal: Mallows' C_p type regularization"),
    domain=Domain(
        core=(
            *(n >= 2, n <= 6, d <= 6, p <= 6, k_ <= 4, h <= 3, r <= 4, m <= 12, lam >= 0.1, lam <= 1, s2 >= 0.3, s2 <= 2),
            *(s2p >= 0.1, s2p <= 3, a >= 0.1, a <= 4, c >= 1, c <= 1000),
        )
    ),
    parts={
        "main": Part(
            Inequality(least, R),
            says="No first layer with p rows leads the criterion below (Tr S − Σ_{i≤p} (λ_i(S) − σ'²)₊)/n: Σ min{σ'², λ_i}/n for p ≥ n",
            wrong={
                "max": {"left": Sum(Maximum(s2p, eigenvalue(S, i)), (i, 1, n)) / n},
                "threshold_over_n": {"left": (Trace(S) - chosen(s2p / n, Minimum(n, p))) / n},
            },
        ),
        "approached": Part(
            Inequality(regularised(kernel, S, s2p), reached),
            says="W = c 1{S > a}(XXᵀ)⁻¹X comes within λ Tr S/c² of (Tr S − Σ_{λ_i > a} (λ_i − σ'²))/n; at a = σ'² that is the infimum",
            wrong={
                "soft_value": {
                    "right": Sum(eigenvalue(S, i) * s2p / (eigenvalue(S, i) + s2p), (i, 1, n)) / n + lam * Trace(S) / c**2
                },
                "value_over_n": {"right": Sum(Minimum(s2p / n, eigenvalue(S, i)), (i, 1, n)) / n + lam * Trace(S) / c**2},
                "any_rows": {"right": Sum(Minimum(s2p, eigenvalue(S, i)), (i, 1, n)) / n + lam * Trace(S) / c**2},
            },
        ),
        "linear": Part(
            Identity(R, linear),
            proof=lambda k: k.words(R, linear),
            says="The criterion is Tr[PS]/n + σ'² Tr[I − P]/n with P = nλM",
            wrong={"complement_forgotten": {"right": (Trace(P * S) + s2p * Trace(P)) / n}},
        ),
        "thin": Part(
            Inequality(on_thin, thin_criterion),
            says="On a thin design the same holds with ΠSΠ in place of S in the gain",
            wrong={"all_directions": {"left": (Trace(Q) - gained(seen, Minimum(k_, p))) / k_}},
        ),
        "expected": Part(
            Identity(expected, s2 + surplus),
            when=(s2p >= s2,),
            says="In expectation over the noise the infimum is σ² + Σ min{(σ'² − σ²)/n, μ̂_j}",
            wrong={
                "twice": {"right": s2 + Sum(Minimum((s2p - s2) / (2 * n), eigenvalue(root * X.T * X * root / n, i)), (i, 1, d))}
            },
        ),
        "noise_edge": Part(
            Inequality(Mean(sqrt(eigenvalue(E * E.T / m, 1))), sqrt(s2) * (1 + sqrt(n / m))),
            says="The largest eigenvalue of pure noise has a mean root of at most σ(1 + √(n/m))",
            wrong={"edge_without_root": {"right": sqrt(s2 * (1 + n / m))}},
        ),
    },
    uses=("linear_net.mallows_expectation",),
)
