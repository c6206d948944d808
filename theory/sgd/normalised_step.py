"""To second order in its size a normalised step moves the overlap by δ(z − mu) − δ²|P_w x|²m/2.

The step is w ∝ w + δP_w x, with z = ⟨x,θ⟩, u = ⟨x,w⟩ and m = ⟨w,θ⟩. For δ = κ(g₁ + g₂)/d and |P_w x|² ≈ d the two terms are the drift κA(m)/d
and the contraction −κ²v(m)m/(2d) of the limiting equation of sgd.polynomial_complexity.
"""

from lemmata import *
from lemmata.theory.sgd.notation import source

m, z, u = Symbol("m", "overlap", Reals), Symbol("z", "⟨x,θ⟩", Reals), Symbol("u", "⟨x,w⟩", Reals)
r, delta = Symbol("r²", "|P_w x|²", Positive, latex="r^2"), Symbol("δ", "size of the step", Reals, latex=r"\delta")
moved = (m + delta * (z - m * u)) / sqrt(1 + delta**2 * r)
first, second = (Slope(moved, delta, along=Integer(1), order=order, at=0) for order in (1, 2))

claim = Claim(
    "sgd.normalised_step",
    source=source("SGD is Almost Information Theoretically Optimal"),
    domain=Domain(core=(m >= -1, m <= 1, z >= -2, z <= 2, u >= -2, u <= 2, r >= 1, r <= 20)),
    parts={
        "drift": Part(
            Identity(first, z - m * u), says="To first order in δ a step of size δ moves m by δ(z − mu)", proof="derivative"
        ),
        "contraction": Part(
            Identity(second, -m * r),
            says="Its second order is −δ²|P_w x|²m/2, from the normalisation",
            proof="derivative",
            wrong={"no_contraction": {"right": 0, "scale": r}},
        ),
    },
)
