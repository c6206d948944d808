"""First and second variation of the in-context loss.

The first variation at a particle with features h_θ is -2E[ζ'Bh_θ], of mean zero under the measure; the second, at two of
them, 2E[(Bh_θ)'Bh_θ'] - 2Tr[U_θ Q⁻¹ U_θ''] with U_θ = B E[h_θ h'] - E[ζh_θ']. Both are derivatives of the loss along
h + th_θ. How particles move is icl.particle_flow.
"""

from lemmata import *
from lemmata.theory.icl.notation import B, F, H, N, Q, derived, k, loss, source

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

claim = Claim(
    "icl.first_variation",
    source=source("Two time scale dynamics"),
    domain=Domain((N >= k, eigenvalue(H.T * H, k) > 0), core=(k <= 4, N >= 2 * k + 1, N <= 20)),
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
    },
)
