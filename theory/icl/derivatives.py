r"""First and second derivative of the in-context loss along a mixture with rotated true features, and the steepest rotation.

$\mathcal L'(0)=-2\operatorname{Tr}[SB\mathbf R]$, $\mathcal L''(0)=2\operatorname{Tr}[B\mathbf RS\mathbf R^\top
B^\top] +4\operatorname{Tr}[(B\mathbf RB\mathbf R-B\mathbf R)S]-2\operatorname{Tr}[S\mathbf
R^\top\Sigma_{\mu,\mu}^{-1}\mathbf RS]$, and $\min_{\|\mathbf R\|_{op}\le1}\mathcal L'(0)=-2\|SB\|_*$, attained at the
orthogonal $\mathbf R=VU^\top$ for $SB=UDV^\top$. Neither realisability ($T\propto I$) nor $\|\mathbf R\|\le1$ is used
for the derivatives. The left sides come from exact rational arithmetic on the features themselves: power series in
$s$, and difference quotients with $s=2^{-70}$.
"""

import sympy as sp

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Computed, Domain, Enclosure, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.notation import A, B, F, H, N, Q, R, S, T, curvature, definitions, k, rotated_spread, slope
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, NuclearNorm

d, M = sp.symbols("d M", integer=True, positive=True)
gain, near = sp.Symbol("g", positive=True), sp.Symbol("t", nonnegative=True)
steepest = sp.MatrixSymbol("R_min", k, k)
names = first, second, first_quotient, second_quotient = sp.symbols("L1 L2 D1 D2", real=True)


def computed(what: int) -> Computed:
    """One of L'(0), L''(0) and the two difference quotients, exactly."""

    def value(p) -> Enclosure:
        f, h, r = (regression.rational(matrix) for matrix in (p.F, p.H, p.R))
        direction = f * r.transpose() - h
        if what < 2:
            return Enclosure(regression.number(regression.jet(f, h, direction)[what + 1]))
        near, far = (regression.differences(f, h, direction, step)[what - 2] for step in (regression.STEP, 2 * regression.STEP))
        return Enclosure(regression.number(near), abs(regression.number(far - near)))

    return Computed(value)


def bent(rotated_inverse: sp.MatrixExpr) -> sp.Expr:
    return 2 * rotated_spread(R) + 4 * sp.Trace((B * R * B * R - B * R) * S) - 2 * sp.Trace(S * rotated_inverse * S)


