"""Statements about optima, thresholds, witnesses and guarantees; procedures and reductions that lie."""

from __future__ import annotations

import sympy as sp
import torch
from attack_book import book

from lemmata import (
    Abs,
    Bernoulli,
    Domain,
    Eq,
    Existence,
    Guarantee,
    I,
    Identity,
    Inequality,
    Mean,
    Naturals,
    Normal,
    Optimality,
    Phase,
    Phi,
    Positive,
    Probability,
    Procedure,
    Rational,
    Reduction,
    Sampled,
    Sphere,
    Student,
    Symbol,
    Trace,
    Uniform,
    exp,
    log,
    sin,
    sq,
    sqrt,
    tanh,
)

a, b, g, l, s = (Symbol(name, f"number {name}", Positive) for name in "abgls")
w, u = Symbol("w", "place"), Symbol("u", "second place")
q = Symbol("q", "positive place", Positive)
n, d = Symbol("n", "rows", Naturals), Symbol("d", "columns", Naturals)
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
V = Sampled("V", Uniform(0, 1))
ten, half = sp.Integer(10), Rational(1, 2)

# -- optimality ----------------------------------------------------------------------------------------------------


@book.false("optimality", gross=True, cheap=False)
def argmin_under_offset():
    """(w - a)² + 10¹² is least at 1.2a."""
    return Optimality((w - a) ** 2 + ten**12, at={w: Rational(6, 5) * a})


@book.true("optimality", cheap=False)
def argmin_under_offset_right():
    """(w - a)² + 10¹² is least at a."""
    return Optimality((w - a) ** 2 + ten**12, at={w: a})


@book.false("optimality", gross=True, cheap=False)
def argmin_tiny():
    """(w - 10⁻³⁰⁰ a)² is least at 3·10⁻³⁰⁰ a."""
    return Optimality((w - a / ten**300) ** 2, at={w: 3 * a / ten**300})


@book.true("optimality", cheap=False)
def argmin_tiny_right():
    """(w - 10⁻³⁰⁰ a)² is least at 10⁻³⁰⁰ a."""
    return Optimality((w - a / ten**300) ** 2, at={w: a / ten**300})


@book.false("optimality", gross=True, cheap=False)
def objective_tiny():
    """10⁻³⁰⁰ (w - a)² is least at 2a."""
    return Optimality((w - a) ** 2 / ten**300, at={w: 2 * a})


@book.true("optimality", cheap=False)
def objective_tiny_right():
    """10⁻²⁰⁰ (w - a)² is least at a."""
    return Optimality((w - a) ** 2 / ten**200, at={w: a})


@book.false("optimality", gross=True, cheap=False)
def better_minimum_far():
    """w²/(1 + w²) - 2e^(-(w - 10³)²/10⁴) is least at 0."""
    return Optimality(w**2 / (1 + w**2) - (1 + a / a) * exp(-((w - 1000) ** 2) / 10**4), at={w: 0 * a})


@book.false("optimality", cheap=False)
def better_minimum_narrow():
    """w²/100 - e^(-(30(w - 3))²) is least at 0."""
    return Optimality(w**2 / 100 - exp(-((30 * (w - 3)) ** 2)), at={w: 0})


@book.false("optimality", assumption="a place narrower than the competitors are dense")
def better_minimum_far_and_narrow():
    """(w - 1)²/(1 + (w - 1)²) - 2e^(-(w - 10⁶)²) is least at 1."""
    return Optimality((w - 1) ** 2 / (1 + (w - 1) ** 2) - 2 * exp(-((w - 10**6) ** 2)), at={w: 1})


@book.false("optimality", gross=True)
def saddle():
    """w² - u² is least at the origin."""
    return Optimality(w**2 - u**2, at={w: 0, u: 0})


@book.false("optimality", gross=True, cheap=False)
def local_minimum():
    """w⁴ - 4a²w² + a³w is least at the shallower minimum near √2 a."""
    return Optimality(w**4 - 4 * a**2 * w**2 + 2 * a**3 * w, at={w: a * Rational(1267, 1000)})


@book.false("optimality", gross=True, cheap=False)
def unbounded():
    """w³ - 3w is least at 1 (it falls to -∞)."""
    return Optimality(w**3 - 3 * w, at={w: 1})


@book.false("optimality", cheap=False)
def flat():
    """The constant a is least at w = 1 alone: it is least everywhere."""
    return Optimality(a + (w - w * (1 + a) / (1 + a)), at={w: 1})


