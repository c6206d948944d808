r"""$W^\top W\simeq\Sigma_\beta$ achieves the optimal bound up to the factor 2; the exact optimum is a hard threshold.

With $W^\top W=(\lambda/x)\Sigma_\beta$, so that the effective penalty is $x$, $\mathbb E[R\mid X]-\sigma^2=(x+\tau)\sum_j
\hat\mu_j/(\hat\mu_j+x)$, $\tau=(\sigma'^2-\sigma^2)/n$. For every $x$ it is at least $\sum_j\min\{\tau,\hat\mu_j\}$; at
$x=\tau$ it is at most twice that, and both constants are attained: $\hat\mu_j=\tau$ gives 1, $\hat\mu_j\gg\tau$ or
$\ll\tau$ gives 2. For the risk, in place of the criterion, $nx=\sigma^2$ is exactly optimal.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Mean, Optimality, Real, Source
from lemmata.theory.language.matrices import Eigenvalue
from lemmata.theory.linear_net.first_notation import R, Sigma, T, X, average_risk, criterion, d, j, lam, mu, n, resolvent, s2

ratio, v, shape = sp.Symbol("r", positive=True), sp.Symbol("v", positive=True), sp.Symbol("shape")
t = sp.Symbol("t", positive=True)  # effective penalty over tau
surplus = (ratio - 1) * s2
tau = surplus / n


def value(penalty: sp.Expr, eigenvalue: sp.Expr = mu[j], count: sp.Expr = d) -> sp.Expr:
    """E R - s2 at an effective penalty."""
    return (penalty + tau) * sp.Sum(eigenvalue / (eigenvalue + penalty), (j, 1, count))


def risk_at(penalty: sp.Expr) -> Optimality:
    """The risk at the effective penalty v² + floor, least at the given one; below the floor K may be singular."""
    floor = s2 / (100 * n)
    fitted = T * X.T * resolvent(X * T * X.T, v**2 + floor)
    return Optimality(average_risk(fitted), {v: sp.sqrt(penalty - floor)})


least = sp.Sum(sp.Min(tau, mu[j]), (j, 1, d))
signal = X * T * X.T
sample = Eigenvalue(signal / n, j)
claim = Claim(
    id="linear_net.achieved_by_sigma_beta",
    title="At WᵀW = (λ/τ)Σβ the expected criterion is within [1, 2] times the optimal Σ min{τ, μ̂_j}",
    truth=Inequality(value(tau), 2 * least),
    source=Source("000_ab12b188556405a2.txt", "Main result 2 / The bound is achieved by", paper="suzuki2024"),
    domain=Domain(
        Choice(shape, ("log_uniform", "at_tau", "far_above", "far_below")),
        Integer(n, (1, sp.oo), (2, 20)),
        Integer(d, (1, sp.oo), (1, 24)),
        Real(lam, (0, sp.oo), (0.01, 10), log=True),
        Real(s2, (0, sp.oo), (0.05, 5), log=True),
        Real(ratio, (1, sp.oo), (1.1, 6)),
        Real(t, (0, sp.oo), (0.01, 100), log=True),
    ),
    given=(mu, X, T, Sigma),
    also={
        "no_penalty_does_better": Inequality(least, value(t * tau)),
        "expected": Identity(criterion(lam / (t * tau) * signal, signal, surplus), value(t * tau, sample, n)),
        "simulated": Identity(Mean(R), s2 + value(tau, sample, n)),
        "risk": risk_at(s2 / n),
    },
    mutants={
        "upper_1.5": Inequality(value(tau), sp.Rational(3, 2) * least),
        "upper_1.99": Inequality(value(tau), sp.Rational(199, 100) * least),
        "lower_1.1": Inequality(sp.Rational(11, 10) * least, value(tau)),
        "risk_at_twice_the_noise": risk_at(2 * s2 / n),
        "simulated_twice_the_noise": Identity(Mean(R), s2 + value(tau, sample, n).subs(tau, (ratio - 2) * s2 / n)),
    },
    uses=("linear_net.mallows_expectation", "linear_net.mallows_inf", "linear_net.bayes"),
    notes="The slide's ≃ is an order statement and holds; the factor between 1 and 2 is the price of a smooth shrinkage in "
    "place of the hard threshold of linear_net.mallows_inf.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, inverse = m.inverse_pair("B")  # B = E + n x, with E = X Sigma_beta X'
    size, penalty, extra, level = sp.symbols("n x delta lambda", positive=True)
    matrix = b - size * penalty
    step.verify(
        "the criterion at K = (λ/x)E, whose M is (x/λ)(E + nx)⁻¹",
        m.equal_traces(
            level * (penalty / level) * inverse * matrix + extra / size * matrix * inverse,
            (penalty + extra / size) * matrix * inverse,
        ),
        by="words up to rotation; δ = σ'² − σ²",
        formula=r"\lambda\operatorname{Tr}ME+\tfrac\delta n\operatorname{Tr}KM=(x+\tfrac\delta n)\operatorname{Tr}E(E+nx)^{-1}",
    )
    u, s, z = sp.symbols("u s z", nonnegative=True)
    step("no penalty does better, u above τ = s", (z + s) * u - s * (u + z), z * (u - s), by="not negative for u ≥ s")
    step("and u below it", (z + s) * u - u * (u + z), u * (s - u), by="not negative for u ≤ s")
    step("at x = τ, u above", 2 * s - 2 * s * u / (u + s), 2 * s**2 / (u + s), by="so 2su/(u + s) ≤ 2 min{s, u}")
    step("u below", 2 * u - 2 * s * u / (u + s), 2 * u**2 / (u + s), by="so the same")
    step.qed(by="sum over the spectrum; K and E have the eigenvectors of XΣβXᵀ, whose eigenvalues are nμ̂_j")
