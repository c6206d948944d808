"""W'W ≃ Σβ achieves the optimal bound of the criterion up to the factor 2; the exact optimum is a hard threshold.

With W'W = (λ/x)Σβ, so that the effective penalty is x, E[R | X] - σ² = (x + τ) Σ_j μ̂_j/(μ̂_j + x), τ = (σ'² - σ²)/n,
as Tr[E(E + nx)⁻¹] is that sum over the eigenvalues nμ̂_j of E = XΣβX' (linear_net.dof_trace). For every x
it is at least Σ_j min{τ, μ̂_j}; at x = τ it is at most twice that, and both constants are attained: μ̂_j = τ gives 1, μ̂_j >> τ
or << τ gives 2. For the risk, in place of the criterion, nx = σ² is exactly optimal (linear_net.bayes).
"""

from lemmata import *
from lemmata.theory.linear_net.notation import X, d, lam, m, n, regularised, s2, s2p, source

t, x = Symbol("t", "the surplus per sample, (σ'² − σ²)/n", Positive), Symbol("x", "effective penalty", Positive)
mu = Array("μ", "spectrum of the sample", d, kind=Spectrum, of=NonNegative)
B = Array("B", "coefficients of the teachers, one task a column", d, m)
noise = Sampled("ε", Normal(s2), n, m)
signal = X * B * B.T * X.T / m
j = Index("j")
labels = X * B + noise
tau = (s2p - s2) / n


def value(penalty):
    """E R - σ² at an effective penalty, over a spectrum."""
    return (penalty + t) * Sum(mu[j] / (mu[j] + penalty), (j, 1, d))


def trace(penalty):
    """The same of the sample."""
    return (penalty + tau) * Trace(signal * (signal + n * penalty * I(n)).inv())


least = Sum(Minimum(t, mu[j]), (j, 1, d))
criterion = regularised(lam / x * signal, labels * labels.T / m, s2p)


def twice(k):
    """2tμ/(μ + t) <= 2 min{t, μ}, term by term."""
    a, both = mu[j], (t + t) * mu[j] / (mu[j] + t)
    low = k.then(k.compare(both, 2 * a), k.flip(k.scale(k.minmax(Minimum(t, a), a), 2)))
    high = k.then(k.compare(both, 2 * t), k.flip(k.scale(k.minmax(Minimum(t, a), t), 2)))
    return k.to(k.sum(k.cases({a <= t: low, a > t: high}), (j, 1, d)), 2 * least)


def never_below(k):
    """min{t, μ} <= (x + t)μ/(μ + x), term by term."""
    a, one = mu[j], (x + t) * mu[j] / (mu[j] + x)
    low = k.then(k.minmax(Minimum(t, a), a), k.compare(a, one, given=(a <= t,)))
    high = k.then(k.minmax(Minimum(t, a), t), k.compare(t, one, given=(a >= t,)))
    return k.to(k.sum(k.cases({a <= t: low, a >= t: high}), (j, 1, d)), value(x))


def mean(k):
    found = k.mean(Mean(criterion))
    return found.then(k.words(found.right, s2 + trace(x)))


claim = Claim(
    "linear_net.achieved_by_sigma_beta",
    source=source("Main result 2 / The bound is achieved by"),
    domain=Domain(
        s2p >= s2,
        core=(n >= 2, n <= 8, d <= 8, m <= 6, lam >= 0.01, lam <= 10, s2 >= 0.05, s2 <= 5, s2p <= 5 * s2, t >= 0.001, t <= 10),
    ),
    parts={
        "main": Part(
            Inequality(value(t), 2 * least),
            proof=twice,
            says="At WᵀW = (λ/τ)Σβ the expected criterion exceeds σ² by at most twice the optimal Σ min{τ, μ̂_j}",
            wrong={"upper_1.5": {"right": Rational(3, 2) * least}, "upper_1.99": {"right": Rational(199, 100) * least}},
        ),
        "no_penalty_does_better": Part(
            Inequality(least, value(x)),
            proof=never_below,
            says="No multiple of Σβ comes below Σ min{τ, μ̂_j}",
            wrong={"lower_1.1": {"left": Rational(11, 10) * least}},
        ),
        "expected": Part(
            Identity(Mean(criterion), s2 + trace(x)),
            proof=mean,
            says="At WᵀW = (λ/x)Σβ the mean criterion is σ² + (x + τ) Tr[E(E + nx)⁻¹], E = XΣβXᵀ",
            wrong={"twice_the_noise": {"right": s2 + trace(x) - s2 / n * Trace(signal * (signal + n * x * I(n)).inv())}},
        ),
    },
    uses=("linear_net.mallows_expectation", "linear_net.mallows_inf", "linear_net.bayes"),
)
