"""The Wasserstein flow of the in-context loss for finitely many particles, and the rate at which the loss falls along it.

The first variation at a particle is -2E[ζ'Bh_θ] (icl.first_variation). A particle of mass p_j moves at minus its gradient, which is -1/p_j times the
gradient of the loss in the particle, and the loss falls at the rate of the integral of the squared velocity.
"""

from lemmata import *
from lemmata.theory.icl.notation import M, N, P, W, a, d, derived, explained, h, independent, k, massive, pushed, source

in_heads, in_weights = -Gradient(explained(h), a), -Gradient(explained(h), W)  # E|f|² does not move
v = Definition("v", "velocity of the heads", -P.inv() * in_heads)
w = Definition("w", "velocity of the weights", -P.inv() * in_weights)
speed = Trace(v.T * P * v) + Trace(w.T * P * w)
falls = Trace(in_heads.T * v) + Trace(in_weights.T * w)

claim = Claim(
    "icl.particle_flow",
    source=source("Two time scale dynamics"),
    domain=Domain(M >= k, N >= k, independent, massive, core=(k <= 4, N >= 2 * k + 1, N <= 20, M >= k + 1, M <= 8, d <= 4)),
    parts={
        "velocity": Part(
            Identity(v, pushed(), scale=norm(pushed())),
            says="The heads of the particles move at minus the gradient of the first variation, 2B′E[ζσ(w·x)]",
            proof=derived(v, pushed()),
            wrong={"masses_left_in": {"left": P * v}},
        ),
        "dissipation": Part(
            Identity(falls, -speed, scale=speed),
            says="and the loss falls at the rate ∫|velocity|² dμ",
            wrong={
                "heads_only": {"right": -Trace(v.T * P * v)},
                "masses_squared": {"right": -Trace(v.T * P * P * v) - Trace(w.T * P * P * w)},
            },
        ),
    },
    uses=("icl.first_variation",),
)
