"""Statements against the newest parts of the judges: reductions, exact kurtosis, fine grids, narrow optima, single entries."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    PD,
    PSD,
    SMOOTH,
    Abs,
    Array,
    Bernoulli,
    Domain,
    Function,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Naturals,
    Normal,
    Optimality,
    Order,
    Phase,
    Positive,
    Rademacher,
    Rational,
    Reduction,
    Sampled,
    Simplex,
    Symbol,
    Symmetric,
    Trace,
    Uniform,
    Variance,
    Within,
    dot,
    exp,
    log,
    quad,
    sq,
    sqrt,
)
from lemmata.theory.language.matrices import LogDet

a, l, p = (Symbol(name, f"number {name}", Positive) for name in "alp")
q = Symbol("q", "positive place", Positive)
w, u = Symbol("w", "place"), Symbol("u", "second place")
n, d, k = (Symbol(name, f"size {name}", Naturals) for name in "ndk")
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
U = Sampled("U", Uniform(0, 1))
e = Sampled("e", Rademacher())
B = Sampled("B", Bernoulli(p))
X = Sampled("X", Normal(), n, d)
S = Array("S", "symmetric matrix", n, n, kind=Symmetric)
v = Array("v", "column", n)
half = Rational(1, 2)
small_sizes = Domain(core=(n >= 2, n <= 8, d >= 2, d <= 8))
long = Ladder(k, (16, 32, 64, 128, 256, 512, 1024, 2048))
whole = (1 / k, k**-2)
often = Domain(p < 1, core=(p >= Rational(1, 20), p <= half))

# -- exact kurtosis and half squares -------------------------------------------------------------------------------


@book.false("derived kurtosis", gross=True)
def variance_of_product():
    """Var ZY = 2 (it is 1)."""
    return Identity(Variance(Z * Y), 2)


@book.true("derived kurtosis")
def variance_of_product_right():
    """Var ZY = 1."""
    return Identity(Variance(Z * Y), 1)


@book.false("derived kurtosis", gross=True)
def variance_with_a_mean():
    """Var Z² + E Z² = 2 (it is 3)."""
    return Identity(Variance(Z**2) + Mean(Z**2), Rational(3, 2))


@book.false("derived kurtosis", gross=True, cheap=False)
def bernoulli_in_a_parameter():
    """E B/p = 2 for every p."""
    return Identity(Mean(B) / p, 2), dict(domain=often)


@book.true("derived kurtosis", cheap=False)
def bernoulli_in_a_parameter_right():
    """E B(1 + Z) = p."""
    return Identity(Mean(B * (1 + Z)), p), dict(domain=often)


@book.false("derived kurtosis")
def never_and_never():
    """E B(1 - B) = 1/1000 (it is 0: all replicates are equal)."""
    C = Sampled("C", Bernoulli(half))
    return Identity(Mean(C * (1 - C)), Rational(1, 1000))


@book.false("derived kurtosis")
def hidden_by_signs():
    """E (1 + 10⁴ eB) = 2, where the rare event has a random sign (it is 1)."""
    rare = Sampled("R", Bernoulli(Rational(1, 10**4)))
    return Identity(Mean(1 + 10**4 * e * rare), 2)


@book.false("derived kurtosis", gross=True)
def positive_part():
    """E max(Z, 0) = 1/(2√π)·... = 1/5 (it is 0.4)."""
    return Identity(Mean(sp.Max(Z, 0)), Rational(1, 5))


@book.false("zero stated", gross=True)
def third_of_a_deviation():
    """E(100 Z + 30) = 0: a third of a standard deviation, above the resolution."""
    return Identity(Mean(100 * Z + 30), 0)


@book.false("bounds of means")
def bound_by_a_hair():
    """E Z² ≤ 0.99."""
    return Inequality(Mean(Z**2), Rational(99, 100))


@book.true("bounds of means")
def bound_with_equality():
    """0.9 ≤ E Z² ≤ 1.1."""
    return Within(Mean(Z**2), Rational(9, 10), Rational(11, 10))


# -- reductions ----------------------------------------------------------------------------------------------------


@book.false("reductions", gross=True, cheap=False)
def reduction_right_at_small_sizes():
    """E tr X'X = nd(1 + (n - 3)²), by a reduction that is right at the size that it names alone."""
    reduced = Reduction(Trace(X.T * X), (1 + (n - 3) ** 2) * Trace(X * X.T), small={"n": 3, "d": 2}, how="pathwise")
    return Identity(Mean(Trace(X.T * X)), n * d * (1 + (n - 3) ** 2)), dict(reductions=(reduced,), domain=small_sizes)


