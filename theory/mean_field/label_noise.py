"""Fitting the head to labels perturbed by Uniform[-s, s] adds s²/(3n) degrees of freedom to the objective.

With v the variance of the perturbation, E G - F = (v/n) Tr[KM]: the cross terms vanish, as the perturbation has mean
zero, and Tr[KKMM/n + λ MKM] = Tr[KM]/n. Only mean zero and covariance v I are used.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import F, K, M, dof, lam, n, s, source, y

eps = Sampled("ε", Uniform(-s, s), n)
objective = sq(y - K * M * (y + eps)) / n + lam * quad(M * K * M, y + eps)
G = Definition("G", "objective on clean labels at the head fitted to noisy ones", objective)

claim = Claim(
    "mean_field.label_noise",
    says="Label noise from Uniform[-s, s] adds s²/(3n) degrees of freedom to the objective in expectation",
    statement=Identity(Mean(G), F + s**2 / (3 * n) * dof),
    proof="mean",
    source=source("Label noise as regularization"),
    domain=Domain(core=(n <= 30, lam >= 1e-3, lam <= 10, s >= 0.01, s <= 10)),
    printed=Print(
        right=F + lam * s**2 / n * dof,
        erratum=Erratum.wrong(
            "the variance of Uniform[-s, s] is s²/3, and the factor λ is not there; the two agree only at λ = 1/3"
        ),
    ),
    wrong={
        "variance": {"right": F + s**2 / n * dof},
        "lambda": {"right": F + lam * s**2 / (3 * n) * dof},
        "penalty_forgotten": {"replace": {dof: Trace(K * K * M * M)}},
    },
)
