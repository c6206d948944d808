"""The slide's experiment on drawn designs, d = 1000, λ_j = 1/j, Σβ = diag(j^-a): an oracle, what descent makes of W, and ridge, over a.

The slide shows a figure without numbers and leaves out n, m, σ, σ'. Our reconstruction: n from 50, σ² about 1, m = 50n Gaussian tasks,
σ'² = 2σ². Three estimators on the same designs, their risks exact given the design: the best first layer, WᵀW = Σβ at nλ = σ², an oracle that
knows Σβ; the end of gradient descent on R(W) from W = I (linear_net.from_identity); and ridge regression at its best penalty. The first and the
last follow their deterministic equivalents (linear_net.experiment_equivalents). The oracle is level with ridge at a = 0; what is trained is behind it
up to a = 1/2, and ahead from a = 1 on.
"""

from lemmata import *
from lemmata.theory.linear_net.experiment_equivalents import a, j, oracle, over, ridge
from lemmata.theory.linear_net.notation import n, s2, source

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
run = curves(n=n, a=a, **{"σ²": s2})
quarter = Rational(5, 4)
half, most, nine, three = Rational(1, 2), Rational(2, 3), Rational(9, 10), Rational(3, 4)
minima = over(Minimum(s2 / n, j ** -(1 + a)))
middle, width = Rational(7, 6), Rational(10, 7)  # of [0.817, 1.667]


def near(name, reference, factor=quarter):
    """A risk within a factor of a law."""
    return Abs(log(run[name] / reference)) <= log(factor)


def part(event, share, says, when=(), **wrong):
    return Part(Guarantee(event, share), when=when, says=says, wrong={name: {"event": e} for name, e in wrong.items()})


claim = Claim(
    "linear_net.experiment",
    source=source("Experiment"),
    domain=Domain(n >= 50, n <= 1000, a <= 10, s2 >= half, s2 <= 2, core=(n <= 50,)),
    parts={
        "main": part(
            near("bayes", oracle),
            half,
            "At d = 1000, λ_j = 1/j, Σβ = diag(j^−a) the risk of the best first layer (WᵀW = Σβ, an oracle) is in at least half of the "
            "designs within a factor 5/4 of its deterministic equivalent κN₁",
            follows_half_of_it=near("bayes", oracle / 2),
        ),
        "steady": part(
            near("bayes", oracle), three, "for a ≤ 2 in three designs of four", (a <= 2,), twice=near("bayes", 2 * oracle)
        ),
        "ridge": part(
            near("ridge", ridge),
            half,
            "That of ridge regression at its best penalty is in at least half of the designs within a factor 5/4 of its own equivalent",
            ridge_follows_the_best_layer=near("ridge", oracle),
            ridge_has_the_optimal_rate=near("ridge", minima),
        ),
        "ridge_steady": part(
            near("ridge", ridge), three, "for a ≤ 2 in three designs of four", (a <= 2,), half=near("ridge", ridge / 2)
        ),
        "trained": part(
            near("trained", middle * oracle, width),
            half,
            "Where descent ends the risk is in at least half of the designs within a factor 10/7 of 7/6 of the oracle's equivalent",
            twice=near("trained", 2 * middle * oracle, width),
        ),
        "trained_beats_ridge": part(
            run["trained"] <= Rational(49, 50) * run["ridge"],
            most,
            "From a = 1 on it is in two designs of three at most 0.98 of the risk of ridge regression at the best penalty",
            (a >= 1,),
            trained_behind_ridge=run["trained"] >= run["ridge"],
        ),
        "far_ahead": part(
            run["trained"] <= three * run["ridge"],
            nine,
            "and from a = 5/2 on in nine of ten at most three quarters of it",
            (a >= Rational(5, 2),),
            tenth=run["trained"] <= run["ridge"] / 10,
        ),
        "behind": part(
            run["trained"] > run["ridge"],
            nine,
            "Up to a = 1/2 it is above it in nine of ten",
            (a <= half,),
            ahead=run["trained"] <= run["ridge"],
        ),
    },
    procedures=(curves,),
    uses=(
        "linear_net.experiment_equivalents",
        "linear_net.experiment_limit",
        "linear_net.from_identity",
        "linear_net.learned_beats_ridge",
    ),
    notes="The figure's data (n, m, σ, σ', the method shown) are our reconstruction. The shares leave room below those of a pilot with "
    "its own key.",
)
