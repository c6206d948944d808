"""With the label transformed at fixed a = ηd the overlap settles at 1 − m = Θ(κ), κ = (1 − ξ)a: interpolation is needed.

As |P_w x|² → d the overlap follows ṁ = κA(m) − κ²v(m)m/2 with A = E[(g₁ + g₂)(z − mu)], v = E[(g₁ + g₂)²], and rests where the ratio
A/(κvm/2) falls through 1. By Stein's lemma A = (1 − m²)H, H(1) = E[zG − ∂_u G] at u = z for G = g₁ + g₂, so that 1 − m = cκ(1 + o(1)),
c = v(1)/(4H(1)). Without interpolation κ = a. For every a ≤ 2 an overlap that starts below min(2a, 0.3215) stays below it; small a loses the
transformation of the label, large a is noise, and the largest value, 0.32148, is reached at a = 0.717. For a ≥ 0.16 the ratio is below 1 on all
of [0.3215, 1), so this is the only place of rest; below a = 0.15745 there is a second, behind an unstable one: at a = 1/20 between 1/2 and
99/100, the unstable one between 3/20 and 1/2. Here y = h_3(z) and σ' = −cos(u/2).
"""

from functools import cache
from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import a, both, h3, in_the_limit, m, on_grid, q, source

K, b = Symbol("K", "1/κ", Positive), Symbol("b", "step size times the dimension, between 0.7 and 1.3", Positive)
Q, half, one, tiny = Rational(3215, 10_000), Rational(1, 2), Integer(1), Rational(1, 10**5)
x, z = sp.Symbol("x", real=True), sp.Symbol("z", real=True)
NAMES = ("d", "κ", "samples")
OUTPUTS = {"settled": "mean overlap over the second half"}
HOW = "from m = 1/2, each sample used twice, a = 1"
run = Procedure("run", f"spherical SGD in R^d on h_3, {HOW}", NAMES, OUTPUTS)
chain = Procedure("chain", f"the chain of its overlaps, {HOW}", NAMES, OUTPUTS)
D, S = Symbol("D", "dimension of the runs", Naturals), Symbol("S", "number of samples over D", Naturals)
REST = {half: Rational(515717, 10**6), Rational(2, 5): Rational(586267, 10**6)}  # at a = 1, by κ


def settled(kappa: Any) -> Any:
    return Mean(Maximum(-1, Minimum(1, run(**{"d": D, "κ": kappa, "samples": S * D})["settled"])))


@cache
def balance(overlap: Any, kappa: Any, reach: Any = a, **grid: Any) -> Any:
    """The drift over what the noise takes from the overlap; above 1 the overlap grows."""
    pull, push = (lambda z, u, g: g * (z - q * u)), (lambda z, u, g: g**2)
    found = in_the_limit(pull, q, reach, **grid) / (kappa * in_the_limit(push, q, reach, **grid) * q / 2)
    name = f"F{'′' if grid else ''}({text(overlap)}; {text(reach)}, {text(kappa)})"
    return Definition(
        name,
        f"A/(κvm/2) at m = {text(overlap)}, a = {text(reach)}, κ = {text(kappa)}",
        found.xreplace({q: sp.sympify(overlap)}),
    )


def text(e: Any) -> str:
    return str(sp.sympify(e)).replace("**", "^").replace("*", "").replace("Minimum", "min").replace("Min", "min")


def pace(reach: Any) -> Any:
    """c = v(1)/(4H(1)) with the step size reach/d."""

    def slope(at: Any) -> Any:
        return sp.diff(both(h3(z), x, reach), x).subs({x: at, z: at})

    force = on_grid(lambda z: z * both(h3(z), z, reach) - slope(z), "i", 16)  # H(1)
    return Definition(f"c({reach})", "v(1)/(4H(1))", on_grid(lambda z: both(h3(z), z, reach) ** 2, "i", 16) / (4 * force))


c, edge = pace(a), pace(b)
bound = Minimum(2 * a, Q)
ladder = Ladder(K, (30, 60, 120, 240, 480, 960, 1920), quick=(30, 120, 480, 1920))
twentieth = Rational(1, 20)

