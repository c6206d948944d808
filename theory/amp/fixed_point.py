"""A fixed point of message passing is a minimiser: one step moves the weights by the gradient of the objective times V.

With V positive definite, Λ = V^(-1) - λ and γ = XW - GV the proximal point γ + GV is XW, so that G = -∇L(XW) is consistent (shown for
quadratic losses with any Hessian, where the proximal point is explicit), and the step W' = (X'G + WΛ)V moves W by (X'G - λW)V, which is 0 only
where X'∇L(XW) + λW = 0. Without the term -GV the proximal point is another one. For softmax in 3 classes the algorithm run in full (d = 40,
n = 80, λ = 1/2, the empirical Λ) ends where the gradient is below 10^-8.
"""

from lemmata import *
from lemmata.theory.amp.notation import d, multiclass, n, source

k = Symbol("K", "number of outputs", Naturals)
lam = Symbol("λ", "ridge", Positive)
X, W, G = (
    Array("X", "design", n, d),
    Array("W", "weights", d, k),
    Array("G", "minus the gradients of the loss, by sample", n, k),
)
V = Array("V", "variance of an output", k, k, kind=PD)
Y, H = Array("Y", "labels", n, k), Array("H", "Hessian of the loss of a sample", k, k, kind=PD)
residuals = (Y - X * W) * H
Lam = V.inv() - lam * I(k)
step = (X.T * G + W * Lam) * V - W
gradient = X.T * G - lam * W  # minus that of the objective


def proved(left, right):
    return {"statement": Identity(left, right), "proof": "words"}


def residual(memory=1, times=26):
    sizes = {"n": 80, "d": 40, "K": 3, "λ": Rational(1, 2), "S": 2, "tests": 1}
    return multiclass(**sizes, T=times, memory=memory)["residual"]


claim = Claim(
    "amp.fixed_point",
    source=source(),
    domain=Domain(core=(n <= 6, d <= 5, k <= 3, lam >= 0.05, lam <= 1)),
    parts={
        "main": Part(
            **proved(step, gradient * V),
            says="At consistent γ and G a step of message passing moves the weights by (XᵀG − λW)V: at a fixed point XᵀG = λW",
            wrong={
                "sign_of_the_divergence": {"left": (X.T * G - W * Lam) * V - W},
                "without_ridge": {"right": X.T * G * V},
                "unscaled": {"right": gradient},
            },
        ),
        "quadratic": Part(
            **proved((Y - X * W + residuals * V) * (H.inv() + V).inv(), residuals),
            says="For a quadratic loss of Hessian H the message (Y − γ)(H⁻¹ + V)⁻¹ at γ = XW − GV is G = (Y − XW)H, for every V",
            wrong={"no_onsager_term": {"left": (Y - X * W) * (H.inv() + V).inv()}},
        ),
        "run": Part(
            Guarantee(residual() <= Rational(1, 10**8), Rational(3, 4)),
            says="For softmax in 3 classes (d = 40, α = 2, λ = 1/2) the gradient is at most 10⁻⁸ after 26 steps in at least 3 runs of 4",
            wrong={
                "no_onsager_term": {"event": residual(memory=0) <= Rational(1, 10**8)},
                "early": {"event": residual(times=4) <= Rational(1, 10**8)},
            },
        ),
    },
    procedures=(multiclass,),
)