@book.false("reductions", gross=True, cheap=False)
def reduction_of_the_mean_alone():
    """Var tr X'X = nd (it is 2nd), by a reduction with the right mean."""
    reduced = Reduction(Trace(X.T * X), n * d + sqrt(n * d) * Z, small={"n": 3, "d": 2}, how="observables")
    return Identity(Variance(Trace(X.T * X)), n * d), dict(reductions=(reduced,), domain=small_sizes)


# -- optima --------------------------------------------------------------------------------------------------------


@book.false("optimality", cheap=False)
def optimum_by_a_hair():
    """(w - a)² is least at 1.01a."""
    return Optimality((w - a) ** 2, at={w: a * Rational(101, 100)})


@book.false("optimality", cheap=False)
def better_in_two_dimensions():
    """w² + u² - 30 e^(-4(w - 2)² - 4(u + 2)²) is least near the origin."""
    bump = 30 * exp(-4 * (w - 2) ** 2 - 4 * (u + 2) ** 2)
    return Optimality(w**2 + u**2 - bump, at={w: 0, u: 0})


@book.false("optimality", gross=True)
def outside_its_set():
    """q² - q is least at -1/2, of positive numbers."""
    return Optimality(q**2 - q, at={q: -half})


@book.false("optimality", gross=True, cheap=False)
def quadratic_form_of_any_sign():
    """v'Sv is least at 0 for every symmetric S."""
    x = sp.MatrixSymbol("x", 3, 1)
    T = Array("T", "symmetric matrix", 3, 3, kind=Symmetric)
    return Optimality(quad(T, x), at={x: sp.ZeroMatrix(3, 1)})


@book.false("optimality", assumption="a place narrower than the competitors are dense", cheap=False)
def needle():
    """w²/100 - e^(-(10⁶(w - 3))²) is least at 0."""
    return Optimality(w**2 / 100 - exp(-((10**6 * (w - 3)) ** 2)), at={w: 0})


# -- crossings -----------------------------------------------------------------------------------------------------


@book.false("phases", gross=True, cheap=False)
def two_crossings_elsewhere():
    """(1 - l/a)(2 - l/a) + 1/2 crosses 1/2 twice, at 3.5a."""
    return Phase(half + (1 - l / a) * (2 - l / a), half, Rational(7, 2) * a, control=l, crossings=2)


@book.false("phases", gross=True, cheap=False)
def two_crossings_of_one():
    """1/(1 + (l/a)²) crosses 1/2 twice."""
    return Phase(1 / (1 + (l / a) ** 2), half, a, control=l, crossings=2)


@book.false("phases", cheap=False)
def narrow_dip():
    """1/(1 + (l/a)²) with a dip of width 1 % at 0.37a crosses 1/2 once."""
    return Phase(1 / (1 + (l / a) ** 2) - exp(-((200 * (l / a - Rational(37, 100))) ** 2)), half, a, control=l)


@book.false("phases", assumption="a feature narrower than a step of the grid", cheap=False)
def needle_on_a_curve():
    """1/(1 + (l/a)²) with a spike of width 10⁻⁶ crosses 1/2 once."""
    return Phase(1 / (1 + (l / a) ** 2) + exp(-((10**6 * (l / a - 3)) ** 2)), half, a, control=l)


# -- growth --------------------------------------------------------------------------------------------------------


@book.false("orders", gross=True)
def order_negative_below():
    """-k ≥ c k."""
    return Order(-k, k, direction="lower", ladder=long, expansion=whole)


@book.true("orders")
def order_negative_above():
    """-k² ≤ C k."""
    return Order(-k + 0 * k, k, direction="upper", ladder=long, expansion=whole)


@book.false("limits", assumption="another expansion: it alternates, and every rung is even")
def limit_at_even_sizes():
    """1 + (-1)^k/2 tends to 3/2."""
    return Limit(1 + (-1) ** k / 2 + 1 / k, 3 * half, ladder=long, expansion=whole)


# -- entries, conditions, spikes -----------------------------------------------------------------------------------


@book.false("single entries", gross=True, cheap=False)
def first_entry_carries_half():
    """v₁² ≤ ‖v‖²/2."""
    return Inequality(v[1] ** 2, sq(v) / 2), dict(domain=Domain(core=(n <= 6,)))


