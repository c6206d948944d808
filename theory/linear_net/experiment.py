r"""The slide's experiment, $d=1000$, $\mu_j(\Sigma_X)=1/j$, $\Sigma_\beta=\mathrm{diag}(j^{-a})$: feature learning against ridge
over $a$.

The slide shows a figure without numbers and leaves out $n,m,\sigma,\sigma'$. Our reconstruction: $n$ = 50 to 200 (100 in
the figure), $\sigma^2$ about 1, $m=50n$ Gaussian tasks, $\sigma'^2=2\sigma^2$. Three estimators on the same designs: the best
first layer $W^\top W=\Sigma_\beta$, $n\lambda=\sigma^2$; the trained one, as the limit of gradient descent on $R(W)$ from
$W=I$; and ridge at its best penalty. Risks are exact given the design. Claims: (i) at $a=0$ best ridge and feature
learning coincide; (ii) the ratio of their risks grows with $a$; (iii) the risk of feature learning tends to that of one
direction, close to $\sigma^2/n$, as $a\to\infty$: $R_1\le\kappa N_1\le R_1+2\sum_{j\ge2}j^{-1-a}$ where $N_1\le n/2$. The
simulated risks follow their deterministic equivalents. At $a=\frac12$ the trained layer is still behind the best ridge
estimator; from $a=1$ on it is ahead.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Mean,
    Observable,
    Order,
    Real,
    Root,
    Source,
)

n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True, positive=True)
a, s2 = sp.Symbol("a", nonnegative=True), sp.Symbol("sigma2", positive=True)
kappa, later, single, x = (sp.Symbol(name, positive=True) for name in ("kappa", "kappa_later", "kappa_1", "x"))
best, best_later, ridgeless = (sp.Symbol(name, positive=True) for name in ("R_ridge", "R_ridge_later", "R_ridge_0"))
bayes, ridge, trained = Observable("bayes"), Observable("ridge"), Observable("trained")
D = 1000
AHEAD = sp.Rational(1, 2)


def over(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (j, 1, D))


def effective(k: sp.Expr, decay: sp.Expr) -> sp.Expr:
    return over(1 / (1 + k * j ** (1 + decay)))


def fixed_point(k: sp.Symbol, decay: sp.Expr) -> Root:
    return Root(k, n * k - s2 - k * effective(k, decay), (s2 / n, s2 / n + 10))


def ridge_risk(k: sp.Expr, decay: sp.Expr) -> sp.Expr:
    """Ridge at the penalty whose effective ridge is k."""
    second = over(1 / (1 + k * j) ** 2) / n
    return (k**2 * over(j ** (1 - decay) / (1 + k * j) ** 2) + s2 * second) / (1 - second)


def law(k: sp.Expr, decay: sp.Expr) -> sp.Expr:
    return k * effective(k, decay)


net, net_later = law(kappa, a), law(later, a + AHEAD)
one = single / (1 + single)
grown = sp.Symbol("2^a", positive=True)  # the scan over a runs in 2^a = 1/nu_2, from 1 to 1024
decay = sp.log(grown) / sp.log(2)
half_steps = (1, 2**0.5, *(2**i for i in range(1, 11)))
ladder = Ladder(grown, half_steps, quick=(1, 2**0.5, 2, 8, 64, 1024))
from_one = Ladder(grown, half_steps[2:], quick=(2, 8, 64, 1024))
isotropic = (sp.Eq(a, 0),)
figure = (sp.Eq(n, 100), sp.Eq(s2, 1))


def curve(risk: sp.Symbol, scale: sp.Expr, low: float, high: float, steps: Ladder = ladder) -> Order:
    """Simulated risks over the whole range of a, within [low, high] of a law."""
    where = {kappa: fixed_point(kappa, decay)}
    return Order(Mean(risk), scale, ladder=steps, constant=(low, high), where=where, provided=figure)


rest = sp.zeta(1 + a) - 1
claim = Claim(
    id="linear_net.experiment",
    title="d = 1000, 1/j against j^(−a): feature learning equals best ridge at a = 0 and gains on it as a grows, down to σ²/n",
    truth=curve(bayes, law(kappa, decay), 0.8, 1.25),
    source=Source("000_ab12b188556405a2.txt", "Experiment", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (20, D), (50, 200)),
        Real(a, (0, 20), (0, 10), edges=(0, 0.5, 1, 10)),
        Real(s2, (0, sp.oo), (0.5, 5), log=True),
    ),
    given=(best, best_later, ridgeless),
    definitions={
        kappa: fixed_point(kappa, a),
        later: fixed_point(later, a + AHEAD),
        single: Root(single, n * single - s2 - single / (1 + single), (s2 / n, s2 / n + 10)),
    },
    also={
        "ridge": curve(ridge, best, 0.8, 1.25),
        "trained": curve(trained, law(kappa, decay), 0.8, 1.7),
        "trained_beats_ridge": curve(trained, best, 0.05, 0.98, from_one),
        "isotropic": Identity(best, net, provided=isotropic),
        "gap_grows": Inequality(best / net, best_later / net_later),
        "never_behind": Inequality(net, best),
        "penalty_helps": Inequality(best, ridgeless),
        "one_direction": Inequality(one, net),
        "limit_in_a": Inequality(net, one + 2 * rest, provided=(a > 0.25, effective(kappa, a) <= n / 2)),
        "near_noise_over_n": Inequality(sp.Abs(one * n / s2 - 1), (1 + s2) / n),
    },
    mutants={
        "gap_shrinks": Inequality(best_later / net_later, best / net),
        "ridge_has_the_optimal_rate": curve(ridge, over(sp.Min(s2 / n, 1 / j ** (1 + decay))), 0.8, 1.25),
        "ridge_follows_the_best_layer": curve(ridge, law(kappa, decay), 0.8, 1.25),
        "trained_behind_ridge": curve(trained, best, 1.0, 100.0, from_one),
        "always_equal": Identity(best, net),
        "half_noise_over_n": Inequality(net, s2 / (2 * n)),
    },
    uses=("linear_net.bayes_de", "linear_net.learned_beats_ridge", "ridge.det_equiv"),
    notes="The figure's data (n, m, σ, σ', the method shown) are our reconstruction: n = 100, m = 50n, σ² = 1, σ'² = 2. The best "
    "penalty is a continuous minimum (a coarse grid is off in the third digit). The scan runs in 2^a, which is a linear axis in a.",
)


@claim.derivation
def _(step):
    l, nu, c = sp.symbols("l nu c", positive=True)
    step(
        "a = 0: the eigenvalues of Σβ^(1/2) Σ_X Σβ^(1/2) are those of the inputs",
        (l * nu).subs(nu, 1),
        l,
        by="so the best first layer is the identity, and ridge at nλ = σ² is Bayes",
    )
    mu, big = sp.symbols("mu N_2", positive=True)
    slope = sp.Symbol("s", positive=True)
    moved = sp.diff(kappa * mu / (mu + kappa), mu)
    step("how κμ/(μ+κ) moves with μ", moved, (kappa / (mu + kappa)) ** 2, by="differentiation")
    step(
        "so the risk nκ − σ² moves with one eigenvalue by",
        n * sp.solve(sp.Eq(n * slope, (kappa / (mu + kappa)) ** 2 + big * slope), slope)[0],
        n / (n - big) * (kappa / (mu + kappa)) ** 2,
        by="implicit differentiation, d(κμ/(μ+κ))/dκ = (μ/(μ+κ))²; between 0 and 2 as N₂ ≤ N₁ ≤ n/2",
    )
    step(
        "one direction alone",
        (n * single - single / (1 + single)).subs(single, c / (1 - c)) - (n * c / (1 - c) - c),
        0,
        by="with R₁ = c the fixed point reads σ² = nc/(1 − c) − c",
    )
