"""In-context linear regression by linear attention: the errors of the limit at ratios of one's own."""

import sympy as sp

from lemmata import Definition, Positive, Root, Symbol
from lemmata.theory.icl_linear.notation import M, penalty, with_ridge
from lemmata.theory.language.tool import Tool

lam = Symbol("λ", "ridge of the pretraining", Positive)
root = Definition("M", "resolvent of the tasks at the effective ridge", Root(M, sp.numer(sp.together(penalty - lam)), "first"))
new, known = (e.xreplace({M: root}) for e in with_ridge)

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
)
