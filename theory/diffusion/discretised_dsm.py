"""The loss on M drawn times: unbiased up to the length of the interval, with a second moment of order 1/T̲ that importance sampling removes.

A term draws a data point, a time t uniform on [T̲, T̄] and X_t given the point; its mean is the integral of the denoising loss over
[T̲, T̄] divided by T̄ − T̲. (The slide writes i_j for t_j in the line that draws the times, and gives t_j no law.) At the true
score of X_0 ~ N(0, v) the loss at time t is C_t χ²_1, C_t = 1/σ² − 1/v_t, with the second moment 3C_t². So T̲ ∫ 3C_t² dt → 3/4 as
T̲ → 0: the number M of terms has to exceed n/T̲ for an error of 1/√n, and at T̲ = n^{−2(s+1)/(2s+d)} that is n^{1+2(s+1)/(2s+d)}.
Times drawn with density 1/(tL), L = log(T̄/T̲), and the weight tL have the second moment L ∫ 3t C_t² dt, at most (3/4)L² for v ≤ 1:
M of the order n would do up to logarithms. Batches of M = n/T̲ terms are drawn at the score -x of N(0, 1) and T̄ = 1, where n times the
mean square of their error is 3/4 at most, and tends to it as T̲ → 0; that the number n/T̲ is n^{1+2(s+1)/(2s+d)} is arithmetic. Nothing is
said of how M acts on the rate of the trained score. The other terms have the data cos 1, ..., cos n and the estimate ŝ(x) = βx.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, noise, shrink, sigma, sigma2, source, tau, v, variance

n, N, i = Symbol("n", "number of data points", Naturals), Symbol("N", "one over the first time", Naturals), Index("i")
low, high = (
    Symbol("T_0", "first time T̲", Positive, latex=r"\underline T"),
    Symbol("T_1", "last time T̄", Positive, latex=r"\overline T"),
)
beta = Symbol("β", "the estimate is ŝ(x) = βx", Reals)
s, d = Symbol("s", "smoothness", Positive), Symbol("d", "dimension", Naturals)

draws = Procedure(
    "draws",
    "one term of the sum: a data point of n, a time, X_t given the point; the squared difference of ŝ(X_t) and the conditional score",
    ("n", "T_0", "T_1", "β", "law"),
    {"loss": "the squared difference, times the weight of the law of the times"},
)


def term(law=0):
    return Mean(draws(**{str(x): x for x in (n, low, high, beta)}, law=law)["loss"])


batches = Procedure(
    "batches",
    "the discretised loss of the true score of N(0, 1): the average of M terms with times uniform on [1/N, 1]",
    ("M", "N"),
    {"loss": "the average of the squared differences"},
)
k, B = Symbol("k", "number of data points of a batch", Naturals), Symbol("B", "one over the first time of a batch", Naturals)
at_one = log((1 - exp(-2)) / (1 - exp(-2 / B))) / 2 / (1 - 1 / B)  # the mean of C_t, for v = 1


def error(terms):
    """The mean square of what so many terms err by, in units of 1/k."""
    return k * Mean((batches(M=terms, N=B)["loss"] - at_one) ** 2)


def given(time):
    """The denoising loss of βx at a time, averaged over the data: E(βX_t + Z/σ)²."""
    return beta**2 * (shrink(time) ** 2 * points + noise(time)) + 2 * beta + 1 / noise(time)


def gap(time):
    """C_t."""
    return 1 / noise(time) - 1 / variance(time)


spread = v * (mu / variance(at)) ** 2 + (1 / sigma - sigma / variance(at)) ** 2  # of s + Z/σ = −(μ/v_t)X_0 + (1/σ − σ/v_t)Z
points = Sum(cos(i) ** 2, (i, 1, n)) / n
kept = (exp(-2 * low) - exp(-2 * high)) / 2  # ∫ μ²
integral = beta**2 * (points * kept + high - low - kept) + 2 * beta * (high - low)
integral += log((exp(2 * high) - 1) / (exp(2 * low) - 1)) / 2
whole = Integral(3 * gap(tau) ** 2, (tau, 1 / N, 1))
far = Ladder(N, (10**3, 10**4, 10**5, 10**6))
early = n ** (-2 * (s + 1) / (2 * s + d))
claim = Claim(
    "diffusion.discretised_dsm",
    source=source("Implementable discretization", "oko2023"),
    procedures=(draws, batches),
    domain=Domain(
        (low < high, low >= Rational(1, 10), high <= 5, n >= 2, n <= 40, v <= 10, k >= 10, k <= 20, B >= 10, B <= 20),
        core=(
            (low >= Rational(1, 5), low <= Rational(1, 2), high >= 1, high <= 3),
            (beta >= -2, beta <= 1, v >= Rational(3, 20), v <= 1, at >= Rational(1, 100), at <= 2),
            (n >= 2, n <= 20, s >= Rational(1, 2), s <= 3, d <= 6),
        ),
    ),
    parts={
        "main": Part(
            Identity(term(), integral / (high - low)),
            says="A term of the discretised loss has the mean of the integral of the denoising loss divided by T̄ − T̲",
            wrong={"not_divided": {"right": integral}, "times_by_their_logarithm": {"left": term(2)}},
        ),
        "importance": Part(
            Identity(term(1), integral),
            says="Times of density 1/(tL) with the weight tL have the mean of the integral itself",
            wrong={"without_weight": {"left": term(2)}},
        ),
        "integral": Part(
            Identity(Integral(given(tau), (tau, low, high)), integral, scale=1 / low + beta**2),
            says="which is closed: with P the mean square of the data and E = ∫μ², β²(PE + T̄ − T̲ − E) + 2β(T̄ − T̲) + ½ log[(e^(2T̄) − 1)/(e^(2T̲) − 1)]",
            wrong={"without_noise": {"right": integral - beta**2 * (high - low - kept)}},
        ),
        "spread": Part(
            Identity(spread, gap(at)),
            says="At the true score of N(0, v) the difference is normal with the variance C_t = 1/σ² − 1/v_t, so that the squared loss has the mean 3C_t²",
            wrong={"without_data": {"right": 1 / sigma2}, "plus": {"right": 1 / sigma2 + 1 / variance(at)}},
        ),
        "growth": Part(
            Limit(whole / N, Rational(3, 4), ladder=far, expansion=(log(N) / N, 1 / N, N**-2, log(N) * N**-2)),
            says="In the limit T̲ = 1/N → 0 T̲ times the integral of 3C_t² from T̲ to 1 is 3/4",
            wrong={"once": {"value": Rational(1, 4)}, "without_half": {"value": 3}},
        ),
        "weighted": Part(
            Inequality(at * gap(at), Rational(1, 2)),
            when=(v <= 1,),
            says="tC_t is at most 1/2 for v ≤ 1, so that L∫3tC_t² dt ≤ (3/4)L²",
            wrong={"quarter": {"right": Rational(1, 4)}, "without_the_end": {"left": at / sigma2}},
        ),
        "batch": Part(
            Within(error(k * B), Rational(1, 4), Rational(3, 4)),
            says="At the true score of N(0, 1), with T̄ = 1, n from 10 to 20 and 1/T̲ from 10 to 20, the average of M = n/T̲ terms has a mean square error "
            "between 1/4 and 3/4 of 1/n",
            wrong={"as_many_as_data": {"quantity": error(k)}, "squared": {"quantity": error(k * B**2)}},
        ),
        "batch_exponent": Part(
            Identity(log(n / early), (1 + 2 * (s + 1) / (2 * s + d)) * log(n)),
            says="and at T̲ = n^(−2(s+1)/(2s+d)) this number n/T̲ is n^(1+2(s+1)/(2s+d)), by arithmetic of exponents",
            wrong={
                "half": {"right": (1 + (s + 1) / (2 * s + d)) * log(n)},
                "squared": {"right": (1 + 4 * (s + 1) / (2 * s + d)) * log(n)},
            },
        ),
    },
    uses=("diffusion.score_matching_identity",),
)
