"""The degrees of freedom of a first layer are Σ λ̂_j/(λ̂_j + λ) over the spectrum of the features' second moment.

With A = WX'XW' and λ̂_j the eigenvalues of A/n: Tr[A(A + nλ)⁻¹] = Tr[KM] = n - nλ Tr M, as A and K have the same nonzero
eigenvalues. They lie between 0 and min(n, rank W), and decrease in λ, but more slowly than 1/λ.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import MODERATE, K, M, W, X, d, dof, lam, n, p, resolvent, source

c = Symbol("c", "factor of the penalty", Positive)
r = Symbol("r", "rank of a first layer", Naturals)
U = Array("U", "left factor of a first layer", p, r, kind=MODERATE)
V = Array("V", "right factor of a first layer", r, d, kind=MODERATE)
j = Index("j")
moment = W * X.T * X * W.T


def primal(A, penalty=lam):
    """Tr[A(A + nλ)⁻¹] over the features."""
    return Trace(A * (A + n * penalty * I(p)).inv())


def shrunk(A, penalty=lam):
    """Σ a/(a + λ) over the eigenvalues."""
    return Sum(eigenvalue(A, j) / (eigenvalue(A, j) + penalty), (j, 1, p))


def at_most_n(k):
    slack = k.nonneg(n * lam * Trace(M))
    return k.to(k.add(k.words(Trace(K * M), n - n * lam * Trace(M)), slack), n)


hat, few = eigenvalue(moment / n, j), U * V * X.T * X * V.T * U.T
claim = Claim(
    "linear_net.dof_trace",
    source=source("Feature learning with DoF reg"),
    domain=Domain(c >= 1, core=(n <= 8, d <= 6, p <= 6, r <= 3, c <= 10, lam >= 1e-3, lam <= 100)),
    parts={
        "main": Part(
            Identity(primal(moment), shrunk(moment / n), scale=p),
            says="Tr[WXᵀXWᵀ(WXᵀXWᵀ + nλ)⁻¹] = Σ λ̂_j/(λ̂_j + λ) over the eigenvalues of WXᵀXWᵀ/n",
            wrong={
                "n_lambda": {"right": shrunk(moment / n, n * lam)},
                "sum_in_place_of_mean": {"right": shrunk(moment)},
                "squared": {"right": Sum((hat / (hat + lam)) ** 2, (j, 1, p))},
            },
        ),
        "dual": Part(
            Identity(primal(moment), dof, scale=p),
            says="It is also Tr[KM], over the samples",
            proof="words",
            wrong={"penalty_without_n": {"right": Trace(K * resolvent(K, lam / n))}},
        ),
        "complement": Part(
            Identity(dof, n - n * lam * Trace(M), scale=n),
            says="It is also n − nλ Tr M",
            proof="words",
            wrong={"complement_of_the_mean": {"right": n - lam * Trace(M)}},
        ),
        "at_most_n": Part(Inequality(dof, n), says="There are at most n degrees of freedom", proof=at_most_n),
        "at_most_rank": Part(Inequality(primal(few), r), says="There are at most as many as the rank of the first layer"),
        "decreasing": Part(
            Inequality(primal(moment, c * lam), primal(moment)),
            says="They decrease in λ",
            wrong={"increasing": {"left": primal(moment), "right": primal(moment, c * lam)}},
        ),
        "slowly": Part(Inequality(primal(moment), c * primal(moment, c * lam)), says="They decrease more slowly than 1/λ"),
    },
)
