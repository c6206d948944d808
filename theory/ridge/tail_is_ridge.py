r"""The tail of the spectrum acts as a ridge penalty $t/n$, as far as its Gram matrix is close to $tI$.

$X=[X_H,X_T]$ with independent coordinates $\sqrt{\lambda_j}z_{ij}$, $\mathbb Ez=0$, $\mathbb Ez^2=1$, $\mathbb Ez^4=m_4$;
$K_T=X_TX_T^\top$, $t=\sum_T\lambda_j$, $R=t^2/\sum_T\lambda_j^2$. (i) $\mathbb E\|K_T/t-I_n\|_F^2=n(n-2+m_4)/R$: $n(n+1)/R$ for normal
entries. (ii) If $K_T=tI$, the head coefficients of the ridge fit on $X$ are those of the fit on $X_H$ alone with penalty
$\lambda_{\rm eff}=\lambda+t/n$, also for $\lambda=0$; if $(1-\delta)tI\preceq K_T\preceq(1+\delta)tI$, resolvents are enclosed
accordingly. (iii) $\mathbb E\operatorname{Tr}[X_T\Sigma_TX_T^\top]/(n\lambda+t)^2=n\sum_T\lambda_j^2/(n\lambda+t)^2$, the second term of $V$.
So slow decay regularises when $R\gg n$. For $\lambda_j=j^{-a}$ up to $d$: $R\sim\frac{1-2a}{(1-a)^2}d$ for $a<\frac12$,
$\frac{4d}{\log d}$ at $\frac12$, $\frac{d^{2-2a}}{(1-a)^2\zeta(2a)}$ for $\frac12<a<1$, $\frac6{\pi^2}\log^2d$ at 1; for $a>1$ the tail
$j>n$ has $R\sim\frac{2a-1}{(a-1)^2}n$, never $\gg n$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import (
    Choice,
    Claim,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Rate,
    Real,
    Source,
)
from lemmata.theory.ridge.first_notation import d, l, levels, m, n, weighted

a, lam, t, m4 = (
    sp.Symbol("a", nonnegative=True),
    sp.Symbol("lambda", positive=True),
    sp.Symbol("t", positive=True),
    sp.Symbol("m_4"),
)
h, D, G = sp.symbols("h D G", integer=True, positive=True)  # head; columns of an exact, of a random tail
size = sp.Symbol("size", integer=True, positive=True)
j = sp.Symbol("j", integer=True, positive=True)
u, w, beyond = (
    sp.IndexedBase("u", positive=True),
    sp.IndexedBase("w", positive=True),
    sp.Symbol("U", integer=True, positive=True),
)
delta, trace = sp.symbols("delta t_G", positive=True)
normal = sp.Symbol("normal", integer=True, nonnegative=True)  # 1 for normal entries
X, T, Z = sp.MatrixSymbol("X", n, h), sp.MatrixSymbol("T", n, D), sp.MatrixSymbol("Z", n, G)
P, Y = sp.MatrixSymbol("P", h, h + D), sp.MatrixSymbol("Y", n, 1)
A, v, q = sp.MatrixSymbol("A", n, h + D), sp.MatrixSymbol("v", h, 1), sp.MatrixSymbol("q", n, 1)
deviation, noise, gap, wrong_gap = (Observable(name) for name in ("deviation", "noise", "head_gap", "wrong_gap"))
r = sp.Rational
total, squares = weighted(l[j]), weighted(l[j] ** 2)
rank = total**2 / squares


def moment(right: sp.Expr) -> Identity:
    return Identity(Mean(deviation), right, provided=(a <= 1, d <= 400))


def head(penalty: sp.Expr) -> sp.Expr:
    """A linear functional of the head coefficients fitted without the tail."""
    return sp.Trace(v.T * sp.Inverse(X.T * X + n * penalty * sp.Identity(h)) * X.T * Y)


whole = sp.Trace(v.T * P * sp.Inverse(A.T * A + n * lam * sp.Identity(h + D)) * A.T * Y)
interpolating = sp.Trace(v.T * P * A.T * sp.Inverse(A * A.T) * Y)
scale = sp.sqrt(sp.Trace(Y.T * Y) * sp.Trace(v.T * v))


def form(shift: sp.Expr, *tail: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(q.T * sp.Inverse(sp.MatAdd(X * X.T, *tail, (n * lam + shift) * sp.Identity(n))) * q)


def ranks(value: sp.Expr, *conditions: sp.Basic) -> Limit:
    ladder = Ladder(d, (10**6, 10**12, 10**18, 10**24, 10**30), quick=(10**6, 10**12, 10**18, 10**24))
    return Limit(rank / value, 1, ladder=ladder, provided=conditions)


def past_n(value: sp.Expr) -> Limit:
    tail = sp.Sum(w[j] * u[j], (j, 1, beyond)) ** 2 / sp.Sum(w[j] * u[j] ** 2, (j, 1, beyond))
    return Limit(tail / n, value, ladder=Ladder(n, (30, 100, 300, 1000, 3000)), decay=1, provided=(a > 1,))


def heads(observable: Observable) -> Rate:
    """A flat tail is a = 0; its number of columns grows."""
    sizes = Ladder(size, (300, 3000, 30_000, 300_000))
    return Rate(Mean(observable), -1, ladder=sizes, tolerance=0.25, variant="head", provided=(sp.Eq(a, 0),))


claim = Claim(
    id="ridge.tail_is_ridge",
    title="The tail of the spectrum is a ridge penalty t/n, with E|K_T/t − I|² = n(n − 2 + m₄)/R, R = t²/Σ_T l_j²",
    truth=moment(n * (n - 2 + m4) * squares / total**2),
    source=Source("000_ab12b188556405a2.txt", "Slow decay plays regularization", paper="bartlett2019"),
    domain=Domain(
        Choice(m4, {"gaussian": sp.Integer(3), "rademacher": sp.Integer(1), "uniform": r(9, 5)}),
        Integer(n, (1, sp.oo), (4, 10)),
        Integer(d, (1, sp.oo), (60, 300)),
        Real(a, (0, sp.oo), (0.2, 0.9), edges=(0,)),
        Real(lam, (0, sp.oo), (0.02, 2), log=True),
        Real(t, (0, sp.oo), (2, 20), log=True),
    ),
    given=(l, m, levels, u, w, beyond, X, T, A, P, Y, v, q, Z, h, D, G, delta, trace, normal),
    also={
        "head": Identity(whole, head(lam + t / n), scale=scale),
        "head_ridgeless": Identity(interpolating, head(t / n), scale=scale),
        "resolvent_above": Inequality(form(sp.S.Zero, Z * Z.T), form((1 - delta) * trace), provided=(delta < 1,)),
        "resolvent_below": Inequality(form((1 + delta) * trace), form(sp.S.Zero, Z * Z.T)),
        "noise": Identity(
            Mean(noise) / (n * lam + total) ** 2, n * squares / (n * lam + total) ** 2, provided=(a <= 1, d <= 400)
        ),
        "head_with_a_flat_tail": heads(gap),
        "rank_slow": ranks(d * (1 - 2 * a) / (1 - a) ** 2, a <= r(2, 5)),
        "rank_half": ranks(4 * d / (sp.log(d) + sp.EulerGamma), sp.Eq(a, r(1, 2))),
        "rank_fast": ranks(d ** (2 - 2 * a) / ((1 - a) ** 2 * sp.zeta(2 * a)), a >= r(3, 5), a <= r(4, 5)),
        "rank_one": ranks(6 * (sp.log(d) + sp.EulerGamma) ** 2 / sp.pi**2, sp.Eq(a, 1)),
        "rank_past_n": past_n((2 * a - 1) / (a - 1) ** 2),
    },
    mutants={
        "rank_by_the_largest": moment(n * (n - 2 + m4) * l[1] / total),
        "n_squared": moment(n**2 * squares / total**2),
        "normal_constant": moment(n * (n + 1) * squares / total**2).replace(provided=(sp.Eq(normal, 0), a <= 1, d <= 400)),
        "penalty_plus_t": Identity(whole, head(lam + t), scale=scale),
        "penalty_of_the_whole_trace": Identity(whole, head(lam + t / n + sp.Trace(X.T * X) / n**2), scale=scale),
        "head_plus_t": heads(wrong_gap),
        "resolvent_without_delta": Inequality(form(sp.S.Zero, Z * Z.T), form(trace)),
        "noise_without_n": Identity(
            Mean(noise) / (n * lam + total) ** 2, squares / (n * lam + total) ** 2, provided=(a <= 1, d <= 400)
        ),
        "past_n_first_power": past_n((2 * a - 1) / (a - 1)),
        "past_n_regularises": past_n(2 * (2 * a - 1) / (a - 1) ** 2),
        "rank_is_d": ranks(d, a <= r(2, 5)),
    },
    notes="At a = 1/2 and a = 1 the logarithms are given with Euler's constant, which makes the limits fast. The head coefficients with a "
    "flat random tail of D columns come close at the rate 1/D in mean square.",
)


@claim.derivation
def _(step):
    y1, y2 = sp.symbols("y_1 y_2")
    one, two, s1, s2 = sp.symbols("l_1 l_2 S_1 S_2", positive=True)
    fourth = sp.Symbol("m_4")
    square = sp.Poly(sp.expand((one * y1**2 + two * y2**2) ** 2), y1, y2)
    moments = {(4, 0): fourth, (0, 4): fourth, (2, 2): sp.S.One}
    step(
        "two columns: the second moment of a diagonal entry K_ii = Σ l_j z_ij²",
        sum(coefficient * moments[powers] for powers, coefficient in square.terms()),
        (one + two) ** 2 + (fourth - 1) * (one**2 + two**2),
        by="E z² = 1, E z⁴ = m₄, independent: E K_ii² = t² + (m₄ − 1) Σ l_j², term by term for any number of columns",
    )
    cross = sp.Poly(sp.expand((one * y1 + two * y2) ** 2), y1, y2)
    products = {(2, 0): sp.S.One, (0, 2): sp.S.One, (1, 1): sp.S.Zero}
    step(
        "and of an entry off the diagonal, K_ik = Σ l_j z_ij z_kj, with y_j = z_ij z_kj",
        sum(coefficient * products[powers] for powers, coefficient in cross.terms()),
        one**2 + two**2,
        by="y_j has mean 0, variance 1, and is uncorrelated with the others",
    )
    step(
        "n diagonal and n(n − 1) other entries",
        n * ((s1**2 + (m4 - 1) * s2) / s1**2 - 1) + n * (n - 1) * s2 / s1**2,
        n * (n - 2 + m4) * s2 / s1**2,
        by="E(K_ii/t − 1)² = E K_ii²/t² − 1",
    )
    alg = MatrixAlgebra()
    x, tail = alg.matrix("X_H"), alg.matrix("X_T")
    shift, weight = sp.symbols("c t", positive=True)
    alg.rule(tail * alg.transpose(tail), weight)
    full = x * alg.transpose(x) + tail * alg.transpose(tail) + shift
    step.verify(
        "with K_T = tI the n × n matrix of the fit is that of the head with a larger shift",
        alg.equal(full, x * alg.transpose(x) + shift + weight),
        by="X_T X_Tᵀ = t: nλ + t = nλ_eff; the head coefficients are X_Hᵀ of it, by the dual form",
        formula=r"X_HX_H^\top+X_TX_T^\top+n\lambda=X_HX_H^\top+n\lambda_{\rm eff}",
    )
    step.conclude(by="S₁ = t, S₂ = Σ l_j²", given={Mean(deviation): n * (n - 2 + m4) * squares / total**2})
