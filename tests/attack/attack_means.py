"""Statements about means, variances, probabilities and quantiles."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    PD,
    Abs,
    Array,
    Bernoulli,
    ChiSquare,
    Domain,
    Exponential,
    Function,
    Haar,
    I,
    Identity,
    Inequality,
    Iterate,
    Mean,
    Naturals,
    Normal,
    Phi,
    Positive,
    Probability,
    Quantile,
    Rademacher,
    Rational,
    Sampled,
    Sphere,
    Student,
    Symbol,
    Trace,
    Uniform,
    Variance,
    Wishart,
    Within,
    cos,
    dot,
    exp,
    log,
    norm,
    pi,
    quad,
    sq,
    sqrt,
)

a, s = Symbol("a", "number", Positive), Symbol("s", "scale", Positive)
n, d, m = (Symbol(name, f"size {name}", Naturals) for name in "ndm")
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
U = Sampled("U", Uniform(Rational(1, 10), 2))
E = Sampled("E", Exponential(1))
ten = sp.Integer(10)
x, y = Sampled("x", Normal(), n), Sampled("y", Normal(), n)
X = Sampled("X", Normal(), n, d)
e = Sampled("e", Rademacher(), n)
given = Array("v", "column", n)
some = Domain(core=(n <= 12,))
both = Domain(core=(n <= 8, d <= 8))


def rare(p: object) -> object:
    return Sampled("B", Bernoulli(p))


# -- rare events and heavy tails -----------------------------------------------------------------------------------


@book.false("rare events")
def rare_weight():
    """E(1 + 10⁴ B) = 1 with P(B = 1) = 10⁻⁴ (it is 2)."""
    return Identity(Mean(1 + ten**4 * rare(Rational(1, 10**4))), 1)


@book.true("rare events")
def rare_weight_right():
    """E(1 + 10⁴ B) = 2 with P(B = 1) = 10⁻⁴."""
    return Identity(Mean(1 + ten**4 * rare(Rational(1, 10**4))), 2)


@book.false("rare events")
def rare_weight_noisy():
    """E(1 + Z + 10⁵ B) = 1 with P(B = 1) = 10⁻⁵ (it is 2)."""
    return Identity(Mean(1 + Z + ten**5 * rare(Rational(1, 10**5))), 1)


@book.true("rare events")
def rare_weight_noisy_right():
    """E(1 + Z + 10⁵ B) = 2 with P(B = 1) = 10⁻⁵."""
    return Identity(Mean(1 + Z + ten**5 * rare(Rational(1, 10**5))), 2)


@book.true("rare events")
def rare_weight_noisy_right_4():
    """E(1 + Z + 10⁴ B) = 2 with P(B = 1) = 10⁻⁴."""
    return Identity(Mean(1 + Z + ten**4 * rare(Rational(1, 10**4))), 2)


@book.false("rare events", assumption="a kurtosis above 1000", cheap=False)
def rare_weight_hidden():
    """E(Z² + 10⁴ [|Y| > 3.9]) = 1 (it is 1.96): a rare event that no Bernoulli names."""
    big = sp.Piecewise((ten**4, Abs(Y) > Rational(39, 10)), (0, True))
    return Identity(Mean(Z**2 + big), 1)


@book.true("rare events", assumption="a kurtosis above 1000")
def rare_weight_hidden_right():
    """E(Z² + 10⁴ [|Y| > 3.9]) = 1 + 2·10⁴ Φ(-3.9)."""
    big = sp.Piecewise((ten**4, Abs(Y) > Rational(39, 10)), (0, True))
    return Identity(Mean(Z**2 + big), 1 + 2 * ten**4 * Phi(-Rational(39, 10)))


@book.true("rare events")
def bernoulli_thousandth():
    """E B = 10⁻³."""
    return Identity(Mean(rare(Rational(1, 1000))), Rational(1, 1000))


@book.true("rare events")
def bernoulli_hundred_thousandth():
    """E B = 10⁻⁵."""
    return Identity(Mean(rare(Rational(1, 10**5))), Rational(1, 10**5))


@book.false("rare events")
def bernoulli_doubled():
    """E B = 2·10⁻³ with P(B = 1) = 10⁻³."""
    return Identity(Mean(rare(Rational(1, 1000))), Rational(2, 1000))


@book.false("rare events")
def bernoulli_doubled_rare():
    """E B = 2·10⁻⁵ with P(B = 1) = 10⁻⁵."""
    return Identity(Mean(rare(Rational(1, 10**5))), Rational(2, 10**5))


@book.true("rare events")
def bernoulli_without_bounds():
    """E B(1 + Z²) = 2·10⁻³ with P(B = 1) = 10⁻³."""
    return Identity(Mean(rare(Rational(1, 1000)) * (1 + Z**2)), Rational(2, 1000))


@book.false("heavy tails")
def lognormal_without_variance():
    """E e^(2Z) = 1 (it is e²)."""
    return Identity(Mean(exp(2 * Z)), 1)


@book.true("heavy tails")
def lognormal_one():
    """E e^Z = √e."""
    return Identity(Mean(exp(Z)), exp(Rational(1, 2)))


@book.true("heavy tails")
def lognormal_two():
    """E e^(2Z) = e²: kurtosis 9·10⁶."""
    return Identity(Mean(exp(2 * Z)), exp(2))


@book.true("heavy tails")
def lognormal_three():
    """E e^(3Z) = e^(9/2), of which no sample shows much."""
    return Identity(Mean(exp(3 * Z)), exp(Rational(9, 2)))


@book.false("heavy tails")
def lognormal_three_typical():
    """E e^(3Z) = 20 (it is 90): near what a sample shows."""
    return Identity(Mean(exp(3 * Z)), 20)


@book.true("heavy tails")
def lognormal_four():
    """E e^(4Z) = e⁸."""
    return Identity(Mean(exp(4 * Z)), exp(8))


@book.true("heavy tails")
def student_three():
    """E T² = 3 for Student's law of 3 degrees, whose kurtosis is infinite."""
    return Identity(Mean(Sampled("T", Student(3)) ** 2), 3)


