"""From total variation to W_1: smoothness γ of the loss gives max(n^{−(s+γ)/(2s+d)}, n^{−1/2}), the slide's arrow being γ = 1 in d ≥ 2.

On the torus W_1 is at most the norm of H^{−1}. Projection on the frequencies |k| ≤ K has the squared error (1/n) Σ_{|k|≤K} |k|^{−2γ} + K^{−2(s+γ)} in
H^{−γ}, up to constants; the frequencies at distance r are about r^{d−1}, so that the sum is V = 1 + ∫_1^K r^{d−1−2γ} dr: of the order K^{d−2γ} for γ
< d/2, log K at d/2, and bounded above it. With K = n^{1/(2s+d)} the root of the error is of the order max(n^{−(s+γ)/(2s+d)}, n^{−1/2}): with δ = |d −
2γ| the squared error is 1 + 1/δ + (1 − 1/δ)K^{−δ} times the square of this, on both sides of the switch at γ = d/2. The print has no maximum and no
condition: at d = 1 and γ = 1 its order is not reached. This is the order of an upper bound; that n^{−1/2} cannot be undercut on the line is
diffusion.w1_rate.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source

n, d = Symbol("n", "number of samples", Naturals), Symbol("d", "dimension", Naturals)
s, gamma = Symbol("s", "smoothness", Positive), Symbol("γ", "smoothness of the loss", Positive)
smooth = Symbol("ς", "smoothness, of any size", Positive)
K, r = Symbol("K", "highest frequency", Positive), Symbol("r", "a frequency", Positive)


def modes(cut, weight):
    """V; at γ = d/2 a logarithm."""
    rest = d - 2 * weight
    return 1 + (cut**rest - 1) / rest


def error(variance):
    """The root of the squared error at K = n^{1/(2s+d)}."""
    cut = n ** (1 / (2 * s + d))
    return lambda weight: sqrt(variance(cut, weight) / n + cut ** (-2 * (s + weight)))


def rate(weight):
    return n ** (-(s + weight) / (2 * s + d))


def any_loss(power):
    """|d − 2γ| times the squared error at γ over that power of n, for any s."""
    return (delta * found(gamma) ** 2 / power).xreplace({s: smooth})


def switched(place):
    """The square of the order, whose exponent is γ's below the place and 1/2 above it."""
    return Piecewise((rate(gamma) ** 2, gamma < place), (1 / n, True))


far = Ladder(n, (10**6, 10**8, 10**10, 10**12, 10**14))
found = error(modes)
logarithmic = error(lambda cut, weight: 1 + log(cut))(1)
largest = Maximum(rate(gamma) ** 2, 1 / n)
delta = Abs(d - 2 * gamma)
share = delta + 1 + (delta - 1) * n ** (-delta / (2 * s + d))
claim = Claim(
    "diffusion.niles_weed_order",
    source=source("W1-distance convergence rate", "nilesweed2022"),
    domain=Domain(
        (d - 2 * gamma) ** 2 >= Rational(1, 4),
        core=(
            (s >= Rational(1, 20), s <= Rational(1, 10), gamma <= 2, gamma >= Rational(1, 4), d <= 5, K >= 2, K <= 100),
            (smooth >= Rational(1, 2), smooth <= 3, n >= 10, n <= 10**6),
        ),
    ),
    parts={
        "main": Part(
            Order(found(1).subs(d, 2 * d + 1), rate(1).subs(d, 2 * d + 1), ladder=far),
            says="In 3, 5, 7, ... dimensions the error in H^(−1), which bounds W_1, is of the order n^(−(s+1)/(2s+d))",
            printed=Print(
                {"quantity": found(1).subs(d, 2 * d - 1), "scale": rate(1).subs(d, 2 * d - 1)},
                erratum=Erratum.condition_missing(
                    "the arrow from n^(−s/(2s+d)) to n^(−(s+1)/(2s+d)) needs d ≥ 2: at d = 1 the order is n^(−1/2), whatever s is"
                ),
            ),
        ),
        "plane": Part(
            Order(logarithmic.subs(d, 2), sqrt(log(n) / n), ladder=far, expansion=(1 / log(n), log(n) ** -2)),
            says="In the plane it is of the order √(log n/n): the exponent of n is that of n^(−(s+1)/(2s+2))",
        ),
        "any_loss": Part(
            Identity(any_loss(largest), share.xreplace({s: smooth})),
            says="For every γ ≠ d/2 and n it is max(n^(−(s+γ)/(2s+d)), n^(−1/2)) times the root of [δ + 1 + (δ − 1)n^(−δ/(2s+d))]/δ, δ = |d − 2γ|",
            wrong={
                "without_maximum": {"left": any_loss(rate(gamma) ** 2)},
                "switch_at_d": {"left": any_loss(switched(d))},
                "always_parametric": {"left": any_loss(1 / n)},
            },
        ),
        "order": Part(
            Within(any_loss(largest), delta + Minimum(delta, 1), delta + Maximum(delta, 1)),
            says="So its square is between 1 + min(1, 1/δ) and 1 + max(1, 1/δ) times that of this order",
            wrong={"as_below_the_switch": {"quantity": any_loss(rate(gamma) ** 2)}},
        ),
        "modes": Part(
            Identity(1 + Integral(r ** (d - 1 - 2 * gamma), (r, 1, K)), modes(K, gamma)),
            says="1 + ∫_1^K r^(d−1−2γ) dr is 1 + (K^(d−2γ) − 1)/(d − 2γ)",
            wrong={"half": {"right": modes(K, gamma / 2)}},
        ),
    },
    uses=("diffusion.bias_variance",),
)
