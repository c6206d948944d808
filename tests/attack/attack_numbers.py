"""Statements about numbers without randomness: identities, bounds, roots, derivatives."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    Abs,
    Domain,
    Function,
    Gradient,
    Identity,
    Inequality,
    Least,
    Naturals,
    NonNegative,
    Positive,
    Rational,
    Root,
    Slope,
    Symbol,
    Within,
    cos,
    cosh,
    exp,
    floor,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    tanh,
)
from lemmata.theory.language.calculus import FunctionClass, Z

a, b, c = (Symbol(name, f"number {name}", Positive) for name in "abc")
t, u = Symbol("t", "place", NonNegative), Symbol("u", "second place", NonNegative)
x, y = Symbol("x", "real number"), Symbol("y", "second real number")
n = Symbol("n", "count", Naturals)
unit = Domain(t <= 1)
square = Domain(t <= 1, u <= 1)
half = Rational(1, 2)


# -- where it is false ---------------------------------------------------------------------------------------------


@book.false("part of the domain", gross=True)
def false_above():
    """|a - 3/2| = 3/2 - a (false for a > 3/2)."""
    return Identity(Abs(a - 3 * half), 3 * half - a)


@book.false("part of the domain")
def false_above_outside_core():
    """max(a, 3/2) = 3/2, with a core in which it is true."""
    return Identity(sp.Max(a, 3 * half), 3 * half), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 1)))


@book.false("part of the domain")
def false_only_tiny():
    """max(a, 1/1000) = a, false for a < 1/1000 and true in the core."""
    return Identity(sp.Max(a, Rational(1, 1000)), a)


@book.false("part of the domain")
def false_only_huge():
    """min(a, 10⁴) = a."""
    return Identity(sp.Min(a, 10**4), a)


@book.false("part of the domain", gross=True)
def false_for_even():
    """(-1)^n = -1."""
    return Identity((-1) ** n, -1)


@book.false("part of the domain", gross=True)
def false_for_seven():
    """n (1 + [n = 7]) = n."""
    return Identity(n * (1 + sp.Max(0, 1 - Abs(n - 7))), n), dict(domain=Domain(core=(n <= 12,)))


@book.false("ends and corners")
def false_at_upper_end():
    """⌊t⌋ = 0 on [0, 1]."""
    return Identity(floor(t), 0), dict(domain=unit)


@book.false("ends and corners", cheap=False)
def false_at_lower_end():
    """⌈t⌉ = 1 on [0, 1]."""
    return Identity(sp.ceiling(t), 1), dict(domain=unit)


@book.false("ends and corners", cheap=False)
def false_at_corner():
    """⌊(t + u)/2⌋ = 0 on the unit square."""
    return Identity(floor((t + u) / 2), 0), dict(domain=square)


@book.false("ends and corners", gross=True)
def false_off_lattice():
    """10⁵ t is an integer."""
    return Identity(floor(10**5 * t), 10**5 * t), dict(domain=unit)


@book.false("ends and corners", cheap=False)
def false_near_open_end():
    """(1 - cos a)/a² ≤ 0.4, false only near 0, where it cancels; the core is far from it."""
    return Inequality((1 - cos(a)) / a**2, Rational(2, 5)), dict(domain=Domain(core=(a >= 2, a <= 10)))


@book.false("ends and corners", gross=True, cheap=False)
def false_near_open_end_core():
    """(1 - cos a)/a² ≤ 0.4 with the ordinary core."""
    return Inequality((1 - cos(a)) / a**2, Rational(2, 5))


@book.true("ends and corners", cheap=False)
def half_near_open_end():
    """(1 - cos a)/a² ≤ 1/2, an equality in the limit a → 0."""
    return Inequality((1 - cos(a)) / a**2, half)


@book.true("ends and corners")
def corner_holds():
    """⌊(t + u)/4⌋ = 0 on the unit square."""
    return Identity(1 + floor((t + u) / 4), 1), dict(domain=square)


@book.false("ends and corners", cheap=False)
def corner_of_cube():
    """t + u + a ≤ 2.9 on the unit cube with a small core."""
    core = (t <= half, u <= half, a <= half, a >= Rational(1, 10))
    return Inequality(t + u + a, Rational(29, 10)), dict(domain=Domain(t <= 1, u <= 1, a <= 1, core=core))


@book.false("spikes", gross=True, cheap=False)
def bump_above_bound():
    """sin(a) + e^(-(15(a - 1))²) ≤ 1 on (0, 3]: above on 6 % of it."""
    return Inequality(sin(a) + exp(-((15 * (a - 1)) ** 2)), 1), dict(domain=Domain(a <= 3, core=(a >= Rational(1, 100),)))


@book.false("spikes", cheap=False)
def spike_with_tails():
    """sin(a) + 1/(1 + 10⁶(a - 1)²) ≤ 1 on (0, 3]."""
    return Inequality(sin(a) + 1 / (1 + 10**6 * (a - 1) ** 2), 1), dict(domain=Domain(a <= 3, core=(a >= Rational(1, 100),)))


@book.false("spikes", gross=True)
def bump_in_identity():
    """1 + 3 max(0, 1 - 30|t - 0.618|) = 1 on [0, 1]: off by up to 3 on 6 % of it."""
    return Identity(1 + 3 * sp.Max(0, 1 - 30 * Abs(t - Rational(618, 1000))), 1), dict(domain=unit)


@book.false("tails", gross=True, cheap=False)
def tail_constant_lost():
    """e^(-2nt²) ≤ e^(-4nt²)."""
    return Inequality(exp(-2 * n * t**2), exp(-4 * n * t**2)), dict(domain=Domain(t <= 1, core=(n <= 100,)))


@book.false("tails", gross=True, cheap=False)
def tail_at_end():
    """e^(-80t²) ≤ e^(72 - 160t²) on [0, 1]: false beyond 0.949, where both are below e^-70."""
    return Inequality(exp(-80 * t**2), exp(72 - 160 * t**2)), dict(domain=unit)


@book.false("tails", gross=True, cheap=False)
def tail_in_the_middle():
    """e^(-50 - t) ≤ e^(-49 - t - 4 bump): false on 7.5 % of [0, 1] by up to e³, at values of e^-50."""
    bump = sp.Max(0, 1 - 20 * Abs(t - Rational(62, 100)))
    return Inequality(exp(-50 - t), exp(-49 - t - 4 * bump)), dict(domain=unit)


@book.true("tails")
def tail_bound():
    """erfc t ≤ e^(-t²)."""
    return Inequality(sp.erfc(t), exp(-(t**2)))


@book.true("tails", cheap=False)
def mills():
    """erfc t ≤ e^(-t²)/(t √π) for t > 0."""
    return Inequality(sp.erfc(a), exp(-(a**2)) / (a * sqrt(pi)))


@book.false("tails")
def mills_reversed():
    """e^(-a²)/(a √π) ≤ erfc a (the asymptotic form as a lower bound)."""
    return Inequality(exp(-(a**2)) / (a * sqrt(pi)), sp.erfc(a))


@book.false("0 <= 0", cheap=False)
def zero_below_zero():
    """3 max(a - 5, 0) ≤ max(a - 5, 0), both sides 0 in the core."""
    return Inequality(3 * sp.Max(a - 5, 0), sp.Max(a - 5, 0)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 4)))


@book.true("0 <= 0", cheap=False)
def touching():
    """2xy ≤ x² + y²."""
    return Inequality(2 * x * y, x**2 + y**2)


# -- rounding and scales -------------------------------------------------------------------------------------------


@book.false("rounding")
def off_by_rounding():
    """a + 10⁻¹³ = a."""
    return Identity(a + Rational(1, 10**13), a), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 10)))


@book.false("rounding")
def linearised():
    """sin a = a, in a core of a ≤ 10⁻³."""
    return Identity(sin(a), a), dict(domain=Domain(core=(a >= Rational(1, 10**4), a <= Rational(1, 10**3))))


@book.false("rounding", cheap=False)
def below_by_nothing():
    """a ≤ a - 10⁻²⁰."""
    return Inequality(a, a - Rational(1, 10**20))


@book.true("rounding", cheap=False)
def cancellation():
    """log(b + a) - log b = log(1 + a/b) for a down to 10⁻¹⁰, where half of the digits cancel."""
    return Identity(log(b + a) - log(b), log(1 + a / b)), dict(
        domain=Domain(core=(a >= Rational(1, 10**10), a <= 1, b >= 1, b <= 2))
    )


@book.true("rounding")
def squares_of_sine():
    """sin² + cos² = 1 at any size."""
    return Identity(sin(x) ** 2 + cos(x) ** 2, 1)


@book.true("rounding")
def hyperbolic():
    """cosh² - sinh² = 1, which cancels beyond a = 18."""
    return Identity(cosh(a) ** 2 - sinh(a) ** 2, 1), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 30)))


@book.true("rounding", cheap=False)
def tanh_saturates():
    """1 - tanh a = 2/(e^(2a) + 1), beyond the digits of a float."""
    return Identity(1 - tanh(a), 2 / (exp(2 * a) + 1)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 40)))


@book.false("scales", gross=True)
def huge_factor():
    """7·10²⁰⁰ a = 10²⁰⁰ a."""
    return Identity(7 * sp.Integer(10) ** 200 * a, sp.Integer(10) ** 200 * a)


@book.false("scales", gross=True)
def tiny_factor():
    """2·10⁻²⁰⁰ a = 10⁻²⁰⁰ a."""
    return Identity(2 * sp.Integer(10) ** -200 * a, sp.Integer(10) ** -200 * a)


@book.false("scales", gross=True)
def overflowing_square():
    """√((10²⁰⁰ a)²) = 2·10²⁰⁰ a, whose square overflows."""
    big = Symbol("B", "large number", Positive)
    return Identity(sqrt((big * a) ** 2 + (big * a) ** 2), big * a), dict(
        domain=Domain(core=(big >= sp.Integer(10) ** 190, big <= sp.Integer(10) ** 200))
    )


@book.true("scales", cheap=False)
def overflowing_exponential():
    """400 a ≤ log(1 + e^(400 a)), where the exponential leaves the range of floats."""
    return Inequality(400 * a, log(1 + exp(400 * a))), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 3)))


@book.true("scales", cheap=False)
def tiny_values():
    """(10⁻²⁰⁰ a)/(10⁻²⁰⁰ b) = a/b."""
    small = Symbol("s", "small number", Positive)
    return Identity((small * a + small) / (small * b + small), (a + 1) / (b + 1)), dict(
        domain=Domain(core=(small >= sp.Integer(10) ** -250, small <= sp.Integer(10) ** -200))
    )


# -- dropped conditions --------------------------------------------------------------------------------------------


@book.false("dropped condition", gross=True)
def root_of_square():
    """√(x²) = x for every real x."""
    return Identity(sqrt(x**2) + 1, x + 1)


@book.true("dropped condition")
def root_of_square_positive():
    """√(x²) + 1 = x + 1 for x ≥ 0."""
    return Identity(sqrt(x**2) + 1, x + 1), dict(when=x >= 0)


@book.false("dropped condition", gross=True, cheap=False)
def geometric_mean_reversed():
    """(a + b)/2 ≤ √(ab), true on the diagonal alone."""
    return Inequality((a + b) / 2, sqrt(a * b))


@book.true("dropped condition", cheap=False)
def geometric_mean():
    """√(ab) ≤ (a + b)/2."""
    return Inequality(sqrt(a * b), (a + b) / 2)


@book.false("dropped condition", cheap=False)
def bernoulli_everywhere():
    """1 + n x ≤ (1 + x)^n for every real x (true for x ≥ -1 alone, here with odd exponents)."""
    return Inequality(1 + (2 * n + 1) * x, (1 + x) ** (2 * n + 1)), dict(domain=Domain(core=(x >= -1, x <= 1, n <= 4)))


@book.true("dropped condition", cheap=False)
def bernoulli_inequality():
    """1 + n x ≤ (1 + x)^n for x ≥ -1."""
    return Inequality(1 + n * x, (1 + x) ** n), dict(domain=Domain(x >= -1, core=(n <= 8,)))


@book.false("dropped condition")
def no_point_meets_it():
    """a = b where a < b and b < a: nothing is stated."""
    return Identity(a, 2 * a), dict(when=(a > b + 1, b > a + 1))


@book.false("dropped condition", cheap=False)
def young_wrong_exponents():
    """ab ≤ a³/3 + b³/3 (the exponents are not conjugate)."""
    return Inequality(a * b, a**3 / 3 + b**3 / 3), dict(domain=Domain(core=(a >= 2, a <= 5, b >= 2, b <= 5)))


# -- options -------------------------------------------------------------------------------------------------------

ODD = FunctionClass(
    "odd functions", {"z": Z, "cube": Z**3, "sine": sp.sin(Z), "tanh": sp.tanh(Z), "mixed": Z + Z**3}, open=False
)
NEARLY = FunctionClass("nearly odd functions", {**ODD.options, "shifted": Z + 100}, open=False)


@book.false("one option of several")
def one_function_of_six():
    """f(x) = -f(-x), false for one function of six by 200."""
    f = Function("f", "function", NEARLY)
    return Identity(f(x), -f(-x))


@book.true("one option of several")
def odd_functions():
    """f(x) = -f(-x) for odd functions."""
    f = Function("f", "function", ODD)
    return Identity(f(x), -f(-x))


@book.false("one option of several")
def links_are_odd():
    """σ(x) = -σ(-x) for all links."""
    s = Function("σ", "link")
    return Identity(s(x), -s(-x))


# -- derivatives, roots, minima ------------------------------------------------------------------------------------

RELU = FunctionClass("positive part", {"relu": sp.Max(Z, 0)}, open=False)


@book.false("derivatives")
def derivative_at_kink():
    """f'(t) + f'(-t) = 1 for the positive part with f'(0) = 0, on t ≥ 0 with its end."""
    f = Function("f", "positive part", RELU, kink=0)
    return Identity(f.prime(t) + f.prime(-t), 1), dict(domain=unit)


