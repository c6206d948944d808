r"""Algorithm 1: two spherical steps on the same sample, the second at the moved weights, then interpolation and normalisation.

$\tilde w=w-\eta\tilde\nabla(f(x)-y)^2$ at $w$; $\tilde{\tilde w}=\tilde w-\eta\tilde\nabla(f(x)-y)^2$ **at** $\tilde w$;
$w^{t+1}\propto w+(1-\xi)(\tilde{\tilde w}-w)$, both projections taken at $w$. For $f=N^{-1/2}\sum_ja_j\sigma(\langle
x,w_j\rangle)$ with residuals $e_1,e_2$ before and after the first step, $q_j=2\eta e_1a_j\sigma'(v_j)/\sqrt N$,
$q'_j=2\eta e_2a_j\sigma'(v_j+q_jr_j^2)/\sqrt N$ and $\delta_j=(1-\xi)(q_j+q'_j)$, the new overlap is
$(m_j+\delta_j(z-m_jv_j))/\sqrt{1+\delta_j^2r_j^2}$. Read literally the print takes the second gradient at $w$ again: one
online step of twice the size, whose drift for $\mathrm{He}_3$ vanishes at $m=0$, while reuse has a drift of order one.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Identity, Integer, Ladder, Limit, Mean, Observable, Real, Source
from lemmata.theory.sgd.first_notation import DOCUMENT, a, d, eta, xi, z

N = sp.Symbol("N", integer=True, positive=True)
c1, c2 = sp.symbols("c_1 c_2", positive=True)
x, y = sp.symbols("x y", real=True)
j = sp.Symbol("j", integer=True, positive=True)
V, A, R, M = (
    sp.IndexedBase("V", real=True),
    sp.IndexedBase("A", real=True),
    sp.IndexedBase("R", positive=True),
    sp.IndexedBase("M", real=True),
)
e1, e2, q1, q2 = sp.symbols("e_1 e_2 q_1 q_2", real=True)
after, after_fresh = sp.symbols("m_after m_fresh", real=True)
pull = Observable("pull")
drift, drift_limit = sp.symbols("A_d A_infinity", real=True)


def sigma(value: sp.Expr, order: int = 0) -> sp.Expr:
    return sp.diff(c1 * sp.tanh(x) + c2 * sp.sin(x), x, order).subs(x, value)


def first(index) -> sp.Expr:
    return 2 * eta * e1 * A[index] * sigma(V[index], 1) / sp.sqrt(N)


definitions = {
    e1: y - sp.Sum(A[j] * sigma(V[j]), (j, 1, N)) / sp.sqrt(N),
    e2: y - sp.Sum(A[j] * sigma(V[j] + first(j) * R[j]), (j, 1, N)) / sp.sqrt(N),
    q1: first(1),
    q2: 2 * eta * e2 * A[1] * sigma(V[1] + q1 * R[1], 1) / sp.sqrt(N),
}


def overlap(kept: sp.Expr, move: sp.Expr, normalise: bool = True) -> sp.Expr:
    """The overlap of the first neuron once the fraction ``kept`` of its move is kept."""
    raw = M[1] + kept * move * (z - M[1] * V[1])
    return raw / sp.sqrt(1 + kept**2 * move**2 * R[1]) if normalise else raw


ladder = Ladder(d, (64, 128, 256, 512, 1024, 2048, 4096), quick=(64, 128, 256, 512, 1024, 2048))
truth = Identity(after, overlap(1 - xi, q1 + q2), scale=1)

claim = Claim(
    id="sgd.algorithm1",
    title=(
        "One round of Algorithm 1 in closed form: two steps on a sample, the second gradient at the moved weights, a "
        "fraction 1 − ξ kept"
    ),
    truth=truth,
    source=Source(DOCUMENT, "SGD Training of Two-layer Neural Network", paper="lee2024"),
    domain=Domain(
        Integer(d, (2, sp.oo), (4, 10)),
        Integer(N, (1, sp.oo), (1, 6)),
        Real(eta, (0, sp.oo), (0.1, 1), log=True),
        Real(xi, (0, 1), (0.1, 0.9)),
        Real(c1, (0, sp.oo), (0.3, 1)),
        Real(c2, (0, sp.oo), (0.3, 1)),
        Real(a, (0, sp.oo), (0.45, 0.7)),
        assume=(sp.Abs(xi - sp.Rational(1, 2)) > 0.1,),
    ),
    given=(y, z, V, A, R, M, after, after_fresh, drift, drift_limit),
    definitions=definitions,
    also={
        "drift": Identity(Mean(pull), drift),
        "drift_limit": Limit(drift, drift_limit, ladder=ladder, decay=1.0),
        "online_has_no_drift": Identity(Mean(pull), 0, scale=drift_limit, variant="online"),
    },
    printed=Identity(after, overlap(1 - xi, 2 * q1), scale=1),
    print_latex=(
        r"\tilde w^t\leftarrow\tilde w^t-\eta\tilde\nabla_w(f_{\Theta_t}(x)-y)^2\ \text{twice},\quad "
        r"w^{t+1}\leftarrow\tilde w^t-\xi(\tilde w^t-w^t)"
    ),
    erratum=Erratum.wrong(
        "the first step starts from w^t and the second gradient is taken at the moved weights; with f_{Θ_t} in both "
        "lines the second step "
        "repeats the first, which is one online step of size 2η; the sums run to T_2"
    ),
    mutants={
        "fresh_sample_in_the_second_step": Identity(after_fresh, overlap(1 - xi, q1 + q2), scale=1),
        "no_normalisation": Identity(after, overlap(1 - xi, q1 + q2, False), scale=1),
        "xi_for_1-xi": Identity(after, overlap(xi, q1 + q2), scale=1),
        "drift_without_reuse": Identity(Mean(pull), drift, variant="online"),
        "drift_with_a_fresh_sample": Identity(Mean(pull), drift, variant="fresh"),
    },
    uses=("sgd.reduced_chain",),
    notes=(
        "The drift is the mean of ⟨P_w x, θ⟩(g₁ + g₂) at m = 0 for y = h₃(z) and slope −cos(v/2) with η = a/d. With a fresh second sample it is "
        "only shown to differ from A_d, not to vanish. The order 1/d of A_d − A_∞ is judged for a between 0.45 and 0.7: near a = 1 its coefficient "
        "changes sign and the order cannot be read off these d. The projection of the second gradient is taken at w^t; the print leaves it open."
    ),
)


@claim.derivation
def _(step):
    w, moved, delta, m_, v_, r2 = sp.symbols("w w_tilde delta m v r2", real=True)
    step(
        "interpolation keeps the fraction 1 − ξ of the move", moved - xi * (moved - w), w + (1 - xi) * (moved - w), by="affine"
    )
    step(
        "a literal reading: two equal gradients",
        w + (1 - xi) * ((w + delta + delta) - w),
        w + 2 * (1 - xi) * delta,
        by="f_{Θ_t} in both lines",
    )
    q, s = sp.symbols("q sigma", real=True)
    S = sp.Function("sigma")
    step(
        "the spherical gradient of the square",
        -sp.diff((A[1] * S(s) / sp.sqrt(N) - q) ** 2, s),
        2 * (q - A[1] * S(s) / sp.sqrt(N)) * A[1] * S(s).diff(s) / sp.sqrt(N),
        by="chain rule; q is the label less the other neurons",
    )
    step(
        "the overlap after w ↦ (w + δP_w x)/|·|, with ⟨P_w x, θ⟩ = z − m v",
        ((m_ + delta * (z - m_ * v_)) / sp.sqrt(1 + delta**2 * r2)) ** 2,
        (m_ + delta * (z - m_ * v_)) ** 2 / (1 + delta**2 * r2),
        by="w and P_w x are orthogonal",
    )
