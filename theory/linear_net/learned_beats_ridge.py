"""A first layer trained on many tasks beats the best ridge estimator, end to end, where Σβ decays; not otherwise.

Design (the slides state the sentences, not a design): λ_j = 1/j, Σβ = diag(j^-a), d = 3N, σ² = 1, λ = 1/N, Gaussian inputs and qN
tasks; R(W) is minimised over all d x d matrices by 200 steps of Adam (rate 0.05) from W = I. The risk is that of Wᵀβ̂(W) on fresh
tasks, exactly, given the design, on which the best ridge estimator is over all penalties. With Σβ = I, where no first layer is
below ridge regression (linear_net.from_identity), training does not pay, nor without the degrees of freedom (both in
linear_net.training_loses), nor with few tasks and σ'² below the edge of the spectrum of noise (linear_net.few_tasks). The end of
gradient descent from W = I has a closed form, on the eigenvectors of S above σ'². A theorem for the trained network, with a rate,
is not covered (linear_net.predictive_bound).
"""

from lemmata import *
from lemmata.theory.linear_net.notation import source, training

N = Symbol("N", "number of samples of a training", Naturals)
q = Symbol("q", "tasks per sample", Positive)
a = Symbol("a", "decay of the tasks' spectrum", NonNegative)


many = training(n=N, m=q * N, a=a, **{"σ'²": 2})
ridge = many["ridge"]
half, nearly = Rational(1, 2), Rational(9, 10)


def mostly(event, share, says, **wrong):
    return Part(Guarantee(event, share), says=says, wrong={name: {"event": e} for name, e in wrong.items()})


claim = Claim(
    "linear_net.learned_beats_ridge",
    source=source("Effect of feature learning"),
    domain=Domain(*(N >= 24, N <= 200, q >= 50, a >= 2, a <= 4), core=(N <= 24, q <= 60, a <= 3)),
    parts={
        "main": mostly(
            many["trained"] <= nearly * ridge,
            nearly,
            "A first layer trained on qN tasks, q ≥ 50, Σβ = diag(j^−a), a ≥ 2, has in nine runs of ten at most nine tenths of the risk of "
            "the best ridge estimator",
            transposed_predictor=many["transposed"] <= nearly * ridge,
        ),
        "four_fifths": mostly(
            many["trained"] <= Rational(4, 5) * ridge,
            half,
            "and in at least half of the runs at most 0.8 of it",
            three_fifths=many["trained"] <= Rational(3, 5) * many["ridge"],
        ),
        "near_bayes": mostly(
            many["trained"] <= Rational(3, 2) * many["bayes"],
            nearly,
            "In nine runs of ten its risk is at most 1.5 times the Bayes risk",
            bayes_reached=many["trained"] <= Rational(21, 20) * many["bayes"],
        ),
        "limit_beats_ridge": mostly(
            many["limit"] <= nearly * ridge,
            nearly,
            "The end of gradient descent from W = I has in nine runs of ten at most nine tenths of the risk of the best ridge estimator",
            seven_tenths=many["limit"] <= Rational(7, 10) * ridge,
        ),
        "limit_four_fifths": mostly(
            many["limit"] <= Rational(4, 5) * ridge,
            half,
            "and in at least half of the runs at most 0.8 of it",
            three_fifths=many["limit"] <= Rational(3, 5) * ridge,
        ),
        "same_as_gradient_descent": mostly(
            many["trained"] <= Rational(11, 10) * many["limit"],
            nearly,
            "In nine runs of ten Adam ends at no more than 1.1 times the risk of gradient descent",
            a_tenth_better=many["trained"] <= nearly * many["limit"],
        ),
        "criterion_minimised": mostly(
            many["R"] - many["least"] <= (many["least"] - 1) / 20,
            nearly,
            "What it leaves of the criterion is in nine runs of ten at most a twentieth of what separates the infimum from σ²",
            all_of_it=many["R"] - many["least"] <= (many["least"] - 1) / 500,
        ),
    },
    procedures=(training,),
    uses=("linear_net.from_identity",),
    notes="The design, the number of tasks and the optimiser are ours: the slides give none. What is stated of trained networks is a "
    "share of single runs; the shares leave room below those of a pilot with its own key.",
)