@book.true("derivatives")
def derivative_at_half_kink():
    """f'(t) + f'(-t) = 1 for the positive part with f'(0) = 1/2."""
    f = Function("f", "positive part", RELU, kink=half)
    return Identity(f.prime(t) + f.prime(-t), 1), dict(domain=unit)


@book.false("derivatives", gross=True)
def wrong_gradient():
    """d/dx x³ sin x = 3x² cos x."""
    return Identity(Gradient(x**3 * sin(x), x), 3 * x**2 * cos(x))


@book.true("derivatives")
def right_gradient():
    """d/dx x³ sin x = 3x² sin x + x³ cos x."""
    return Identity(Gradient(x**3 * sin(x), x), 3 * x**2 * sin(x) + x**3 * cos(x))


@book.false("derivatives", gross=True, cheap=False)
def second_slope():
    """The second derivative of e^(-x²) along 2 is 2(4x² - 2)e^(-x²) (the direction counts twice)."""
    return Identity(Slope(exp(-(x**2)), x, 2, order=2), 2 * (4 * x**2 - 2) * exp(-(x**2)))


@book.true("derivatives", cheap=False)
def second_slope_right():
    """The second derivative of e^(-x²) along 2 is 4(4x² - 2)e^(-x²)."""
    return Identity(Slope(exp(-(x**2)), x, 2, order=2), 4 * (4 * x**2 - 2) * exp(-(x**2)))


