"""Single-index functions learned in context, f(x) = σ(⟨θ,x⟩) with θ on the unit sphere of a fixed subspace S: the symbols.

Inputs are N(0, I_d). The rows of B are an orthonormal basis of S, so that θ = Bᵀτ with τ on the unit sphere of R^r. A prompt
holds n inputs with their labels, and one more input, the query. The model is f = φ(x)ᵀΓu with φ(x) = ReLU(Wx + b) and the
summary u = (1/n) Σ y_i φ(x_i) of the prompt.
"""

from typing import Any

from lemmata import (
    Array,
    Mean,
    Naturals,
    OrthonormalRows,
    Positive,
    Procedure,
    Rational,
    Sampled,
    Source,
    Sphere,
    Symbol,
    gamma,
    pi,
    sqrt,
)

d = Symbol("d", "dimension of the inputs", Naturals)
r = Symbol("r", "dimension of the subspace S of the directions", Naturals)
n = Symbol("n", "number of examples in a prompt", Naturals)
N = Symbol("N", "number of neurons", Naturals)
k = Symbol("k", "information exponent of the link", Naturals)
p = Symbol("p", "degree of the link", Naturals)

B = Array("B", "orthonormal basis of S, one vector a row", r, d, kind=OrthonormalRows)
tau, tau2 = Sampled("τ", Sphere(), r), Sampled("τ′", Sphere(), r)
theta, theta2 = B.T * tau, B.T * tau2  # two independent directions


n2 = Symbol("n_2", "number of examples in a prompt of Phase II", Naturals)
lam2 = Symbol("λ_2", "penalty of Phase II", Positive, latex=r"\lambda_2")
trained = Procedure(
    "trained",
    "neurons with random directions in a plane of R^d and biases, Γ from Phase II on T tasks of n_2 examples, and then tasks cos ψ h₂ + "
    "sin ψ h₃ with prompts of n examples; u is multiplied by scale, Γ turned where transposed is 1",
    ("N", "T", "n_2", "λ_2", "n", "d", "scale", "transposed"),
    {
        "risk": "squared error on a task, averaged over its query",
        "signal": "Tr ΓA by quadrature, A the second moment of E[φy] over the tasks",
        "kept": "Tr ΓAΓᵀG by quadrature, G the second moment of the features",
        "scattered": "Tr Γ(S − A)ΓᵀG by quadrature, S = E[φφᵀy²]",
    },
)


def stated(run: Any, size: Any) -> Any:
    """R∞ + V/n, the risk of a trained layer at a prompt length, by integrals over the plane."""
    return Mean(1 - 2 * run["signal"] + run["kept"] + run["scattered"] / size)


def sphere_moment(order: Any, dimension: Any) -> Any:
    """E⟨θ,u⟩^(2j) for θ uniform on the unit sphere and a unit vector u: (2j-1)!!/(r(r+2)...(r+2j-2))."""
    half = Rational(1, 2)
    return gamma(order + half) * gamma(dimension / 2) / (sqrt(pi) * gamma(dimension / 2 + order))


def source(heading: str, paper: str = "oko2024") -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper=paper)
