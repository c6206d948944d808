"""With few tasks training pays where σ'² is above the edge of the spectrum of noise, and costs where it is below.

The trainings are those of linear_net.learned_beats_ridge, with m = 5n/2 tasks and Σβ = diag(j^-2). The labels' second moment then has
eigenvalues of pure noise up to (1 + √(n/m))² = 2.66 (linear_net.noise_edge); a first layer that minimises the criterion selects all
above σ'². The end of gradient descent from W = I has a closed form, X⁺P with the projection P on these, so that it is seen at
larger n: there the order is the same in nearly all runs, and best just above the edge.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import source

RIDGE = {"ridge": "least risk of ridge regression over its penalty"}
FEW, half, nine = Rational(5, 2), Rational(1, 2), Rational(9, 10)
levels = Procedure(
    "levels",
    "two trainings on the same design and tasks, as `training`, at σ'² = 2 and 4",
    ("n", "m", "a"),
    {"below": "risk of the one at 2", "above": "risk of the one at 4", **RIDGE},
)
ends = Procedure(
    "ends",
    "the ends of gradient descent from W = I on the same design and tasks, at σ'² = 2, 3 and 4",
    ("n", "m", "a"),
    {"below": "risk at 2", "just": "risk at 3", "above": "risk at 4", **RIDGE},
)
net, end = levels(n=32, m=32 * FEW, a=2), ends(n=96, m=96 * FEW, a=2)


def often(event, share, says, **wrong):
    return Part(Guarantee(event, share), says=says, wrong={name: {"event": e} for name, e in wrong.items()})


claim = Claim(
    "linear_net.few_tasks",
    source=source("Effect of feature learning"),
    parts={
        "main": often(
            net["below"] > net["ridge"],
            half,
            "Trained on 80 tasks with n = 32 at σ'² = 2, below the edge of noise, a first layer is behind the best ridge estimator in at least half "
            "of the runs",
            ahead=net["below"] <= net["ridge"],
        ),
        "above_the_edge": often(
            net["above"] < net["ridge"],
            half,
            "At σ'² = 4, above it, it is ahead in at least half",
            behind=net["above"] >= net["ridge"],
        ),
        "edge_helps": often(
            net["above"] < net["below"],
            Rational(2, 3),
            "On the same design and tasks the one above the edge is the better one in two runs of three",
            edge_hurts=net["above"] >= net["below"],
        ),
        "descent_below": often(
            end["below"] > Rational(11, 10) * end["ridge"],
            nine,
            "For n = 96 and 240 tasks the end of gradient descent is at σ'² = 2 behind the best ridge estimator by a tenth in nine runs of ten",
            ahead=end["below"] <= Rational(11, 10) * end["ridge"],
        ),
        "descent_above": often(
            end["above"] < end["ridge"],
            Rational(4, 5),
            "at σ'² = 4 ahead of it in four of five",
            behind=end["above"] >= end["ridge"],
        ),
        "descent_just_above": often(
            end["just"] < nine * end["ridge"], nine, "and at σ'² = 3 by a tenth", behind=end["just"] >= nine * end["ridge"]
        ),
    },
    procedures=(levels, ends),
    uses=("linear_net.learned_beats_ridge", "linear_net.noise_edge", "linear_net.noise_selected", "linear_net.from_identity"),
    notes="The design and the optimiser are ours. The shares leave room below those of a pilot with its own key.",
)
