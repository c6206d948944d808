"""The least criterion over all first layers is Σ min{σ'², λ_i(S)}/n, approached by a hard threshold at σ'².

R(W) = Tr[PS]/n + σ'² Tr[I - P]/n is linear in P = nλM, 0 < P <= I, which is I outside the range of X and otherwise arbitrary.
With S - σ'²I = A - B, A and B semidefinite, it exceeds (Tr S - Tr A)/n by Tr[PA]/n + Tr[(I - P)B]/n; for the positive part A this
bound is the infimum, and it is reached up to nλ/(c² + nλ) Tr A/n: both are proved, and the rest is spectra. A W
with p rows keeps all but p eigenvalues of P at one, so it gains at most the p largest (λ_i - σ'²)+. With the spectral projector
U = 1{S > a}, a >= σ'², the first layer W = cU(XX')⁻¹X has the kernel c²U, and comes within λ Tr S/c² of what these directions can
gain: the infimum is approached as c grows, and no finite W attains it. On a thin design Z the same holds with ΠSΠ, Π the projector
on its range. In expectation S becomes XΣβX' + σ²I. Pure noise is not selected once σ' is beyond its edge σ(1 + √(n/m)).
Long, as infimum, duality, attainment and thin designs are separate statements with terms of their own.
"""

import sympy as sp
from sympy import MatMul

from lemmata import *
from lemmata.theory.linear_net.notation import (
    MODERATE,
    K,
    M,
    R,
    S,
    T,
    W,
    X,
    d,
    descended,
    drawn_moment,
    lam,
    m,
    n,
    p,
    regularised,
    s2,
    s2p,
    source,
)


def regrouped(k):
    """(c²U + nλ)⁻¹ for a projector U."""
    inverse, closed = (c**2 * U + n * lam * I(n)).inv(), (I(n) - share * U) / (n * lam)
    made = k.instance(k.words(MatMul(G, MatMul(H, J)), G * H * J), {G: inverse, H: c**2 * U + n * lam * I(n), J: closed})
    return k.le(k.flip(k.words(made.left, inverse)), made, k.words(made.right, closed))


def dual(k):
    """The excess is λ Tr[MA] + Tr[KMB]/n."""
    normal = (W * X.T * X * W.T + n * lam * I(p)).inv()
    excess = k.add(k.nonneg(lam * Trace(M * A)), k.nonneg(Trace(X * W.T * normal * W * X.T * B) / n))
    level = s2p - Trace(B) / n
    return k.to(k.add(k.to(excess, on_parts - level), k.words(lower, level)), on_parts)


def reached_exactly(k):
    """The kernel of this first layer is c²U."""
    start = k.words(regularised(on_selected, split, s2p), regularised(c**2 * U, split, s2p))
    return k.to(k.rewrite(start, by=regrouped(k)), at_selected)


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
A, B = Array("A", "positive part", n, n, kind=PSD), Array("B", "negative part", n, n, kind=PSD)
U = Array("U", "projector on what is selected", n, n, kind=Projection)
G, H, J = (Array(name, "any matrix", n, n) for name in "GHJ")
parts_of = s2p * I(n) + A - B
on_parts, lower = regularised(K, parts_of, s2p), (Trace(parts_of) - Trace(A)) / n
split = s2p * I(n) + U * A * U - (I(n) - U) * B * (I(n) - U)  # U selects what is above σ'²
selected = c * U * (D * D.T).inv() * D
on_selected, share = D * selected.T * selected * D.T, c**2 / (c**2 + n * lam)
at_selected = (Trace(split) - share * Trace(U * A * U)) / n


def gained(A, count, level=s2p):
    """The sum of (λ_i - σ'²)+ over the largest eigenvalues."""
    return Sum(Maximum(eigenvalue(A, i) - level, 0), (i, 1, count))


def chosen(threshold, count):
    """The sum of λ_i - σ'² over the largest eigenvalues that are above a threshold."""
    value = eigenvalue(S, i)
    return Sum(Piecewise((value - s2p, value > threshold), (0, True)), (i, 1, count))


def least_of(moment):
    return (Trace(moment) - gained(moment, Minimum(n, p))) / n


least = least_of(S)
step = Lambda(x, Piecewise((1, x > a), (0, True)))
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
root = SpectralFunction(sqrt, T)
expected = Sum(Minimum(s2p, eigenvalue(mean_moment, i)), (i, 1, n)) / n
surplus = Sum(Minimum((s2p - s2) / n, eigenvalue(root * X.T * X * root / n, i)), (i, 1, d))

claim = Claim(
    "linear_net.mallows_inf",
    source=source("Our proposal: Mallows' C_p type regularization"),
    domain=Domain(
        core=(
            (n >= 2, n <= 6, d <= 6, p <= 6, k_ <= 4, h <= 3, r <= 4, m <= 12, lam >= 0.1, lam <= 1),
            (s2 >= 0.3, s2 <= 2, s2p >= 0.1, s2p <= 3, a >= 0.1, a <= 4, c >= 1, c <= 1000),
        )
    ),
    parts={
        "main": Part(
            Inequality(least, R),
            says="No first layer with p rows leads the criterion below (Tr S − Σ_{i≤p} (λ_i(S) − σ'²)₊)/n: Σ min{σ'², λ_i}/n for p ≥ n",
            wrong={
                "max": {"left": Sum(Maximum(s2p, eigenvalue(S, i)), (i, 1, n)) / n},
                "soft_threshold": {
                    "left": Sum(2 * s2p * eigenvalue(S, i) / (eigenvalue(S, i) + s2p), (i, 1, n)) / n
                },  # the criterion at P = σ'²/(S + σ'²)
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
        "dual": Part(
            Inequality(lower, on_parts),
            proof=dual,
            says="If S − σ'²I = A − B with A, B ⪰ 0, no first layer leads below (Tr S − Tr A)/n; with the positive part A it is the infimum",
            wrong={"half_gained": {"left": (Trace(parts_of) - Trace(A) / 2) / n}},
        ),
        "reached": Part(
            Identity(regularised(on_selected, split, s2p), at_selected, scale=s2p + Trace(A + B) / n),
            proof=reached_exactly,
            says="If U projects on the range of the positive part A, W = cU(XXᵀ)⁻¹X leads to (Tr S − c²/(c² + nλ) Tr A)/n",
            wrong={"share_without_n": {"right": (Trace(split) - c**2 / (c**2 + lam) * Trace(U * A * U)) / n}},
        ),
        "optimiser": Part(
            Inequality(descended(), Rational(11, 10) * least_of(drawn_moment)),
            says="A descent from small random features comes within a tenth of it, where Tr S = 4σ'²",
            wrong={"optimiser_below_nine_tenths": {"right": Rational(9, 10) * least_of(drawn_moment)}},
        ),
        "linear": Part(
            Identity(R, linear),
            proof="words",
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
