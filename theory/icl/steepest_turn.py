"""Of all contractions by which the true features are turned, the transposed polar factor of SB lets the loss fall fastest.

Towards R applied to the true features the in-context loss has the slope -2 Tr[SBR] (icl.derivatives). Its least value over
contractions is the duality of the operator and the nuclear norm: with SB = UDV' it is attained at the orthogonal
R = VU' = (SB)'(SBB'S)^(-1/2).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.derivatives import R
from lemmata.theory.icl.notation import B, F, H, N, S, k, loss, source
from lemmata.theory.language.definitions import expand

K = Array("K", "contraction by which the true features are turned", k, k, kind=Contraction)
shortened = Slope(loss(H), H, along=F * K.T - H)
x = sp.Symbol("x", real=True)
inverse_root = Lambda(x, Piecewise((1 / sqrt(x), x > 0), (0, True)))
gram = S * B * B.T * S
steepest = Definition("R_*", "transposed polar factor of SB", (S * B).T * SpectralFunction(inverse_root, gram))
invertible = eigenvalue(gram, k) > eigenvalue(gram, 1) / 10**8


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
    "icl.steepest_turn",
    source=source("Strict saddle / Theorem 1"),
    uses=("icl.derivatives",),
    domain=Domain(N >= k, eigenvalue(H.T * H, k) > 0, operator_norm(K) <= 1, core=(k <= 5, N >= 2 * k + 1, N <= 40)),
    parts={
        "main": Part(
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
            says="This factor is orthogonal where SB is invertible, its singular values not more than 10⁴ apart",
            wrong={"no_root": {"left": (S * B).T * S * B}},
        ),
    },
)
