"""Statements in which features meet: entries of products, flows near their end, what cancels, corners of powers, wrong branches."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    LINKS,
    PSD,
    Array,
    Domain,
    Eq,
    Existence,
    First,
    Flow,
    Function,
    Gradient,
    I,
    Identity,
    Index,
    Inequality,
    Integers,
    Iterate,
    Ladder,
    Limit,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Optimality,
    Orthogonal,
    Phase,
    Positive,
    Probability,
    Projection,
    Quantile,
    Rate,
    Rational,
    Root,
    Sampled,
    Sum,
    Symbol,
    Symmetric,
    Trace,
    Uniform,
    Within,
    diag,
    eigenvalue,
    exp,
    floor,
    operator_norm,
    sqrt,
)

a, l = (Symbol(name, f"number {name}", Positive) for name in "al")
n, k, m = (Symbol(name, f"size {name}", Naturals) for name in "nkm")
z = Symbol("z", "whole number", Integers)
x, y, q, w, u = (Symbol(name, f"real {name}") for name in "xyqwu")
i, j = Index("i"), Index("j")
A, B, C = (Array(name, f"matrix {name}", n, n) for name in "ABC")
P, O, S, K = (
    Array(name, "a matrix", n, n, kind=kind)
    for name, kind in (("P", Projection), ("O", Orthogonal), ("S", Symmetric), ("K", PSD))
)
link = Function("s", "activation", of=LINKS)
Z, Y, U = Sampled("Z", Normal()), Sampled("Y", Normal()), Sampled("U", Uniform(0, 1))
xi = Sampled("ξ", Normal())
few, many = Domain(core=(n >= 2, n <= 4)), Domain(core=(n >= 25, n <= 32))
share = Domain(a < 1, core=(a >= Rational(1, 10), a <= Rational(9, 10)))
long = Ladder(k, (16, 32, 64, 128, 256, 512, 1024, 2048))
half = Rational(1, 2)


# -- entries of products -------------------------------------------------------------------------------------------


@book.true("entries of products", decided=True)
def entry_of_a_function_of_a_product():
    """(C s(AB))₁₁ = Σ_j C₁ⱼ s((AB)ⱼ₁)."""
    return Identity((C * link.entrywise(A * B))[0, 0], Sum(C[0, j - 1] * link((A * B)[j - 1, 0]), (j, 1, n))), {"domain": few}


@book.false("entries of products", gross=True)
def entry_with_a_caught_index():
    """(C s(AB))₁₁ = Σ_j C₁ⱼ s(Σ_i Aᵢᵢ Bᵢ₁): the index inside caught by the one outside."""
    caught = Sum(C[0, j - 1] * link(Sum(A[i - 1, i - 1] * B[i - 1, 0], (i, 1, n))), (j, 1, n))
    return Identity((C * link.entrywise(A * B))[0, 0], caught), {"domain": few}


@book.true("entries of products", decided=True)
def sum_over_two_indices_with_one_inside():
    """Σ_ij Aᵢⱼ Σ_k Bᵢₖ = 1'(A1 ∘ B1), as a sum over i of row sums."""
    rows = [Sum(M[i - 1, j - 1], (j, 1, n)) for M in (A, B)]
    r = Index("r")
    left = Sum(A[i - 1, j - 1] * Sum(B[i - 1, r - 1], (r, 1, n)), (i, 1, n), (j, 1, n))
    return Identity(left, Sum(rows[0] * rows[1], (i, 1, n))), {"domain": few}


@book.false("entries of products", gross=True)
def diagonal_of_a_product_as_that_of_the_factors():
    """(diag(BC) A)₁₂ = B₁₁ C₁₁ A₁₂."""
    return Identity((diag(B * C) * A)[0, 1], B[0, 0] * C[0, 0] * A[0, 1]), {"domain": few}


# -- what cancels --------------------------------------------------------------------------------------------------


@book.true("cancelling terms", decided=True)
def projection_times_its_complement():
    """Tr P(1 - P) = 0."""
    return Identity(Trace(P * (I(n) - P)), 0), {"domain": many}


