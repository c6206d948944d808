"""2 log(2q/δ)/τ² samples answer q fixed queries |φ| ≤ 1 within τ; adaptive queries are another matter.

With only E φ² ≤ 1 the count is q/(δτ²) (Chebyshev), attained in the limit by the values ±nτ of probability 1/(2n²τ²) each; the smaller
count fails. Conversely one query is answered within its standard deviation over √n with a probability that tends to erf(1/√2) = 0.683,
and within less of it with one that tends to 0. For adaptive queries τ ≈ n^{−1/2} fails: with y a random sign and c the mean of
y_i x_i the query y⟨x,c⟩/|c| has mean 0 on fresh data and the value |c| ≈ √(d/n) on the sample. The oracle that answers 0 to y h_k(⟨w,x⟩) is
legal while |⟨w,θ⟩|^k ≤ τ; for uniform w it is informative with a probability that is an incomplete beta integral. Hoeffding's
inequality, which covers all bounded queries, is not proved here; judged are bounded queries of four shapes, signs among them.
Long, as bounded, unbounded, single and adaptive queries are four statements with terms of their own.
"""

import math

import sympy as sp
from flint import arb, ctx

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sgd.notation import d, k, n, source

q, N = Symbol("q", "number of queries", Naturals), Symbol("N", "number of values, or of samples along a ladder", Naturals)
delta = Symbol("δ", "probability of failure", Positive, latex=r"\delta")
tau = Symbol("τ", "tolerance", Positive, latex=r"\tau")
QUERIES = FunctionClass(
    "odd functions with values in [−1, 1]",
    {"sign": sp.sign(z), "tanh": tanh(3 * z), "sine": sin(2 * z), "ramp": Maximum(-1, Minimum(1, 2 * z))},
    bound=1,
    open=False,
)
query = Function("φ", "query", of=QUERIES)
W = Array("W", "directions of the queries, one a row", q, d, kind=UnitRows)
X, fresh_X = Sampled("X", Normal(), n, d), Sampled("X′", Normal(), n, d)
y, fresh_y = Sampled("y", Rademacher(), n), Sampled("y′", Rademacher(), n)
U = Sampled("U", Uniform(0, 1), n, q)
u = sp.Symbol("u", real=True)


def ones(size):
    return OneMatrix(size, 1)


def positive(v):
    """1 where v > 0, else 0."""
    return Maximum(0, sp.sign(v))


def all_within(values, tolerance):
    """Whether the means of all columns are within the tolerance of 0."""
    outside = Entrywise(Lambda(u, positive(Abs(u) - tolerance)), values.T * ones(n) / n)
    return dot(ones(q), outside) < Rational(1, 2)


def tolerance(factor=2):
    """The τ at which n = factor · log(2q/δ)/τ²."""
    return sqrt(factor * log(2 * q / delta) / n)


# queries of mean 0 and second moment 1 that take one of two values, of size 1.001 nτ, and else 0
size = Rational(1001, 1000) * n * tolerance()
rare = Entrywise(Lambda(u, size * (2 * positive(1 / (2 * size**2) - u) - positive(1 / size**2 - u))), U)
CASES = (
    (1, Rational(1, 10), Rational(1, 20)),
    (1000, Rational(1, 100), Rational(1, 20)),
    (10_000, Rational(1, 10), Rational(1, 50)),
)
count = Array("n_q", "numbers of samples for the listed queries", len(CASES), of=Naturals)
i = sp.Symbol("i", integer=True, positive=True)
HOEFFDING = tuple(math.ceil(2 * math.log(2 * queries / chance) / width**2) for queries, chance, width in CASES)


def fair_signs(witness, p):
    """Some of q independent means of n fair signs exceeds τ: 1 − (1 − 2 P[Bin(n, 1/2) > n(1 + τ)/2])^q, in balls."""
    found = []
    with ctx.workprec(100):
        for (queries, chance, width), samples in zip(CASES, witness[count], strict=True):
            samples = int(samples)
            least = int(samples * (1 + width) / 2) + 1
            tail = 2 * (arb(1) / 2).beta_lower(least, samples - least + 1, regularized=True)
            failure = -(queries * (-tail).log1p()).expm1()
            found.append((failure, bool(failure <= arb(int(chance.p)) / int(chance.q))))
    shown = ", ".join(value.str(5) for value, _ in found)
    return Certificate(all(holds for _, holds in found), "ball", f"the probabilities of failure are {shown}")


failures, wanted = sp.Function("failure"), sp.Function("δ")
no_value = (1 - delta / N) ** N


def bernoulli(kernel):
    """(1 − x)^{N+1} ≥ (1 − Nx)(1 − x) ≥ 1 − (N + 1)x for 0 ≤ x ≤ 1."""
    x = delta / N
    share = Symbol("x", "a share", Positive)
    claim = Inequality(1 - N * share, (1 - share) ** N)
    base = kernel.compare(1 - 2 * share, (1 - share) ** 2)

    def step(h):
        grown = kernel.scale(h, 1 - share)
        return kernel.le(kernel.compare(1 - (N + 1) * share, (1 - N * share) * (1 - share)), grown)

    return kernel.to(kernel.instance(kernel.induction(base, step, over=N, of=claim, start=2), {share: x}), no_value)


mean_of = dot(ones(N), Sampled("E", Exponential(1), N)) / N


