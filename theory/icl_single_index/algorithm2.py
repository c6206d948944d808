"""Algorithm 2, Phase I: one weight-decayed gradient step on the MLP.

Row t of A averages over the examples of prompt t (1/n₁ at its places; any matrix will do), so that its summary is u_t = A diag(y) σ(XWᵀ
+ 1bᵀ), and f_t = Σ_j γ_j u_tj s_tj at Γ⁽⁰⁾ = diag(γ), s_t the features of its query. The step of Phase I is the chain rule through both,
with the residuals Y − f; at λ₁ = 1/η₁ the initialisation is erased. What Phase II solves: icl_single_index.attention_ridge.
"""

from typing import Any

from lemmata import *
from lemmata.theory.icl_single_index.notation import N, d, source

PLAIN = Kind("general", ("generic", "sparse", "repeated", "rank one"))
T = Symbol("T", "number of tasks", Naturals)
M = Symbol("M", "number of examples in all prompts together", Naturals)
eta = Symbol("η₁", "learning rate", Positive, latex=r"\eta_1")
lam1 = Symbol("λ₁", "weight decay", Positive, latex=r"\lambda_1")
sigma, smooth = (
    Function("σ", "activation", of=LINKS, latex=r"\sigma"),
    Function("ς", "smooth activation", of=SMOOTH, latex=r"\varsigma"),
)
A = Array("A", "averages over the examples of each prompt, one prompt a row", T, M, kind=PLAIN)
X, y = Array("X", "inputs of all prompts, one a row", M, d, kind=PLAIN), Array("y", "their labels", M, kind=PLAIN)
Q, Y = Array("Q", "queries, one a row", T, d, kind=PLAIN), Array("Y", "labels of the queries", T, kind=PLAIN)
W, b = Array("W", "first layer, one neuron a row", N, d, kind=PLAIN), Array("b", "biases", N, kind=PLAIN)
gamma = Array("γ", "diagonal of Γ at the start", N, kind=PLAIN, latex=r"\gamma")


def inner(inputs: Any, count: Any) -> Any:
    return inputs * W.T + OneMatrix(count, 1) * b.T


u = Definition("U", "summaries of the prompts", A * diag(y) * sigma.entrywise(inner(X, M)))
s = Definition("S", "features of the queries", sigma.entrywise(inner(Q, T)))
f = Definition("f", "outputs", hadamard(u, s) * gamma)
loss = sq(Y - f) / T
step = W - eta * (Gradient(loss, W) + lam1 * W)


def ascent(residual: Any, weight: Any = gamma) -> Any:
    """Minus the gradient of the loss in W: through the summaries of the prompts, and through the queries."""
    context = hadamard(diag(y) * A.T * diag(residual) * s, sigma.prime(inner(X, M)))
    query = hadamard(diag(residual) * u, sigma.prime(inner(Q, T)))
    return 2 / T * diag(weight) * (context.T * X + query.T * Q)


move = Definition("Δ", "minus the gradient, through the summaries and through the queries", ascent(Y - f), latex=r"\Delta")
any_gradient = Array("∇", "any gradient", N, d, kind=PLAIN, latex=r"\nabla")
erased = W - eta * (any_gradient + W / eta)
size = norm(W) * (1 + eta * lam1) + eta * norm(move)
updated = Definition("γ⁺", "γ after a gradient step", gamma - eta * Gradient(loss, gamma), latex=r"\gamma^+")

# one task, whose prompt is X and y, and a smooth activation
x, label = Array("x", "the query of one task", d, kind=PLAIN), Symbol("η", "its label", Reals)
pre, at = W * X.T + b * OneMatrix(1, M), W * x + b
summary, feature = smooth.entrywise(pre) * y / M, smooth.entrywise(at)
error = label - dot(feature, diag(gamma) * summary)
one_loss = Gradient(error**2, W)
through = hadamard(diag(gamma) * feature * y.T / M, smooth.prime(pre)) * X
one_slope = -2 * error * (through + hadamard(diag(gamma) * summary, smooth.prime(at)) * x.T)

claim = Claim(
    "icl_single_index.algorithm2",
    source=source("Gradient-based Training of Transformer"),
    domain=Domain(core=(N >= 2, N <= 3, d <= 4, T <= 4, M <= 8, eta >= 0.2, eta <= 2, lam1 >= 0.1, lam1 <= 2)),
    parts={
        "main": Part(
            Identity(step, W + eta * move - eta * lam1 * W, scale=size),
            says="Phase I is W − η₁(∇ + λ₁W) with the gradient −(2/T)Σ(y − f)∇f, through the summaries and through the queries",
            wrong={
                "decay_outside": {"right": W + eta * move + lam1 * W},
                "self_term_only": {"right": W + eta * ascent(-f) - eta * lam1 * W},
                "gamma_updated": {"right": W + eta * ascent(Y - hadamard(u, s) * updated, updated) - eta * lam1 * W},
            },
        ),
        "one_task": Part(
            Identity(one_loss, one_slope),
            says="For one task and every smooth activation that is the chain rule",
            proof="derivative",
            wrong={"query_alone": {"right": -2 * error * hadamard(diag(gamma) * summary, smooth.prime(at)) * x.T}},
        ),
        "initialisation_erased": Part(
            Identity(erased, -eta * any_gradient, scale=norm(W) + eta * norm(any_gradient)),
            proof="words",
            says="At λ₁ = 1/η₁ the initialisation is erased",
            wrong={"kept": {"right": W - eta * any_gradient}},
        ),
    },
    notes="The misprints (m for N, x_{N₂} for x_{n₂}) leave the procedure unchanged and are not judged.",
    uses=("icl_single_index.reparameterisation",),
)
