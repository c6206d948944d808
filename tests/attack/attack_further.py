"""Statements of every kind where the others are few: corners, guarantees, existence, spectra, iterations, options, wrong worlds."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    LINKS,
    PD,
    POLYNOMIALS,
    PSD,
    Abs,
    Array,
    Bernoulli,
    ChiSquare,
    Contraction,
    Domain,
    Eq,
    Existence,
    Exponential,
    First,
    Flow,
    Function,
    Guarantee,
    Haar,
    Identity,
    Inequality,
    Integral,
    Iterate,
    Ladder,
    Least,
    Limit,
    Maximum,
    Mean,
    Minimum,
    Naturals,
    Ne,
    Normal,
    Optimality,
    Order,
    Phase,
    Phi,
    Positive,
    Probability,
    Product,
    Quantile,
    Rademacher,
    Rate,
    Rational,
    Root,
    Sampled,
    Simplex,
    Spectrum,
    Sphere,
    Stochastic,
    Sum,
    Symbol,
    Symmetric,
    Trace,
    Uniform,
    UnitVector,
    Variance,
    Within,
    cos,
    diag,
    dot,
    eigenvalue,
    exp,
    floor,
    hadamard,
    log,
    norm,
    offdiag,
    operator_norm,
    quad,
    singular_value,
    sq,
    sqrt,
    tanh,
)
from lemmata.theory.language.symbols import Index

a, b, c, l = (Symbol(name, f"number {name}", Positive) for name in "abcl")
x, w, u = (Symbol(name, f"real {name}") for name in "xwu")
n, d, k = (Symbol(name, f"size {name}", Naturals) for name in "ndk")
i = Index("i")
Z, Y, V = Sampled("Z", Normal()), Sampled("Y", Normal()), Sampled("V", Uniform(0, 1))
S = Array("S", "symmetric matrix", n, n, kind=Symmetric)
K = Array("K", "positive semidefinite matrix", n, n, kind=PSD)
P = Array("P", "positive definite matrix", n, n, kind=PD)
C = Array("C", "contraction", n, n, kind=Contraction)
T = Array("T", "stochastic matrix", n, n, kind=Stochastic)
A = Array("A", "matrix", n, d)
v, y = Array("v", "column", n), Array("y", "second column", n)
q = Array("q", "unit vector", n, kind=UnitVector)
p = Array("p", "probabilities", n, kind=Simplex)
s = Array("s", "spectrum", n, kind=Spectrum)
half, ten = Rational(1, 2), sp.Integer(10)
small = Domain(core=(n <= 6, d <= 6))
long = Ladder(k, (16, 32, 64, 128, 256, 512, 1024, 2048))
halves, whole = (k**-half, 1 / k), (1 / k, k**-2)
unit = Domain(a <= 1, b <= 1, c <= 1, core=(a >= Rational(1, 100), b >= Rational(1, 100), c >= Rational(1, 100)))

# -- inequalities at corners ---------------------------------------------------------------------------------------


@book.false("ends and corners", gross=True)
def corner_of_a_product():
    """abc ≤ 1/2 on the unit cube: false near one of eight corners."""
    return Inequality(a * b * c, half), dict(domain=unit)


@book.true("ends and corners")
def corner_of_a_product_right():
    """abc ≤ 1 on the unit cube, with equality at a corner."""
    return Inequality(a * b * c, 1), dict(domain=unit)


@book.false("ends and corners")
def edge_of_a_triangle():
    """a + b ≤ 0.999 where a + b ≤ 1."""
    return Inequality(a + b, Rational(999, 1000)), dict(
        domain=Domain(a + b <= 1, core=(a >= Rational(1, 100), b >= Rational(1, 100)))
    )


@book.false("ends and corners", gross=True)
def large_ratio_alone():
    """min(a/b, 20) ≤ 10, false where a is more than ten times b."""
    return Inequality(Minimum(a / b, 20), 10), dict(
        domain=Domain(core=(a >= Rational(1, 100), a <= 100, b >= Rational(1, 100), b <= 100))
    )


@book.true("ends and corners")
def young():
    """ab ≤ a³/3 + 2b^(3/2)/3."""
    return Inequality(a * b, a**3 / 3 + 2 * b ** Rational(3, 2) / 3)


@book.false("ends and corners", gross=True)
def reversed_beyond_one():
    """a² ≤ a, false beyond 1."""
    return Inequality(a**2, a), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 4)))


@book.false("two-sided bounds", gross=True)
def lower_side_alone():
    """2 ≤ a + 1/a ≤ 3: the upper side fails where a is small or large."""
    return Within(a + 1 / a, 2, 3), dict(domain=Domain(core=(a >= Rational(1, 5), a <= 5)))


@book.true("two-sided bounds")
def both_sides_touch():
    """2 ≤ a + 1/a ≤ 5.2 on [1/5, 5]."""
    return Within(a + 1 / a, 2, Rational(52, 10)), dict(domain=Domain(a >= Rational(1, 5), a <= 5))


@book.false("two-sided bounds", gross=True)
def variance_of_uniform_between():
    """0.1 ≤ Var V ≤ 0.2 (it is 1/12)... 0.2 ≤ Var V ≤ 0.3."""
    return Within(Variance(V), Rational(2, 10), Rational(3, 10))


# -- spectra -------------------------------------------------------------------------------------------------------


@book.false("spectra", gross=True, cheap=False)
def sorted_the_other_way():
    """s₁ ≤ sₙ for a decreasing spectrum."""
    return Inequality(s[1], s[n]), dict(domain=Domain(core=(n >= 2, n <= 8)))


@book.true("spectra", cheap=False)
def largest_above_mean():
    """Σ sᵢ ≤ n s₁."""
    return Inequality(Sum(s[i], (i, 1, n)), n * s[1]), dict(domain=Domain(core=(n <= 8,)))


@book.false("spectra", gross=True, cheap=False)
def effective_rank_is_size():
    """(Σ s)² = n Σ s²: for a flat spectrum alone."""
    return Identity(Sum(s[i], (i, 1, n)) ** 2, n * Sum(s[i] ** 2, (i, 1, n))), dict(domain=Domain(core=(n >= 2, n <= 8)))


@book.false("spectra", gross=True, cheap=False)
def interlacing_reversed():
    """λ₁(K + P) ≤ λ₁(K)."""
    return Inequality(eigenvalue(K + P, 1), eigenvalue(K, 1)), dict(domain=Domain(core=(n <= 6,)))


@book.true("spectra", cheap=False)
def weyl():
    """λ₁(S + K) ≤ λ₁(S) + λ₁(K)."""
    return Inequality(eigenvalue(S + K, 1), eigenvalue(S, 1) + eigenvalue(K, 1)), dict(domain=Domain(core=(n <= 6,)))


@book.false("spectra", gross=True, cheap=False)
def second_value_from_trace():
    """σ₁(A) = ‖A‖_F: for rank one alone."""
    return Identity(singular_value(A, 1), norm(A)), dict(domain=Domain(core=(n >= 2, n <= 6, d >= 2, d <= 6)))


@book.false("spectra", cheap=False)
def eigenvalue_is_singular():
    """σ₁(S) = λ₁(S): for semidefinite S alone."""
    return Identity(singular_value(S, 1), eigenvalue(S, 1)), dict(domain=Domain(core=(n <= 6,)))


@book.true("spectra", cheap=False)
def eigenvalue_is_singular_psd():
    """σ₁(K) = λ₁(K) for semidefinite K."""
    return Identity(singular_value(K, 1), eigenvalue(K, 1)), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix conditions", gross=True, cheap=False)
def stochastic_both_ways():
    """The columns of a stochastic matrix sum to 1."""
    one = sp.OneMatrix(n, 1)
    return Identity(T.T * one, one), dict(domain=Domain(core=(n >= 2, n <= 6)))


@book.true("matrix conditions", cheap=False)
def stochastic_rows():
    """The rows of a stochastic matrix sum to 1."""
    one = sp.OneMatrix(n, 1)
    return Identity(T * one, one), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix conditions", gross=True, cheap=False)
def diagonal_part_commutes():
    """diag(SS) = diag(S) diag(S)."""
    return Identity(diag(S * S), diag(S) * diag(S)), dict(domain=Domain(core=(n >= 2, n <= 6)))


@book.true("matrix conditions", cheap=False)
def split_in_two():
    """tr S² = tr (diag S)² + tr (offdiag S)²."""
    return Identity(Trace(S * S), sq(diag(S)) + sq(offdiag(S))), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix conditions", gross=True, cheap=False)
def hadamard_is_product():
    """tr (S∘S) = tr S²."""
    return Identity(Trace(hadamard(S, S)), Trace(S * S)), dict(domain=Domain(core=(n >= 2, n <= 6)))


@book.false("single styles", gross=True, cheap=False)
def largest_entry_of_simplex():
    """Σ pᵢ² ≤ 3/4: false where one probability is near 1."""
    return Inequality(sq(p), Rational(3, 4)), dict(domain=Domain(core=(n <= 6,)))


@book.true("single styles", cheap=False)
def simplex_squares():
    """1/n ≤ Σ pᵢ² ≤ 1."""
    return Within(sq(p), 1 / n, 1), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles", gross=True, cheap=False)
def contraction_shrinks_strictly():
    """‖Cv‖ ≤ ‖v‖/2 for contractions."""
    return Inequality(norm(C * v), norm(v) / 2), dict(domain=Domain(core=(n <= 6,)))


@book.true("single styles", cheap=False)
def contraction_shrinks():
    """‖Cv‖ ≤ ‖v‖."""
    return Inequality(norm(C * v), norm(v)), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles", gross=True, cheap=False)
def unit_vector_is_spread():
    """max of a unit vector: q₁² ≤ 1/n... q₁² = 1/n."""
    return Identity(q[1] ** 2, 1 / n), dict(domain=Domain(core=(n >= 2, n <= 6)))


# -- limits, orders, rates -----------------------------------------------------------------------------------------


@book.false("limits", gross=True)
def limit_of_power():
    """(1 + 2/k)^k tends to e (it is e²)."""
    return Limit((1 + 2 / k) ** k, sp.E, ladder=long, expansion=whole)


@book.true("limits")
def limit_of_power_right():
    """(1 + 2/k)^k tends to e²."""
    return Limit((1 + 2 / k) ** k, sp.E**2, ladder=long, expansion=whole)


@book.false("limits", gross=True)
def limit_of_zero():
    """√k/(√k + 1) tends to 0."""
    return Limit(sqrt(k) / (sqrt(k) + 1), 0, ladder=long, expansion=halves)


@book.true("limits")
def limit_to_zero():
    """log k/k tends to 0, in units of 1."""
    return Limit(log(k) / k, 0, ladder=long, expansion=(log(k) / k, 1 / k), scale=1)


@book.false("limits", cheap=False)
def limit_depends_on_parameter():
    """a + 1/k tends to 1 for every a."""
    return Limit(a + 1 / k, 1, ladder=long, expansion=whole)


@book.false("limits", cheap=False, replicates=(2**13, 2**15))
def limit_of_smallest():
    """n E min of n uniform numbers tends to 2 (it is 1), through P(min > t)."""
    e = Sampled("e", Exponential(1), k)
    return Limit(Mean(sq(e)) / k, 4, ladder=Ladder(k, (8, 16, 32, 64, 128)), expansion=whole)


@book.true("limits", cheap=False, replicates=(2**13, 2**15))
def limit_of_squares():
    """E ‖e‖²/k tends to 2 for exponential numbers."""
    e = Sampled("e", Exponential(1), k)
    return Limit(Mean(sq(e)) / k, 2, ladder=Ladder(k, (8, 16, 32, 64, 128)), expansion=whole)


@book.false("orders", gross=True)
def order_of_binomial():
    """k(k - 1)/2 ≍ k."""
    return Order(k * (k - 1) / 2, k, ladder=long, expansion=whole)


@book.true("orders")
def order_of_binomial_right():
    """k(k - 1)/2 ≍ k²."""
    return Order(k * (k - 1) / 2, k**2, ladder=long, expansion=whole)


@book.false("orders", gross=True)
def order_upper_in_parameter():
    """a k^1.5 ≤ C k, for every a."""
    return Order(a * k ** Rational(3, 2), k, direction="upper", ladder=long, expansion=whole)


@book.false("orders", gross=True)
def order_constants_by_parameter():
    """a k ≍ k with constants [1/2, 2] for every a in the core."""
    return Order(a * k, k, constants=(half, 2), ladder=long, expansion=whole), dict(domain=Domain(core=(a >= 3, a <= 9)))


@book.false("rates", gross=True)
def rate_of_the_inverse():
    """1/(k² + k) ~ k²."""
    return Rate(1 / (k**2 + k), 2, ladder=long, expansion=whole)


@book.true("rates")
def rate_of_the_inverse_right():
    """1/(k² + k) ~ k^(-2)."""
    return Rate(1 / (k**2 + k), -2, ladder=long, expansion=whole)


@book.false("rates", gross=True)
def rate_decays_exponentially():
    """e^(-k/50) ~ 1/k."""
    return Rate(exp(-k / 50), -1, ladder=long, expansion=whole)


@book.true("rates")
def rate_exponential_correction():
    """k²(1 + e^(-k/100)) ~ k²: the correction is gone at the end of the ladder."""
    return Rate(k**2 * (1 + exp(-k / 100)), 2, ladder=long, expansion=whole)


@book.true("rates")
def rate_crosses_over():
    """k² + 10⁴ k ~ k²: the smaller power leads on most of the ladder."""
    return Rate(k**2 + 10**4 * k, 2, ladder=long, expansion=whole)


@book.true("rates")
def rate_cancels():
    """k² - 15.9² ~ k²: almost nothing is left on the first rung."""
    return Rate(k**2 - Rational(159, 10) ** 2, 2, ladder=long, expansion=whole)


@book.true("rates")
def rate_hides_from_below():
    """k²(1 + e^(k/300 - 8))/(1 + e^(k/300 - 8)/10) ~ k²: up by ten on the last rungs."""
    step = exp(k / Rational(300) - 8)
    return Rate(k**2 * (1 + step) / (1 + step / 10), 2, ladder=long, expansion=whole)


# -- optimality ----------------------------------------------------------------------------------------------------


@book.true("optimality", cheap=False)
def least_squares():
    """(w - a)² + (u - w)² is least at w = u = a."""
    return Optimality((w - a) ** 2 + (u - w) ** 2, at={w: a, u: a})


@book.false("optimality", gross=True, cheap=False)
def least_squares_wrong():
    """(w - a)² + (u - w)² is least at w = a, u = 2a."""
    return Optimality((w - a) ** 2 + (u - w) ** 2, at={w: a, u: 2 * a})


@book.false("optimality", gross=True, cheap=False)
def narrow_valley():
    """(w - a)² + 10⁶(u - w²)² is least at the origin, down the valley from it (it is at (a, a²))."""
    return Optimality((w - a) ** 2 + 10**6 * (u - w**2) ** 2, at={w: 0, u: 0})


@book.true("optimality", cheap=False)
def narrow_valley_right():
    """(w - a)² + 10⁶(u - w²)² is least at (a, a²)."""
    return Optimality((w - a) ** 2 + 10**6 * (u - w**2) ** 2, at={w: a, u: a**2})


@book.false("optimality", gross=True, cheap=False)
def plateau_and_pit():
    """tanh((w - 5)²) is least at 0, where it is flat (it is at 5)."""
    return Optimality(tanh((w - 5) ** 2), at={w: 0})


@book.false("optimality", gross=True, cheap=False)
def largest_is_least():
    """cos w is largest at π."""
    return Optimality(cos(w), at={w: sp.pi}, sense="max")


@book.true("optimality", cheap=False)
def one_of_many():
    """cos w is least at π (and elsewhere)."""
    return Optimality(cos(w), at={w: sp.pi})


@book.false("optimality", gross=True, cheap=False)
def median_by_squares():
    """E (w - X)² is least at the median log 2 of an exponential number (it is at the mean 1)."""
    X = Sampled("X", Exponential(1))
    return Optimality(Mean((w - X) ** 2), at={w: log(2)})


@book.false("minima", gross=True)
def least_of_two_valleys():
    """min over w of min((w - 1)², (w + a)² - 1) is 0."""
    return Identity(Least(Minimum((w - 1) ** 2, (w + a) ** 2 - 1), w), 0, scale=1)


# -- phases --------------------------------------------------------------------------------------------------------


@book.false("phases", gross=True, cheap=False)
def critical_dropped_parameter():
    """l²b/a crosses 1 at l = √a, whatever b is."""
    return Phase(l**2 * b / a, 1, sqrt(a), control=l, rising=True), dict(domain=Domain(core=(b >= 3, b <= 9)))


@book.true("phases", cheap=False)
def critical_both_parameters():
    """l²b/a rises through 1 at l = √(a/b)."""
    return Phase(l**2 * b / a, 1, sqrt(a / b), control=l, rising=True)


@book.false("phases", gross=True, cheap=False)
def critical_of_other_level():
    """e^(-l/a) falls through 1/2 at a (it is a log 2)."""
    return Phase(exp(-l / a), Rational(1, 10), a, control=l)


@book.false("phases", gross=True, cheap=False)
def crosses_thrice():
    """1/2 - (l/a - 1)(l/a - 2)(l/a - 3)/6 crosses 1/2 once."""
    return Phase(half - (l / a - 1) * (l / a - 2) * (l / a - 3) / 6, half, a, control=l)


@book.true("phases", cheap=False)
def crosses_thrice_right():
    """It crosses three times."""
    return Phase(half - (l / a - 1) * (l / a - 2) * (l / a - 3) / 6, half, a, control=l, crossings=3)


@book.false("phases", gross=True, cheap=False)
def starts_above():
    """1/(1 + l/a) falls through 1/2 at 3a."""
    return Phase(1 / (1 + l / a), half, 3 * a, control=l)


# -- guarantees and existence --------------------------------------------------------------------------------------


@book.false("guarantees", gross=True, cheap=False)
def union_bound_forgotten():
    """All n coordinates are below 2 with probability 0.95 (for one it is 0.977)."""
    g = Sampled("g", Normal(), n)
    return Guarantee(sq(g) <= 4, Rational(95, 100)), dict(domain=Domain(core=(n >= 4, n <= 12)))


@book.true("guarantees", cheap=False)
def exponential_tail():
    """X ≤ a with probability 1 - e^(-a)."""
    return Guarantee(Sampled("X", Exponential(1)) <= a, 1 - exp(-a)), dict(domain=Domain(core=(a >= half, a <= 4)))


@book.false("guarantees", gross=True, cheap=False)
def exponential_tail_squared():
    """X ≤ a with probability 1 - e^(-2a)."""
    return Guarantee(Sampled("X", Exponential(1)) <= a, 1 - exp(-2 * a)), dict(domain=Domain(core=(a >= half, a <= 2)))


@book.false("guarantees", gross=True)
def one_sign_of_two():
    """e ≤ 0 with probability 0.9 for a sign."""
    return Guarantee(Sampled("e", Rademacher()) <= 0, Rational(9, 10))


@book.true("guarantees")
def one_sign_exactly():
    """e ≤ 0 with probability 1/2 exactly."""
    return Guarantee(Sampled("e", Rademacher()) <= 0, half, exactly=True)


@book.false("guarantees", gross=True, cheap=False)
def small_ball():
    """|Z| ≥ a/2 with probability 1 - a/10 (it is 1 - 0.4a)."""
    return Guarantee(Abs(Z) >= a / 2, 1 - a / 10), dict(domain=Domain(a <= 2, core=(a >= Rational(1, 10),)))


@book.true("guarantees", cheap=False)
def small_ball_right():
    """|Z| ≥ a/2 with probability 1 - 2a/5."""
    return Guarantee(Abs(Z) >= a / 2, 1 - 2 * a / 5), dict(domain=Domain(a <= 2, core=(a >= Rational(1, 10),)))


@book.false("existence", gross=True)
def witness_for_half_of_them():
    """For every real x there is w with w² = x: √x."""
    return Existence(Eq(w**2 - x, 0), {w: sqrt(x)})


@book.false("existence", gross=True)
def witness_of_wrong_sign():
    """There is w with w³ = a and w < 0: a^(1/3)."""
    return Existence(sp.And(Eq(w**3, a), w < 0), {w: a ** Rational(1, 3)})


@book.true("existence")
def cube_root():
    """There is w with w³ = a: a^(1/3)."""
    return Existence(Eq(w**3, a), {w: a ** Rational(1, 3)})


@book.false("existence")
def witness_by_a_hair():
    """There is w with w e^w = 1 to be 0.567143290409783873."""
    return Existence(Eq(w * exp(w), 1), {w: Rational("0.567143290409783873")})


@book.true("existence")
def larger_than_all():
    """For every a there is w > a² + a: a² + 2a."""
    return Existence(w > a**2 + a, {w: a**2 + 2 * a})


@book.false("existence", gross=True)
def larger_than_some():
    """For every a there is w > a²: 2a (false for a ≥ 2)."""
    return Existence(w > a**2, {w: 2 * a})


# -- conditional means, wrong worlds, options ----------------------------------------------------------------------

X = Sampled("X", Normal(), n, d)
g, h = Sampled("g", Normal(), n), Sampled("h", Normal(), n)
sizes = Domain(core=(n >= 2, n <= 8, d >= 2, d <= 8))
sigma = Function("σ", "link", of=LINKS)
poly = Function("f", "polynomial", of=POLYNOMIALS(3))


@book.false("conditional means", gross=True, cheap=False)
def mean_given_nothing():
    """E over Y of (Z + Y)² is 2 whatever Z is, seen through its square: E (E_Y (Z + Y)²)² = 4 (it is 6)... = 13."""
    return Identity(Mean(Mean((Z + Y) ** 2, over=Y) ** 2), 13)


@book.true("conditional means", cheap=False)
def mean_given_z():
    """E (E_Y (Z + Y)²)² = E (Z² + 1)² = 6."""
    return Identity(Mean(Mean((Z + Y) ** 2, over=Y) ** 2), 6)


@book.false("conditional means", gross=True, cheap=False)
def smoothed_link():
    """E_Y cos(Z + Y) = cos Z (a factor e^(-1/2) is lost), squared and averaged: (1 + e^(-2))/2·4."""
    return Identity(Mean(Mean(cos(Z + Y), over=Y) ** 2), 2 * (1 + exp(-2)))


@book.true("conditional means", cheap=False)
def smoothed_link_right():
    """E (E_Y cos(Z + Y))² = e^(-1)(1 + e^(-2))/2."""
    return Identity(Mean(Mean(cos(Z + Y), over=Y) ** 2), exp(-1) * (1 + exp(-2)) / 2)


@book.false("conditional means", gross=True, cheap=False)
def projection_of_a_given_column():
    """E (v'g)² w'h... E (v'g)(v'h) = ‖v‖² for independent g and h (it is 0)."""
    return Identity(Mean(dot(v, g) * dot(v, h)), sq(v)), dict(domain=Domain(core=(n <= 6,)))


@book.false("wrong worlds", gross=True, cheap=False)
def independent_of_the_scale():
    """E tr XX'/E tr X'X = 2."""
    return Identity(Mean(Trace(X * X.T)) / Mean(Trace(X.T * X)), 2), dict(domain=sizes)


@book.false("wrong worlds", gross=True)
def without_randomness():
    """E 3 + 0·Z = 1: nothing is random."""
    return Identity(Mean(3 + Z - Z + 0 * Y) + a - a, 1)


@book.false("wrong worlds", gross=True, cheap=False)
def hidden_in_a_constant():
    """E Z² + 100 = 150: the mean is a hundredth of both sides."""
    return Identity(Mean(Z**2) + 100, 150)


@book.false("wrong worlds")
def small_beside_a_constant():
    """E Z² + 100 = 104 (it is 101), within a tenth of 100 and four times what is random."""
    return Identity(Mean(Z**2) + 100, 104)


@book.false("one option of several", gross=True, cheap=False)
def degree_three_is_even():
    """f(x) + f(-x) = 2f(0) for polynomials of degree 3."""
    return Identity(poly(x) + poly(-x), 2 * poly(0))


@book.true("one option of several", cheap=False)
def third_difference():
    """f(3) - 3f(2) + 3f(1) - f(0) = f(4) - 3f(3) + 3f(2) - f(1) for polynomials of degree 3."""
    return Identity(poly(3) - 3 * poly(2) + 3 * poly(1) - poly(0) + 1, poly(4) - 3 * poly(3) + 3 * poly(2) - poly(1) + 1)


@book.false("one option of several", gross=True, cheap=False)
def links_are_bounded():
    """|σ(x)| ≤ 1 + |x|/2 for every link: relu, squares and cubes are not."""
    return Inequality(Abs(sigma(x)), 1 + Abs(x) / 2), dict(domain=Domain(core=(x >= -6, x <= 6)))


@book.false("one option of several", gross=True, cheap=False)
def links_have_no_mean():
    """E σ(Z) = 1 for every link."""
    return Identity(Mean(sigma(Z)), 1)


@book.false("dropped condition", gross=True, cheap=False)
def different_entries():
    """a/(a - b)·(a - b) + 1 = a + 1 where a ≠ b... a + 2."""
    return Identity(a / (a - b) * (a - b) ** 2, a * (a - b) * 2, scale=a), dict(when=Ne(a, b))


# -- iterations, flows, sums ---------------------------------------------------------------------------------------


@book.false("iterations", gross=True, cheap=False)
def descent_contracts_twice():
    """w ← w/2 + 1/2 from a is 1 + (a - 1)4^(-t) after t = 6 steps (it is 2^(-6))."""
    path = Iterate(w, w / 2 + half, a, 6)
    return Identity(path.end - 1, (a - 1) / ten**2, scale=1), dict(domain=Domain(core=(a >= 200, a <= 900)))


@book.true("iterations", cheap=False)
def descent_contracts():
    """w ← w/2 + 1/2 from a is 1 + (a - 1)/64 after 6 steps."""
    path = Iterate(w, w / 2 + half, a, 6)
    return Identity(path.end, 1 + (a - 1) / 64)


@book.false("iterations", gross=True, cheap=False)
def hits_too_late():
    """w ← 2w from 1 is above a after 2 log₂ a steps."""
    path = Iterate(w, 2 * w, sp.Integer(1), 60)
    return Identity(First(path, w >= 2**n), 2 * n), dict(domain=Domain(n <= 20, core=(n >= 2, n <= 12)))


@book.true("iterations", cheap=False)
def hits_in_time():
    """w ← 2w from 1 reaches 2^n after n steps."""
    path = Iterate(w, 2 * w, sp.Integer(1), 60)
    return Identity(First(path, w >= 2**n), n), dict(domain=Domain(n <= 20, core=(n >= 2, n <= 12)))


@book.false("flows", gross=True, cheap=False)
def flow_of_the_wrong_sign():
    """w' = -w from 1 is e^a at time a."""
    return Identity(Flow(w, -w, sp.Integer(1), a), exp(a)), dict(domain=Domain(core=(a >= Rational(1, 5), a <= 3)))


@book.true("flows", cheap=False)
def logistic_flow():
    """w' = w(1 - w) from 1/2 is 1/(1 + e^(-a)) at time a."""
    return Identity(Flow(w, w * (1 - w), half, a), 1 / (1 + exp(-a))), dict(domain=Domain(core=(a >= Rational(1, 5), a <= 3)))


@book.false("sequences", gross=True)
def sum_of_squares_first_n():
    """Σ i² = n(n + 1)/2."""
    return Identity(Sum(i**2, (i, 1, n)), n * (n + 1) / 2), dict(domain=Domain(core=(n >= 2, n <= 20)))


@book.true("sequences")
def telescoping_product():
    """Π (1 + 1/i) = n + 1."""
    return Identity(Product(1 + 1 / i, (i, 1, n)), n + 1), dict(domain=Domain(core=(n <= 20,)))


@book.false("integrals", gross=True)
def integral_loses_half():
    """∫ x e^(-ax²) over (0, ∞) = 1/a (it is 1/(2a))."""
    t = sp.Symbol("t", positive=True)
    return Identity(Integral(t * exp(-a * t**2), (t, 0, sp.oo)), 1 / a), dict(domain=Domain(core=(a >= half, a <= 4)))


@book.true("integrals")
def integral_of_a_square():
    """∫ x e^(-ax²) over (0, ∞) = 1/(2a)."""
    t = sp.Symbol("t", positive=True)
    return Identity(Integral(t * exp(-a * t**2), (t, 0, sp.oo)), 1 / (2 * a)), dict(domain=Domain(core=(a >= half, a <= 4)))


@book.false("roots", gross=True)
def fixed_point_of_tanh():
    """The only root of r = tanh(r/2) + a is a (it is larger)."""
    r = sp.Symbol("r", real=True)
    return Identity(Root(r, Eq(r, tanh(r / 2) + a), inside=(0, 20)), a), dict(domain=Domain(core=(a >= half, a <= 2)))


# -- laws that nothing else draws ----------------------------------------------------------------------------------


@book.false("moments of columns", gross=True, cheap=False)
def haar_columns():
    """E (Q₁₁Q₂₂ - Q₁₂Q₂₁)² = 2/n² for an orthogonal matrix (it is 2/(n(n - 1)))."""
    Q = Sampled("Q", Haar(), n, n)
    return Identity(Mean((Q[0, 0] * Q[1, 1] - Q[0, 1] * Q[1, 0]) ** 2), 2 / n**2), dict(domain=Domain(n >= 2, n <= 2))


@book.true("moments of columns", cheap=False)
def haar_columns_right():
    """E (Q₁₁Q₂₂ - Q₁₂Q₂₁)² = 2/(n(n - 1))."""
    Q = Sampled("Q", Haar(), n, n)
    return Identity(Mean((Q[0, 0] * Q[1, 1] - Q[0, 1] * Q[1, 0]) ** 2), 2 / (n * (n - 1))), dict(
        domain=Domain(n >= 2, core=(n <= 4,))
    )


@book.false("moments of columns", gross=True, cheap=False)
def sphere_as_gaussian():
    """E z₁⁴ = 3 on the sphere of radius √n, n = 2 (it is 3n/(n + 2))."""
    z = Sampled("z", Sphere(sqrt(n)), n)
    return Identity(Mean(z[1] ** 4), 3), dict(domain=Domain(n >= 2, n <= 2))


@book.true("moments of columns", cheap=False)
def sphere_fourth():
    """E z₁⁴ = 3n/(n + 2) on the sphere of radius √n."""
    z = Sampled("z", Sphere(sqrt(n)), n)
    return Identity(Mean(z[1] ** 4), 3 * n / (n + 2)), dict(domain=Domain(n >= 2, core=(n <= 8,)))


@book.false("moments", gross=True)
def chi_square_second():
    """E X² = m² for a chi-square number of m = 2 degrees (it is m² + 2m)."""
    return Identity(Mean(Sampled("X", ChiSquare(2)) ** 2), 4)


@book.false("moments", gross=True, cheap=False)
def mixture_of_two():
    """E (B Z)⁴ = 3p² for a Bernoulli B (it is 3p)."""
    B = Sampled("B", Bernoulli(a))
    return Identity(Mean(B * Z**4), 3 * a**2), dict(domain=Domain(a < 1, core=(a >= Rational(1, 10), a <= half)))


@book.false("probabilities", gross=True, cheap=False)
def joint_as_product():
    """P(Z > a, Z > a/2) = Φ(-a)Φ(-a/2)."""
    return Identity(Probability(sp.And(Z > a, Z > a / 2)), Phi(-a) * Phi(-a / 2)), dict(
        domain=Domain(core=(a >= Rational(1, 10), a <= 1))
    )


@book.true("probabilities", cheap=False)
def joint_right():
    """P(Z > a, Z > a/2) = Φ(-a)."""
    return Identity(Probability(sp.And(Z > a, Z > a / 2)), Phi(-a)), dict(domain=Domain(core=(a >= Rational(1, 10), a <= 1)))


@book.false("probabilities", gross=True)
def quantile_of_a_square():
    """The median of Z² is 1 (it is 0.455)."""
    return Identity(Quantile(Z**2, half), 1)


@book.false("norms", gross=True, cheap=False)
def operator_norm_of_gaussian():
    """E ‖X‖ ≤ √n for the operator norm of an n × d Gaussian matrix (it is about √n + √d)."""
    return Inequality(Mean(operator_norm(X)), sqrt(n)), dict(domain=sizes)


@book.true("norms", cheap=False)
def operator_norm_of_gaussian_right():
    """E ‖X‖ ≤ √n + √d (Gordon)."""
    return Inequality(Mean(operator_norm(X)), sqrt(n) + sqrt(d)), dict(domain=sizes)


@book.false("bounds of means", gross=True, cheap=False)
def maximum_of_two():
    """E max(Z, Y) ≤ 0.25 (it is 1/√π)."""
    return Inequality(Mean(Maximum(Z, Y)), Rational(1, 4))


@book.false("spikes")
def integer_part_moves():
    """⌊a + 1/1000⌋ = ⌊a⌋ on (0, 5]: false just below each integer."""
    return Identity(floor(a + Rational(1, 1000)), floor(a), scale=1), dict(domain=Domain(a <= 5, core=(a >= Rational(1, 100),)))


@book.false("dependent entries", gross=True, cheap=False)
def quadratic_form_of_a_column():
    """E g'Kg = (tr K)²/n... = 2 tr K."""
    return Identity(Mean(quad(K, g)), 2 * Trace(K)), dict(domain=Domain(core=(n <= 6,)))
