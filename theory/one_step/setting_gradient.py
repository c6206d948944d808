"""The matrix G of the slides is half of minus the gradient of the mean squared error, which the slides print without a half.

With r = y - f the residuals, -∂L/∂W is (2/n) X'[(r a'/√N) ∘ σ'(XW)], the chain rule entry by entry. The three displays of
the slides, L = (1/n) Σ (y - f)², W₁ = W - η √N ∇L and W₁ = W + η √N G, agree only if the loss carries a factor 1/2; the
family keeps the last one.
"""

from lemmata import *
from lemmata.theory.one_step.notation import N, W, X, a, d, f, loss, n, sigma, source, y

eta = Symbol("η", "step size", Positive)


def direction(residual, outer):
    """-(1/n) X'[(residual · outer'/√N) ∘ σ'(XW)]."""
    return -X.T * hadamard(residual * outer.T / sqrt(N), sigma.prime(X * W)) / n


G = Definition("G", "the step's direction as the slides define it", direction(f - y, a))
step = Gradient(-eta * sqrt(N) * loss / 2, W)

claim = Claim(
    "one_step.setting_gradient",
    source=source("Problem setting / Feature learning with optimization guarantee / Rank 1 property"),
    domain=Domain(core=(n <= 20, d <= 20, N <= 20, eta >= 0.01, eta <= 10)),
    parts={
        "main": Part(
            Identity(Gradient(loss, W), -2 * G),
            says="The gradient of the mean squared error in the first layer is −2 G, for every smooth activation",
            proof="derivative",
            printed=Print(right=-G, erratum=Erratum.wrong("the printed loss has no factor 1/2: its gradient is −2 G, not −G")),
            wrong={
                "width_dropped": {"right": -2 * direction(f - y, sqrt(N) * a)},
                "sign": {"right": 2 * G},
                "outer_squared": {"right": -2 * direction(f - y, hadamard(a, a))},
                "residual_of_the_labels": {"right": -2 * direction(-y, a)},
            },
        ),
        "half_loss": Part(
            Identity(step, eta * sqrt(N) * G),
            says="With half the mean squared error a step of size η√N along minus its gradient moves W by η√N G",
            proof="derivative",
            wrong={"no_half": {"right": 2 * eta * sqrt(N) * G}, "no_width": {"right": eta * G}},
        ),
    },
)