@book.false("heavy tails")
def student_three_half():
    """E T² = 3/2 for Student's law of 3 degrees."""
    return Identity(Mean(Sampled("T", Student(3)) ** 2), Rational(3, 2))


@book.true("heavy tails")
def student_five():
    """E T² = 5/3 for Student's law of 5 degrees."""
    return Identity(Mean(Sampled("T", Student(5)) ** 2), Rational(5, 3))


@book.true("heavy tails")
def student_barely():
    """E T² = 21 for Student's law of 2.1 degrees."""
    return Identity(Mean(Sampled("T", Student(Rational(21, 10))) ** 2), 21)


@book.false("heavy tails")
def student_barely_typical():
    """E T² = 7 for Student's law of 2.1 degrees (it is 21; a sample of thousands shows about 7)."""
    return Identity(Mean(Sampled("T", Student(Rational(21, 10))) ** 2), 7)


@book.true("heavy tails")
def inverse_square():
    """E 1/√U = √2·... for a uniform number down to 0: infinite variance."""
    V = Sampled("V", Uniform(0, 1))
    return Identity(Mean(V ** Rational(-1, 2)), 2)


@book.false("heavy tails")
def inverse_square_wrong():
    """E V^(-9/10) = 5 for V uniform on (0, 1) (it is 10)."""
    V = Sampled("V", Uniform(0, 1))
    return Identity(Mean(V ** Rational(-9, 10)), 5)


@book.true("heavy tails")
def exponential_fourth():
    """E X⁴ = 24 for an exponential number (kurtosis 69)."""
    return Identity(Mean(E**4), 24)


@book.true("heavy tails")
def high_power():
    """E Z⁸ = 105."""
    return Identity(Mean(Z**8), 105)


@book.false("heavy tails")
def high_power_wrong():
    """E Z⁸ = 15·3 (the double factorial is lost)."""
    return Identity(Mean(Z**8), 45)


# -- scales --------------------------------------------------------------------------------------------------------


@book.false("scales of samples", gross=True)
def huge_mean():
    """E 7·10²⁰⁰ Z² = 10²⁰⁰."""
    return Identity(Mean(7 * ten**200 * Z**2), ten**200)


@book.true("scales of samples")
def huge_mean_right():
    """E 7·10²⁰⁰ Z² = 7·10²⁰⁰."""
    return Identity(Mean(7 * ten**200 * Z**2), 7 * ten**200)


@book.false("scales of samples", gross=True)
def tiny_mean():
    """E 10⁻²⁰⁰ Z² = 2·10⁻²⁰⁰."""
    return Identity(Mean(Z**2 / ten**200), 2 / ten**200)


