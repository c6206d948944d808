"""Off the exceptional levels some rotation is a descent direction; the exceptional levels are r, 2r, ..., kr.

Towards the true features turned by R the loss has the slope -2Tr[SBR]. Where SB does not vanish it is negative at (SB)'/|SB|,
a matrix of the hull of O(k); a linear function has its least value on the hull at a rotation. In general S(T - S) = SBQB'
with T = E[ff'], so where SB = 0 and T = rI, S is r times a projection and the loss one of 0, r, ..., kr, which is sharper than
the printed L > r/2. Every level occurs: h made of some of the true features and, in place of the others, of functions
uncorrelated with all. At singular Q the loss can jump: see icl.two_timescale.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import B, F, F_o, H, N, Q, S, k, loss, r, regressed, source, white

E = Array("E", "projection on the features that are seen", k, k, kind=Projection)
turn = (S * B).T


def slope(by):
    """The slope of the loss towards the true features turned by a matrix."""
    return Slope(loss(H), H, along=F * by.T - H)


def falls(k):
    made = k.derivative(slope(turn))
    return made.then(k.words(made.right, -2 * sq(turn)))


T = F.T * F / N
away = H - F_o * (F_o.T * F_o).inv() * F_o.T * H  # uncorrelated with the true features
blind = white * E + away * (I(k) - E)
fit, rest = regressed(white, blind)
missed = k - Trace(E)
claim = Claim(
    "icl.theorem1_11",
    source=source("Strict saddle / Theorem 1 (1-1)"),
    domain=Domain(
        (N >= 2 * k, eigenvalue(H.T * H, k) > 0, eigenvalue(F_o.T * F_o, k) > 0, eigenvalue(away.T * away, k) > 0),
        core=(k <= 4, N >= 2 * k + 1, N <= 20),
    ),
    parts={
        "descends": Part(
            Identity(slope(turn), -2 * sq(turn), scale=sq(turn)),
            says="Towards the true features turned by (SB)ᵀ the loss has the slope −2|SB|², negative wherever SB ≠ 0",
            proof=falls,
            wrong={
                "identity_only": {"left": slope(I(k))},
                "transposed": {"left": slope(turn.T)},
                "factor_1": {"right": -sq(turn)},
            },
        ),
        "projection": Part(
            Identity(S * (T - S), S * B * Q * B.T, scale=norm(T) ** 2),
            says="S(E[ffᵀ] − S) = SBQBᵀ, so where SB = 0 and E[ffᵀ] = rI, S/r is a projection and the loss a multiple of r",
            proof="words",
            wrong={"not_twice": {"left": S * T}},
        ),
        "exceptional": Part(
            Identity(rest * fit, sp.ZeroMatrix(k, k), scale=r * sqrt(k)),
            says="SB = 0 where the learned features are some of the true ones and others uncorrelated with them",
            wrong={"generic": {"left": S * B, "scale": norm(S) * norm(B)}},
        ),
        "levels": Part(
            Identity(loss(blind, white), r * missed, scale=k * r),
            says="and there the loss is r times the number of true features that are missed",
            wrong={"one_level": {"right": r}, "half": {"right": r * missed / 2}, "nothing_lost": {"right": Integer(0)}},
        ),
    },
)
