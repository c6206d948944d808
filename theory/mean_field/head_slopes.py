"""The slope of the clean objective along a motion of the features, with the head's values or function frozen, or fitted anew.

The head at features Φ was fitted to labels y + e: Φ'M(y + e). The features move to Φ + xD: then frozen values stay, a frozen function
a(w) = σ_w'M(y + e) gives (Φ + xD)'M(y + e), and a fit that is differentiated too is that at Φ + xD. Without noise a frozen head moves the
features down F, as the fit that is differentiated does (envelope theorem). The means over noisy labels are mean_field.frozen_head.
"""

from lemmata import *
from lemmata.theory.mean_field.frozen_head import (
    TAME,
    M,
    P,
    Phi,
    flow,
    following,
    gradient,
    kept,
    kernel,
    objective,
    refitted,
    slope,
    y,
)
from lemmata.theory.mean_field.notation import N, lam, n, resolvent, source

e = Array("e", "label noise", n, kind=TAME)


def of_gradient(head, follows, says):
    """What moves with the features, for any labels."""
    left, right = slope(objective(P, head)), gradient(y + e, follows)

    def proof(k):
        return k.derivative(left).to(right)

    return Part(Identity(left, right, scale=1), says=says, proof=proof, wrong={"half": {"right": right / 2}})


claim = Claim(
    "mean_field.head_slopes",
    source=source("Label noise as regularization / First layer training"),
    domain=Domain(core=(n <= 8, N <= 6, lam >= 0.05, lam <= 1)),
    parts={
        "values_gradient": of_gradient(
            Phi.T * M * (y + e),
            kept,
            "With its values a = ΦᵀM(y + e) frozen the head gives the clean objective the slope −2(y − Φa/N)ᵀDa/(nN), for every e",
        ),
        "function_gradient": of_gradient(P.T * M * (y + e), following, "That with its function frozen"),
        "differentiated_gradient": of_gradient(
            P.T * resolvent(kernel(P)) * (y + e), refitted, "That with the fit differentiated"
        ),
        "without_noise": Part(
            Identity(gradient(y, kept), flow(0, 0), scale=1),
            says="Without label noise a frozen head moves the features down F",
            proof=lambda k: k.flip(k.derivative(flow(0, 0)).to(gradient(y, kept))),
            wrong={"half": {"right": flow(0, 0) / 2}},
        ),
    },
    uses=("mean_field.representer",),
)
