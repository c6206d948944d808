"""One gradient step of size η = Θ(1) lowers the ridge risk of the features at every ridge and sample size, and a longer step lowers it more.

With θ₁, θ₂ the spike and its part along β*, h = lim β*'(WW' + z)^(-1)β* falls from m by g = θ₂²m²/(1 + (1 + θ₁²)m), which is positive and grows
with m; m falls with z. So r g - κz g' > 0, and the risk falls by μ₁*² times this over 1 - df₂/n: of order η² for η → 0, nothing if ημ₁μ₁* = 0.
As θ₁², θ₂² are multiples of η², and η² ↦ g and its slope in m grow, the risk falls with η. For η → ∞ the share 1 - θ₂²/θ₁² of h is left.
Proofs are in m, z = r + κ, ψ₁ = ψ₁df₁/n + e; they do not need the equation between m, z and ψ₂, on which alone this is the risk.
Runs take the step by the whole gradient and fit the second layer to a fresh sample, before and after the step the same.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.one_step.notation import (
    F2,
    A,
    B,
    S,
    around,
    at,
    bias,
    df1,
    df2,
    drop,
    e,
    error,
    fall_of_m,
    k,
    kappa,
    m,
    psi1,
    psi2,
    r,
    ridge_run,
    risk,
    run,
    saved,
    source,
    spiked,
    taken,
    z,
)

longer = Symbol("c", "growth of η² beyond 1", Positive)
y = Symbol("y", "one over η², or η²", Positive)
far = Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6))
near = (1 / y, y**-2)
tenth, noise = Rational(1, 10), Rational(1, 100)
after = risk(m - drop())


def loss(taken_away):
    """What r h - κz h' loses where h loses this; its slope in m is factored, so that its sign is seen."""
    return r * taken_away + k * (r + k) * fall_of_m * sp.factor(sp.diff(taken_away, m))


def fall(taken_away):
    """What the risk loses."""
    return F2 * loss(taken_away) * (taken + e) / (saved + e)


def lower(left, right, difference):
    """left ≤ right, because left is right less what is a sum of positive terms."""

    def proof(K):
        return K.then(K.normal(left, right - difference), K.compare(right - difference, right))

    return {"statement": Inequality(left, right), "proof": proof}


def normal(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


def gain(p1, lam, step, h=None, **wrong):
    """The fall of the risk at N/d = 2 for erf."""
    return at(error() - error(h or spiked()), p1, 2, lam, noise, step, **wrong)


def fallen(d, p1, lam, step):
    drawn = run(d, p1, 2, lam, noise, step)
    return Mean(drawn["before"] - drawn["after"])


def scaled(c):
    """The risk plus noise after a step whose square is c times as long."""
    return risk(m - drop(c * A, c * B))


def near_by(value):
    return around(Rational(17, 20), value, Rational(13, 10))


grown = 1 + longer
further = sp.factor(drop(grown * A, grown * B) - drop())
claim = Claim(
    "one_step.small_step_improvement",
    source=source("Outline / Improvement over the Initial CK"),
    domain=Domain(
        B <= A,
        z > 0,
        1 + z * m**2 > 0,  # this and the next follow
        psi2 / (1 + m) ** 2 < 1 / m**2,
        core=(
            r >= 0.05,
            r <= 1,
            k >= 0.05,
            k <= 2,
            e >= 0.1,
            e <= 3,
            A >= 0.1,
            A <= 4,
            B >= 0.05,
            B <= 4,
            psi1 >= 1,
            psi1 <= 4,
            S >= 0.05,
            S <= 1,
            F2 >= 0.1,
            F2 <= 1,
            longer >= 0.1,
            longer <= 3,
            m >= 0.1,
            m <= 0.4,
            psi2 >= 0.5,
            psi2 <= 2,
        ),
    ),
    parts={
        "main": Part(
            **lower(after, risk(), fall(drop())),
            says="In the limit one gradient step never raises the ridge risk: for every η, ridge, width and number of samples",
            wrong={"other_sign": {"left": risk(m + drop())}, "spike_alone": {"right": risk(m - drop(A, A))}},
        ),
        "longer": Part(
            **lower(bias(m - drop(grown * A, grown * B)), bias(m - drop()), loss(further)),
            says="and a longer step lowers rh − κz h', and with it the limit, at least as much",
            wrong={"shorter": {"left": bias(m - drop(A / grown, B / grown))}},
        ),
        "runs": Part(
            Within(fallen(48, 3, tenth, 2), **near_by(gain(3, tenth, 2))),
            says="At d = 48, n = 3d, N = 2d, λ = 1/10 the mean fall of the risk by one step with η = 2 is 0.85 to 1.3 times the limit's",
            wrong={
                "twice_the_step": near_by(gain(3, tenth, 4)),
                "half_the_step": near_by(gain(3, tenth, 1)),
                "first_trace_twice": near_by(gain(3, tenth, 2, h=m * (1 - B * z * m**2 / (1 + A * z * m**2)))),
            },
        ),
        "noisy_spike": Part(
            Within(fallen(48, 1, 1, 3), **around(Rational(87, 100), gain(1, 1, 3), Rational(61, 50))),
            says="At n = d, λ = 1, η = 3, where noise makes more than half of the spike, it is 0.87 to 1.22 times the limit's",
            wrong={"without_noise": around(Rational(87, 100), gain(1, 1, 3, spread=0), Rational(61, 50))},
        ),
        "slope": Part(
            **normal(sp.diff(z, m) * fall_of_m.subs(k, kappa), -1),
            says="The curve: m falls with z at the rate m²(1 + m)/(1 + zm²),",
            wrong={"without_width": {"left": sp.diff(z, m) * m**2}},
        ),
        "degrees": Part(
            **normal(psi1 * (df1 - df2), saved.subs(k, kappa)),
            says="the two degrees of freedom differ by ψ₂κ/(z(1+m)) · [r/z + κm²/(1 + zm²)],",
            wrong={"first_term": {"right": psi2 * kappa / (z * (1 + m)) * r / z}},
        ),
        "resolvent": Part(
            **normal(m - spiked(), drop()),
            says="and the step takes g = θ₂²m²/(1 + (1 + θ₁²)m) from h",
            wrong={"target_alone": {"right": drop(B, B)}},
        ),
        "small": Part(
            Limit(y * fall(drop(A / y, B / y)), fall(drop(0, B)), ladder=far, expansion=near),
            says="For η → 0 the fall is of order η²: over η² it has a positive limit, in which θ₁ does not enter",
            wrong={"with_the_spike": {"value": fall(drop())}},
        ),
        "large": Part(
            Limit(scaled(y), risk(m * (1 - B / A)), ladder=far, expansion=near),
            says="For η → ∞ the risk tends to that with the share 1 − θ₂²/θ₁² of h",
            wrong={"nothing_left": {"value": risk(0 * m)}},
        ),
    },
    procedures=(ridge_run,),
    uses=("one_step.gep_ck",),
)