@book.false("dropped condition", gross=True)
def false_where_it_is_stated():
    """n² = 7n + 1 for n = 7."""
    return Identity(n**2, 7 * n + 1), dict(when=sp.Eq(n, 7), domain=Domain(core=(n <= 12,)))


@book.false("spikes", gross=True, cheap=False)
def step_of_a_tenth():
    """log(1 + a) + [0.9 < a < 1.1] = log(1 + a) on (0, 2]."""
    step = sp.Piecewise((1, sp.And(a > Rational(9, 10), a < Rational(11, 10))), (0, True))
    return Identity(log(1 + a) + step, log(1 + a)), dict(domain=Domain(a <= 2, core=(a >= Rational(1, 100),)))


@book.false("spikes", gross=True, cheap=False)
def kink_of_a_bound():
    """|a - 1| + 1/10 ≤ max(|a - 1|, 1/4), false beyond 0.15 from 1."""
    return Inequality(Abs(a - 1) + Rational(1, 10), sp.Max(Abs(a - 1), Rational(1, 4))), dict(
        domain=Domain(a <= 2, core=(a >= Rational(1, 100),))
    )


# -- functions that a class holds ----------------------------------------------------------------------------------

smooth = Function("f", "a smooth function", of=SMOOTH)


@book.false("arbitrary functions")
def second_moment_of_a_small_function():
    """E f(Z)² ≥ 1/50 for every smooth f."""
    return Inequality(Rational(1, 50), Mean(smooth(Z) ** 2))


@book.false("arbitrary functions")
def nearly_constant_function():
    """E f(Z)² ≥ 1.05 (E f(Z))² for every smooth f."""
    return Inequality(Rational(21, 20) * Mean(smooth(Z)) ** 2, Mean(smooth(Z) ** 2))


@book.false("arbitrary functions")
def steep_function():
    """E f'(Z)² ≤ 50 E f(Z)² for every smooth f."""
    return Inequality(Mean(smooth.prime(Z) ** 2), 50 * Mean(smooth(Z) ** 2))


@book.true("arbitrary functions", cheap=False)
def poincare_for_smooth_functions():
    """Var f(Z) ≤ E f'(Z)²."""
    return Inequality(Variance(smooth(Z)), Mean(smooth.prime(Z) ** 2))


# -- instances of structured arrays near which a bound breaks -------------------------------------------------------------
D = Array("D", "definite matrix", n, n, kind=PD)
P, R = (Array(name, "semidefinite matrix", n, n, kind=PSD) for name in "PR")
c = Array("c", "probability vector", n, kind=Simplex)
s, t = (Array(name, "positive column", n, of=Positive) for name in "st")


@book.false("definite matrices")
def log_determinant_below_a_share_of_the_trace():
    """log det D ≤ 0.95 (Tr D - n), which fails where all eigenvalues lie between 1 and 1.1."""
    return Inequality(LogDet(D), Rational(19, 20) * (Trace(D) - n))


@book.true("definite matrices")
def log_determinant_below_the_trace():
    """log det D ≤ Tr D - n, an equality at the identity."""
    return Inequality(LogDet(D), Trace(D) - n)


@book.false("definite matrices")
def trace_of_a_product_below_a_share():
    """Tr PR ≤ 0.99 Tr P Tr R, which fails near one direction alone."""
    return Inequality(Trace(P * R), Rational(99, 100) * Trace(P) * Trace(R))


@book.true("definite matrices")
def trace_of_a_product_below_the_product():
    """Tr PR ≤ Tr P Tr R."""
    return Inequality(Trace(P * R), Trace(P) * Trace(R))


@book.false("definite matrices")
def purity_of_a_flat_distribution():
    """|c|² ≥ 1.01/n for a probability vector: false near the flat one."""
    return Inequality(Rational(101, 100), n * sq(c))


@book.true("definite matrices")
def positive_columns_at_a_sharp_angle():
    """s't ≥ 0 for positive columns, which no ascent may leave."""
    return Inequality(0, dot(s, t))


@book.true("scales")
def a_share_far_below_one():
    """a² ≤ a/900 for a ≤ 1/1000, a range below the ordinary values of its set."""
    return Inequality(a**2, a / 900), {"domain": Domain(a <= Rational(1, 1000))}


@book.false("scales")
def a_share_far_below_one_and_too_low():
    """a² ≤ a/1100 for a ≤ 1/1000."""
    return Inequality(a**2, a / 1100), {"domain": Domain(a <= Rational(1, 1000))}
