"""First and second derivative of the in-context loss along a mixture with rotated true features.

Towards R applied to the true features the learned ones move as h_s = (1 - s) h + s R f, that is H + s (FR' - H) row by row.
Neither realisability nor |R| <= 1 is used for the derivatives. At features H without full column rank the loss can jump at
s = 0. Which turn is the steepest is in icl.steepest_turn.
"""

from lemmata import *
from lemmata.theory.icl.notation import B, F, H, N, Q, S, k, loss, source

R = Array("R", "matrix by which the true features are turned", k, k)
first, second = (Slope(loss(H), H, along=F * R.T - H, order=order) for order in (1, 2))
slope = -2 * Trace(S * B * R)
spread, bend, loss_of_fit = Trace(B * R * S * R.T * B.T), Trace((B * R * B * R - B * R) * S), Trace(S * R.T * Q.inv() * R * S)
curvature = 2 * spread + 4 * bend - 2 * loss_of_fit

claim = Claim(
    "icl.derivatives",
    source=source("Strict saddle / Theorem 1"),
    domain=Domain(N >= k, eigenvalue(H.T * H, k) > 0, core=(k <= 5, N >= 2 * k + 1, N <= 40)),
    parts={
        "first": Part(
            Identity(first, slope, scale=norm(S * B)),
            says="Towards the true features turned by R the loss has the slope −2 Tr[SBR]",
            proof="derivative",
            wrong={"factor_1": {"right": slope / 2}},
        ),
        "second": Part(
            Identity(second, curvature, scale=spread + loss_of_fit),
            says="and the second derivative 2 Tr[BRSRᵀBᵀ] + 4 Tr[(BRBR − BR)S] − 2 Tr[SRᵀQ⁻¹RS]",
            proof="derivative",
            wrong={
                "factor_1": {"right": curvature / 2},
                "no_brs": {"right": curvature + 4 * Trace(B * R * S)},
                "r_transposed": {"right": 2 * spread + 4 * bend - 2 * Trace(S * R * Q.inv() * R.T * S)},
                "no_zeta": {"right": 2 * spread + 4 * bend},
            },
        ),
    },
)
