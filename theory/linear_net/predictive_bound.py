r"""The predictive risk is not bounded by the criterion uniformly in $W$; for a fixed $W$ of small criterion it is, with a
sharp constant.

The print $\bar R(W)\lesssim\max\{R(W)-\sigma^2,\delta\}$, uniform in $W$, fails in three ways. (a) Adding to the rows of
$W$ any vectors of $\ker X$ leaves $R(W)$ alone and $\bar R(W)$ grows with their square. (b) $W=cI_n$ on $n$ directions,
$c\to\infty$, is least squares: $R-\sigma^2\to\sigma'^2-\sigma^2$, while $\bar R$ is unbounded over designs. (c) With one
task a $W$ that fits $y$ has $R(W)-\sigma^2\to\sigma'^2/n-\sigma^2<0$ and a risk of order one.

True at the level of deterministic equivalents, for $W$ independent of the data, $\lambda>0$ and $\alpha=\sigma^2/(\sigma'^2
-\sigma^2)$: with $q=N_1/n=1-\lambda/\kappa$, $\bar R\le\max\{\tfrac1{1-q},\alpha\}\tfrac1{1-q}(\mathbb ER-\sigma^2)$, and so
if $\mathbb ER-\sigma^2\le\frac{\sigma'^2-\sigma^2}2$, $\bar R\le C(\mathbb ER-\sigma^2)$ with $C=1+\alpha^2$ for
$\alpha\le1$, $C=2\alpha$ for $\alpha\ge1$, which cannot be lowered: $qn$ huge eigenvalues beside one tiny that carries the
target, $q=\min\{\alpha/(1+\alpha),\frac12\}$.
"""

import sympy as sp

from lemmata.theory.first import (
    Choice,
    Claim,
    Domain,
    Erratum,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Order,
    Real,
    Source,
)
from lemmata.theory.linear_net.first_notation import Sigma, T, W, X, average_risk, criterion, kernel, p, trained
from lemmata.theory.ridge.first_notation import N1, b, bias_de, d, definitions, j, kappa, l, lam, n, over, s2, variance_de

ratio, delta, c, t = (sp.Symbol(name, positive=True) for name in ("r", "delta", "c", "t"))
shape, q = sp.Symbol("shape"), N1 / n
hidden = sp.MatrixSymbol("Z", p, d)  # rows in the kernel of X
block, small = sp.MatrixSymbol("E", d, n), sp.MatrixSymbol("D", n, d)  # the first n coordinates; X's least direction there
y, target = sp.MatrixSymbol("y", n, 1), sp.MatrixSymbol("b0", d, 1)
risk, surplus_of_design = Observable("risk"), Observable("surplus")
surplus = (ratio - 1) * s2
alpha = 1 / (ratio - 1)
sharp = sp.Max(1 + sp.Min(alpha, 1) ** 2, 2 * alpha)
predictive = bias_de + variance_de
excess = lam * over(b[j] * l[j] / (l[j] + kappa)) + surplus * N1 / n
near = (excess <= surplus / 2,)
large = Ladder(c, (30, 100, 300, 1000))


def bound(constant: sp.Expr, right: sp.Expr = excess, provided: tuple = near) -> Inequality:
    return Inequality(predictive, constant * right, provided=provided)


def uniform(left: sp.Expr, right: sp.Expr, along: sp.Symbol, provided: tuple = ()) -> Order:
    """The print along a family of W, designs or data."""
    ladder = Ladder(along, (10, 30, 100, 300, 1000), quick=(10, 50, 200, 1000))
    return Order(left, sp.Max(right, 1 / t if along == t else delta), ladder=ladder, direction="upper", provided=provided)