@book.false("cancelling terms", gross=True)
def projection_times_its_complement_and_a_little():
    """Tr P(1 - P) = 10⁻⁸."""
    return Identity(Trace(P * (I(n) - P)) + Rational(1, 10**8), 0), {"domain": many}


@book.true("cancelling terms", decided=True)
def orthogonal_up_to_rounding():
    """OO' - 1 = 0."""
    return Identity(O * O.T - I(n), sp.ZeroMatrix(n, n)), {"domain": many}


@book.false("cancelling terms", gross=True)
def largest_eigenvalue_of_a_symmetric_matrix_is_its_norm():
    """λ₁(S) - |S| = 0, whose sign is free."""
    return Identity(eigenvalue(S, 1) - operator_norm(S), 0), {"domain": few}


@book.true("cancelling terms")
def bound_of_what_is_zero():
    """Tr (P - P²) ≤ 0."""
    return Inequality(Trace(P - P**2), 0), {"domain": many}


# -- flows and paths -----------------------------------------------------------------------------------------------


@book.true("flows", decided=True)
def small_state_all_along():
    """q' = -aq from 10⁻¹² is 10⁻¹² e^(-a) at 1."""
    return Identity(Flow(q, -a * q, Rational(1, 10**12), 1), exp(-a) / 10**12), {"domain": share}


@book.false("flows", gross=True)
def small_state_followed_loosely():
    """q' = -aq from 10⁻¹² is 10⁻¹² (1 - a + a²/2) at 1."""
    return Identity(Flow(q, -a * q, Rational(1, 10**12), 1), (1 - a + a**2 / 2) / 10**12), {"domain": share}


@book.true("flows", decided=True)
def nearly_infinite_at_the_end():
    """q' = q² from 1 is 1/(1 - 99a/100) at 99a/100."""
    return Identity(Flow(q, q**2, 1, 99 * a / 100), 1 / (1 - 99 * a / 100)), {"domain": share}


@book.false("flows", gross=True, cheap=False)
def beyond_the_pole():
    """q' = q² from 1 is 1/(1 - 2) = -1 at 2: it is infinite before."""
    return Identity(Flow(q, q**2, 1, 1 + a), -1 / a), {"domain": share}


@book.false("paths", gross=True)
def fresh_noise_taken_once():
    """x <- ax + ξ with fresh ξ has the variance (1 + a)² after two steps: ξ is drawn twice."""
    path = Iterate(x, a * x + xi, 0, 2, fresh=(xi,))
    return Identity(Mean(path.end**2), (1 + a) ** 2), {"domain": share}


@book.true("paths")
def fresh_noise_drawn_twice():
    """x <- ax + ξ with fresh ξ has the variance 1 + a² after two steps."""
    path = Iterate(x, a * x + xi, 0, 2, fresh=(xi,))
    return Identity(Mean(path.end**2), 1 + a**2), {"domain": share}


@book.false("paths")
def waiting_for_what_is_no_number():
    """The difference of two numbers that overflow alike stays below 1 for 40 steps."""
    path = Iterate((u, w, x), (u**3, w**3, a * (u - w)), (3, 3, 0), 40)
    return Inequality(40, First(path, x > 1)), {"domain": share}


# -- corners, branches, ends, whole numbers ------------------------------------------------------------------------


@book.true("corners", decided=True)
def slope_of_a_power_of_a_ramp():
    """d/dx max(x, 0)^m = m max(x, 0)^(m - 1) for m ≥ 2, at x = z."""
    return Identity(Gradient(Maximum(x, 0) ** m, x, at=z), m * Maximum(z, 0) ** (m - 1)), {
        "domain": Domain(m >= 2, core=(m <= 4, z >= -3, z <= 3))
    }


@book.false("corners", gross=True)
def slope_of_a_power_without_the_ramp():
    """d/dx max(x, 0)^m = m x^(m - 1), at x = z."""
    return Identity(Gradient(Maximum(x, 0) ** m, x, at=z), m * z ** (m - 1)), {
        "domain": Domain(m >= 2, core=(m <= 4, z >= -3, z <= 3))
    }


