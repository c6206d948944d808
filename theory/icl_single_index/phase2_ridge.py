"""The trained attention layer regresses in context: at prompt length n its risk is exactly R∞ + V/n.

For any Γ, f = φ(x)ᵀΓu with u a mean of n independent terms given the task, so with G = E φφᵀ, m_θ = E[φy], A = E_θ m_θm_θᵀ, S = E[φφᵀy²] and E y² = 1 the
risk is 1 − 2 Tr ΓA + Tr ΓCΓᵀG, C = A + (S − A)/n. With infinitely many pretraining tasks of length n₂ the least Γ is G⁻¹AC⁻¹, which
whitens the features within the space of the links. On an exact orthonormal polynomial basis e_a the layer Γ = 1 is ĉ_a = (1/n) Σ y_i e_a(x_i),
of risk (E[y² Σ e_a²] − 1)/n = 121/n for the tasks cos ψ h₂(⟨θ,x⟩) + sin ψ h₃(⟨θ,x⟩), θ on the unit circle of S (r = 2), ψ uniform.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import N, lam2, n, n2, source, stated, trained

m = Symbol("m", "number of features", Naturals)
G = Array("G", "second moment of the features", m, m, kind=PD)
A = Array("A", "second moment of E[φy] over the tasks", m, m, kind=PSD)
R = Array("R", "S − A, what a term of the summary scatters about its mean", m, m, kind=PD)
Gamma = Array("Γ", "attention matrix", m, m, latex=r"\Gamma")


def population(gamma: Any, size: Any) -> Any:
    """The risk at a prompt length."""
    return 1 - 2 * Trace(gamma * A) + Trace(gamma * (A + R / size) * gamma.T * G)


def best(size: Any) -> Any:
    return G.inv() * A * (A + R / size).inv()


step = Array("Δ", "distance from the optimum", m, m)


def optimal(k: Any) -> Any:
    """What any Γ costs more is Tr of (Γ − Γ*) C (Γ − Γ*)ᵀ G."""
    gap = k.instance(k.nonneg(Trace(step * (A + R / n2) * step.T * G)), {step: Gamma - best(n2)})
    rest = k.words(population(best(n2), n2), population(Gamma, n2) - k.content(gap).right)
    return k.to(k.add(gap, rest), population(Gamma, n2))


run, summed, turned = (
    trained(N=N, T=1500, n_2=n2, λ_2=lam2, n=n, d=2, scale=scale, transposed=flag)
    for scale, flag in ((1, 0), (n / n2, 0), (1, 1))
)

z1, z2 = sp.symbols("z_1 z_2", real=True)
DEGREES = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
basis = sum(He(i, z1).doit() ** 2 * He(j, z2).doit() ** 2 / (factorial(i) * factorial(j)) for i, j in DEGREES)


def on_circle(power: int) -> Any:
    """Mean of ⟨θ,x⟩^(2 power) over the unit circle."""
    return (z1**2 + z2**2) ** power * binomial(2 * power, power) / Integer(4) ** power


label = ((on_circle(2) - 2 * on_circle(1) + 1) / 2 + (on_circle(3) - 6 * on_circle(2) + 9 * on_circle(1)) / 6) / 2  # E[y² | x]
squares = GaussMean(GaussMean(sp.expand(label * basis), z1), z2)

claim = Claim(
    "icl_single_index.phase2_ridge",
    source=source("Gradient-based Training of Transformer / Ingredient II"),
    procedures=(trained,),
    domain=Domain(core=(m <= 3, *(N >= 6, N <= 8, n2 >= 350, n2 <= 400), *(lam2 >= 1e-4, lam2 <= 2e-3, n >= 140, n <= 220))),
    parts={
        "main": Part(
            Identity(Mean(run["risk"]), stated(run, n), scale=1),
            says="The risk of the trained layer at prompt length n is 1 − 2 Tr ΓA + Tr ΓAΓᵀG + Tr Γ(S − A)ΓᵀG/n: affine in 1/n",
            wrong={
                "sum_not_mean": {"left": Mean(summed["risk"])},
                "transposed": {"left": Mean(turned["risk"])},
                "any_length": {"right": stated(run, n2)},
            },
        ),
        "optimum": Part(
            Optimality(population(Gamma, n2), {Gamma: best(n2)}),
            says="With infinitely many tasks of length n₂ the least Γ is G⁻¹A(A + (S − A)/n₂)⁻¹",
            proof=optimal,
            wrong={"no_prompt_noise": {"at": {Gamma: best(10 * n2)}}},
        ),
        "polynomial_basis": Part(
            Identity((squares - 1) / n, 121 / n),
            says="On the exact basis of degrees 2 and 3 in two variables the risk of Γ = 1 is 121/n for these tasks",
            wrong={"mean_kept": {"right": 122 / n}},
        ),
    },
    notes="With few neurons R∞ is not small, and below about n = 121 the risk can exceed 1, that of the zero predictor: the print's "
    "sentence is judged through the exact dependence on n, not through a bound. Phase II is run with 1500 tasks, once at a point.",
    uses=("icl_single_index.attention_ridge", "icl_single_index.reparameterisation"),
)
