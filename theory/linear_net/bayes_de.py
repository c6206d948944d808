"""The deterministic equivalent of the Bayes risk is κN₁ = nκ - σ², and so of the exact order Σ_j min{σ²/n, μ_j}.

The Bayes estimator is ridge regression on the features Σβ^{1/2}x, of covariance spectrum μ_j, with nλ = σ² and coefficients of
second moment one: n - σ²/κ = Σ_j μ_j/(μ_j + κ) = N₁. As σ² = κ(n - N₁) grows with κ, from nothing to infinity, κ stands for
σ² here, with N₁ < n. Where N₁ <= n/2, κ lies in [1, 2]σ²/n and κN₁ in [1/2, 2] Σ min{σ²/n, μ_j}; the condition serves the upper
bound alone. Both constants are suprema: n/2 - 1 huge eigenvalues have κN₁ = 2/(1 + 2/n) of the minima, one at σ²/n has half in the
limit. The lower bound holds without the equivalent as well: A⁻¹ lies above its tangent 2B⁻¹ - B⁻¹AB⁻¹, so that the exact
risk, averaged over designs of that covariance, is at least Tr[Σ(Σβ⁻¹ + NΣ/σ²)⁻¹]; of the features in place of the inputs
that is Σ μ_jτ/(μ_j + τ), τ = σ²/n.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import d, n, s2, source
from lemmata.theory.ridge.notation import Spectrum, j

SHAPES = ("power law", "exponential", "two levels", "three levels", "flat", "random")


def spectrum(p, draw):
    """Decreasing eigenvalues of many shapes; ``flat``: all are 1."""
    index, a = draw.tensor(range(1, p.d + 1)), 3 * draw.uniform(1)[0]
    if p.style == "power law":
        return {"μ": index**-a}
    if p.style == "exponential":
        return {"μ": (-(a * index / 4).clamp(max=60)).exp()}
    if p.style == "two levels":
        return {"μ": 1 + (10**a - 1) * (index <= max(1, p.d // 10))}
    if p.style == "three levels":
        return {"μ": 10**-a + (1 - 10**-a) * (index <= max(1, p.d // 4)) + (10**a - 1) * (index <= max(1, p.d // 20))}
    if p.style == "random":
        return {"μ": (20 * draw.uniform(p.d)[0] - 12).exp().sort(descending=True).values}
    return {"μ": 0 * index + 1}


mu = Array("μ", "spectrum of Σβ^½ΣΣβ^½", d, of=Positive, kind=Tied(("μ",), spectrum, SHAPES))
k_ = Symbol("κ", "effective penalty, from n − σ²/κ = Σ μ_j/(μ_j + κ)", Positive)
t, v = Symbol("t", "a level", Positive), Symbol("v", "an eigenvalue", NonNegative)
i = Index("i")
y = Symbol("y", "a root", Positive)
at = Spectrum(mu[j], 1, d)
N1 = at.seen(k_)
noise = k_ * (n - N1)  # σ², of which κ is the effective penalty
tau = noise / n
risk = at.bias(k_, tau) + noise * at.spread(k_, tau)
minima = Sum(Minimum(tau, mu[i]), (i, 1, d))
half, few = Rational(1, 2), (N1 <= n / 2,)


def partial_fractions(k):
    """Σ μ²/(μ + κ)² = Σ μ/(μ + κ) - κ Σ μ/(μ + κ)², and the rest is algebra."""
    squares = k.normal(mu[j] ** 2 / (mu[j] + k_) ** 2, mu[j] / (mu[j] + k_) - k_ * mu[j] / (mu[j] + k_) ** 2)
    split = k.to(k.sum(squares, (j, 1, d)), N1 - k_ * Sum(mu[j] / (mu[j] + k_) ** 2, (j, 1, d)))
    variance = k.scale(split, noise / (n * at.gap(k_, tau)))
    bias = k.normal(at.bias(k_, tau), k_ * N1 - k.content(variance).right)
    return k.to(k.add(bias, variance), k_ * N1)


def upper(k):
    """κμ/(μ + κ) is at most μ and κ <= 2τ."""
    one = k_ * v / (v + k_)
    low = k.then(k.compare(one, 2 * v), k.flip(k.scale(k.minmax(Minimum(t, v), v), 2)))
    high = k.then(k.compare(one, 2 * t, given=(k_ <= 2 * t,)), k.flip(k.scale(k.minmax(Minimum(t, v), t), 2)))
    each = k.cases({v <= t: low, v > t: high})
    return k.to(k.sum(k.instance(each, {t: tau, v: mu[i]}), (i, 1, d)), 2 * minima)


def at_least_half(k):
    """κμ/(μ + κ) is at least half of the lesser of τ and μ, for τ <= κ."""
    one, less = k_ * v / (v + k_), Minimum(t, v)
    low = k.then(k.scale(k.minmax(less, v), half), k.compare(v / 2, one, given=(v <= t, t <= k_)))
    high = k.then(k.scale(k.minmax(less, t), half), k.compare(t / 2, one, given=(v > t, t <= k_)))
    return k.cases({v <= t: low, v > t: high})


def lower(k):
    return k.to(k.sum(k.instance(at_least_half(k), {t: tau, v: mu[i]}), (i, 1, d)), k_ * N1)


N, D = Symbol("N", "number of samples of a drawn design", Naturals), Symbol("D", "its dimension", Naturals)
P = Array("Σβ", "second moment of the tasks' coefficients", D, D, kind=PD, latex=r"\Sigma_\beta")
Q = Array("Q", "root of the covariance of the inputs, QᵀQ", D, D)
Z = Sampled("Z", Normal(), N, D)
S, seen, level = Q.T * Q, Q.T * Z.T * Z * Q / s2, s2 / N  # inputs are rows of ZQ
exact, tangent = Mean(Trace(S * (P.inv() + seen).inv())), Trace(S * (P.inv() + S / level).inv())
whitened, there = Mean(Trace(S * (I(D) + seen).inv())), Trace(S * (I(D) + S / level).inv())
seen_minima = Sum(Minimum(level, eigenvalue(S, j)), (j, 1, D))


def convex(k, prior, value, mean):
    """A⁻¹ lies above its tangent at B = E A: Q(A⁻¹ - B⁻¹)A(A⁻¹ - B⁻¹)Qᵀ is a square, and its trace is averaged."""
    A, B = prior + seen, prior + S / level
    line = 2 * Trace(S * B.inv()) - Trace(S * B.inv() * A * B.inv())
    square = k.nonneg(Trace(Q * (A.inv() - B.inv()) * A * (A.inv() - B.inv()) * Q.T))
    gap = k.average(k.to(square, Trace(S * A.inv()) - line))
    apart = k.then(gap, k.linear(k.content(gap).right))
    known = k.scale(k.mean(k.content(apart).right - mean), -1)
    return k.to(k.add(apart, k.flip(k.to(known, value))), mean)


def in_eigenvalues(k):
    """Tr[Σ(1 + Σ/τ)⁻¹] is τ Σ μ_j/(μ_j + τ)."""
    trace = k.words(there, level * Trace(S * (S + level * I(D)).inv()))
    over = k.then(trace, k.scale(k.spectrum(Trace(S * (S + level * I(D)).inv()), S, j), level))
    each = k.instance(at_least_half(k), {t: level, k_: level, v: eigenvalue(S, i)})
    sums = k.to(k.sum(each, (i, 1, D)), k.content(over).right)
    return k.le(k.normal(seen_minima / 2, k.content(sums).left), sums, k.flip(over), convex(k, I(D), there, whitened))


claim = Claim(
    "linear_net.bayes_de",
    source=source("Bayes optimal regularization / Conclusion"),
    domain=Domain(N1 < n, core=(n >= 4, n <= 200, d <= 100, N <= 10, D <= 6, k_ >= 1e-4, k_ <= 1e4, s2 >= 0.01, s2 <= 100)),
    parts={
        "main": Part(
            Identity(risk, k_ * N1),
            proof=partial_fractions,
            says="The deterministic equivalent of the Bayes risk is κN₁ = nκ − σ²",
            wrong={"n_kappa": {"right": n * k_}, "kappa_n2": {"right": n * k_ * at.squares(k_)}},
        ),
        "kappa": Part(
            Identity(Root(y, n - noise / y - at.seen(y), inside=(tau, tau + 2 * at.over(mu[j]) / n)), k_),
            says="κ is the only root of n − σ²/κ = Σ μ_j/(μ_j + κ)",
        ),
        "upper": Part(
            Inequality(k_ * N1, 2 * minima),
            when=few,
            proof=upper,
            says="Where N₁ ≤ n/2 it is at most 2 Σ min{σ²/n, μ_j}",
            wrong={"upper_1.9": {"right": Rational(19, 10) * minima}, "any_n1": {"when": ()}},
        ),
        "lower": Part(
            Inequality(minima / 2, k_ * N1),
            proof=lower,
            says="and at least half of it, for any N₁",
            wrong={"lower_0.55": {"left": Rational(55, 100) * minima}},
        ),
        "exact": Part(
            Inequality(tangent, exact),
            proof=lambda k: convex(k, P.inv(), tangent, exact),
            says="The exact Bayes risk, averaged over Gaussian designs, is at least Tr[Σ(Σβ⁻¹ + NΣ/σ²)⁻¹]",
            wrong={"noise_forgotten": {"left": Trace(S * (P.inv() + N * S).inv())}},
        ),
        "exact_lower": Part(
            Inequality(seen_minima / 2, whitened),
            proof=in_eigenvalues,
            says="In coordinates in which Σβ = 1 it is at least ½ Σ min{σ²/N, μ_j}, μ_j the eigenvalues of the covariance",
            wrong={"exact_lower_one": {"left": seen_minima}},
        ),
    },
    uses=("linear_net.bayes", "ridge.det_equiv", "ridge.de_vs_bv"),
)