@book.true("optimality", cheap=False)
def entropy():
    """q log q is least at 1/e."""
    return Optimality(q * log(q), at={q: exp(-1)})


@book.false("optimality", gross=True)
def entropy_wrong():
    """q log q is least at 1/2."""
    return Optimality(q * log(q), at={q: half})


@book.true("optimality", cheap=False)
def largest():
    """q e^(-aq) is largest at 1/a."""
    return Optimality(q * exp(-a * q), at={q: 1 / a}, sense="max")


@book.false("optimality", gross=True, cheap=False)
def smallest():
    """q e^(-aq) is least at 1/a."""
    return Optimality(q * exp(-a * q), at={q: 1 / a})


@book.true("optimality", cheap=False)
def corner_of_absolute():
    """|w - a| is least at a."""
    return Optimality(Abs(w - a), at={w: a})


@book.true("optimality")
def mean_squares():
    """E (w - 1 - Z)² is least at 1."""
    return Optimality(Mean((w - 1 - Z) ** 2), at={w: 1})


@book.false("optimality", gross=True)
def mean_squares_wrong():
    """E (w - 1 - Z)² is least at 2."""
    return Optimality(Mean((w - 1 - Z) ** 2), at={w: 2})


@book.false("optimality")
def mean_squares_slightly():
    """E (w - 1 - Z)² is least at 1.2."""
    return Optimality(Mean((w - 1 - Z) ** 2), at={w: Rational(6, 5)})


@book.false("optimality")
def mean_of_double_well():
    """E (w² - 4)² + w + Z w is least near 2 (it is near -2)."""
    return Optimality(Mean((w**2 - 4) ** 2 + w + Z * w), at={w: Rational(196, 100)})


@book.false("optimality", gross=True)
def mean_squares_rare():
    """E (w - 100 B)² is least at 0 with P(B = 1) = 1/100 (it is at 1)."""
    B = Sampled("B", Bernoulli(Rational(1, 100)))
    return Optimality(Mean((w - 100 * B) ** 2), at={w: 0})


# -- phases --------------------------------------------------------------------------------------------------------


@book.true("phases", cheap=False)
def critical_right():
    """1/(1 + (l√g/a)²) crosses 1/2 at l = a/√g."""
    return Phase(1 / (1 + (l * sqrt(g) / a) ** 2), half, a / sqrt(g), control=l)


@book.false("phases", gross=True, cheap=False)
def critical_exponent_wrong():
    """1/(1 + (l√g/a)²) crosses 1/2 at l = a/g."""
    return Phase(1 / (1 + (l * sqrt(g) / a) ** 2), half, a / g, control=l), dict(domain=Domain(core=(g >= 2, g <= 10)))


@book.false("phases", gross=True, cheap=False)
def critical_doubled():
    """1/(1 + (l√g/a)²) crosses 1/2 at l = 2a/√g."""
    return Phase(1 / (1 + (l * sqrt(g) / a) ** 2), half, 2 * a / sqrt(g), control=l)


@book.false("phases", gross=True, cheap=False)
def critical_rising():
    """1/(1 + (l/a)²) rises through 1/2 at a (it falls)."""
    return Phase(1 / (1 + (l / a) ** 2), half, a, control=l, rising=True)


@book.false("phases", gross=True, cheap=False)
def second_crossing():
    """The curve sin-like 1/2 + (1 - l/a)(2 - l/a)(...) crosses 1/2 once: it crosses at a and 2a."""
    return Phase(half + (1 - l / a) * (2 - l / a), half, a, control=l)


@book.true("phases", cheap=False)
def two_crossings():
    """(1 - l/a)(2 - l/a) + 1/2 crosses 1/2 twice, first at a."""
    return Phase(half + (1 - l / a) * (2 - l / a), half, a, control=l, crossings=2)


@book.false("phases", cheap=False)
def second_crossing_narrow():
    """1/(1 + (l/a)²) with a spike to 1 at 3a of width 1 % crosses 1/2 once."""
    return Phase(1 / (1 + (l / a) ** 2) + exp(-((100 * (l / a - 3)) ** 2)), half, a, control=l)


@book.false("phases", gross=True, cheap=False)
def never_crosses():
    """2 + 1/(1 + l/a) crosses 1/2 at a."""
    return Phase(2 + 1 / (1 + l / a), half, a, control=l)


