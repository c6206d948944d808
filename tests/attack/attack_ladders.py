"""Statements about growth: limits with slow corrections, orders with constants, rates."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    Ladder,
    Limit,
    Mean,
    Naturals,
    Normal,
    Order,
    Rademacher,
    Rate,
    Rational,
    Sampled,
    Symbol,
    Trace,
    Wishart,
    cos,
    exp,
    log,
    norm,
    sin,
    sqrt,
)

k = Symbol("k", "size", Naturals)
long = Ladder(k, (16, 32, 64, 128, 256, 512, 1024, 2048))
medium = Ladder(k, (8, 16, 32, 64, 128, 256))
short = Ladder(k, (8, 16, 32, 64))
half = Rational(1, 2)
halves = (k**-half, 1 / k)
whole = (1 / k, k**-2)
Z = Sampled("Z", Normal())
noisy = 1 + Z / 10  # of mean 1
few = dict(replicates=(2**13, 2**15))


QUICK = ("limit_off_by_hundredth", "limit_off_with_log", "limit_roots", "limit_rational")


def _limit(
    id: str, true: bool, formula: object, stated: object, expansion: object = halves, ladder: object = long, **options: object
) -> None:
    """A limit of a formula and of its noisy twin."""

    def made() -> object:
        return Limit(formula, stated, ladder=ladder, expansion=expansion)

    def noise() -> object:
        return Limit(Mean(formula * noisy), stated, ladder=ladder, expansion=expansion)

    for name, make in ((id, made), (f"{id}_noisy", noise)):
        make.__name__ = name
        make.__doc__ = f"{formula} tends to {stated}{', seen through noise' if make is noise else ''}."
        own = {"cheap": id in QUICK, **options}
        if make is noise:
            own.update(few, cheap=False)
            own.pop("gross", None)
        (book.true if true else book.false)("limits", **own)(make)


_limit("limit_off_by_hundredth", False, Rational(101, 100) + 1 / k, 1, whole)
_limit("limit_off_with_roots", False, Rational(1012, 1000) + k**-half + 1 / k, 1)
_limit("limit_off_with_log", False, Rational(107, 100) + 1 / log(k), 1)
_limit("limit_off_by_half", False, 1 + half + 1 / k, 1, whole, gross=True)
_limit("limit_off_by_fifth", False, Rational(6, 5) + k**-half, 1)
_limit("limit_of_wrong_sign", False, 1 - 2 * exp(-1 / k), 1, whole, gross=True)
_limit("limit_not_reached", False, 2 - k ** Rational(-1, 20), 1)
_limit("limit_diverges", False, log(k), 5)
_limit("limit_oscillates", False, 1 + sin(log(k)) / 2, 1)
_limit("limit_of_aliased", False, 1 + cos(sp.pi * k) * half, 1, whole, gross=True)
_limit("limit_roots", True, 1 + k**-half + 1 / k, 1)
_limit("limit_log_over_k", True, 1 + log(k) / k, 1, (log(k) / k, 1 / k))
_limit("limit_log_undeclared", True, 1 + log(k) / k, 1, whole)
_limit("limit_half_powers", True, 1 + 1 / k + 2 * k ** Rational(-3, 2), 1, (1 / k, k ** Rational(-3, 2)))
_limit("limit_half_powers_undeclared", True, 1 + 1 / k + 2 * k ** Rational(-3, 2), 1, whole)
_limit("limit_slow_power", True, 1 + k ** Rational(-3, 20), 1, (k ** Rational(-3, 20), 1 / k))
_limit("limit_slow_power_undeclared", True, 1 + k ** Rational(-3, 20), 1)
_limit("limit_log_squared", True, 1 + 1 / log(k) ** 2, 1)
_limit("limit_one_over_log", True, 1 + 1 / log(k), 1)
_limit("limit_exponential", True, 1 + exp(-k / 8), 1, whole)
_limit("limit_alternating", True, 1 + (-1) ** k / k, 1, whole)
_limit("limit_rational", True, (k**2 + 3 * k) / (k**2 - k + 1), 1, whole)


@book.false("limits", cheap=False, replicates=(2**11, 2**14))
def limit_of_wishart():
    """tr W²/d tends to 1 for n = d = k (it is 2)."""
    W = Sampled("W", Wishart(k), k, k)
    return Limit(Mean(Trace(W * W)) / k, 1, ladder=Ladder(k, (2, 4, 8, 16, 32)), expansion=whole)


@book.true("limits", cheap=False, replicates=(2**11, 2**14))
def limit_of_wishart_right():
    """tr W²/d tends to 2 for n = d = k, with its formula for finite sizes."""
    W = Sampled("W", Wishart(k), k, k)
    return Limit(Mean(Trace(W * W)) / k, 2, finite=2 + 1 / k, ladder=Ladder(k, (2, 4, 8, 16, 32)), expansion=whole)


@book.false("limits", cheap=False, replicates=(2**11, 2**14))
def limit_of_wishart_wrong_formula():
    """tr W²/d tends to 2, with the wrong formula 2 + 8/k for finite sizes."""
    W = Sampled("W", Wishart(k), k, k)
    return Limit(Mean(Trace(W * W)) / k, 2, finite=2 + 8 / k, ladder=Ladder(k, (2, 4, 8, 16, 32)), expansion=whole)


# -- orders --------------------------------------------------------------------------------------------------------


@book.false("orders", gross=True)
def order_with_wide_constants():
    """k^1.2 ≍ k with constants [1, 100]."""
    return Order(k ** Rational(6, 5), k, constants=(1, 100), ladder=long, expansion=whole)


@book.false("orders", gross=True)
def order_too_high():
    """k^1.5 ≍ k."""
    return Order(k ** Rational(3, 2), k, ladder=long, expansion=whole)


@book.false("orders")
def order_of_log():
    """k log k ≍ k."""
    return Order(k * log(k), k, ladder=long, expansion=whole)


@book.false("orders", gross=True)
def upper_order_wrong():
    """k² + k ≤ C k."""
    return Order(k**2 + k, k, direction="upper", ladder=long, expansion=whole)


@book.false("orders", gross=True)
def lower_order_wrong():
    """√k ≥ c k."""
    return Order(sqrt(k), k, direction="lower", ladder=long, expansion=whole)


@book.true("orders")
def upper_order():
    """√k ≤ C k."""
    return Order(sqrt(k), k, direction="upper", ladder=long, expansion=whole)


@book.true("orders")
def order_log_periodic():
    """k(2 + sin log k) ≍ k."""
    return Order(k * (2 + sin(log(k))), k, ladder=long, expansion=whole)


@book.true("orders")
def order_log_periodic_constants():
    """k(2 + sin(3 log k)) ≍ k with constants [1, 3]."""
    return Order(k * (2 + sin(3 * log(k))), k, constants=(1, 3), ladder=long, expansion=whole)


@book.false("orders")
def order_constants_too_tight():
    """k(2 + sin(3 log k)) ≍ k with constants [1.9, 2.1]."""
    return Order(k * (2 + sin(3 * log(k))), k, constants=(Rational(19, 10), Rational(21, 10)), ladder=long, expansion=whole)


@book.false("orders", gross=True)
def order_constants_missed():
    """5k + 1 ≍ k with constants [1, 2]."""
    return Order(5 * k + 1, k, constants=(1, 2), ladder=long, expansion=whole)


@book.true("orders")
def order_with_corrections():
    """k + 3√k + 1 ≍ k."""
    return Order(k + 3 * sqrt(k) + 1, k, ladder=long, expansion=halves)


@book.false("orders", assumption="another expansion: k² is below k on every rung")
def order_hidden_beyond_ladder():
    """k + k²/10⁹ ≍ k."""
    return Order(k + k**2 / 10**9, k, ladder=long, expansion=whole)


@book.false("orders", gross=True)
def order_negative():
    """cos(k)... -k ≍ k."""
    return Order(-k, k, ladder=long, expansion=whole)


@book.false("orders", cheap=False, **few)
def order_of_norm():
    """E ‖x‖ ≍ n for a Gaussian column (it is √n)."""
    x = Sampled("x", Normal(), k)
    return Order(Mean(norm(x)), k, ladder=medium, expansion=whole)


@book.true("orders", cheap=False, **few)
def order_of_norm_right():
    """E ‖x‖ ≍ √n for a Gaussian column."""
    x = Sampled("x", Normal(), k)
    return Order(Mean(norm(x)), sqrt(k), ladder=medium, expansion=whole)


@book.false("orders", **few)
def order_of_sum_of_signs():
    """E |Σ e| ≍ n (it is √n)."""
    e = Sampled("e", Rademacher(), k)
    return Order(Mean(sp.Abs(sp.Trace(sp.OneMatrix(1, k) * e))), k, ladder=medium, expansion=whole)


# -- rates ---------------------------------------------------------------------------------------------------------


@book.false("rates", gross=True)
def rate_too_high():
    """k^1.5 + k ~ k²."""
    return Rate(k ** Rational(3, 2) + k, 2, ladder=long, expansion=halves)


@book.false("rates", gross=True)
def rate_too_low():
    """1/√k + 1/k ~ 1/k."""
    return Rate(k**-half + 1 / k, -1, ladder=long, expansion=halves)


@book.true("rates")
def rate_right():
    """k^1.5 + k ~ k^1.5."""
    return Rate(k ** Rational(3, 2) + k, 3 * half, ladder=long, expansion=halves)


@book.true("rates")
def rate_four_rungs():
    """k^1.5 + k ~ k^1.5 on four rungs."""
    return Rate(k ** Rational(3, 2) + k, 3 * half, ladder=short, expansion=halves)


@book.false("rates")
def rate_four_rungs_wrong():
    """k^1.5 + 8k ~ k on four rungs."""
    return Rate(k ** Rational(3, 2) + 8 * k, 1, ladder=short, expansion=halves)


@book.false("rates", gross=True)
def rate_exponential():
    """e^(k/100) ~ k²."""
    return Rate(exp(k / 100), 2, ladder=long, expansion=whole)


@book.false("rates", cheap=False, **few)
def rate_of_fourth_moment():
    """E ‖x‖⁴ ~ n (it is n²)."""
    x = Sampled("x", Normal(), k)
    return Rate(Mean(norm(x) ** 4), 1, ladder=medium, expansion=whole)