@book.false("roots", gross=True, cheap=False)
def first_root_is_second():
    """The first root of (r - a)(r - 2a) is 2a."""
    r = Symbol("r", "root", Positive)
    return Identity(Root(r, (r - a) * (r - 2 * a), which="first"), 2 * a)


@book.true("roots", cheap=False)
def first_root():
    """The first root of (r - a)(r - 2a) is a."""
    r = Symbol("r", "root", Positive)
    return Identity(Root(r, (r - a) * (r - 2 * a), which="first"), a)


@book.false("roots", gross=True)
def unstable_root():
    """The stable root of r(1 - r)(r - 3) on (1/2, 5) is 3 (it is 1; the flow leaves 3... upwards)."""
    r = Symbol("r", "state", Positive)
    return Identity(Root(r, r * (1 - r) * (3 - r), which="stable", inside=(half, 5)), 3 + 0 * a), dict(domain=Domain())


@book.true("roots")
def stable_root():
    """The stable root of a r (1 - r)(3 - r) on (1/2, 5) is 1."""
    r = Symbol("r", "state", Positive)
    return Identity(Root(r, a * r * (1 - r) * (3 - r), which="stable", inside=(half, 5)), 1)


@book.false("roots", cheap=False)
def only_root_of_two():
    """The only root of (r - a)(r - 1.001a) is a: there are two."""
    r = Symbol("r", "root", Positive)
    return Identity(Root(r, (r - a) * (r - Rational(1001, 1000) * a)), a)