@book.true("phases", cheap=False)
def probability_crosses():
    """P(Z > 2 log(l/a)) crosses 1/2 at a."""
    return Phase(Probability(Z > 2 * log(l / a)), half, a, control=l)


@book.false("phases", gross=True, cheap=False)
def probability_crosses_elsewhere():
    """P(Z > 2 log(l/a)) crosses 1/2 at 2a."""
    return Phase(Probability(Z > 2 * log(l / a)), half, 2 * a, control=l)


@book.false("phases", gross=True, cheap=False)
def touches_only():
    """1/2 + (1 - l/a)² crosses 1/2 at a: it touches it."""
    return Phase(half + (1 - l / a) ** 2, half, a, control=l)


# -- existence -----------------------------------------------------------------------------------------------------


@book.false("existence", gross=True)
def root_of_two_rounded():
    """There is w with w² = 2: 1.41421356237."""
    return Existence(Eq(w**2, 2), {w: Rational(141421356237, 10**11)})


@book.true("existence")
def root_of_two():
    """There is w with w² = 2: √2."""
    return Existence(Eq(w**2, 2), {w: sqrt(2)})


@book.false("existence", gross=True)
def root_of_two_float():
    """There is w with w² = 2: the double next to √2."""
    return Existence(Eq(w**2, 2), {w: sp.Float(2**0.5)})


@book.false("existence")
def nearly_equal():
    """There is w with |w² - 2| < 10⁻³⁰: 1.4142135623730950488."""
    return Existence(Abs(w**2 - 2) < ten**-30, {w: Rational("1.4142135623730950488")})


@book.true("existence")
def between():
    """There is w with 7 < w² < 8: 27/10... √7.5."""
    return Existence(sp.And(w**2 > 7, w**2 < 8), {w: sqrt(Rational(15, 2))})


@book.false("existence", gross=True)
def ramanujan():
    """e^(π√163) is an integer: 262537412640768744."""
    return Existence(Eq(exp(sp.pi * sqrt(163)) - w, 0), {w: sp.Integer(262537412640768744)})


@book.false("existence", gross=True)
def for_all_a():
    """For every a there is w with w² = a and w < 2: √a."""
    return Existence(sp.And(Eq(w**2, a), w < 2), {w: sqrt(a)})


# -- guarantees ----------------------------------------------------------------------------------------------------


@book.false("guarantees", gross=True)
def impossible_exactly():
    """P(V > 2) = 0.01 exactly for V uniform on [0, 1]."""
    return Guarantee(Z > 10, Rational(1, 100), exactly=True)


@book.false("guarantees", gross=True)
def normal_within_two():
    """|Z| < 2 with probability 0.99 (it is 0.954)."""
    return Guarantee(Abs(Z) < 2, Rational(99, 100))


@book.true("guarantees")
def normal_within_two_right():
    """|Z| < 2 with probability 0.95."""
    return Guarantee(Abs(Z) < 2, Rational(94, 100))


@book.true("guarantees", cheap=False)
def uniform_exactly():
    """V < s with probability s."""
    return Guarantee(V < s, s, exactly=True), dict(domain=Domain(s < 1, core=(s >= Rational(1, 20), s <= Rational(19, 20))))


@book.false("guarantees", gross=True, cheap=False)
def uniform_doubled():
    """V < s with probability 2s exactly."""
    return Guarantee(V < s, 2 * s, exactly=True), dict(
        domain=Domain(s < half, core=(s >= Rational(1, 20), s <= Rational(9, 20)))
    )


@book.false("guarantees")
def rarely_enough():
    """|Z| < 3.3 with probability 0.9999 (it is 0.99903)."""
    return Guarantee(Abs(Z) < Rational(33, 10), Rational(9999, 10**4))


@book.false("guarantees")
def certain():
    """|Z| < 4 always (it is 1 - 6·10⁻⁵)."""
    return Guarantee(Abs(Z) < 4, 1)


@book.false("guarantees", gross=True)
def tiny_exactly():
    """P(V < 10⁻³) = 5·10⁻³ exactly."""
    return Guarantee(V < Rational(1, 1000), Rational(1, 200), exactly=True)


@book.false("guarantees", gross=True, cheap=False)
def norm_concentrates():
    """|‖x‖² - n| < √n with probability 0.95 (it is about 0.52)."""
    x = Sampled("x", Normal(), n)
    return Guarantee(Abs(sq(x) - n) < sqrt(n), Rational(95, 100)), dict(domain=Domain(core=(n >= 3, n <= 12)))


