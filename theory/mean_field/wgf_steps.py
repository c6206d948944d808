"""Finite particle steps w ↦ w - ηV'(w): over η the change of E f tends to ∫ f(μV')', and the density is that of μ + η(μV')' up to O(η²).

Weakly, for quartic V: the change of E f over η tends to -E[f'V'] = ∫ f(μV')'; the printed step gives ∫ fV'' instead (mean_field.wgf_print).
For quadratic V and μ = N(m, s²) the law after a step is known, N((1 - ηa)m + ηg, (1 - ηa)²s²), and its density is compared in mean square.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mean_field.notation import source
from lemmata.theory.mean_field.wgf_print import a, b, bend, divergence, force, g, m, mu, s, stepped, w

r = Symbol("r", "centre of the test function", Reals)
T = Symbol("T", "1/η", Positive)
z = sp.Symbol("z", real=True)
ladder = Ladder(T, (64, 128, 256, 512, 1024, 2048, 4096), quick=(64, 256, 1024, 4096))
terms = (1 / T, T**-2)


def test(x):
    """A test function f."""
    return exp(-((x - r) ** 2) / 2)


def under(e):
    """Its mean under μ."""
    return GaussMean(e.xreplace({w: m + s * z}), z)


change = T * under(test(w - force(w) / T) - test(w))
weak = under(test(w) * divergence(w))
squared = under(test(w) * mu * (bend(w) - 2 * (w - m) / s**2 * force(w)))


def distance(step):
    """What a step misses of the exact density, in mean square under μ."""
    return sqrt(under((stepped(1 / T) - mu - step / T) ** 2))


claim = Claim(
    "mean_field.wgf_steps",
    source=source("Label noise and WG flow"),
    domain=Domain(
        core=((a >= 0.3, a <= 1.5, b <= 0.5, g >= 0.2, g <= 1.5, m >= -1, m <= 1), (s >= 0.5, s <= 1.2, r >= -1, r <= 1))
    ),
    parts={
        "main": Part(
            Limit(change, weak, ladder=ladder, expansion=terms, scale=1),
            says="For quartic V and Gaussian μ the change of E f over η, f a Gaussian bump, tends to ∫ f(μV')'",
            wrong={
                "sign": {"value": -weak},
                "mu_squared": {"value": squared},
                "print": {"value": sqrt(2 * pi) * (a + 3 * b * (r**2 + 1))},
            },
        ),
        "second_order": Part(
            Rate(distance(divergence(w, 0) * mu), -2, ladder=ladder, expansion=terms),
            says="The distance of the density after a step from that of μ + η(μV')' is of order η² for quadratic V",
            wrong={
                "print": {"quantity": distance(bend(w, 0))},
                "mu_squared": {"quantity": distance((bend(w, 0) - 2 * (w - m) / s**2 * force(w, 0)) * mu**2)},
            },
        ),
    },
    uses=("mean_field.wgf_print",),
)
