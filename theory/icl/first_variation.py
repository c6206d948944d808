"""First and second variation of the in-context loss, and the Wasserstein flow of its particles.

The first variation at a particle with features h_θ is -2E[ζ'Bh_θ], of mean zero under the measure; the second, at two of
them, 2E[(Bh_θ)'Bh_θ'] - 2Tr[U_θ Q⁻¹ U_θ''] with U_θ = B E[h_θ h'] - E[ζh_θ']. Both are derivatives of the loss along
h + th_θ. A particle of mass p_j moves at -1/p_j times the gradient of the loss in it, and the loss falls at the rate of the
integral of the squared velocity.
"""

from lemmata import *
from lemmata.theory.icl.notation import B, F, H, M, N, P, Phi, Q, W, a, d, explained, h, independent, k, loss, massive, source

one, two = (
    Array(name, f"features of {which} particle at the inputs", N, k) for name, which in (("H_1", "one"), ("H_2", "another"))
)
rest = F - H * B.T
Z1, Z2, C1, C2 = rest.T * one / N, rest.T * two / N, one.T * H / N, two.T * H / N
U1, U2 = B * C1 - Z1, B * C2 - Z2
along = {order: Slope(loss(H), H, along=one, order=order) for order in (1, 2)}
polarised = (Slope(loss(H), H, along=one + two, order=2) - Slope(loss(H), H, along=one - two, order=2)) / 4
first = -2 * Trace(Z1 * B.T)


def bent(left, right, spread):
    """The second variation from both U and E[h_θ h_θ'']."""
    return 2 * Trace(B * spread * B.T) - 2 * Trace(left * Q.inv() * right.T)


own, mixed = one.T * one / N, one.T * two / N
second, second_mixed = bent(U1, U1, own), bent(U1, U2, mixed)
grown = 2 * Trace(B * own * B.T) + 2 * Trace(U1 * Q.inv() * U1.T)
grown_two = 2 * Trace(B * two.T * two / N * B.T) + 2 * Trace(U2 * Q.inv() * U2.T)

regression = (h.T * h).inv() * h.T * F
zeta = F - h * regression
in_heads, in_weights = -Gradient(explained(h), a), -Gradient(explained(h), W)  # E|f|² does not move
v = Definition("v", "velocity of the heads", -P.inv() * in_heads)
w = Definition("w", "velocity of the weights", -P.inv() * in_weights)
closed = 2 * Phi.T * zeta * regression.T / N
speed = Trace(v.T * P * v) + Trace(w.T * P * w)
falls = Trace(in_heads.T * v) + Trace(in_weights.T * w)


def derived(left, right):
    def proof(k):
        made = k.derivative(left)
        return made.then(k.words(made.right, right))

    return proof


claim = Claim(
    "icl.first_variation",
    source=source("Two time scale dynamics"),
    domain=Domain(
        (M >= k, N >= k, eigenvalue(H.T * H, k) > 0, independent, massive),
        core=(k <= 4, N >= 2 * k + 1, N <= 20, M >= k + 1, M <= 8, d <= 4),
    ),
    parts={
        "first": Part(
            Identity(along[1], first, scale=norm(Z1) * norm(B)),
            says="The first variation of the loss at θ is −2E[ζᵀBh_θ]",
            proof=derived(along[1], first),
            wrong={"factor_1": {"right": first / 2}, "b_transposed": {"right": -2 * Trace(Z1.T * B.T)}},
        ),
        "second": Part(
            Identity(along[2], second, scale=grown),
            says="the second variation at θ, θ is 2E|Bh_θ|² − 2Tr[UQ⁻¹Uᵀ] with U = BE[h_θhᵀ] − E[ζh_θᵀ]",
            proof=derived(along[2], second),
            wrong={
                "no_zeta": {"right": bent(B * C1, B * C1, own)},
                "factor_1": {"right": second / 2},
                "no_second_term": {"right": 2 * Trace(B * own * B.T)},
                "plus_zeta": {"right": bent(B * C1 + Z1, B * C1 + Z1, own)},
            },
        ),
        "mixed": Part(
            Identity(polarised, second_mixed, scale=grown + grown_two),
            says="and at θ, θ′ it is 2E[(Bh_θ)ᵀBh_θ′] − 2Tr[U_θQ⁻¹U_θ′ᵀ]",
            proof=derived(polarised, second_mixed),
            wrong={"one_u": {"right": bent(U1, U1, mixed)}},
        ),
        "mean_zero": Part(
            Identity(Trace(rest.T * H * B.T) / N, Integer(0), scale=norm(rest) * norm(H) * norm(B) / N),
            says="Its mean under μ is zero",
            proof="words",
            wrong={"of_the_truth": {"left": Trace(rest.T * F * B.T) / N, "scale": norm(rest) * norm(F) * norm(B) / N}},
        ),
        "velocity": Part(
            Identity(v, closed, scale=norm(closed)),
            says="The heads of the particles move at minus its gradient, 2B′E[ζσ(w·x)]",
            proof=derived(v, closed),
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
)