@book.true("guarantees")
def norm_concentrates_right():
    """|‖x‖² - n| < 5√n with probability 0.9 (Chebyshev: 0.92)."""
    x = Sampled("x", Normal(), n)
    return Guarantee(Abs(sq(x) - n) < 5 * sqrt(n), Rational(9, 10)), dict(domain=Domain(core=(n <= 12,)))


@book.false("guarantees", gross=True)
def for_large_n_alone():
    """x₁² < 2/n with probability 0.7 on the unit sphere (false for n = 2, 3)."""
    z = Sampled("z", Sphere(1), n)
    return Guarantee(z[1] ** 2 * n < Rational(1, 2), Rational(7, 10)), dict(domain=Domain(n >= 2, core=(n <= 12,)))


# -- procedures and reductions -------------------------------------------------------------------------------------

X = Sampled("X", Normal(), n, d)
small_sizes = Domain(core=(n >= 2, n <= 8, d >= 2, d <= 8))
run = Procedure("run", "a procedure that returns one number", parameters=("s",), outputs={"loss": "its loss"})


def _common(p, draw):
    """Noise, and one shift that all replicates of a chunk share."""
    shift = draw.normal(1)[0]
    noise = draw.normal(1)[:, 0] if draw.normal(1).ndim == 2 else draw.normal()
    return {"loss": 1 + noise + float(shift.reshape(-1)[0]) * p.s}


def _noise(p, draw):
    return {"loss": 1 + p.s * draw.normal(1).reshape(-1)}


def _constant(p, draw):
    return {"loss": torch.ones_like(draw.normal(1).reshape(-1))}


def _heavy(p, draw):
    """One replicate in a thousand is a thousand times as large."""
    rare = (draw.uniform(1).reshape(-1) < 1e-3).to(torch.float64)
    return {"loss": 1 + rare * 1000 + 0.01 * draw.normal(1).reshape(-1)}


@book.true("procedures", procedures={"run": _common}, cheap=False)
def common_effect():
    """The mean loss is 1, where all replicates of a chunk share a shift of mean zero."""
    return Identity(Mean(run(s=s)["loss"]), 1), dict(procedures=(run,), domain=Domain(core=(s >= half, s <= 1)))


@book.false("procedures", gross=True, procedures={"run": _noise}, replicates=(64, 4096))
def few_runs():
    """The mean loss of 64 runs is 2 (it is 1)."""
    return Identity(Mean(run(s=s)["loss"]), 2), dict(procedures=(run,), domain=Domain(core=(s >= Rational(1, 10), s <= half)))


@book.true("procedures", procedures={"run": _noise}, replicates=(64, 256))
def few_runs_right():
    """The mean loss of 64 runs is 1."""
    return Identity(Mean(run(s=s)["loss"]), 1), dict(
        procedures=(run,), domain=Domain(core=(s >= Rational(1, 100), s <= Rational(1, 20)))
    )


@book.false("procedures", procedures={"run": _heavy}, replicates=(64, 256))
def few_runs_heavy():
    """The mean loss is 1, but one run in a thousand diverges (it is 2)."""
    return Identity(Mean(run(s=s)["loss"]), 1), dict(procedures=(run,))


@book.false("procedures", procedures={"run": _noise}, replicates=(256, 1024))
def some_runs():
    """The mean loss of 256 runs is 2 (it is 1): too many for Student, too few for a kurtosis of 93, so nothing is said."""
    return Identity(Mean(run(s=s)["loss"]), 2), dict(procedures=(run,), domain=Domain(core=(s >= Rational(1, 10), s <= half)))


@book.true(
    "procedures",
    procedures={"run": _heavy},
    replicates=(200, 200),
    cheap=False,
    assumption="means of 200 runs are nearly normal",
)
def few_runs_heavy_right():
    """The mean loss is 2, of which one run in a thousand makes half: 200 runs show 1 as a rule."""
    return Identity(Mean(run(s=s)["loss"]), 2), dict(procedures=(run,))


@book.false("procedures", procedures={"run": _constant})
def placeholder():
    """The mean loss is 1 + s, from a procedure that returns 1 whatever s is."""
    return Identity(Mean(run(s=s)["loss"]), 1 + s), dict(procedures=(run,))


@book.false("reductions", gross=True)
def reduction_wrong():
    """E tr X'X = 2nd, by a reduction to the constant 2nd that is not the same."""
    reduced = Reduction(Trace(X.T * X), 2 * n * d + Z, small={"n": 3, "d": 2}, how="observables")
    return Identity(Mean(Trace(X.T * X)), 2 * n * d), dict(reductions=(reduced,), domain=small_sizes)


