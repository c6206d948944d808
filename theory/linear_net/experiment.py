"""The slide's experiment, d = 1000, λ_j = 1/j, Σβ = diag(j^-a): the best first layer, and what descent makes of it, against ridge over a.

The slide shows a figure without numbers and leaves out n, m, σ, σ'. Our reconstruction: σ² about 1, m = 50n Gaussian tasks,
σ'² = 2σ². Three estimators on the same designs, their risks exact given the design: the best first layer WᵀW = Σβ at nλ = σ², which is
an oracle; the limit of gradient descent on R(W) from W = I; and ridge regression at its best penalty. At a = 0 the oracle and best
ridge coincide (the trained layer is behind: linear_net.learned_beats_ridge); the ratio of their risks grows with a; the oracle's tends
to that of one direction, R₁ <= κN₁ <= R₁ + 2 Σ_{j>=2} j^-(1+a) where N₁ <= n/2, close to σ²/n: with R₁ = c the fixed
point reads σ² = nc/(1-c) - c. The limit of descent is ahead of ridge from a = 1 on; at a = 1/2 it is still behind.
"""

import sympy as sp

from lemmata import (
    Abs,
    Claim,
    Definition,
    Domain,
    Eq,
    Identity,
    Index,
    Inequality,
    Mean,
    Minimum,
    NonNegative,
    Part,
    Positive,
    Procedure,
    Rational,
    Root,
    Sum,
    Symbol,
    Within,
)
from lemmata.theory.linear_net.notation import n, s2, source

a = Symbol("a", "decay of the tasks' spectrum", NonNegative)
y, j = Symbol("y", "effective penalty", Positive), Index("j")
D, AHEAD = 1000, Rational(1, 2)
curves = Procedure(
    "curves",
    "the slide's design at d = 1000 with m = 50n tasks and σ'² = 2σ²",
    ("n", "a", "σ²"),
    {
        "bayes": "risk of the best first layer, WᵀW = Σβ, nλ = σ²",
        "ridge": "least risk of ridge regression over its penalty",
        "trained": "risk at the end of gradient descent from W = I",
    },
)


def over(term):
    return Sum(term, (j, 1, D))


def seen(k, decay):
    """N₁ of the spectrum j^-(1+decay)."""
    return over(1 / (1 + k * j ** (1 + decay)))


def net(decay):
    """κN₁, the equivalent of the risk of the best first layer."""
    k = Root(y, n - s2 / y - seen(y, decay), inside=(s2 / n, s2 / n + 2 * over(j ** -(1 + decay)) / n))
    return k * seen(k, decay)


def ridge_at(k, decay):
    """The equivalent of the risk of ridge regression at the penalty of an effective one."""
    second = over(1 / (1 + k * j) ** 2) / n
    return (k**2 * over(j ** (1 - decay) / (1 + k * j) ** 2) + s2 * second) / (1 - second)


zero = Root(y, n - seen(y, 0), inside=(Rational(1, 10**6), 100))  # effective penalty at λ = 0


def best(decay):
    """Its least value over the penalty, where its slope vanishes."""
    top, bottom = sp.fraction(ridge_at(y, decay))
    slope = sp.diff(top, y) * bottom - top * sp.diff(bottom, y)
    return ridge_at(Root(y, slope, inside=(zero, 1000)), decay)


run = curves(n=n, a=a, **{"σ²": s2})
oracle, ridge = (
    Definition("R*", "equivalent of the risk of the best first layer", net(a)),
    Definition("R'", "that of best ridge", best(a)),
)
single = Root(y, n - s2 / y - 1 / (1 + y), inside=(s2 / n, s2 / n + 2 / n))
one = Definition("R₁", "that of one direction of variance 1", single / (1 + single))
rest = sp.zeta(1 + a) - 1
effective = Root(y, n - s2 / y - seen(y, a), inside=(s2 / n, s2 / n + 2 * over(j ** -(1 + a)) / n))
eight = (Rational(4, 5), Rational(5, 4))


def near(name, reference, low, high, says, when=(), **wrong):
    return Part(Within(Mean(run[name]) / reference, low, high), when=when, says=says, wrong=wrong)


minima = over(Minimum(s2 / n, j ** -(1 + a)))
claim = Claim(
    "linear_net.experiment",
    source=source("Experiment"),
    domain=Domain(n >= 20, n <= D, a <= 20, s2 <= 20, core=(n >= 50, n <= 100, a <= 10, s2 >= 0.5, s2 <= 5)),
    parts={
        "main": near(
            "bayes",
            oracle,
            *eight,
            "At d = 1000, λ_j = 1/j, Σβ = diag(j^−a) the mean risk of the best first layer (WᵀW = Σβ, an oracle) is within a quarter of its "
            "deterministic equivalent κN₁",
        ),
        "ridge": near(
            "ridge",
            ridge,
            *eight,
            "and that of ridge regression at its best penalty within a quarter of its own",
            ridge_follows_the_best_layer={"low": eight[0] * oracle / ridge, "high": eight[1] * oracle / ridge},
            ridge_has_the_optimal_rate={"low": eight[0] * minima / ridge, "high": eight[1] * minima / ridge},
        ),
        "trained": near(
            "trained",
            oracle,
            Rational(4, 5),
            Rational(17, 10),
            "Where descent ends the mean risk is between 0.8 and 1.7 times that equivalent",
        ),
        "trained_beats_ridge": near(
            "trained",
            ridge,
            Rational(1, 20),
            Rational(49, 50),
            "and, from a = 1 on, below that of the best ridge estimator",
            (a >= 1, a <= 10, s2 >= 1, s2 <= 2),
            trained_behind_ridge={"low": 1, "high": 100},
        ),
        "isotropic": Part(
            Identity(ridge, oracle),
            when=(Eq(a, 0),),
            says="At a = 0 the equivalents of the best first layer and of the best ridge estimator coincide",
            wrong={"always_equal": {"when": ()}},
        ),
        "gap_grows": Part(
            Inequality(ridge / oracle, best(a + AHEAD) / net(a + AHEAD)),
            says="Their ratio grows with a",
            wrong={"gap_shrinks": {"left": best(a + AHEAD) / net(a + AHEAD), "right": ridge / oracle}},
        ),
        "never_behind": Part(Inequality(oracle, ridge), says="The best first layer is never behind"),
        "penalty_helps": Part(Inequality(ridge, ridge_at(zero, a)), says="The best penalty does no worse than none"),
        "one_direction": Part(Inequality(one, oracle), says="The equivalent is at least that of one direction alone"),
        "limit_in_a": Part(
            Inequality(oracle, one + 2 * rest),
            when=(a > Rational(1, 4), seen(effective, a) <= n / 2),
            says="and where N₁ ≤ n/2 at most 2(ζ(1 + a) − 1) above it",
            wrong={"half_noise_over_n": {"right": s2 / (2 * n)}},
        ),
        "near_noise_over_n": Part(
            Inequality(Abs(one * n / s2 - 1), (1 + s2) / n), says="That of one direction is within a share (1 + σ²)/n of σ²/n"
        ),
    },
    procedures=(curves,),
    uses=("linear_net.bayes_de", "linear_net.learned_beats_ridge", "ridge.det_equiv"),
    notes="The figure's data (n, m, σ, σ', the method shown) are our reconstruction.",
)
