"""Localised features need a number per task that does not depend on M; and an ℓ1 penalty costs less than least squares.

For f = M^(-1/2) Σ_m h_3(x_m) localised features relu(±x_m + b) split the problem into M equal ones in one dimension, while features on the span
of the tasks need N ~ M³/6 (additive.localised_features). Least squares on all pM features costs at least σ²pM/n, however few tasks are relevant;
an ℓ1 penalty σ√(2 log(Mp)/n) selects. Errors are exact given the features. How often either wins (98 and 92 of a hundred) is known from a
pilot with its own key, and the stated probabilities leave room.
"""

from lemmata import *
from lemmata.theory.additive.notation import LEFT, relu, source

TASKS, RELEVANT, ORDERS, SAMPLES, NOISE = 32, 2, 4, 400, Rational(1, 2)
LEAST = NOISE**2 * ORDERS * TASKS / SAMPLES  # what least squares costs at least
local = Procedure("local", "a number of ReLU features on each task", ("number",), {"rest": LEFT})
selection = Procedure(
    "selection",
    "least squares with an ℓ1 penalty σ√(2 log(Mp)/n) on h_1, ..., h_p of each of M coordinates, of which some are relevant",
    ("M", "relevant", "p", "n", "noise"),
    {"cost": "mean squared error"},
)
on_span, on_tasks = relu(M=8, N=80)["left"], local(number=10)["rest"]
sparse = selection(M=TASKS, relevant=RELEVANT, p=ORDERS, n=SAMPLES, noise=NOISE)["cost"]

claim = Claim(
    "additive.localised_leads",
    source=source("Localization of Neurons"),
    parts={
        "main": Part(
            Guarantee(4 * on_tasks <= on_span, Rational(3, 4)),
            says="At M = 8, 10 random ReLU features per task leave at most a quarter of what 80 on the span leave, in three cases of four",
            wrong={"subspace_as_good": {"event": on_span <= 2 * on_tasks}},
        ),
        "selection": Part(
            Guarantee(sparse <= LEAST / 2, Rational(3, 5)),
            says="With an ℓ1 penalty, M = 32, two relevant tasks, p = 4, n = 400 and noise 1/2, it costs at most half of σ²pM/n, in three "
            "cases of five",
            wrong={"tenth": {"event": sparse <= LEAST / 10}},
        ),
    },
    procedures=(relu, local, selection),
    uses=("additive.localised_features",),
)