@book.true("scales of samples")
def tiny_mean_right():
    """E 10⁻²⁰⁰ Z² = 10⁻²⁰⁰."""
    return Identity(Mean(Z**2 / ten**200), 1 / ten**200)


@book.false("scales of samples", gross=True)
def tiny_uniform():
    """E 10⁻³⁰⁰ U = 2·10⁻³⁰⁰ with U on [0, 1], bounded."""
    return Identity(Mean(Sampled("V", Uniform(0, 1)) / ten**300), 2 / ten**300)


@book.true("scales of samples")
def tiny_uniform_right():
    """E 10⁻³⁰⁰ U = 10⁻³⁰⁰/2."""
    return Identity(Mean(Sampled("V", Uniform(0, 1)) / ten**300), 1 / (2 * ten**300))


@book.false("scales of samples", gross=True)
def small_beside_large():
    """E(10⁸ + Z²) - 10⁸ = 2: the difference of two numbers a hundred million times as large."""
    return Identity(Mean(ten**8 + Z**2) - ten**8, 2)


@book.true("scales of samples")
def one_beside_large():
    """E(10⁸ + Z²) - 10⁸ = 1."""
    return Identity(Mean(ten**8 + Z**2) - ten**8, 1)


@book.false("scales of samples")
def lost_beside_large():
    """E(10¹⁸ + Z²) - 10¹⁸ = 0: floats lose the square altogether."""
    return Identity(Mean(ten**18 + Z**2) - ten**18, 0)


@book.false("zero stated", gross=True)
def offset_three():
    """E(Z + 3) = 0."""
    return Identity(Mean(Z + 3), 0)


@book.false("zero stated")
def offset_in_noise():
    """E(100 Z + 3) = 10⁻⁹: the stated scale is far below the noise."""
    return Identity(Mean(100 * Z + 3), Rational(1, 10**9))


@book.false("zero stated", assumption="3 % of a standard deviation, beside a resolution of 10 %")
def offset_in_noise_zero():
    """E(100 Z + 3) = 0."""
    return Identity(Mean(100 * Z + 3), 0)


@book.false("zero stated")
def offset_in_powers():
    """E(Z⁹ + 50) = 0: the noise of Z⁹ is 5870."""
    return Identity(Mean(Z**9 + 50), 0)


@book.true("zero stated")
def odd_moment():
    """E Z³ = 0."""
    return Identity(Mean(Z**3), 0)


# -- moments -------------------------------------------------------------------------------------------------------


@book.false("moments", gross=True)
def characteristic_squared():
    """E cos aZ = e^(-2a²)."""
    return Identity(Mean(cos(a * Z)), exp(-2 * a**2)), dict(domain=Domain(core=(a >= Rational(1, 2), a <= 2)))


@book.true("moments")
def characteristic():
    """E cos aZ = e^(-a²/2)."""
    return Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)), dict(domain=Domain(core=(a >= Rational(1, 100), a <= 2)))


@book.false("moments", gross=True)
def characteristic_above():
    """E cos aZ = max(e^(-a²/2), 1/2), false for a > 1.18 and so on two thirds of the core."""
    return Identity(Mean(cos(a * Z)), sp.Max(exp(-(a**2) / 2), Rational(1, 2))), dict(
        domain=Domain(core=(a >= Rational(1, 10), a <= 4))
    )


@book.false("moments", gross=True)
def mean_of_log():
    """E log X = log E X."""
    return Identity(Mean(log(E)), log(Mean(E)))


@book.true("moments")
def mean_of_log_uniform():
    """E log U for U uniform on (0, 1) is -1."""
    return Identity(Mean(log(Sampled("V", Uniform(0, 1)))), -1)


@book.false("moments", gross=True)
def mean_of_inverse():
    """E 1/U = 1/E U on [0.1, 2] (1.58 and 0.95)."""
    return Identity(Mean(1 / U), 1 / Mean(U))


@book.true("moments")
def mean_of_inverse_right():
    """E 1/U = log(20)/1.9."""
    return Identity(Mean(1 / U), log(20) / Rational(19, 10))


@book.false("moments", gross=True, cheap=False)
def ratio_of_means():
    """E (X/U) = E X/E U."""
    return Identity(Mean(E / U), Mean(E) / Mean(U))


