r"""A fast decay of $\Sigma_\beta$ makes a kernel regime for every covariance of the inputs, whatever the alignment.

Let $\lambda_j,\nu_j$ be the eigenvalues of $\Sigma_X,\Sigma_\beta$ and $\mu_j$ those of $\Sigma_\beta^{1/2}\Sigma_X
\Sigma_\beta^{1/2}$. Then $\mu_{i+j-1}\le\lambda_i\nu_j$, and $\sum_j\mu_j\le\sum_j\lambda_j\nu_j$. So $\nu_j\le j^{-b}$,
$b>1$, gives $\sum_j\min\{\tau,\mu_j\}\le\frac b{b-1}\lambda_1^{1/b}\tau^{1-1/b}$ for every $\tau>0$ and however slowly
$\lambda_j$ decays; the constant is attained as $\tau\to0$ (all $\lambda_j$ equal). If also $\lambda_j\le j^{-a}$ then
$\mu_{2k-1}\le k^{-(a+b)}$, for every orientation, and the rate improves to $\tau^{1-1/(a+b)}$, with the constant
$\frac{2(a+b)}{a+b-1}$; the aligned pair has that exponent. With $W^\top W=\Sigma_\beta$ invertible the transformed coefficients
$W^{-\top}\beta$ have second moment $I$: no preference for directions of small variance is left.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Ladder, Rate, Real, Source
from lemmata.theory.language.matrices import Eigenvalues, FrobeniusNorm, PositiveDefinite, SpectralFunction

d = sp.Symbol("d", integer=True, positive=True)
i, k, j = sp.symbols("i k j", integer=True, positive=True)
spectra, orientation = sp.Symbol("spectra"), sp.Symbol("orientation")
a, b, tau = sp.symbols("a b tau", positive=True)
Sigma, T = PositiveDefinite("Sigma_X", d), PositiveDefinite("Sigma_beta", d)
W = sp.MatrixSymbol("W", d, d)
powers = sp.Symbol("powers", integer=True, nonnegative=True)  # how many of the two spectra are power laws
root = SpectralFunction(sp.sqrt, T)
lam, nu, mu = Eigenvalues(Sigma), Eigenvalues(T), Eigenvalues(root * Sigma * root)


def over(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (j, 1, d))


def rate(exponent: sp.Expr, scale: sp.Expr = sp.S.One) -> sp.Expr:
    """The bound of Σ min{τ, scale j^-exponent}."""
    return exponent / (exponent - 1) * scale ** (1 / exponent) * tau ** (1 - 1 / exponent)


def scalar_minima(exponent: sp.Expr) -> sp.Expr:
    """Σ min{τ, j^-exponent} over all j: the terms below the crossing point, and a Hurwitz zeta function."""
    count = sp.floor(tau ** (-1 / exponent))
    return count * tau + sp.zeta(exponent, count + 1)


def slope(exponent: sp.Expr) -> Rate:
    """The exponent of the minima of the aligned pair in 1/τ."""
    return Rate(scalar_minima(a + b).subs(tau, 1 / x), exponent, ladder=ladder, tolerance=0.05)


x = sp.Symbol("x", positive=True)
ladder = Ladder(x, (1e6, 1e8, 1e10, 1e12, 1e14, 1e16), quick=(1e6, 1e9, 1e12, 1e15))
minima = over(sp.Min(tau, mu[j]))
one, two = (powers >= 1,), (sp.Eq(powers, 2), a + b > 1)

claim = Claim(
    id="linear_net.kernel_by_features",
    title="μ_(i+j−1) ≤ λ_i ν_j: a fast decay of Σβ makes a kernel regime, whatever the alignment",
    truth=Inequality(mu[i + k - 1], lam[i] * nu[k]),
    source=Source("000_ab12b188556405a2.txt", "Main result 2", paper="suzuki2024"),
    domain=Domain(
        Integer(d, (2, sp.oo), (2, 40)),
        Integer(i, (1, d), (1, d)),
        Integer(k, (1, d + 1 - i), (1, d + 1 - i)),
        Choice(spectra, ("log_uniform", "power", "flat_inputs")),
        Choice(orientation, ("haar", "permuted", "reversed", "aligned")),
        Real(a, (0, sp.oo), (0.3, 2)),
        Real(b, (1, sp.oo), (1.2, 4)),
        Real(tau, (0, 1), (1e-6, 1), log=True),
    ),
    given=(Sigma, T, W, powers),
    also={
        "trace": Inequality(over(mu[j]), over(lam[j] * nu[j])),
        "first": Inequality(mu[k], lam[1] * nu[k]),
        "kernel_rate": Inequality(minima, rate(b, lam[1]), provided=one),
        "both_decay": Inequality(mu[k], (2 / (k + sp.Mod(k, 2))) ** (a + b), provided=two),
        "both_rate": Inequality(minima, 2 * rate(a + b), provided=two),
        "sharp": Inequality(rate(b) - tau, scalar_minima(b)),
        "exponent": slope(1 / (a + b) - 1),
        "no_direction_preferred": Identity(FrobeniusNorm(W.T.I * T * W.I - sp.Identity(d)), 0, scale=d),
        "learned_spectrum": Identity(over(sp.Min(tau, Eigenvalues(W * Sigma * W.T)[j])), minima),
    },
    mutants={
        "same_index": Inequality(mu[k], lam[k] * nu[k]),
        "one_index_less": Inequality(mu[sp.Max(i + k - 2, 1)], lam[i] * nu[k], provided=(i + k >= 3,)),
        "anti_aligned_trace": Inequality(over(mu[j]), over(lam[j] * nu[d + 1 - j])),
        "constant_one": Inequality(minima, (b - 1) / b * rate(b, lam[1]), provided=one),
        "exponent_of_the_tasks_alone": slope(1 / b - 1),
        "no_whitening": Identity(FrobeniusNorm(W.T * T * W - sp.Identity(d)), 0, scale=d),
    },
    uses=("linear_net.bayes_de",),
    notes="The inequality for products is proved from the theorem of Eckart and Young, which is cited (Horn and Johnson, 3.3.16).",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    p1, p2, q1, q2 = (m.matrix(name) for name in ("P_1", "P_2", "Q_1", "Q_2"))
    step.cite(
        "the best approximation of rank r",
        r"s_{r+1}(A)=\min_{\operatorname{rank}B\le r}\|A-B\|",
        by="Eckart and Young; so Σ_X^(1/2) = P₁ + P₂ and Σβ^(1/2) = Q₁ + Q₂ with ranks below i and j, and norms √λ_i, √ν_j of "
        "the second parts",
    )
    step.verify(
        "the product, up to rank (i − 1) + (j − 1)",
        m.equal((p1 + p2) * (q1 + q2) - p1 * (q1 + q2) - p2 * q1, p2 * q2),
        by="expansion; so s_(i+j−1) of the product is at most ‖P₂‖‖Q₂‖",
        formula=r"PQ-P_1Q-P_2Q_1=P_2Q_2",
    )
    t, level, power = sp.symbols("t tau b", positive=True)
    excess = sp.Symbol("c", positive=True)  # b - 1
    step(
        "(ii) the part beyond the crossing point t₀ = τ^(−1/b)",
        -sp.diff(t ** (-excess) / excess, t),
        t ** (-excess - 1),
        by="primitive of t^(−b) with b = 1 + c",
    )
    at = level ** (-1 / power)
    step(
        "the bound",
        sp.powsimp(sp.expand(level * at + at ** (1 - power) / (power - 1))),
        sp.powsimp(sp.expand(power / (power - 1) * level ** (1 - 1 / power))),
        by="τt₀ + t₀^(1−b)/(b − 1); a decreasing summand is below its integral, and above it less the part over (0, 1)",
    )
    step(
        "a common factor λ₁",
        sp.powdenest((level / t) ** (1 - 1 / power) * t, force=True),
        sp.powdenest(level ** (1 - 1 / power) * t ** (1 / power), force=True),
        by="min{τ, λ₁ν} = λ₁ min{τ/λ₁, ν}",
    )
    w, inverse = m.matrix("W"), m.matrix("W^-1")
    m.rule(w * inverse, 1)
    step.verify(
        "(iv) second moment of the transformed coefficients",
        m.equal(m.transpose(inverse) * (m.transpose(w) * w) * inverse, sp.Integer(1)),
        by="Σβ = WᵀW",
        formula=r"W^{-\top}\Sigma_\beta W^{-1}=I",
    )
    step.qed(by="(iii) is (i) with i = j at odd places and (ii) with the exponent a + b, every value taken at most twice")
