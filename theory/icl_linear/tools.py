"""In-context linear regression by linear attention: the errors of the limit at ratios of one's own."""

import sympy as sp
from sympy import Piecewise

from lemmata import Definition, Ne, Positive, Root, Symbol
from lemmata.theory.icl_linear.notation import (
    M,
    above,
    above_own,
    alpha,
    below,
    kappa,
    penalty,
    resolvent,
    rho,
    tau,
    with_ridge,
)
from lemmata.theory.language.tool import Tool

lam = Symbol("λ", "ridge of the pretraining", Positive)
root = Definition("M", "resolvent of the tasks at the effective ridge", Root(M, sp.numer(sp.together(penalty - lam)), "first"))
new, known = (e.xreplace({M: root}) for e in with_ridge)
x = (1 + rho) / alpha
m, p = resolvent(x), resolvent(x, kappa / tau)

tools = (
    Tool(
        id="icl_linear.errors",
        says="Errors of pretrained linear attention, α = ℓ/d pairs in a context, κ = k/d tasks, τ = n/d² contexts",
        gives=(
            root,
            Definition("e_ICL", "mean squared error on a new task, its noise included", new),
            Definition("e_IDG", "on one of the pretraining tasks", known),
        ),
        example={"α": 1.0, "κ": 0.5, "τ": 1.5, "ρ": 0.01, "λ": 0.001},
    ),
    Tool(
        id="icl_linear.ridgeless",
        says="Errors of pretrained linear attention on a new task without ridge, α = ℓ/d, κ = k/d, τ = n/d² ≠ 1",
        gives=(
            Definition("M", "resolvent M_κ(x) of the tasks, x = (1 + ρ)/α", m),
            Definition("e_ICL", "mean squared error on a new task", Piecewise((above(x, m), tau > 1), (below(x, x * p), True))),
        ),
        example={"α": 1.0, "κ": 0.5, "τ": 1.5, "ρ": 0.01},
        when=(Ne(tau, 1),),
    ),
    Tool(
        id="icl_linear.ridgeless_known",
        says="Errors of pretrained linear attention on its own tasks without ridge, for τ = n/d² > 1",
        gives=(Definition("e_IDG", "mean squared error on one of the pretraining tasks", above_own(x, m)),),
        example={"α": 1.0, "κ": 0.5, "τ": 1.5, "ρ": 0.01},
        when=(tau > 1,),
    ),
)