@book.true("moments")
def ratio_of_means_right():
    """E X/E U = 1/1.05."""
    return Identity(Mean(E) / Mean(U), Rational(100, 105))


@book.true("moments")
def log_of_mean():
    """log E e^Z = 1/2."""
    return Identity(log(Mean(exp(Z))), Rational(1, 2))


@book.false("moments", gross=True)
def log_of_mean_wrong():
    """log E e^Z = 1."""
    return Identity(log(Mean(exp(Z))), 1)


@book.false("moments", gross=True)
def square_of_mean():
    """(E Z)² = E Z²: one name in two means is two samples."""
    return Identity(Mean(Z) * Mean(Z), Mean(Z**2))


@book.true("moments")
def product_of_means():
    """E Z² Y² = E Z² E Y²."""
    return Identity(Mean(Z**2 * Y**2), Mean(Z**2) * Mean(Y**2))


@book.false("moments", gross=True)
def product_of_dependent():
    """E Z²Z² = E Z² E Z²."""
    return Identity(Mean(Z**4), Mean(Z**2) * Mean(Z**2))


@book.false("moments", gross=True)
def absolute_value():
    """E |Z| = 2/√π·... = √(π/2) (it is √(2/π))."""
    return Identity(Mean(Abs(Z)), sqrt(pi / 2))


@book.false("moments", gross=True)
def variance_of_square():
    """Var Z² = 3."""
    return Identity(Variance(Z**2), 5)


@book.true("moments")
def variance_of_square_right():
    """Var Z² = 2."""
    return Identity(Variance(Z**2), 2)


@book.false("moments", gross=True)
def variance_of_sum():
    """Var(Z + Z) = 2."""
    return Identity(Variance(Z + Z), 2)


@book.true("moments")
def quantile_of_normal():
    """The 0.9-quantile of Z."""
    return Identity(Phi(Quantile(Z, Rational(9, 10))), Rational(9, 10))


@book.false("moments", gross=True)
def quantile_wrong_level():
    """The 0.75-quantile of Z is 1.645."""
    return Identity(Quantile(Z, Rational(3, 4)), Rational(1645, 1000))


@book.true("moments")
def median_of_lognormal():
    """The median of e^(2Z) is 1."""
    return Identity(Quantile(exp(2 * Z), Rational(1, 2)), 1)


@book.false("moments", gross=True)
def median_is_mean():
    """The median of an exponential number is its mean."""
    return Identity(Quantile(E, Rational(1, 2)), Mean(E) + 1)


@book.false("moments", gross=True, cheap=False)
def link_moment():
    """E σ(aZ)² = a² for all links (true of none but near the origin)."""
    f = Function("σ", "link")
    return Identity(Mean(f(3 + Z) ** 2), 100)


# -- probabilities -------------------------------------------------------------------------------------------------


@book.true("probabilities")
def normal_tail():
    """P(Z > a) = Φ(-a)."""
    return Identity(Probability(Z > a), Phi(-a)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 2)))


@book.false("probabilities", gross=True)
def normal_tail_two_sided():
    """P(|Z| > a) = Φ(-a) (a factor 2)."""
    return Identity(Probability(Abs(Z) > a), Phi(-a)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 2)))


@book.false("probabilities", gross=True)
def subgaussian_wrong():
    """P(|Z| > a) ≤ e^(-2a²)."""
    return Inequality(Probability(Abs(Z) > a), exp(-2 * a**2)), dict(domain=Domain(core=(a >= Rational(1, 2), a <= 2)))


@book.true("probabilities")
def subgaussian():
    """P(Z > a) ≤ e^(-a²/2)."""
    return Inequality(Probability(Z > a), exp(-(a**2) / 2)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 3)))


@book.true("probabilities")
def chebyshev():
    """P(|Z| ≥ a) ≤ 1/a²."""
    return Inequality(Probability(Abs(Z) >= a), 1 / a**2), dict(domain=Domain(core=(a >= Rational(1, 2), a <= 3)))


@book.false("probabilities")
def impossible_bound():
    """P(|Z| > 4) ≤ 10⁻⁶ (it is 6.3·10⁻⁵): too rare for a quick look."""
    return Inequality(Probability(Abs(Z) > 4), ten**-6)


@book.false("probabilities", gross=True)
def within_wrong():
    """0.4 ≤ P(Z > -1) ≤ 0.6 (it is 0.84)."""
    return Within(Probability(Z > -1), Rational(2, 5), Rational(3, 5))


