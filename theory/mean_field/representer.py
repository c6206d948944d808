"""The head that fits the labels best for a given first layer, and the value it reaches: F = (λ/m) Σ_j y_j'My_j.

The head of particle i is a(w_i) = σ_i'My_j, fitted values KMy_j, squared norm y'MKMy. A head H (a row a particle) exceeds the
least value by (1/m) Tr[(H - A)'(Φ'Φ/(nN²) + λ/N)(H - A)], which is positive unless H = A: the minimiser is unique on the
particles. F depends on the measure through K alone.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import N, Phi, Y, lam, m, n, source

H = Array("H", "any head, one particle a row", N, m)
K = Definition("K", "kernel of the particles", Phi * Phi.T / N)
M = Definition("M", "resolvent of the kernel", (K + n * lam * I(n)).inv())
best = Phi.T * M * Y


def objective(head):
    """Mean squared error and penalty of a head, averaged over tasks."""
    return sq(Y - Phi * head / N) / (n * m) + lam * sq(head) / (N * m)


value = lam / m * Trace(Y.T * M * Y)
curvature = Phi.T * Phi / (n * N**2) + lam / N * I(N)
excess = Trace((H - best).T * curvature * (H - best)) / m
short = Phi.T * (K + lam * I(n)).inv() * Y


def words(left, right):
    return lambda k: k.words(left, right)


claim = Claim(
    "mean_field.representer",
    source=source("Label noise and WG flow"),
    domain=Domain(core=(n >= 2, n <= 4, N <= 4, m <= 3, lam >= 1e-3, lam <= 0.9)),
    parts={
        "main": Part(
            Identity(objective(best), value),
            says="The head a(w) = σ_wᵀMy reaches the penalised error (λ/m) Σ yᵀMy",
            proof="words",
            wrong={
                "lambda_for_n_lambda": {"right": lam / m * Trace(Y.T * (K + lam * I(n)).inv() * Y)},
                "kernel_over_n": {"right": lam / m * Trace(Y.T * (K / n + n * lam * I(n)).inv() * Y)},
                "no_lambda": {"right": value / lam},
            },
        ),
        "minimises": Part(
            Inequality(value, objective(H)),
            says="No head has a smaller penalised error",
            wrong={"lambda_for_n_lambda": {"left": lam / m * Trace(Y.T * (K + lam * I(n)).inv() * Y)}},
        ),
        "excess": Part(
            Identity(objective(H) - objective(best), excess, scale=objective(H)),
            says="Any other head exceeds the least value by a positive definite quadratic form of its difference",
            proof="words",
            wrong={
                "lambda_for_n_lambda": {"left": objective(H) - objective(short)},
                "no_penalty": {"right": Trace((H - best).T * Phi.T * Phi * (H - best)) / (n * m * N**2)},
            },
        ),
        "fitted": Part(
            Identity(Phi * best / N, K * M * Y), says="The fitted values are KMy", wrong={"resolvent": {"right": M * Y}}
        ),
        "norm": Part(
            Identity(sq(best) / N, Trace(Y.T * M * K * M * Y)),
            says="The squared norm of the head is yᵀMKMy",
            proof="words",
            wrong={"one_resolvent": {"right": Trace(Y.T * K * M * Y)}},
        ),
    },
)
