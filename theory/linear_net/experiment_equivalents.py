"""The slide's experiment, d = 1000, λ_j = 1/j, Σβ = diag(j^-a), in deterministic equivalents: the best first layer against best ridge.

The slide shows a figure without numbers and leaves out n, m, σ, σ'; here n and σ² are free. The best first layer, WᵀW = Σβ at nλ = σ², is
an oracle (what descent makes of W: linear_net.experiment); the equivalent of its risk is κN₁ (linear_net.bayes_de). Best ridge is a
continuous minimum over the penalty. At a = 0 both coincide; their ratio grows with a. The end of the curve is linear_net.experiment_limit.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.linear_net.notation import n, s2, source

a = Symbol("a", "decay of the tasks' spectrum", NonNegative)
y, j = Symbol("y", "effective penalty", Positive), Index("j")
D, AHEAD = 1000, Rational(1, 2)


def over(term):
    return Sum(term, (j, 1, D))


def seen(k, decay):
    """N₁ of the spectrum j^-(1+decay)."""
    return over(1 / (1 + k * j ** (1 + decay)))


def penalty(decay):
    return Root(y, n - s2 / y - seen(y, decay), inside=(s2 / n, s2 / n + 2 * over(j ** -(1 + decay)) / n))


def net(decay):
    """κN₁, the equivalent of the risk of the best first layer."""
    k = penalty(decay)
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


oracle = Definition("R*", "equivalent of the risk of the best first layer", net(a))
ridge = Definition("R'", "equivalent of the risk of best ridge", best(a))
later, later_ridge = net(a + AHEAD), best(a + AHEAD)

claim = Claim(
    "linear_net.experiment_equivalents",
    source=source("Experiment"),
    domain=Domain(n >= 20, n <= D, a <= 20, s2 <= 20, core=(n >= 50, n <= 100, a <= 10, s2 >= 0.5, s2 <= 5)),
    parts={
        "main": Part(
            Inequality(ridge / oracle, later_ridge / later),
            says="At d = 1000, λ_j = 1/j, Σβ = diag(j^−a) the ratio of the equivalents of the risks of best ridge and the best first layer "
            "(WᵀW = Σβ, an oracle) grows with a",
            wrong={"gap_shrinks": {"left": later_ridge / later, "right": ridge / oracle}},
        ),
        "isotropic": Part(
            Identity(ridge, oracle), when=(Eq(a, 0),), says="At a = 0 they coincide", wrong={"always_equal": {"when": ()}}
        ),
        "never_behind": Part(
            Inequality(oracle, ridge),
            says="The best first layer is never behind",
            wrong={"ahead_by_half": {"left": 2 * oracle}},
        ),
        "penalty_helps": Part(Inequality(ridge, ridge_at(zero, a)), says="The best penalty does no worse than none"),
    },
    uses=("linear_net.bayes_de", "ridge.det_equiv"),
    notes="The best penalty is a continuous minimum (a coarse grid is off in the third digit).",
)
