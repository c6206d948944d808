"""First and second derivative of the in-context loss along a mixture with rotated true features, and the steepest rotation.

Towards R applied to the true features the learned ones move as h_s = (1 - s) h + s R f, that is H + s (FR' - H) row by row.
Neither realisability nor |R| <= 1 is used for the derivatives. At features H without full column rank the loss can jump at
s = 0. The least slope over contractions is the duality of the operator and the nuclear norm: with SB = UDV' it is attained
at the orthogonal R = VU' = (SB)'(SBB'S)^(-1/2).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import B, F, H, N, Q, S, k, loss, source
from lemmata.theory.language.definitions import expand

R = Array("R", "matrix by which the true features are turned", k, k)
K = Array("K", "contraction by which the true features are turned", k, k, kind=Contraction)
first, second = (Slope(loss(H), H, along=F * R.T - H, order=order) for order in (1, 2))
shortened = Slope(loss(H), H, along=F * K.T - H)
slope = -2 * Trace(S * B * R)
spread, bend, loss_of_fit = Trace(B * R * S * R.T * B.T), Trace((B * R * B * R - B * R) * S), Trace(S * R.T * Q.inv() * R * S)
curvature = 2 * spread + 4 * bend - 2 * loss_of_fit
x = sp.Symbol("x", real=True)
inverse_root = Lambda(x, Piecewise((1 / sqrt(x), x > 0), (0, True)))
steepest = Definition("R_*", "transposed polar factor of SB", (S * B).T * SpectralFunction(inverse_root, S * B * B.T * S))
invertible = eigenvalue(S * B * B.T * S, k) > 0


def no_steeper(k):
    """-L'(0) = 2 Tr[SBK] <= 2 |SB|_* |K|_op <= 2 |SB|_*."""
    one, two = (Array(name, "any matrix", *R.shape) for name in ("M_1", "M_2"))
    duality = k.cite(
        "duality of the operator and the nuclear norm",
        Inequality(Trace(one * two), nuclear_norm(one) * operator_norm(two)),
        source="Horn and Johnson, Matrix Analysis, 7.4",
    )
    here = k.instance(duality, {one: expand(S * B), two: K})
    shorter = k.scale(k.compare(operator_norm(K), Integer(1)), nuclear_norm(expand(S * B)))
    falls = k.scale(k.derivative(shortened).to(-2 * Trace(S * B * K)), -1)
    bounded = k.scale(k.le(here, shorter), 2)
    return k.le(k.to(falls, k.content(bounded).left), bounded)


claim = Claim(
    "icl.derivatives",
    source=source("Strict saddle / Theorem 1"),
    domain=Domain(N >= k, eigenvalue(H.T * H, k) > 0, operator_norm(K) <= 1, core=(k <= 5, N >= 2 * k + 1, N <= 40)),
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
        "no_steeper": Part(
            Inequality(-shortened, 2 * nuclear_norm(S * B)),
            says="For a contraction K the loss falls at most at the rate 2‖SB‖ in the nuclear norm",
            proof=no_steeper,
        ),
        "attained": Part(
            Identity(-2 * Trace(S * B * steepest), -2 * nuclear_norm(S * B)),
            says="The transposed polar factor of SB has the slope −2‖SB‖ in the nuclear norm",
            wrong={"frobenius": {"right": -2 * norm(S * B)}},
        ),
        "orthogonal": Part(
            Identity(steepest.T * steepest, I(k), scale=Integer(1)),
            when=(invertible,),
            says="This factor is orthogonal where SB is invertible",
            wrong={"no_root": {"left": (S * B).T * S * B}},
        ),
    },
)
