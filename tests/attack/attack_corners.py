"""Statements that break at a corner of the core, on a thin set of it, in a tail, or with one of several options."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    PSD,
    Abs,
    Array,
    Bernoulli,
    ChiSquare,
    Domain,
    Exponential,
    Guarantee,
    Inequality,
    Ladder,
    Limit,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Optimality,
    Order,
    Phase,
    Positive,
    Probability,
    Rademacher,
    Rational,
    Sampled,
    Symbol,
    Symmetric,
    Trace,
    Uniform,
    Variance,
    Within,
    cosh,
    exp,
    log,
    quad,
    sq,
    sqrt,
)

a, b, t = (Symbol(name, f"number {name}", Positive) for name in "abt")
w = Symbol("w", "place")
n, d, k = (Symbol(name, f"size {name}", Naturals) for name in "ndk")
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
U = Sampled("U", Uniform(0, 1))
V = Sampled("V", Exponential(1))
e, g = Sampled("e", Rademacher(), n), Sampled("g", Normal(), n)
X = Sampled("X", Normal(), n, d)
C = Sampled("C", ChiSquare(k))
S = Array("S", "symmetric matrix", n, n, kind=Symmetric)
K = Array("K", "semidefinite matrix", n, n, kind=PSD)
v = Array("v", "column", n)
half = Rational(1, 2)
long = Ladder(k, (16, 32, 64, 128, 256, 512, 1024, 2048))
levels = Domain(core=(k <= 50, t >= Rational(1, 10), t <= 6))
unit = Domain(a <= 1, b <= 1, core=(a >= Rational(1, 100), b >= Rational(1, 100)))
squares = Domain(core=(n >= 2, n <= 12))


# -- corners of the core ---------------------------------------------------------------------------------------------


@book.false("corners", decided=True)
def chi_square_without_its_tail():
    """P[X - k ≥ 2√(kt)] ≤ e^(-t) for a chi-square number: false for few degrees and large t."""
    return Inequality(Probability(C - k >= 2 * sqrt(k * t)), exp(-t)), dict(domain=levels)


@book.true("corners", decided=True)
def chi_square_with_its_tail():
    """P[X - k ≥ 2√(kt) + 2t] ≤ e^(-t) (Laurent and Massart)."""
    return Inequality(Probability(C - k >= 2 * sqrt(k * t) + 2 * t), exp(-t)), dict(domain=levels)


@book.false("corners", decided=True)
def guarantee_of_chi_square():
    """X - k ≤ 2√(kt) with probability 1 - e^(-t): the same as a guarantee."""
    return Guarantee(C - k <= 2 * sqrt(k * t), 1 - exp(-t)), dict(domain=levels)


@book.true("corners")
def guarantee_of_chi_square_right():
    """X - k ≤ 2√(kt) + 2t with probability 1 - e^(-t)."""
    return Guarantee(C - k <= 2 * sqrt(k * t) + 2 * t, 1 - exp(-t)), dict(domain=levels)


@book.false("corners", decided=True)
def product_of_two_powers():
    """E Z²(1 + 3a⁸b⁸) ≤ 2: false near a = b = 1 alone."""
    return Inequality(Mean(Z**2 * (1 + 3 * a**8 * b**8)), 2), dict(domain=unit)


@book.true("corners")
def product_of_two_powers_right():
    """E Z²(1 + 3a⁸b⁸) ≤ 4."""
    return Inequality(Mean(Z**2 * (1 + 3 * a**8 * b**8)), 4), dict(domain=unit)


@book.false("corners", decided=True)
def opposite_ends():
    """E |Z| (1 + 4a¹²(1 - b)¹²) ≤ 2: false where a is at its upper and b at its lower end."""
    return Inequality(Mean(Abs(Z) * (1 + 4 * a**12 * (1 - b) ** 12)), 2), dict(domain=unit)


@book.false("corners", decided=True)
def three_ends():
    """E Z² e^(abt) ≤ 3 for a, b, t ≤ 1.2: false at the corner of three numbers alone."""
    ends = (a <= Rational(6, 5), b <= Rational(6, 5), t <= Rational(6, 5))
    low = (a >= Rational(1, 10), b >= Rational(1, 10), t >= Rational(1, 10))
    return Inequality(Mean(Z**2 * exp(a * b * t)), 3), dict(domain=Domain(*ends, core=low))


# -- thin sets ---------------------------------------------------------------------------------------------------------


@book.false("thin sets", decided=True)
def bump_of_a_mean():
    """E Z²(1 + 2e^(-400(a - 0.37)²)) ≤ 2 on (0, 1): false on 8 % of it."""
    bump = exp(-400 * (a - Rational(37, 100)) ** 2)
    return Inequality(Mean(Z**2 * (1 + 2 * bump)), 2), dict(domain=Domain(a <= 1, core=(a >= Rational(1, 100),)))


@book.false("thin sets", decided=True, cheap=False)
def bump_of_two_numbers():
    """1/2 ≤ E Z² - 0.9 e^(-60(a - 0.3)² - 60(b - 0.6)²) ≤ 2: the lower bound fails on 3 % of the square."""
    bump = exp(-60 * (a - Rational(3, 10)) ** 2 - 60 * (b - Rational(6, 10)) ** 2)
    return Within(Mean(Z**2 * (1 - Rational(9, 10) * bump)), half, 2), dict(domain=unit)


@book.true("thin sets")
def bump_of_two_numbers_right():
    """1/20 ≤ E Z² - 0.9 e^(-60(a - 0.3)² - 60(b - 0.6)²) ≤ 2."""
    bump = exp(-60 * (a - Rational(3, 10)) ** 2 - 60 * (b - Rational(6, 10)) ** 2)
    return Within(Mean(Z**2 * (1 - Rational(9, 10) * bump)), Rational(1, 20), 2), dict(domain=unit)


@book.false("thin sets", decided=True)
def one_size_alone():
    """E |Σ g_i|² ≤ n(1 + [n ≠ 7]) - [n = 7]n/2: false at n = 7."""
    bound = sp.Piecewise((n / 2, sp.Eq(n, 7)), (2 * n, True))
    return Inequality(Mean(sq(g)), bound), dict(domain=squares)


@book.false("thin sets", decided=True)
def means_under_a_root():
    """√(E Z⁴) E(1 + 9a¹⁰b¹⁰ Z²) ≤ 4: means under functions, false at a corner."""
    return Inequality(sqrt(Mean(Z**4)) * Mean(1 + 9 * a**10 * b**10 * Z**2), 4), dict(domain=unit)


# -- tails -------------------------------------------------------------------------------------------------------------


@book.false("tails", decided=True)
def half_less_a_hair():
    """P(Z ≥ t) ≤ 0.49 e^(-t²/2) for 0 < t ≤ 3: false below 0.025."""
    return Inequality(Probability(Z >= t), Rational(49, 100) * exp(-(t**2) / 2)), dict(domain=Domain(t <= 3))


@book.true("tails")
def half_of_a_gaussian():
    """P(Z ≥ t) ≤ e^(-t²/2)/2."""
    return Inequality(Probability(Z >= t), exp(-(t**2) / 2) / 2), dict(domain=Domain(t <= 3))


@book.false("tails", decided=True)
def mills_from_below():
    """P(Z ≥ t) ≥ 0.3 e^(-t²/2)/t for t ≥ 1: false below 1.3."""
    return Inequality(Rational(3, 10) * exp(-(t**2) / 2) / t, Probability(Z >= t)), dict(domain=Domain(t >= 1))


@book.true("tails")
def mills_from_above():
    """P(Z ≥ t) ≤ 0.4 e^(-t²/2)/t."""
    return Inequality(Probability(Z >= t), Rational(2, 5) * exp(-(t**2) / 2) / t)


@book.false("tails", decided=True)
def guarantee_near_zero():
    """Z ≤ t with probability at least 1 - 0.49 e^(-t²/2) for 0 < t ≤ 3."""
    return Guarantee(Z <= t, 1 - Rational(49, 100) * exp(-(t**2) / 2)), dict(domain=Domain(t <= 3))


@book.false("tails", decided=True)
def exponential_below_a_cubic():
    """P(V ≥ t) ≤ 1/(1 + t + t²/2 + t³/4): false for t below 3 (t³/6 is right)."""
    return Inequality(Probability(V >= t), 1 / (1 + t + t**2 / 2 + t**3 / 4))


@book.true("tails")
def exponential_below_a_cubic_right():
    """P(V ≥ t) ≤ 1/(1 + t + t²/2 + t³/6)."""
    return Inequality(Probability(V >= t), 1 / (1 + t + t**2 / 2 + t**3 / 6))


@book.false("tails", cheap=False)
def infinite_at_the_edge():
    """E tr(X'X)⁻¹ ≤ 10d for n > d: the mean is infinite at n = d + 1."""
    return Inequality(Mean(Trace((X.T * X).inv())), 10 * d), dict(domain=Domain(n >= d + 1, core=(n <= 12, d <= 4)))


@book.true("tails", cheap=False)
def finite_beyond_the_edge():
    """E tr(X'X)⁻¹ ≤ d for n > d + 3."""
    return Inequality(Mean(Trace((X.T * X).inv())), d), dict(domain=Domain(n >= d + 4, core=(n <= 12, d <= 4)))


@book.false("tails")
def one_over_a_uniform_number():
    """E 1/U ≤ 100 (it is infinite)."""
    return Inequality(Mean(1 / U), 100)


@book.false("tails", cheap=False)
def ratio_of_gaussians():
    """E |Z/Y| ≤ 50a for a ≥ 1 (it is infinite)."""
    return Inequality(Mean(Abs(Z / Y)), 50 * a), dict(domain=Domain(a >= 1))


@book.true("tails", cheap=False)
def square_root_of_a_ratio():
    """E |Z/Y|^(1/4) ≤ 3a for a ≥ 1."""
    return Inequality(Mean(Abs(Z / Y) ** Rational(1, 4)), 3 * a), dict(domain=Domain(a >= 1))


# -- options, arrays, sizes ----------------------------------------------------------------------------------------------


@book.false("options")
def variance_of_a_form():
    """Var g'Sg ≤ 2n ‖S‖²_F/(n + 1/2)·... = 1.8 ‖S‖²_F (it is 2‖S‖²_F)."""
    return Inequality(Variance(quad(S, g)), Rational(9, 5) * Trace(S * S)), dict(domain=squares)


@book.true("options")
def variance_of_a_form_right():
    """Var g'Sg ≤ 2.2 ‖S‖²_F."""
    return Inequality(Variance(quad(S, g)), Rational(11, 5) * Trace(S * S)), dict(domain=squares)


@book.false("options")
def rademacher_form_below():
    """Var e'Se ≥ ‖S‖²_F for every symmetric S: zero where S is diagonal."""
    return Inequality(Trace(S * S), Variance(quad(S, e))), dict(domain=squares)


@book.false("options", cheap=False)
def fourth_power_of_a_sum():
    """E(v'e)⁴ ≥ 2‖v‖⁴: false where one entry carries everything."""
    return Inequality(2 * sq(v) ** 2, Mean((v.T * e)[0, 0] ** 4)), dict(domain=squares)


@book.true("options")
def fourth_power_of_a_sum_right():
    """E(v'e)⁴ ≤ 3‖v‖⁴."""
    return Inequality(Mean((v.T * e)[0, 0] ** 4), 3 * sq(v) ** 2), dict(domain=squares)


@book.false("options", decided=True)
def cosh_below_a_gaussian():
    """cosh a ≤ e^(a²/2.1): false near 0."""
    return Inequality(cosh(a), exp(a**2 / Rational(21, 10)))


@book.true("options")
def cosh_below_a_gaussian_right():
    """cosh a ≤ e^(a²/2) (Hoeffding)."""
    return Inequality(cosh(a), exp(a**2 / 2))


@book.false("options", decided=True, cheap=False)
def maximum_of_few():
    """E max(Z, aY) ≤ 0.5 for 0 < a ≤ 1 (it is √((1 + a²)/2π): false above a = 0.76)."""
    return Inequality(Mean(Maximum(Z, a * Y)), half), dict(domain=Domain(a <= 1))


# -- ladders, optima, crossings ------------------------------------------------------------------------------------------


@book.false("far along", assumption="a logarithm, which is below the resolution of an exponent")
def order_of_a_slow_sum():
    """k log k ≤ C k."""
    return Order(k * log(k), k, direction="upper", ladder=long, expansion=(1 / k, k**-2))


@book.false("far along")
def order_of_a_variance():
    """E (Σ e_i over k)⁴-like: 3k² - 2k ≤ C k^(7/4)."""
    return Order(3 * k**2 - 2 * k, k ** Rational(7, 4), direction="upper", ladder=long, expansion=(1 / k, k**-2))


@book.false("far along")
def limit_with_a_small_bias():
    """E Z²(1 + 1/k) + a/10 tends to 1 for a ≤ 3."""
    return Limit(Mean(Z**2) * (1 + 1 / k) + a / 10, 1, ladder=long, expansion=(1 / k, k**-2)), dict(
        domain=Domain(a <= 3, core=(a >= Rational(1, 100),))
    )


@book.false("far along", cheap=False)
def optimum_of_a_drawn_loss():
    """E(w - aZ - 1)² + a⁴w²/50 is least at w = 1 for a ≤ 3."""
    return Optimality(Mean((w - a * Z - 1) ** 2) + a**4 * w**2 / 50, at={w: 1}), dict(
        domain=Domain(a <= 3, core=(a >= Rational(1, 10),))
    )


@book.false("far along")
def crossing_at_one_end():
    """1/(1 + (t/a)²) + b⁸ crosses 1/2 at t = a for every b ≤ 1/2... = 0.9."""
    curve = 1 / (1 + (t / a) ** 2) + b**8
    return Phase(curve, half, a, control=t), dict(domain=Domain(b <= Rational(9, 10), core=(a <= 3, b >= Rational(1, 100))))


@book.false("far along", decided=True)
def guarantee_of_a_maximum():
    """max(|Z|, |Y|) ≤ t with probability at least 1 - (3/4)e^(-t²/2): false for small t."""
    return Guarantee(Maximum(Abs(Z), Abs(Y)) <= t, 1 - Rational(3, 4) * exp(-(t**2) / 2)), dict(
        domain=Domain(core=(t >= Rational(1, 10), t <= 3))
    )


@book.false("far along", decided=True)
def rare_success():
    """P(B = 1, Z > t) ≤ a/4 for a Bernoulli(a) number, t ≤ 3: false below t = 0.67."""
    B = Sampled("B", Bernoulli(a))
    return Inequality(Probability(sp.And(B > half, Z > t)), a / 4), dict(
        domain=Domain(a < 1, t <= 3, core=(a >= Rational(1, 20), a <= half, t >= Rational(1, 50)))
    )


@book.true("far along")
def rare_success_right():
    """P(B = 1, Z > t) ≤ a/2."""
    B = Sampled("B", Bernoulli(a))
    return Inequality(Probability(sp.And(B > half, Z > t)), a / 2), dict(
        domain=Domain(a < 1, t <= 3, core=(a >= Rational(1, 20), a <= half, t >= Rational(1, 50)))
    )


@book.true("far along", cheap=False)
def trace_of_a_wishart():
    """E tr(KX'X)... = E‖X‖²_F ≤ nd."""
    return Inequality(Mean(Trace(X.T * X)), n * d), dict(domain=Domain(core=(n <= 8, d <= 8)))


@book.false("far along")
def trace_of_a_square():
    """E (g'Kg)² ≤ 2.5 (tr K)²: false near one direction (3 (tr K)²)."""
    return Inequality(Mean(quad(K, g) ** 2), Rational(5, 2) * Trace(K) ** 2), dict(domain=squares)
