"""Derivatives of p_t are of the order σ^{−k}, with constants; and how many of them the smooth part of the approximation needs.

|p_t^{(k)}|_p ≤ c_k σ^{−k} μ^{−(1−1/p)} |p_0|_p, c_k = E|He_k(Z)|: √(2/π), 4φ(1), 8φ(√3) + 2φ(0) for k = 1, 2, 3. In L² the constant
is (k/e)^{k/2}, the largest value of (σω)^k e^{−σ²ω²/2}, and smaller. For p_0 uniform on [−1, 1] and k = 1 the L¹ norm is (2Φ(μ/σ) −
1)/μ, whose product with σ tends to c_1 as t → ∞, and the largest value of μσ|p_t'|/|p_0| is at most φ(0) = c_1/2. The approximation
of p_t for t ≥ t_* = N^{−(2−δ)/d} by N terms has the squared error N^{−2k/d} t_*^{−k} = N^{−δk/d}, at most N^{−2(s+1)/d} for k ≥ 2(s
+ 1)/δ; the slide's "take k = s + 1" is enough where t_* is of order 1.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import at, deviation, mu, shrink, sigma, sigma2, source

N, d = Symbol("N", "number of terms", Positive), Symbol("d", "dimension", Naturals)
s, delta = Symbol("s", "smoothness", Positive), Symbol("δ", "a small exponent", Positive)
k, omega = Symbol("k", "number of derivatives", Positive), Symbol("ω", "a frequency", Positive)
n = Symbol("n", "e^t", Naturals)
x, z = Symbol("x", "position", Reals), sp.Symbol("z", real=True)


def tail(degree):
    """∫ He_k φ from x on."""
    return Integral(He(degree, z).doit() * phi(z), (z, x, oo))


def variation(time):
    """σ times the L¹ norm of p_t', p_0 uniform."""
    return deviation(time) * (2 * Phi(shrink(time) / deviation(time)) - 1) / shrink(time)


def error(start):
    """N^{−2k/d} t_*^{−k}."""
    return N ** (-2 * k / d) * start ** (-k)


slope = (phi((x + mu) / sigma) - phi((x - mu) / sigma)) / (2 * mu * sigma)
first = N ** (-(2 - delta) / d)
enough = 2 * (s + 1) / delta
claim = Claim(
    "diffusion.smoothing_bound",
    source=source("Error bound of score", "oko2023"),
    domain=Domain(
        (delta < 1, N >= 1),
        core=(
            (N >= 10, N <= 10**4, d <= 4, s >= Rational(1, 2), s <= 2, delta >= Rational(1, 10), k >= 1, k <= 20),
            (at >= Rational(1, 100), at <= 3, omega >= Rational(1, 10), omega <= 20, x >= -3, x <= 3),
        ),
    ),
    parts={
        "main": Part(
            Inequality(error(first), N ** (-2 * (s + 1) / d)),
            when=(k >= enough,),
            says="With t_* = N^(−(2−δ)/d) the squared error N^(−2k/d) t_*^(−k) is at most N^(−2(s+1)/d) for k ≥ 2(s + 1)/δ",
            printed=Print(
                readings={
                    "at_the_time_of_the_outline": ({"when": (k >= s + 1,)}, "fails"),
                    "at_a_time_of_order_1": ({"left": error(Integer(1)), "when": (k >= s + 1,)}, "holds"),
                },
                erratum=Erratum.unclear(
                    "'take k = s + 1' is enough where t_* is of order 1; at the t_* = N^(−(2−δ)/d) of the outline the bound is N^(−δk/d), and "
                    "k has to be 2(s + 1)/δ"
                ),
            ),
            wrong={"half": {"when": (k >= enough / 2,)}},
        ),
        "exponent": Part(
            Identity(error(first), N ** (-delta * k / d)),
            says="It is N^(−δk/d)",
            wrong={"twice": {"right": N ** (-2 * delta * k / d)}},
        ),
        "first": Part(
            Inequality(variation(at), sqrt(2 / pi)),
            says="For the uniform density σ|p_t'|_1 is at most c_1 = √(2/π)",
            wrong={"half": {"right": Rational(1, 2) + 0 * at}},
        ),
        "sharp": Part(
            Limit(variation(log(n)), sqrt(2 / pi), ladder=Ladder(n, (10, 30, 100, 300, 1000)), expansion=(n**-2, n**-4)),
            says="and tends to it as t → ∞",
            wrong={"c_2": {"value": 4 * phi(1)}},
        ),
        "largest": Part(
            Inequality(2 * mu * sigma * Abs(slope), phi(0)),
            says="and μσ|p_t'| over the height of p_0 is at most φ(0) = c_1/2",
            wrong={
                "root_of_sigma": {"left": 2 * mu * sqrt(sigma) * Abs(slope), "when": (at <= Rational(1, 40),)},
                "quarter": {"right": phi(0) / 2},
            },
        ),
        "square": Part(
            Inequality((sigma * omega) ** k * exp(-sigma2 * omega**2 / 2), (k / sp.E) ** (k / 2)),
            says="In L² no frequency is enlarged by more than (k/e)^(k/2) σ^(−k)",
            wrong={"half_power": {"right": (k / sp.E) ** (k / 4), "when": (k >= 6,)}},
        ),
        "second": Part(
            Identity(tail(2), x * phi(x), scale=1),
            says="From x on He_2φ has the integral xφ(x): between the zeros ±1 of He_2, E|He_2(Z)| = 4φ(1)",
            wrong={"he_1": {"right": phi(x)}},
        ),
        "third": Part(
            Identity(tail(3), (x**2 - 1) * phi(x), scale=1),
            says="and He_3φ has (x² − 1)φ(x): between 0 and ±√3, E|He_3(Z)| = 8φ(√3) + 2φ(0)",
            wrong={"he_1": {"right": x * phi(x)}},
        ),
    },
)