@book.true("probabilities")
def within_right():
    """0.8 ≤ P(Z > -1) ≤ 0.9."""
    return Within(Probability(Z > -1), Rational(4, 5), Rational(9, 10))


# -- bounds of means -----------------------------------------------------------------------------------------------


@book.false("bounds of means", gross=True)
def noisy_bound():
    """E(3 + 5Z) ≤ 1."""
    return Inequality(Mean(3 + 5 * Z), 1)


@book.false("bounds of means")
def rare_bound():
    """E(1 + 10⁴ B) ≤ 1 with P(B = 1) = 10⁻⁴."""
    return Inequality(Mean(1 + ten**4 * rare(Rational(1, 10**4))), 1)


@book.false("bounds of means")
def lognormal_bound():
    """E e^(3Z) ≤ 30 (it is 90)."""
    return Inequality(Mean(exp(3 * Z)), 30)


@book.false("bounds of means", gross=True)
def jensen_reversed():
    """E Z⁴ ≤ (E Z²)²."""
    return Inequality(Mean(Z**4), Mean(Z**2) ** 2)


@book.true("bounds of means")
def jensen():
    """(E Z²)² ≤ E Z⁴."""
    return Inequality(Mean(Z**2) ** 2, Mean(Z**4))


@book.false("bounds of means", gross=True)
def hoelder_reversed():
    """√(E X²) ≤ E X for an exponential number."""
    return Inequality(sqrt(Mean(E**2)), Mean(E))


@book.false("bounds of means", gross=True)
def within_means():
    """0 ≤ E|Z| ≤ 0.4 (it is 0.8)."""
    return Within(Mean(Abs(Z)), 0, Rational(2, 5))


@book.true("bounds of means")
def within_means_right():
    """0.75 ≤ E|Z| ≤ 0.85."""
    return Within(Mean(Abs(Z)), Rational(3, 4), Rational(17, 20))


@book.true("bounds of means")
def bound_attained():
    """E(U - 1)² ≤ 1."""
    return Inequality(Mean((U - 1) ** 2), 1)


# -- columns and matrices ------------------------------------------------------------------------------------------


@book.false("sizes of samples", gross=True)
def trace_of_gram():
    """E tr XX' = n² (it is nd)."""
    return Identity(Mean(Trace(X * X.T)), n**2), dict(domain=both)


@book.true("sizes of samples")
def trace_of_gram_right():
    """E tr XX' = nd."""
    return Identity(Mean(Trace(X * X.T)), n * d), dict(domain=both)


@book.false("sizes of samples", gross=True, cheap=False)
def gram_of_wrong_side():
    """E XX' = n 1 (it is d 1)."""
    return Identity(Mean(X * X.T), n * I(n)), dict(domain=both)


@book.false("dependent entries", gross=True)
def sphere_is_gaussian():
    """E (x₁x₂)² = 1 on the sphere of radius √n (it is n/(n + 2)), n ≤ 3."""
    z = Sampled("z", Sphere(sqrt(n)), n)
    return Identity(Mean(z[1] ** 2 * z[2] ** 2), 1), dict(domain=Domain(n >= 2, core=(n <= 3,)))


@book.true("dependent entries", cheap=False)
def sphere_moment():
    """E (x₁x₂)² = n/(n + 2) on the sphere of radius √n."""
    z = Sampled("z", Sphere(sqrt(n)), n)
    return Identity(Mean(z[1] ** 2 * z[2] ** 2), n / (n + 2)), dict(domain=Domain(n >= 2, core=(n <= 12,)))


@book.false("dependent entries", gross=True)
def haar_is_independent():
    """E Q₁₁²Q₁₂² = 1/n² for an orthogonal matrix, n ≤ 2 (it is 1/(n(n + 2)))."""
    Q = Sampled("Q", Haar(), n, n)
    return Identity(Mean(Q[0, 0] ** 2 * Q[0, 1] ** 2), 1 / n**2), dict(domain=Domain(n >= 2, core=(n <= 3,)))


@book.true("dependent entries")
def haar_moment():
    """E Q₁₁² = 1/n."""
    Q = Sampled("Q", Haar(), n, n)
    return Identity(Mean(Q[0, 0] ** 2), 1 / n), dict(domain=Domain(core=(n <= 8,)))


