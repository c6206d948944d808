r"""Rotating the heads of a measure rotates its features, and mixtures of rotations give every matrix of operator norm at most 1.

$h_{\mathbf R\#\mu}=\mathbf Rh_\mu$ for $\mathbf R\in O(k)$, and for $\mathbf R=\sum_i\alpha_i\mathbf R_i\in\operatorname{conv}O(k)$
both readings of $\mathbf R\#\mu$, the mixture $\sum_i\alpha_i\mathbf R_i\#\mu$ and the image under $(a,w)\mapsto(\mathbf
Ra,w)$, have the same features. The hull is the unit ball of the operator norm: $\mathbf R=UDV^\top$ with
$D=\operatorname{diag}(d_1\ge\dots\ge d_k)$ is a mixture of the $k+1$ matrices $U\epsilon^{(i)}V^\top$ whose first $i$ signs
are $+$, with weights $\frac{1-d_1}2,\frac{d_1-d_2}2,\dots,\frac{d_{k-1}-d_k}2,\frac{1+d_k}2$.
"""

from itertools import pairwise

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import N, R, k
from lemmata.theory.language.matrices import FrobeniusNorm, NuclearNorm, OperatorNorm

M, inputs, d = sp.symbols("M n d", integer=True, positive=True)
gain = sp.Symbol("g", positive=True)
learned, mixture = sp.MatrixSymbol("H", N, k), sp.MatrixSymbol("H_mix", N, k)  # of mu; of the mixture of rotated copies
neurons, masses, heads = sp.MatrixSymbol("Phi", N, M), sp.MatrixSymbol("P", M, M), sp.MatrixSymbol("a", M, k)
turn, moved = sp.MatrixSymbol("R_1", k, k), sp.MatrixSymbol("a_R", M, k)  # a rotation, and the heads it has turned
hull, weights = sp.MatrixSymbol("R_mix", k, k), sp.MatrixSymbol("alpha", k + 1, 1)
big, direction, aligned = (sp.MatrixSymbol(name, k, k) for name in ("R_F", "G", "R_G"))
least = sp.Symbol("alpha_min", real=True)


def push(a: sp.MatrixExpr) -> sp.MatrixExpr:
    return neurons * masses * a


claim = Claim(
    id="icl.pushforward",
    title="h_{R#μ} = R h_μ, and conv O(k) is the unit ball of the operator norm",
    truth=Identity(FrobeniusNorm(push(moved) - learned * turn.T), 0, scale=FrobeniusNorm(learned)),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 6)),
        Integer(inputs, (1, sp.oo), (10, 40)),
        Integer(d, (1, sp.oo), (2, 5)),
        Integer(M, (1, sp.oo), (k, k + 5)),
        Real(gain, (0, sp.oo), (0.3, 3), log=True),
    ),
    given=(learned, mixture, neurons, masses, heads, turn, moved, R, hull, weights, least, big, direction, aligned),
    also={
        "features": Identity(FrobeniusNorm(push(heads) - learned), 0, scale=FrobeniusNorm(learned)),
        "mixture": Identity(FrobeniusNorm(mixture - learned * R.T), 0, scale=FrobeniusNorm(learned)),
        "decomposition": Identity(FrobeniusNorm(hull - R), 0, scale=sp.sqrt(k)),
        "weights_sum": Identity(sp.Trace(weights.T * sp.OneMatrix(k + 1, 1)), 1),
        "weights_positive": Inequality(0, least),
        "hull_in_ball": Inequality(OperatorNorm(hull), 1),
        "support": Inequality(sp.Trace(direction.T * R), NuclearNorm(direction)),
        "support_attained": Identity(sp.Trace(direction.T * aligned), NuclearNorm(direction)),
    },
    mutants={
        "transposed": Identity(FrobeniusNorm(push(moved) - learned * turn), 0, scale=FrobeniusNorm(learned)),
        "not_turned": Identity(FrobeniusNorm(push(moved) - learned), 0, scale=FrobeniusNorm(learned)),
        "frobenius_ball": Inequality(OperatorNorm(big), 1),
        "nuclear_ball": Inequality(NuclearNorm(hull), 1),
        "support_frobenius": Identity(sp.Trace(direction.T * aligned), sp.sqrt(k) * FrobeniusNorm(direction)),
        "support_operator": Inequality(sp.Trace(direction.T * aligned), OperatorNorm(direction)),
    },
    notes="The print uses R in conv O(k) without saying what R#μ is; both readings have the same features. Mutant "
    "frobenius_ball: diag(√2, 0) has Frobenius norm √2 and is no mixture of rotations.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    phi, p, a, r = m.matrix("Phi"), m.symmetric("P"), m.matrix("a"), m.matrix("R")
    step.verify(
        "turned heads give turned features",
        m.equal(phi * p * (a * m.transpose(r)), (phi * p * a) * m.transpose(r)),
        by="h is linear in a; heads are the rows of a",
        formula=r"\Phi P(a\mathbf R^\top)=(\Phi Pa)\mathbf R^\top",
    )
    values = sp.symbols("d1:5")
    ends = (sp.Integer(1), *values, sp.Integer(-1))
    alpha = [(above - below) / 2 for above, below in pairwise(ends)]
    step(
        "the weights add up to 1 (k = 4)", sum(alpha), sp.Integer(1), by="the sum telescopes; they are ≥ 0 as 1 ≥ d_1 ≥ … ≥ −1"
    )
    for j, value in enumerate(values):
        signed = sum(weight * (1 if j < i else -1) for i, weight in enumerate(alpha))
        step(f"entry {j + 1} of the mixture", signed, value, by="the i-th matrix has its first i signs positive")
    step.conclude(
        by="the first step: the difference is the zero matrix",
        given={push(moved) - learned * turn.T: sp.ZeroMatrix(N, k)},
    )