bound = -2 * NuclearNorm(S * B)
claim = Claim(
    id="icl.derivatives",
    title="L'(0) = −2 Tr[SBR], L''(0) in closed form, and min over R of L'(0) = −2‖SB‖_*",
    truth=Identity(first, slope(R)),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle / Theorem 1", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 5)),
        Integer(N, (1, sp.oo), (2 * k + 1, 40)),
        Integer(d, (1, sp.oo), (2, 6)),
        Integer(M, (k, sp.oo), (k + 1, k + 8)),
        Real(gain, (0, sp.oo), (0.3, 3), log=True),
        Real(near, (0, 1), (0, 1), edges=(1,)),
    ),
    given=(F, H, R, steepest),
    definitions={**definitions, **{name: computed(i) for i, name in enumerate(names)}},
    provided=(Eigenvalue(Q, 1) < 10**5 * Eigenvalue(Q, k),),
    also={
        "second": Identity(second, curvature(R)),
        "first_difference": Identity(first_quotient, slope(R)),
        "second_difference": Identity(second_quotient, curvature(R)),
        "no_steeper": Inequality(bound, slope(R)),
        "attained": Identity(slope(steepest), bound),
        "orthogonal": Identity(FrobeniusNorm(steepest.T * steepest - sp.Identity(k)), 0, scale=k),
    },
    mutants={
        "factor_1": Identity(first, slope(R) / 2),
        "second_factor_1": Identity(second, curvature(R) / 2),
        "no_brs": Identity(second, curvature(R) + 4 * sp.Trace(B * R * S)),
        "r_transposed": Identity(second, bent(R * Q.I * R.T)),
        "no_zeta": Identity(second, curvature(R) + 2 * sp.Trace(S * R.T * Q.I * R * S)),
        "frobenius": Identity(slope(steepest), -2 * FrobeniusNorm(S * B)),
    },
    notes="Σ_μμ must be invertible (condition number below 1e5 here); at a singular one L(μ_s) can jump at s = 0.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, r, (q, qi), s = m.matrix("B"), m.matrix("R"), m.inverse_pair("Q"), m.symmetric("S")
    x = sp.Symbol("s")
    t = s + b * q * m.transpose(b)  # second moment of the true features
    a, a1 = b * q, t * m.transpose(r) - b * q
    cross = r * a - q  # E[δ hᵀ] for δ = R f° − h
    q1, q2 = cross + m.transpose(cross), r * t * m.transpose(r) - r * a - m.transpose(r * a) + q
    inverse = (qi, -qi * q1 * qi, qi * q1 * qi * q1 * qi - qi * q2 * qi)
    product = [q * inverse[0] - 1, q * inverse[1] + q1 * inverse[0], q * inverse[2] + q1 * inverse[1] + q2 * inverse[0]]
    step.verify(
        "the inverse of Σ along the path, to second order",
        all(m.equal(c, sp.Integer(0)) for c in product),
        by="multiply by Q + sQ₁ + s²Q₂",
        formula=r"Q_s^{-1}=Q^{-1}-sQ^{-1}Q_1Q^{-1}+s^2(Q^{-1}Q_1Q^{-1}Q_1Q^{-1}-Q^{-1}Q_2Q^{-1})+O(s^3)",
    )
    moving = sp.expand(
        (a + x * a1) * (inverse[0] + x * inverse[1] + x**2 * inverse[2]) * (m.transpose(a) + x * m.transpose(a1))
    )
    coefficient = [
        sum(
            (term / x**power for term in sp.Add.make_args(moving) if sp.degree(sp.Mul(*term.args_cnc()[0]), x) == power),
            sp.Integer(0),
        )
        for power in (1, 2)
    ]
    step.verify(
        "coefficient of s in L = Tr T − Tr A_s Q_s⁻¹ A_sᵀ, in every dimension",
        m.equal_traces(-coefficient[0], -2 * s * b * r),
        by="words compared up to rotation and transposition",
        formula=r"\mathcal L'(0)=-2\operatorname{Tr}[SB\mathbf R]",
    )
    closed = (
        2 * b * r * s * m.transpose(r) * m.transpose(b) + 4 * (b * r * b * r - b * r) * s - 2 * s * m.transpose(r) * qi * r * s
    )
    step.verify(
        "twice the coefficient of s², in every dimension",
        m.equal_traces(-2 * coefficient[1], closed),
        by="words compared up to rotation and transposition",
        formula=r"\mathcal L''(0)=2\operatorname{Tr}[B\mathbf RS\mathbf R^\top "
        r"B^\top]+4\operatorname{Tr}[(B\mathbf RB\mathbf R-B\mathbf R)S]"
        r"-2\operatorname{Tr}[S\mathbf R^\top\Sigma_{\mu,\mu}^{-1}\mathbf RS]",
    )
    third = sp.Rational(1, 3)
    f = [[u * third, v * third] for u, v in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    h = [[sp.Rational(u, 4), sp.Rational(v, 4)] for u, v in ((1, 2), (0, 1), (-1, 1), (2, 0))]
    turn = sp.Matrix([[sp.Rational(2, 5), -sp.Rational(8, 15)], [sp.Rational(8, 15), sp.Rational(2, 5)]])
    exact = {T: sp.eye(2) / 9, A: sp.Matrix(f).T * sp.Matrix(h) / 4, Q: sp.Matrix(h).T * sp.Matrix(h) / 4}
    bb = exact[A] * exact[Q].inv()
    values = {B: bb, S: exact[T] - bb * exact[A].T, Q: exact[Q], R: turn}
    step(
        "four inputs, k = 2: the first derivative",
        _evaluate(slope(R), values),
        sp.Rational(-1312, 14175),
        by="rational arithmetic",
    )
    step(
        "four inputs, k = 2: the second derivative",
        _evaluate(curvature(R), values),
        sp.Rational(-872128, 4465125),
        by="rational arithmetic",
    )
    step.qed(
        by="the coefficient of s above; its least value over the spectral ball is the duality of nuclear and "
        "operator norm, judged by the "
        "inequality and its case of equality"
    )


def _evaluate(expr: sp.Expr, values: dict) -> sp.Expr:
    """A trace formula at explicit 2 x 2 matrices."""
    return sp.simplify(expr.subs(k, 2).subs({symbol.subs(k, 2): sp.ImmutableMatrix(m) for symbol, m in values.items()}).doit())
