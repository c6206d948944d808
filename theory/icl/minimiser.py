"""The loss vanishes if and only if the learned features are an invertible matrix times the true ones.

With true features of second moment r I, j independent combinations of them as features lose (k - j)r, so invertible ones
nothing. Conversely BQB' + S = E[ff'], so B is invertible as soon as the loss is below r; and E|h - B⁻¹f|² = Tr[B⁻¹SB⁻ᵀ], which
vanishes with the loss. The matrix need not be orthogonal. White features are any of full rank, turned by their inverse root.
"""

from lemmata import *
from lemmata.theory.icl.notation import B, F, F_o, H, N, Q, S, invertible, k, loss, r, regressed, source, white

j = Symbol("j", "number of combinations of the true features", Naturals)
C = Array("C", "combinations of the true features", k, j, kind=Tied(("C",), lambda p, draw: {"C": draw.normal(p.k, p.j)}))
R = invertible("R", "mixing of the true features")
T = F.T * F / N
fit, rest = regressed(F_o)
distance = sq(H - F_o * fit.inv().T) / N
left_over = Trace(fit.inv() * rest * fit.inv().T)
reach = B * Q * B.T
least = eigenvalue(F_o.T * F_o, k)
lost = Trace(F_o.T * F_o) - Trace(F_o.T * H * (H.T * H).inv() * H.T * F_o)
above = least - lost


claim = Claim(
    "icl.minimiser",
    source=source("Two time scale dynamics"),
    domain=Domain(
        (N >= k, j <= k, eigenvalue(H.T * H, k) > 0, eigenvalue(F_o.T * F_o, k) > 0),
        (eigenvalue(C.T * C, j) > 0, eigenvalue(R.T * R, k) > 0, eigenvalue(fit.T * fit, k) > 0),
        core=(k <= 4, N >= 2 * k + 1, N <= 20),
    ),
    parts={
        "mixed": Part(
            Identity(loss(F_o * R, F_o), Integer(0), scale=Trace(F_o.T * F_o) / N),
            says="Features that are an invertible matrix times the true ones lose nothing, orthogonal or not",
            wrong={
                "any_features": {"left": loss(H, F_o)},
                "orthogonal_only": {"left": norm(R.T * R - I(k)), "right": Integer(0), "scale": norm(R) ** 2},
            },
        ),
        "fewer": Part(
            Identity(loss(white * C, white), (k - j) * r, scale=k * r),
            says="For true features of second moment rI, j independent combinations of them lose (k − j)r",
            wrong={"nothing": {"right": Integer(0)}, "rank_counts": {"right": j * r}, "r_omitted": {"right": k - j}},
        ),
        "split": Part(
            Identity(reach + S, T, scale=Trace(T)),
            says="The second moment of the true features is BQBᵀ + S",
            proof="words",
            wrong={"without_q": {"left": B * B.T + S}},
        ),
        "invertible": Part(
            Inequality(above, eigenvalue(F_o.T * H * (H.T * H).inv() * H.T * F_o, k)),
            says="so BQBᵀ has no eigenvalue below the least one of E[ffᵀ] minus the loss (here N times both), and B is "
            "invertible once the loss is smaller than that one, r for white features",
            wrong={"half_the_loss": {"left": least - lost / 2}},
        ),
        "converse": Part(
            Identity(distance, left_over),
            says="Where B is invertible, E|h − B⁻¹f|² = Tr[B⁻¹SB⁻ᵀ]",
            wrong={"b_not_inverted": {"left": sq(H - F_o * fit) / N}, "no_loss": {"right": Trace(fit.inv() * fit.inv().T)}},
        ),
        "distance": Part(
            Inequality(sq(H - F_o * fit.inv().T) * above, lost * eigenvalue(H.T * H, 1)),
            says="and, times the least eigenvalue of E[ffᵀ] minus the loss, it is at most the loss times the largest one of E[hhᵀ]",
            wrong={"half": {"right": lost * eigenvalue(H.T * H, 1) / 2}},
        ),
    },
)