signal = X * T * X.T
shifted = W + c * hidden
degenerate = X + (1 / t - 1) * small
least_squares = average_risk(block * sp.Inverse(degenerate * block), degenerate)
gap = X.T * sp.Inverse(X * X.T) * y - target
one_task = ratio * s2 / n - s2
claim = Claim(
    id="linear_net.predictive_bound",
    title="For W of small criterion, fixed in advance, the risk is at most C (E R − σ²), C = 1 + α² or 2α; not uniformly in W",
    truth=bound(sharp),
    source=Source("000_ab12b188556405a2.txt", "Main result / Theory (Predictive risk bound)", paper="suzuki2024"),
    domain=Domain(
        Choice(shape, ("power", "exponential", "two_level", "flat", "log_uniform", "sharp", "past_half")),
        Integer(n, (2, sp.oo), (4, 40)),
        Integer(d, (1, sp.oo), (n + 1, 2 * n + 4)),
        Real(lam, (0, sp.oo), (1e-2, 10), log=True),
        Real(s2, (0, sp.oo), (0.1, 10), log=True),
        Real(ratio, (1, sp.oo), (1.05, 20), log=True),
        Real(delta, (0, 1), (1e-6, 1e-3), log=True),
    ),
    given=(l, b, X, W, T, Sigma, hidden, block, small, y, target, p),
    definitions=definitions,
    also={
        "any_w": bound(sp.Max(kappa / lam, alpha) * kappa / lam, provided=()),
        "finite_n": Inequality(
            Mean(risk - sp.Max(4, 2 * alpha) * n / (n - 4) * surplus_of_design), 0, provided=(*near, n >= 8)
        ),
        "kernel_is_unseen": Identity(
            criterion(kernel(shifted), signal, surplus), criterion(kernel(W), signal, surplus), where={c: sp.Integer(10)}
        ),
        "least_squares_criterion": Limit(
            criterion(c**2 * X * block * block.T * X.T, signal, surplus), surplus, ladder=large, decay=2
        ),
        "one_task_criterion": Limit(criterion(c**2 * y * y.T, y * y.T, ratio * s2) - s2, one_task, ladder=large, decay=2),
    },
    printed=uniform(average_risk(trained(shifted)), criterion(kernel(W), signal, surplus), c),
    print_latex=r"\bar R(W)\lesssim\max\{R(W)-\sigma^2,\delta\}\quad\text{uniformly over }W",
    erratum=Erratum.condition_missing(
        "false for W that depend on the data, through what the data do not see (ker X), and for few tasks; true at the "
        "deterministic-equivalent level for W fixed in advance, λ > 0 and E R − σ² ≤ (σ'² − σ²)/2, with the constant "
        "1 + α² (α ≤ 1) or 2α (α ≥ 1), α = σ²/(σ'² − σ²)"
    ),
    mutants={
        "print_on_least_squares": uniform(least_squares, surplus, t),
        "print_on_one_task": uniform(sp.Trace(gap.T * Sigma * gap), one_task, t, (ratio < n,)),
        "constant_0.97": bound(sp.Rational(97, 100) * sharp),
        "two_alpha": bound(2 * alpha),
        "one_plus_alpha_squared_over_2": bound(1 + alpha**2 / 2),
        "without_the_condition": bound(sharp, provided=()),
        "no_penalty": bound(sp.Max(4, 2 * alpha), lam * over(b[j] * l[j] / (l[j] + kappa))),
        "any_w_without_square": bound(sp.Max(1, alpha) * kappa / lam, provided=()),
    },
    uses=("ridge.det_equiv", "linear_net.mallows_expectation"),
    notes="Nothing is said here of a uniform version over a restricted class of W, nor with high probability. `finite_n` "
    "simulates the exact conditional risk and criterion for fixed spectra, with the constant max{4, 2α}n/(n − 4): at finite n "
    "max{4, 2α} alone is too small, as n/2 huge eigenvalues have the variance n/2/(n/2 − 1) and not 1.",
)


@claim.derivation
def _(step):
    k, u, g, big, a = (sp.Symbol(name, positive=True) for name in ("kappa", "u", "q", "s", "alpha"))
    step("bias, one direction", k * u / (u + k) - k**2 * u / (u + k) ** 2, k * u**2 / (u + k) ** 2, by="not negative")
    step(
        "variance, one direction",
        u / (u + k) - u**2 / (u + k) ** 2,
        k * u / (u + k) ** 2,
        by="so γ ≤ q and 1/(1 − γ) ≤ 1/(1 − q)",
    )
    step("the fixed point", (1 - g) * (k / (1 - g)), k, by="λ = κ(1 − q): κ Σbu/(u + κ) = λΣbu/(u + κ)/(1 − q)")
    w = sp.Symbol("w", nonnegative=True)  # share of the first term in E R - sigma^2
    ratio_bound = w * big**2 + (1 - w) * a * big
    step(
        "so risk over criterion is at most this, with s = 1/(1 − q) and w the share of λΣbu/(u + κ)",
        ratio_bound,
        a * big + w * big * (big - a),
        by="linear in w; the first form follows",
    )
    share = 1 - 2 * (1 - 1 / big)  # w <= 1 - 2 q when E R - sigma^2 <= (sigma'^2 - sigma^2)/2
    at_most = ratio_bound.subs(w, share)
    step(
        "small criterion means w ≤ 1 − 2q, q ≤ ½: the value there",
        at_most,
        2 * big - big**2 + 2 * a * (big - 1),
        by="substitution",
    )
    step("for α ≤ 1", 1 + a**2 - at_most, (big - 1 - a) ** 2, by="a square, zero at s = 1 + α")
    step("for α ≥ 1", 2 * a - at_most, (2 - big) * (2 * a - big), by="not negative for 1 ≤ s ≤ 2 ≤ 2α, zero at s = 2")
    step("at w = 0", 2 * a - a * big, a * (2 - big), by="not negative; and 1 + α² ≥ 2α")
    step("which of the two", 1 + a**2 - 2 * a, (1 - a) ** 2, by="the constants join at α = 1")
    step.qed(by="a linear function of w is largest at an end")
