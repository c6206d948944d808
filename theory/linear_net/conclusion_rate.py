"""The risk of the best first layer has the order of Σ min{σ²/n, μ_j}: with 1/n in place of σ²/n only at a fixed noise level.

For μ_j = j^-α, α >= 3/2 (nearer to 1 the sums would have to go on beyond 10^30), all j, both sides are sums of a decreasing function
(linear_net.power_law_sums). So the deterministic equivalent κN₁ of the Bayes risk (linear_net.bayes_de) falls like n^-(1-1/α), at the
ratio C(α-1)/α to the minima in the limit, C = (π/α)/sin(π/α), and its ratio to the printed sum grows like σ^(2(1-1/α)). With σ² far
below n^(1-α) the risk stays above what n samples leave unseen, of the order n^(1-α), and the sum does not. The slide's W minimises the
criterion for many tasks; here it is the best one, WᵀW = Σβ, nλ = σ².
"""

from lemmata import *
from lemmata.theory.linear_net.notation import minima, n, s2, source
from lemmata.theory.ridge.notation import power_law

alpha = Symbol("α", "decay of the spectrum", Positive)
N = Symbol("N", "number of samples of a drawn design", Naturals)
C, power = pi / alpha / sin(pi / alpha), 1 - 1 / alpha
endless = power_law(alpha, lambda p: 1e30, ("p", "m"), levels=1050)  # what is beyond adds less than 1e-10 to N₁
k = Definition("κ", "effective penalty, from n − σ²/κ = Σ μ_j/(μ_j + κ)", endless.effective(s2 / n))
risk = k * endless.seen(k)
j = Index("j")


def roots(p, draw):
    return {"r": draw.tensor(range(1, 4 * p.N + 1)) ** (-p["α"] / 2)}


S = diag(Array("r", "roots of the spectrum, j^(−α/2)", 4 * N, of=Positive, kind=Tied(("r",), roots, uses=(alpha,))))
F = Sampled("Z", Normal(), N, 4 * N) * S
exact = Trace(S * S) - Trace((F * F.T + s2 * I(N)).inv() * F * S * S * F.T)
few = Sum(Minimum(s2 / N, j**-alpha), (j, 1, 4 * N))
sizes = Ladder(n, (10**5, 10**8, 10**11, 10**14), quick=(10**5, 10**8, 10**11, 10**14))

claim = Claim(
    "linear_net.conclusion_rate",
    source=source("Conclusion"),
    domain=Domain(
        (alpha >= Rational(3, 2), s2 <= 512, n >= 1000),
        core=(alpha >= 1.9, alpha <= 4, n >= 10**4, n <= 10**5, s2 >= 0.1, s2 <= 512, N >= 10, N <= 16),
    ),
    parts={
        "main": Part(
            Within(risk / minima(s2 / n, alpha), Rational(1, 2), 2),
            when=(s2 >= Rational(1, 10),),
            says="For μ_j = j^−α the deterministic equivalent of the Bayes risk is between half and twice Σ min{σ²/n, μ_j}, for σ² ≥ 1/10",
            printed=Print(
                quantity=risk / minima(1 / n, alpha),
                high=10,
                erratum=Erratum.condition_missing(
                    "σ² (or σ'² − σ²) must be of order one; in general 1/n reads σ²/n: the ratio of the risk to the printed sum grows like "
                    "σ^(2(1 − 1/α)) for μ_j = j^−α"
                ),
            ),
            wrong={
                "printed_interval": {"quantity": risk / minima(1 / n, alpha)},
                "deviation": {"quantity": risk / minima(sqrt(s2) / n, alpha)},
            },
        ),
        "ratio": Part(
            Limit(risk / minima(s2 / n, alpha), C * (alpha - 1) / alpha, ladder=sizes),
            says="The ratio tends to C(α − 1)/α, C = (π/α)/sin(π/α), as n grows",
        ),
        "rate": Part(
            Rate(risk, -power, ladder=sizes),
            says="It falls like n^−(1−1/α)",
            wrong={"rate_off_by_a_third": {"exponent": -power + Rational(1, 3)}},
        ),
        "exact": Part(
            Within(Mean(exact) / few, Rational(9, 20), Rational(11, 5)),
            when=(s2 >= Rational(1, 10),),
            says="On drawn designs of d = 4N the exact Bayes risk is between 0.45 and 2.2 times Σ min{σ²/N, μ_j}",
        ),
    },
    uses=("linear_net.bayes_de", "linear_net.optimal_bound", "linear_net.power_law_sums"),
)