@book.false("reductions", gross=True, cheap=False)
def reduction_right_at_one_size():
    """E tr X'X = n², by a reduction that is right where it is compared (n = d = 2) and nowhere else."""
    x = Sampled("x", Normal(), n)
    reduced = Reduction(Trace(X.T * X), n * sq(x), small={"n": 2, "d": 2}, how="observables")
    return Identity(Mean(Trace(X.T * X)), n**2), dict(reductions=(reduced,), domain=small_sizes)


@book.true("reductions")
def reduction_right():
    """E tr X'X = nd, by the sums of squares of its rows."""
    reduced = Reduction(Trace(X.T * X), Trace(X * X.T), small={"n": 3, "d": 2}, how="pathwise")
    return Identity(Mean(Trace(X.T * X)), n * d), dict(reductions=(reduced,), domain=small_sizes)


@book.false("reductions", gross=True, cheap=False)
def reduction_pathwise_wrong():
    """E tr X'X = nd + n, by a reduction that is not the same path by path."""
    reduced = Reduction(Trace(X.T * X), Trace(X * X.T + I(n)), small={"n": 3, "d": 2}, how="pathwise")
    return Identity(Mean(Trace(X.T * X)), n * d + n), dict(reductions=(reduced,), domain=small_sizes)


@book.false("reductions", gross=True, cheap=False)
def reduction_is_theorem():
    """E X₁₁⁴ = 6, by the theorem's own constant in place of the experiment."""
    fourth = X[0, 0] ** 4
    reduced = Reduction(fourth, 2 * X[0, 0] ** 4, small={"n": 2, "d": 2}, how="bound")
    return Identity(Mean(fourth), 6), dict(reductions=(reduced,), domain=small_sizes)


# -- tautologies ---------------------------------------------------------------------------------------------------


@book.false("tautologies", gross=True)
def same_law_twice():
    """E (Z⁴ - 3) = E (Y⁴ - 3) + tanh 1·E 1: a shift of 0.76 between two equal laws."""
    return Identity(Mean(Z**2), Mean(Y**2) + tanh(1))


@book.false("tautologies", gross=True)
def bound_by_itself():
    """E Z² ≤ E Y²/2."""
    return Inequality(Mean(Z**2), Mean(Y**2) / 2)


@book.true("tautologies")
def same_law():
    """E Z² = E Y² for two standard normal numbers."""
    return Identity(Mean(Z**2), Mean(Y**2))


@book.true("tautologies")
def student_median():
    """P(T > 0) = 1/2 for Student's law of one degree."""
    return Identity(Probability(Sampled("T", Student(1)) > 0), Phi(0) + 0 * sin(a))


@book.false("reductions", gross=True)
def reduction_doubled():
    """E tr X'X = 2nd, by a reduction to twice the term."""
    reduced = Reduction(Trace(X.T * X), 2 * Trace(X * X.T), small={"n": 3, "d": 2}, how="observables")
    return Identity(Mean(Trace(X.T * X)), 2 * n * d), dict(reductions=(reduced,), domain=small_sizes)


@book.false("reductions", gross=True, cheap=False)
def reduction_doubled_pathwise():
    """E tr X'X = 2nd, by a reduction that is not the same path by path."""
    reduced = Reduction(Trace(X.T * X), 2 * Trace(X * X.T), small={"n": 3, "d": 2}, how="pathwise")
    return Identity(Mean(Trace(X.T * X)), 2 * n * d), dict(reductions=(reduced,), domain=small_sizes)


@book.true("guarantees")
def certain_right():
    """V < 2 always, for V uniform on [0, 1]."""
    return Guarantee(V < 2, 1)


@book.true("reductions")
def identity_in_a_mean():
    """E tr(XX' + 1) = nd + n."""
    return Identity(Mean(Trace(X * X.T + I(n))), n * d + n), dict(domain=small_sizes)


@book.false("reductions", gross=True)
def reduction_right_on_diagonal():
    """E tr X'X = n², by a reduction that is right where n = d, which is where it is compared."""
    reduced = Reduction(Trace(X.T * X), n * Trace(X * X.T) / d, small={"n": 3, "d": 3}, how="observables")
    return Identity(Mean(Trace(X.T * X)), n**2), dict(reductions=(reduced,), domain=small_sizes)
