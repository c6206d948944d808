"""Where training a first layer does not pay, however many tasks: with Σβ = I, and without the degrees of freedom in the criterion.

The trainings are those of linear_net.learned_beats_ridge. With Σβ = I no first layer is better than ridge regression at nλ = σ²
(linear_net.from_identity), and the trained one is worse. Without the degrees of freedom, σ'² = 0, the infimum of the criterion is 0,
reached at infinity by interpolation.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import source, training

N, q = Symbol("N", "number of samples of a training", Naturals), Symbol("q", "tasks per sample", Positive)
isotropic, without = (training(n=N, m=q * N, a=a, **{"σ'²": level}) for a, level in ((0, 2), (2, 0)))
twentieth, nine = Rational(21, 20) * isotropic["ridge"], Rational(9, 10)

claim = Claim(
    "linear_net.training_loses",
    source=source("Effect of feature learning"),
    domain=Domain(N >= 24, N <= 200, q >= 50, core=(N <= 24, q <= 60)),
    parts={
        "main": Part(
            Guarantee(isotropic["trained"] > twentieth, nine),
            says="With Σβ = I a first layer trained on qN tasks, q ≥ 50, is in nine runs of ten worse than the best ridge estimator by a twentieth",
            wrong={"as_good_as_ridge": {"event": isotropic["trained"] <= twentieth}},
        ),
        "ridge_is_bayes": Part(
            Guarantee(isotropic["ridge"] <= (1 + Rational(1, 10**6)) * isotropic["bayes"], nine),
            says="That estimator has the Bayes risk there, up to a millionth",
            wrong={"a_tenth_above": {"event": isotropic["ridge"] > Rational(11, 10) * isotropic["bayes"]}},
        ),
        "without_dof": Part(
            Guarantee(without["trained"] > 3 * without["ridge"], Rational(2, 3)),
            says="With Σβ = diag(j^−2), trained without the degrees of freedom, it has in two runs of three at least three times the risk of "
            "the best ridge estimator",
            wrong={"dof_is_harmless": {"event": without["trained"] <= without["ridge"]}},
        ),
        "twice": Part(
            Guarantee(without["trained"] > 2 * without["ridge"], nine),
            says="and in nine runs of ten at least twice that risk",
            wrong={"at_most_twice": {"event": without["trained"] <= 2 * without["ridge"]}},
        ),
    },
    procedures=(training,),
    uses=("linear_net.from_identity", "linear_net.learned_beats_ridge"),
    notes="The design and the optimiser are ours. The shares leave room below those of a pilot with its own key.",
)