def gamma_within(width):
    """The probability that the mean of N exponential values is within a width of 1."""
    at = N + sqrt(N) * u  # the sum of the values
    density = exp((N - 1) * log(at) - at - log(gamma(N))) * sqrt(N)
    return Integral(density, (u, -sqrt(N) * width, sqrt(N) * width))


Zs = Sampled("Z", Normal(), n)
c = X.T * y / n
adaptive, on_fresh = dot(y, X * c) / (n * norm(c)), dot(fresh_y, fresh_X * c) / (n * norm(c))
theta = Array("v", "hidden direction", d, kind=UnitVector, latex=r"\theta")
w = Sampled("w", Sphere(1), d)


def beyond(height):
    """P(|⟨w,θ⟩| > height)."""
    density = 2 * gamma(d / 2) / (sqrt(pi) * gamma((d - 1) / 2)) * (1 - u**2) ** ((d - 3) / 2)
    return Integral(density, (u, height, 1))


ladder = Ladder(N, (8, 16, 32, 64, 128))
claim = Claim(
    "sgd.statistical_query_model",
    source=source("Statistical Query Lower Bounds", None),
    domain=Domain(
        (d >= 2, delta < 1, tau < 1, N >= 2),
        core=(
            (q <= 6, delta >= 0.05, delta <= 0.3, n >= 20, n <= 60, d >= 3, d <= 8),
            (k >= 2, k <= 4, tau >= 0.02, tau <= 0.2, N >= 2, N <= 50),
        ),
    ),
    parts={
        "main": Part(
            Guarantee(all_within(query.entrywise(X * W.T), tolerance()), 1 - delta),
            says="n samples answer q fixed queries |φ| ≤ 1 within τ with probability 1 − δ where n = 2 log(2q/δ)/τ²",
            printed=Print(
                readings={
                    "bounded_queries": (Edit(), "holds"),
                    "second_moment_1": ({"event": all_within(rare, tolerance())}, "fails"),
                },
                erratum=Erratum.unclear(
                    "φ ∈ L² is not normalised: τ ≈ n^{−1/2}, up to the logarithm of the number of queries, is right for |φ| ≤ 1; for "
                    "E φ² ≤ 1 it is right for one query, and many queries need the number of them in place of its logarithm"
                ),
            ),
            wrong={"constant_half": {"event": all_within(query.entrywise(X * W.T), tolerance(Rational(1, 2)))}},
        ),
        "exact": Part(
            Existence(
                Eq(Sum(sp.Heaviside(failures(count[i], i) - wanted(i)), (i, 1, len(CASES))), 0),
                {count: HOEFFDING},
                certificate=fair_signs,
            ),
            says="For independent fair signs and (q, δ, τ) = (1, 1/10, 1/20), (1000, 1/100, 1/20), (10000, 1/10, 1/50) so do "
            f"{', '.join(map(str, HOEFFDING))} samples",
            wrong={"constant_half": {"witness": {count: tuple(-(-s // 4) for s in HOEFFDING)}}},
        ),
        "second_moment": Part(
            Inequality(1 - delta, no_value),
            says="Of N = nq ≥ 2 values ±nτ of probability δ/N each, that is E φ² = 1 and n = q/(δτ²), none occurs with probability at least 1 − δ",
            proof=bernoulli,
            wrong={"half": {"right": (1 - 2 * delta / N) ** N}},
        ),
        "one_query": Part(
            Guarantee(Abs(mean_of - 1) <= 1 / sqrt(N), gamma_within(1 / sqrt(N)), exactly=True),
            says="The mean of N exponential values is within N^{−1/2} of 1 with a probability that is an integral",
            wrong={"half": {"probability": gamma_within(1 / (2 * sqrt(N)))}},
        ),
        "one_query_limit": Part(
            Limit(gamma_within(1 / sqrt(N)), erf(1 / sqrt(2)), ladder=ladder, expansion=(1 / N, N**-2)),
            says="and tends to erf(1/√2) = 0.683",
        ),
        "one_query_normal": Part(
            Guarantee(Abs(dot(ones(n), Zs) / n) <= 1 / sqrt(n), erf(1 / sqrt(2)), exactly=True),
            says="and that of normal values with this probability at every n",
        ),
        "smaller_tolerance": Part(
            Rate(gamma_within(N ** -Rational(3, 4)), -Rational(1, 4), ladder=ladder, expansion=(1 / sqrt(N), 1 / N)),
            says="The exponential mean is within N^{−3/4} of 1 with a probability of order N^{−1/4}",
        ),
        "adaptive": Part(
            Identity(Mean(adaptive), sqrt(2 / n) * gamma((d + 1) / 2) / gamma(d / 2)),
            says="The query that a sample of random signs suggests has the mean √(2/n) Γ((d+1)/2)/Γ(d/2) on that sample",
            wrong={"root_n": {"right": 1 / sqrt(n)}},
        ),
        "fresh": Part(
            Identity(Mean(on_fresh**2), 1 / n),
            says="and on a fresh one the mean square 1/n of any fixed query",
            wrong={"as_adaptive": {"right": d / n}},
        ),
        "informative": Part(
            Guarantee(Abs(dot(w, theta)) ** k > tau, beyond(tau ** (1 / k)), exactly=True),
            says="The answer to y h_k(⟨w,x⟩), w uniform, may not be 0 with the probability that |⟨w,θ⟩| > τ^{1/k}, a beta integral",
            wrong={"root": {"probability": beyond(tau ** (1 / (2 * k)))}},
        ),
    },
)