@book.false("dependent entries", gross=True, cheap=False)
def wishart_square():
    """E tr W² = d (without the Marchenko-Pastur term d²/n)."""
    W = Sampled("W", Wishart(n), d, d)
    return Identity(Mean(Trace(W * W)), d), dict(domain=Domain(core=(n <= 4, d <= 8, d >= 4)))


@book.true("dependent entries", cheap=False)
def wishart_square_right():
    """E tr W² = d(1 + (d + 1)/n)."""
    W = Sampled("W", Wishart(n), d, d)
    return Identity(Mean(Trace(W * W)), d * (1 + (d + 1) / n)), dict(domain=both)


@book.false("dependent entries", gross=True, cheap=False)
def covariance_ignored():
    """E xx' = diag C for x ~ N(0, C)."""
    C = Array("C", "covariance", n, n, kind=PD)
    g = Sampled("g", Normal(C), n)
    return Identity(Mean(g * g.T), sp.DiagonalMatrix(C)), dict(domain=Domain(n >= 2, core=(n <= 5,)))


@book.true("dependent entries", cheap=False)
def covariance_kept():
    """E xx' = C for x ~ N(0, C)."""
    C = Array("C", "covariance", n, n, kind=PD)
    g = Sampled("g", Normal(C), n)
    return Identity(Mean(g * g.T), C), dict(domain=Domain(n >= 2, core=(n <= 5,)))


@book.false("single entries of means", gross=True)
def one_entry_of_nine():
    """E zz' = 1 + e₁e₂' in three dimensions: one entry of nine is wrong."""
    z = Sampled("z", Normal(), 3)
    return Identity(Mean(z * z.T), sp.ImmutableDenseMatrix([[1, 1, 0], [0, 1, 0], [0, 0, 1]]))


@book.false("single entries of means", gross=True)
def small_entry_of_mean():
    """E diag(1, 10⁻³) zz' diag(1, 10⁻³) has 2·10⁻⁶ in its last entry (it is 10⁻⁶)."""
    z = Sampled("z", Normal(), 2)
    D = sp.ImmutableDenseMatrix([[1, 0], [0, Rational(1, 1000)]])
    return Identity(Mean(D * z * z.T * D), sp.ImmutableDenseMatrix([[1, 0], [0, Rational(2, 10**6)]]))


@book.false("moments of columns", gross=True)
def fourth_moment_of_signs():
    """E (Σe)⁴ = n⁴ (it is 3n² - 2n)."""
    one = sp.OneMatrix(n, 1)
    return Identity(Mean(dot(one, e) ** 4), n**4), dict(domain=Domain(core=(n >= 3, n <= 12)))


@book.true("moments of columns")
def fourth_moment_of_signs_right():
    """E (Σe)⁴ = 3n² - 2n."""
    one = sp.OneMatrix(n, 1)
    return Identity(Mean(dot(one, e) ** 4), 3 * n**2 - 2 * n), dict(domain=some)


@book.false("moments of columns", gross=True, cheap=False)
def square_of_inner_product():
    """E (x'y)² = n²."""
    return Identity(Mean(dot(x, y) ** 2), n**2), dict(domain=Domain(core=(n >= 2, n <= 12)))


@book.true("moments of columns", cheap=False)
def square_of_inner_product_right():
    """E (x'y)² = n."""
    return Identity(Mean(dot(x, y) ** 2), n), dict(domain=some)


@book.false("moments of columns", gross=True)
def norm_squared_squared():
    """E ‖x‖⁴ = n² (it is n² + 2n), n ≤ 2."""
    return Identity(Mean(sq(x) ** 2), n**2), dict(domain=Domain(core=(n <= 2,)))


@book.true("moments of columns", cheap=False)
def inverse_norm():
    """E 1/‖x‖² = 1/(n - 2), with kurtosis finite only for n > 8."""
    return Identity(Mean(1 / sq(x)), 1 / (n - 2)), dict(domain=Domain(n >= 3, core=(n <= 16,)))


@book.false("moments of columns", gross=True, cheap=False)
def inverse_norm_wrong():
    """E 1/‖x‖² = 1/n, n = 3, 4."""
    return Identity(Mean(1 / sq(x)), 1 / n), dict(domain=Domain(n >= 3, core=(n <= 4,)))


