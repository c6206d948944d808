"""Algorithm 2, Phase II: a linear least-squares problem in Γ.

Its outputs are f_t = ⟨Γ, s_t u_tᵀ⟩, for the features s_t of the queries and the summaries u_t of the prompts, the rows of F and V; a row
of P is vec of s_t u_tᵀ. The penalty enters the normal equations halved. In the dual form T numbers α are solved for.
"""

from typing import Any

from lemmata import *
from lemmata.theory.icl_single_index.algorithm2 import PLAIN, N, T, Y, source

m = Symbol("m", "number of entries of Γ", Naturals)
lam2 = Symbol("λ₂", "penalty", Positive, latex=r"\lambda_2")
P, g = Array("P", "vec of s_t u_tᵀ, one task a row", T, m, kind=PLAIN), Array("vecΓ", "the entries of Γ", m)
away = Array("δ", "distance from the optimum", m)
V, F = Array("V", "summaries of the prompts", T, N, kind=PLAIN), Array("F", "features of the queries", T, N, kind=PLAIN)
Gamma = Array("Γ", "attention matrix", N, N, latex=r"\Gamma")
predicted = diag(F * Gamma * V.T) * OneMatrix(T, 1)
penalised = sq(Y - predicted) / T + lam2 / 2 * sq(Gamma)


def objective(at: Any) -> Any:
    return sq(Y - P * at) / T + lam2 / 2 * sq(at)


def ridge(penalty: Any) -> Any:
    return (P.T * P / T + penalty * I(m)).inv() * P.T * Y / T


def dual(penalty: Any) -> Any:
    return F.T * diag((hadamard(F * F.T, V * V.T) + T * penalty * I(T)).inv() * Y) * V


def optimal(k: Any) -> Any:
    """What any Γ costs more is the square of its distance from the optimum."""
    best = ridge(lam2 / 2)
    gap = k.instance(k.nonneg(sq(P * away) / T + lam2 / 2 * sq(away)), {away: g - best})
    return k.to(k.add(gap, k.words(objective(best), sq(Y) / T - Trace(Y.T * P * best) / T)), objective(g))


claim = Claim(
    "icl_single_index.attention_ridge",
    source=source("Gradient-based Training of Transformer"),
    domain=Domain(core=(N >= 2, N <= 3, T <= 4, m <= 3, lam2 >= 0.02, lam2 <= 1)),
    parts={
        "main": Part(
            Optimality(objective(g), {g: ridge(lam2 / 2)}),
            says="Phase II solves (PᵀP/T + λ₂/2) vec Γ = PᵀY/T",
            proof=optimal,
            wrong={"penalty_not_halved": {"at": {g: ridge(lam2)}}},
        ),
        "dual": Part(
            Optimality(penalised, {Gamma: dual(lam2 / 2)}),
            says="that is, Γ* = Fᵀ diag(α) V with (FFᵀ ∘ VVᵀ + Tλ₂/2) α = Y, for summaries V and features F",
            wrong={"penalty_not_halved": {"at": {Gamma: dual(lam2)}}, "transposed": {"at": {Gamma: dual(lam2 / 2).T}}},
        ),
    },
    uses=("icl_single_index.algorithm2",),
)