claim = Claim(
    "sgd.interpolation",
    source=source("SGD Training of Two-layer Neural Network"),
    procedures=(run, chain),
    reductions=(Reduction(run, chain, small={"D": 4, "S": 20}, how="observables"),),
    domain=Domain(
        (a <= 2, m >= Q, m < 1, b >= Rational(7, 10), b <= Rational(13, 10), K >= 20, D >= 128, S >= 20),
        core=(a >= 0.1, m >= 0.35, m <= 0.95, K <= 200, D <= 128, S <= 20),
    ),
    parts={
        "main": Part(
            Limit(balance(1 - c / K, 1 / K), 1, ladder=ladder, expansion=(1 / K, 1 / K**2)),
            says="As κ = 1/K → 0 drift and noise balance at 1 − m = cκ, c = v(1)/(4H(1)), to leading order",
            wrong={
                "spread_not_halved": {"quantity": balance(1 - c / K, 1 / K) / 2},
                "square_root": {"quantity": balance(1 - c / sqrt(K), 1 / K)},
            },
        ),
        "falls_above": Part(
            Inequality(balance(1 - edge / K, 1 / K, b), 1),
            says="For κ ≤ 1/20 and 0.7 ≤ a ≤ 1.3 the overlap falls where 1 − m = cκ",
            wrong={"rises": {"left": 1, "right": balance(1 - edge / K, 1 / K, b)}},
        ),
        "rises_below": Part(
            Inequality(1 / balance(1 - Rational(3, 2) * edge / K, 1 / K, b), 1),
            says="It rises where 1 − m = 3cκ/2: the stable place of rest lies between the two",
            wrong={"falls": {"left": balance(1 - Rational(3, 2) * edge / K, 1 / K, b)}},
        ),
        **{
            f"rest_{kappa.q}": Part(
                Within(balance(rest, kappa, one), 1 - tiny, 1 + tiny),
                says=f"At a = 1 and κ = {kappa} the place of rest is {float(rest):.6f}: there F is 1 up to 10^−5",
                wrong={"spread_not_halved": {"quantity": balance(rest, kappa, one) / 2}},
            )
            for kappa, rest in REST.items()
        },
        **{
            f"run_{kappa.q}": Part(
                Within(settled(kappa), Rational(9, 10) * rest, Rational(11, 10) * rest),
                says=f"In R^D, D ≥ 128, after S ≥ 20 times D samples the overlap at κ = {kappa} settles within a tenth of that",
                wrong={"spread_not_halved": {"low": Rational(9, 10) * plain, "high": Rational(11, 10) * plain}},
            )
            for (kappa, rest), plain in zip(REST.items(), (Rational(303623, 10**6), Rational(365826, 10**6)), strict=True)
        },
        "no_interpolation": Part(
            Inequality(balance(bound, a), 1),
            says="Without interpolation, κ = a ≤ 2, the overlap falls at min(2a, 0.3215): from starts below it never passes that",
            wrong={
                "no_interpolation_0.32": {"left": balance(Minimum(2 * a, Rational(32, 100)), a)},
                "no_interpolation_reaches_half": {"left": 1 / balance(half, a)},
            },
        ),
        "no_second_rest": Part(
            Inequality(balance(m, a), 1),
            when=(a >= Rational(16, 100),),
            says="For 0.16 ≤ a ≤ 2 it falls on all of [0.3215, 1): there is no other place of rest",
        ),
        "second_root_unstable": Part(
            Inequality(balance(Rational(3, 20), twentieth, twentieth), 1), says="At a = κ = 1/20 the overlap falls at 3/20"
        ),
        "second_root_stable": Part(
            Inequality(1 / balance(half, twentieth, twentieth), 1),
            says="There it rises at 1/2: an unstable place of rest lies between",
        ),
        "second_root_beyond": Part(
            Inequality(balance(Rational(99, 100), twentieth, twentieth), 1),
            says="There it falls at 99/100: a second stable place of rest lies between 1/2 and that",
        ),
        "rule": Part(
            Within(balance(m, a) / balance(m, a, per_unit=(24, 12)), 1 - 10 * tiny, 1 + 10 * tiny),
            says="The trapezoid rules behind these numbers agree with those of two thirds of the step up to 10^−4",
            wrong={"spread_not_halved": {"quantity": balance(m, a) / balance(m, a, per_unit=(24, 12)) / 2}},
        ),
    },
    uses=("sgd.reduced_chain", "sgd.polynomial_complexity"),
    notes="The run settles within a tenth at d = 128 and κ ≤ 1/2; at κ = 1 the correction of finite d falls about like d^(-1/2).",
)