@book.false("moments of columns", gross=True)
def even_sizes():
    """E (x₁ + (-1)ⁿ x₁ ...)²: E (1 + (-1)ⁿ)² x₁² = 2, which is 0 for odd n and 4 for even n."""
    return Identity(Mean((1 + (-1) ** n) ** 2 * x[1] ** 2 / 2 + 1), 2), dict(domain=some)


@book.false("moments of columns", gross=True)
def chi_square_variance():
    """Var X = m for a chi-square number (it is 2m)."""
    W = Sampled("W", ChiSquare(m))
    return Identity(Variance(W), m), dict(domain=Domain(core=(m <= 12,)))


@book.false("moments of columns", gross=True)
def coupling_lost():
    """E x'Kx = n for x ~ N(0, K), whatever K (it is tr K²)."""
    K = Array("K", "covariance", n, n, kind=PD)
    g = Sampled("g", Normal(K), n)
    return Identity(Mean(quad(K, g)), n), dict(domain=Domain(core=(n <= 5,)))


# -- conditional means ---------------------------------------------------------------------------------------------


@book.false("conditional means", gross=True)
def conditional_mean_lost():
    """E (v'y)² = n + ‖v‖² for every column v (it is ‖v‖²)."""
    return Identity(Mean(dot(given, y) ** 2), n + sq(given)), dict(domain=some)


@book.true("conditional means", cheap=False)
def conditional_mean():
    """E (v'y)² = ‖v‖² for every column v."""
    return Identity(Mean(dot(given, y) ** 2), sq(given)), dict(domain=some)


@book.true("conditional means", cheap=False)
def tower():
    """E (E_y (x'y)²) = n."""
    return Identity(Mean(Mean(dot(x, y) ** 2, over=y)), n), dict(domain=some)


@book.false("conditional means", cheap=False)
def tower_squared():
    """E (E_y (x'y)²)² = n² (it is n² + 2n), n ≤ 2; by two copies of y, of kurtosis 25025 for n = 1: too heavy for a quick look."""
    return Identity(Mean(Mean(dot(x, y) ** 2, over=y) ** 2), n**2), dict(domain=Domain(core=(n <= 2,)))


@book.true("conditional means", cheap=False)
def tower_squared_right():
    """E (E_y (x'y)²)² = n² + 2n."""
    return Identity(Mean(Mean(dot(x, y) ** 2, over=y) ** 2), n**2 + 2 * n), dict(domain=some)


@book.false("conditional means", gross=True, cheap=False)
def free_sample():
    """‖v‖² = n for every column v, as if it were a sample."""
    return Identity(sq(given), n), dict(domain=some)


@book.false("bounds of means", gross=True)
def positive_below_zero():
    """E |Z| ≤ 0."""
    return Inequality(Mean(Abs(Z)), 0)


@book.false("moments of columns", gross=True, cheap=False)
def norm_of_sample():
    """E ‖x‖ = n (it is about √n)."""
    return Identity(Mean(norm(x)), n), dict(domain=Domain(core=(n >= 5, n <= 12)))


# -- iterations ----------------------------------------------------------------------------------------------------


@book.false("iterations", gross=True)
def autoregression():
    """x ← x/2 + Z has the variance 4 after 20 steps (it is 4/3)."""
    state = Symbol("q", "state")
    path = Iterate(state, state / 2 + Z, 0, 20, fresh=(Z,))
    return Identity(Mean(path.end**2), 4)


@book.true("iterations")
def autoregression_right():
    """x ← x/2 + Z has the variance (4/3)(1 - 4⁻²⁰) after 20 steps."""
    state = Symbol("q", "state")
    path = Iterate(state, state / 2 + Z, 0, 20, fresh=(Z,))
    return Identity(Mean(path.end**2), Rational(4, 3) * (1 - Rational(1, 4) ** 20))


@book.false("iterations", gross=True)
def not_fresh():
    """x ← x + Z with one Z for all 10 steps has the variance 10 (it is 100)."""
    state = Symbol("q", "state")
    path = Iterate(state, state + Z, 0, 10)
    return Identity(Mean(path.end**2), 10)


@book.true("iterations")
def random_walk():
    """x ← x + Z with fresh Z has the variance 10 after 10 steps."""
    state = Symbol("q", "state")
    path = Iterate(state, state + Z, 0, 10, fresh=(Z,))
    return Identity(Mean(path.end**2), 10)