@book.false("branches", gross=True)
def largest_root_taken_for_the_first():
    """The first root of x² - 3ax + 2a² is 2a."""
    return Identity(Root(x, Eq(x**2 - 3 * a * x + 2 * a**2, 0), which="first", inside=(0, 5)), 2 * a), {"domain": share}


@book.false("branches", gross=True)
def square_root_of_a_square():
    """√(x²) = x."""
    return Identity(sqrt((x - a) ** 2), x - a), {"domain": Domain(core=(x >= -2, x <= 2, a <= 1))}


@book.false("whole numbers", gross=True)
def parity_of_a_negative_number():
    """⌊z/2⌋ = (z - z² mod 2)/2 with the remainder of |z|: at z = -1 it is -1."""
    return Identity(floor(z / 2), sp.sign(z) * floor(sp.Abs(z) / 2)), {"domain": Domain(core=(z >= -6, z <= 6))}


@book.true("whole numbers", decided=True)
def halves_of_a_whole_number():
    """⌊z/2⌋ + ⌊(z + 1)/2⌋ = z."""
    return Identity(floor(z / 2) + floor((z + 1) / 2), z), {"domain": Domain(core=(z >= -6, z <= 6))}


# -- means, quantiles, kinds ---------------------------------------------------------------------------------------


@book.false("conditional means", gross=True)
def square_of_an_inner_mean():
    """E (E_Y ZY + Z)² = 2: the inner mean is 0, so it is 1."""
    return Identity(Mean((Mean(Z * Y, over=Y) + Z) ** 2), 2)


@book.false("quantiles", gross=True)
def median_of_a_square_is_the_square_of_the_mean():
    """The median of U² is 1/3: it is 1/4."""
    return Identity(Quantile(U**2, half), Rational(1, 3))


@book.true("quantiles")
def median_of_a_square():
    """The median of U² is 1/4."""
    return Identity(Quantile(U**2, half), Rational(1, 4))


@book.false("kinds of arrays", gross=True)
def trace_of_a_symmetric_square_root():
    """Tr S ≤ Tr S² for symmetric S."""
    return Inequality(Trace(S), Trace(S**2)), {"domain": few}


@book.false("kinds of arrays", gross=True)
def smallest_eigenvalue_of_a_psd_matrix_is_positive():
    """λ_n(K) ≥ Tr K/n²."""
    return Inequality(Trace(K) / n**2, eigenvalue(K, n)), {"domain": few}


@book.false("conditional means", gross=True)
def probability_of_a_half_open_interval():
    """P(⌊3U⌋ = 2) = 1/2."""
    return Identity(Probability(U >= Rational(2, 3)), half)


# -- the other kinds -----------------------------------------------------------------------------------------------


@book.false("limits", gross=True)
def limit_with_the_wrong_constant():
    """(1 + a/k)^k tends to 1 + a."""
    return Limit((1 + a / k) ** k, 1 + a, ladder=long, expansion=(1 / k, k**-2)), {"domain": share}


@book.false("orders", gross=True)
def rate_of_a_path():
    """x <- x - x²/2 from 1 decays like k^(-1/2): it does like 1/k."""
    return Rate(Iterate(x, x - x**2 / 2, 1, k).end, -half, ladder=Ladder(k, (16, 32, 64, 128, 256)), expansion=(1 / k, k**-2))


@book.false("optimality", gross=True, cheap=False)
def corner_taken_for_the_minimum():
    """|w - a| + w/2 is least at 0."""
    return Optimality(sp.Abs(w - a) + w / 2, at={w: 0}), {"domain": share}


@book.false("phases", gross=True)
def crossing_at_the_square():
    """1/(1 + l/a) crosses 1/2 at a²."""
    return Phase(1 / (1 + l / a), half, a**2, control=l)


@book.false("existence", gross=True)
def a_root_that_is_none():
    """w² = a with w = a."""
    return Existence(Eq(w**2 - a, 0), {w: a}), {"domain": share}


@book.false("bounds", gross=True)
def within_by_the_wrong_side():
    """1 ≤ E e^(aZ) ≤ 1 + a²/2."""
    return Within(Mean(exp(a * Z)), 1, 1 + a**2 / 8), {"domain": share}