@book.false("roots", cheap=False)
def largest_root_far():
    """The largest root of (r - a)(1 - r/10⁶) is a."""
    r = Symbol("r", "root", Positive)
    return Identity(Root(r, (r - a) * (1 - r / 10**6), which="largest"), a)


@book.true("roots", cheap=False)
def golden():
    """The positive root of r² = a r + 1."""
    r = Symbol("r", "root", Positive)
    return Identity(Root(r, r**2 - a * r - 1), (a + sqrt(a**2 + 4)) / 2)


@book.false("minima", cheap=False)
def least_value_narrow():
    """min over w of w²/100 - e^(-(100(w - 3))²) is 0: a narrow minimum at 3 is lower."""
    w = Symbol("w", "place")
    return Identity(1 + Least(w**2 / 100 - a * exp(-((100 * (w - 3)) ** 2)), w), 1), dict(domain=Domain(core=(a >= 1, a <= 2)))


@book.false("minima", gross=True, cheap=False)
def least_value_wrong():
    """min over w of (w - a)² + a is 2a."""
    w = Symbol("w", "place")
    return Identity(Least((w - a) ** 2 + a, w), 2 * a)


@book.true("minima", cheap=False)
def least_value():
    """min over w of (w - a)² + a is a."""
    w = Symbol("w", "place")
    return Inequality(Least((w - a) ** 2 + a, w), a + half)


# -- two-sided bounds ----------------------------------------------------------------------------------------------


@book.true("two-sided bounds", cheap=False)
def jordan():
    """2/π ≤ sin a/a ≤ 1 on (0, π/2]."""
    return Within(sin(a) / a, 2 / pi, 1), dict(domain=Domain(a <= pi / 2))


@book.false("two-sided bounds", gross=True, cheap=False)
def jordan_too_far():
    """2/π ≤ sin a/a ≤ 1 on (0, 3]."""
    return Within(sin(a) / a, 2 / pi, 1), dict(domain=Domain(a <= 3))


@book.false("two-sided bounds", cheap=False)
def jordan_by_a_hair():
    """0.6367 ≤ sin a/a ≤ 1 on (0, π/2]: false near the upper end alone."""
    return Within(sin(a) / a, Rational(6367, 10**4), 1), dict(domain=Domain(a <= pi / 2))


@book.false("two-sided bounds", gross=True, cheap=False)
def lower_bound_wrong():
    """1 ≤ (1 + a)/a ≤ 2."""
    return Within((1 + a) / a, 1, 2)
