"""The gradient of sharpness-aware minimisation is that of L + τ|∇L| to first order in τ, and exactly on a quadratic loss.

∇L(w + τ∇L/|∇L|) = ∇L + τ∇²L ∇L/|∇L| + O(τ²), and ∇|∇L| = ∇²L ∇L/|∇L|. On L = w'Hw/2 the remainder is 0. On a loss with third derivatives
it is of order τ²: judged for w'Hw/2 + Σ w_i³/6. A minus sign in the ascent step, or the gradient itself in the place of its direction,
changes the first order already.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.opt.notation import SAM, source

d, tau = Symbol("d", "number of weights", Naturals), Symbol("τ", "radius of the ascent step", Positive)
y = Symbol("y", "one over the radius", Naturals)
H, w = Array("H", "curvature", d, d, kind=PD), Array("w", "weights", d, kind=Kind("general", ("generic", "repeated")))
well = quad(H, w) / 2
ascent = H * w  # the gradient of the well
by_direction = tau / norm(ascent)


def sam(step=by_direction, loss=well, slope=ascent):
    """The gradient of the loss after the ascent step."""
    return Gradient(loss, w, at=w + step * slope)


flat = Gradient(well + tau * norm(ascent), w)
bent = well + dot(OneMatrix(d, 1), Entrywise(Lambda(z, z**3), w)) / 6
uphill = H * w + hadamard(w, w) / 2
curved = H * uphill + hadamard(w, uphill)  # the Hessian of the bent loss applied to its gradient
left = sq(sam(1 / (y * norm(uphill)), bent, uphill) - uphill - curved / (y * norm(uphill))) / sq(uphill)
minus = sq(sam(-1 / (y * norm(uphill)), bent, uphill) - uphill - curved / (y * norm(uphill))) / sq(uphill)
ladder = Ladder(y, (10, 30, 100, 300, 1000))

claim = Claim(
    "opt.sam_update",
    source=source(SAM, "chen2023sam"),
    domain=Domain(sq(ascent) > 0, sq(uphill) > 0, core=(d <= 5, tau >= 0.05, tau <= 0.3)),
    parts={
        "main": Part(
            Identity(sam(), flat, scale=norm(ascent) + tau * norm(H)),
            says="On a quadratic loss the gradient after the step τ∇L/|∇L| is the gradient of L + τ|∇L|",
            wrong={
                "minus": {"left": sam(-tau / norm(ascent))},
                "not_normalised": {"left": sam(tau)},
                "norm_squared": {"left": sam(tau / sq(ascent))},
            },
        ),
        "closed": Part(
            Identity(sam(), ascent + tau / norm(ascent) * H * H * w, scale=norm(ascent) + tau * norm(H)),
            says="which is Hw + τH²w/|Hw|",
            wrong={"one_power": {"right": ascent + tau / norm(ascent) * H * w}},
        ),
        "order": Part(
            Order(left, 1 / y**4, ladder=ladder, direction="upper", expansion=(1 / y, y**-2)),
            says="On w'Hw/2 + Σ w_i³/6 the difference from ∇L + τ∇²L∇L/|∇L| is of order τ² (squares of both)",
            wrong={"minus": {"quantity": minus}, "third_order": {"scale": 1 / y**6}},
        ),
    },
)
