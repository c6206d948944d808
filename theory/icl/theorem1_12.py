r"""Below the first exceptional level the loss falls: $\min_{\mathbf R}\mathcal L'(0)\le-\frac{2k}{\|\sigma\|^2_\infty}\mathcal L(r^\circ-\mathcal L)$.

Heads lie in the unit ball. The witness is explicit, $\mathbf R=\Sigma_{\mu,\mu^\circ}/\|\Sigma_{\mu,\mu^\circ}\|_{op}$: since
$B\Sigma_{\mu,\mu^\circ}=r^\circ-S$ it gives
$\mathcal L'(0)=-2\operatorname{Tr}[S(r^\circ-S)]/\|\Sigma_{\mu,\mu^\circ}\|_{op}$, and
$\|\Sigma_{\mu,\mu^\circ}\|_{op}^2\le r^\circ\|\Sigma_{\mu,\mu}\|_{op}\le r^\circ\|\sigma\|_\infty^2$. A whitened measure cannot be large:
$kr^\circ=\int a^\top\mathbb E[f^\circ\sigma(w^\top x)]d\mu^\circ\le\|\sigma\|_\infty\sqrt{r^\circ}$, so $k\sqrt{r^\circ}\le\|\sigma\|_\infty$. The constant
$2k$ cannot be improved for any $k$: independent signs, $f^\circ=(s_1,\dots,s_k)/k$,
$h\propto((1-e)s_1+es_{k+1},\eta s_2,\dots,\eta s_k)$ with $\eta\to0$, then $e\to0$. If only $\|f^\circ\|,\|h\|\le\|\sigma\|_\infty$
is asked, $kr^\circ\le\|\sigma\|^2_\infty$ takes that place and the sharp constant is $2\sqrt k$. In the halved loss
$\mathcal L_h=\frac12\mathcal L$ the statement reads $-\frac{4k}{\|\sigma\|^2_\infty}\mathcal L_h(\frac{r^\circ}2-\mathcal L_h)$, which is the
printed expression times $k$; in the loss of the slide, without that half, the print is implied as well.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import A, B, F, H, Q, S, T, definitions, k, loss
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, NuclearNorm, OperatorNorm

inputs, d, M = sp.symbols("n d M", integer=True, positive=True)
sup, gain, heads = (sp.Symbol(name, positive=True) for name in ("c", "g", "a"))  # of the activation; of w; norm of heads
near, eta = sp.Symbol("t", nonnegative=True), sp.Symbol("eta", positive=True)
e, r = sp.Symbol("e", positive=True), sp.Symbol("r", positive=True)
shape, extremal, unit = sp.Symbol("shape"), sp.Symbol("extremal", integer=True), sp.Symbol("unit_heads", integer=True)
steepest = 2 * NuclearNorm(S * B)
half, root = loss / 2, sp.sqrt(k)
NOT_TINY = (Eigenvalue(Q, 1) < 10**5 * Eigenvalue(Q, k), loss > r / 10**4)
MEASURES, BOUNDED = (*NOT_TINY, sp.Eq(unit, 1)), (*NOT_TINY, sp.Eq(unit, 0))


def bound(constant: sp.Expr, level: sp.Expr = loss, top: sp.Expr = r) -> sp.Expr:
    return constant * level * (top - level) / sup**2


claim = Claim(
    id="icl.theorem1_12",
    title="min over R of L'(0) ≤ −(2k/‖σ‖²) L(r° − L), and 2k is sharp for every k",
    truth=Inequality(bound(2 * k), steepest),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle / Theorem 1 (1-2)", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 5)),
        Choice(shape, ("measure", "signs", "bounded")),
        Integer(inputs, (1, sp.oo), (4 * k, 40)),
        Integer(d, (1, sp.oo), (2, 5)),
        Integer(M, (k, sp.oo), (k + 2, k + 8)),
        Real(sup, (0, sp.oo), (0.5, 3), log=True),
        Real(gain, (0, sp.oo), (0.1, 100), log=True),
        Real(near, (0, 1), (0, 0.95)),
        Real(e, (0, 1), (0.03, 0.9), log=True),
        Real(eta, (0, 1), (0.005, 0.1), log=True),
        Real(heads, (1, sp.oo), (1.2, 5)),
    ),
    given=(F, H, extremal, unit),
    definitions={**definitions, r: sp.Trace(T) / k},
    provided=MEASURES,
    also={
        "half_loss": Inequality(bound(4 * k, half, r / 2), steepest / 2),
        "print_in_half_loss": Inequality(bound(sp.Integer(4), half, r / 2), steepest / 2),
        "print": Inequality(bound(sp.Integer(4), loss, r / 2), steepest),
        "true_size": Inequality(k**2 * r, sup**2),
        "learned_size": Inequality(OperatorNorm(Q), sup**2, provided=NOT_TINY),
        "cross": Inequality(OperatorNorm(A) ** 2, r * OperatorNorm(Q), provided=NOT_TINY),
        "duality": Inequality(sp.Trace(S * (r * sp.Identity(k) - S)), NuclearNorm(S * B) * OperatorNorm(A), provided=NOT_TINY),
        "bounded_features": Inequality(bound(2 * root), steepest, provided=NOT_TINY),
        "realisable": Identity(FrobeniusNorm(T - r * sp.Identity(k)), 0, scale=r, provided=NOT_TINY),
        "sharp": Identity(steepest / bound(2 * k), (1 + (k - 1) * eta) / (1 - e), provided=(*MEASURES, sp.Eq(extremal, 1))),
        "sharp_if_bounded": Identity(
            steepest / bound(2 * root), sp.sqrt(1 + (k - 1) * eta**2) / (1 - e), provided=(*BOUNDED, sp.Eq(extremal, 1))
        ),
    },
    mutants={
        "constant_2.1": Inequality(bound(sp.Rational(21, 10) * k), steepest),
        "two_k_squared": Inequality(bound(2 * k**2), steepest),
        "four": Inequality(bound(4 * k), steepest),
        "half_loss_up_to_r": Inequality(bound(4 * k, half, r), steepest / 2),
        "no_sup_norm": Inequality(2 * k * loss * (r - loss), steepest),
        "sup_norm_not_squared": Inequality(2 * k * loss * (r - loss) / sup, steepest),
        "unbounded_heads": Inequality(bound(2 * k), steepest / heads),
        "no_gap": Inequality(2 * k * loss * r / sup**2, steepest),
        "two_k_if_bounded": Inequality(bound(2 * k), steepest, provided=BOUNDED),
        "bounded_2.1": Inequality(bound(sp.Rational(21, 10) * root), steepest, provided=BOUNDED),
        "true_size_k_cubed": Inequality(k**3 * r, sup**2),
    },
    uses=("icl.derivatives",),
    notes="Heads of norm a > 1 divide the slope by a and leave L: the bound on them is needed. The print does not say which "
    "loss is meant; it holds for both. Condition number below 1e5 and L > r°/10⁴: nearer to the optimum rounding decides.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, q, x = m.matrix("B"), m.symmetric("Q"), sp.Symbol("r", positive=True)
    s = x - b * q * m.transpose(b)
    step.verify(
        "the slope towards R = Σ_μμ°/‖Σ_μμ°‖ is −2 Tr[S(r° − S)]/‖Σ_μμ°‖",
        m.equal_traces(s * b * q * m.transpose(b), s * (x - s)),
        by="L'(0) = −2 Tr[SBR] with S = r° − BΣBᵀ; R is in the unit ball of the operator norm",
        formula=r"\operatorname{Tr}[SB\,\Sigma_{\mu,\mu^\circ}]=\operatorname{Tr}[S(r^\circ-S)]",
    )
    y = sp.Symbol("q", positive=True)
    step.verify(
        "r°q − Σ_μ°μ Σ_μμ° is a sum of two positive terms, q the largest eigenvalue of Σ_μμ",
        m.equal(x * y - b * q * q * m.transpose(b), y * s + b * (y * q - q * q) * m.transpose(b)),
        by="0 ≤ Σ_μμ ≤ q, so Σ² ≤ qΣ; and q ≤ E‖h‖² ≤ ‖σ‖²",
        formula=r"\|\Sigma_{\mu^\circ,\mu}\|^2\le r^\circ\|\Sigma_{\mu,\mu}\|\le r^\circ\|\sigma\|_\infty^2",
    )
    w = MatrixAlgebra()
    phi, p, a = w.matrix("Phi"), w.symmetric("P"), w.matrix("a")
    f = phi * p * a
    step.verify(
        "E‖f°‖² is the mean over μ° of aᵀE[f°σ(wᵀx)]",
        w.equal_traces(w.transpose(f) * f, p * a * w.transpose(f) * phi),
        by="f° = ΦPa; each aᵀE[f°σ] is at most max_e E[(eᵀf°)σ] ≤ √r°‖σ‖ by Cauchy–Schwarz",
        formula=r"kr^\circ=\int a^\top\mathbb E[f^\circ\sigma(w^\top x)]d\mu^\circ\le\sqrt{r^\circ}\|\sigma\|_\infty",
    )
    spectrum = sp.symbols("s1:5", nonnegative=True)
    total = sum(spectrum)
    step(
        "(Tr S)² − Tr S² is a sum of products of eigenvalues (four of them written out)",
        total**2 - sum(v**2 for v in spectrum),
        2 * sum(u * v for i, u in enumerate(spectrum) for v in spectrum[:i]),
        by="expansion; S is positive semidefinite",
    )
    level, gap, more, slack, lost = sp.symbols("L Delta delta_1 delta_2 delta_3", nonnegative=True)
    cross = sp.Symbol("a", positive=True)  # ‖Σ_μμ°‖
    step(
        "Tr[S(r° − S)] from L, with r° − L = Δ and (Tr S)² − Tr S² = δ₁",
        (level + gap) * level - (level**2 - more),
        level * gap + more,
        by="expansion",
    )
    step(
        "k‖Σ_μμ°‖ ≤ k√r°‖σ‖ ≤ ‖σ‖²",
        sup**2 - k * sp.sqrt(x) * sup,
        sup * (sup - k * sp.sqrt(x)),
        by="both factors are not negative; write ‖σ‖² = k‖Σ_μμ°‖(1 + δ₂)",
    )
    mix = sp.Symbol("e", positive=True)
    size, weight = (1 - mix) ** 2 + mix**2, sp.Symbol("alpha", positive=True)  # h_1 = alpha((1−e)s_1 + e s_{k+1})
    one = {"S": mix**2 / size / k**2, "B": (1 - mix) / (k * weight * size)}
    step(
        "the signs: ratio of the slope to the bound for ‖σ‖ = 1, which tends to 1",
        2 * one["S"] * one["B"] / (2 * k * one["S"] * (1 / k**2 - one["S"])),
        1 / (weight * (1 - mix)),
        by="only the first feature is not learned exactly; α = 1/(1 + (k−1)η)",
    )
    step.conclude(
        by="the nuclear norm is at least the slope of the witness (by δ₃); all δ and Δ = r° − L are not negative",
        given={
            NuclearNorm(S * B): (level * gap + more) / cross + lost,
            loss: level,
            r: level + gap,
            sup: sp.sqrt(k * cross * (1 + slack)),
        },
    )
