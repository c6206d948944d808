"""One gradient step on the first layer, if it is long enough, lowers the ridge risk below what no random features reach.

The step is W + η√N G, G half of minus the gradient of the mean squared error (one_step.notation), and has its own sample. The slides say "one-step
gradient update" and name no step size. With a_i ~ N(0, 1/N) it has to be of the order √N, and n/d above a constant: after a step with η = 1 the
features still act as linear ones with noise (one_step.small_step_improvement). The step is linear in the second layer where the network is 0 at its
start, so that with a_i ~ N(0, 1) it is √N times as long: there η = √N overshoots. Runs as in repr.kernel_lower_bound, σ = σ* = tanh; with the labels of the
step in random order it moves W by as much and learns nothing.
"""

from lemmata import *
from lemmata.theory.one_step.notation import N, W, X, a, d, n, sigma, y
from lemmata.theory.repr.notation import FLOOR, LONG, least_risk, source, tanh_run

eta, c = Symbol("η", "step size", Positive), Symbol("c", "scale of the second layer", Positive)


def step(head, size):
    """η√N G for a network that is 0 on the sample."""
    return size / n * X.T * hadamard(y * head.T, sigma.prime(X * W))


often = Rational(4, 5)
start, short, long = tanh_run(), tanh_run(eta=1), tanh_run(eta=LONG)
few, shuffled = tanh_run(1, eta=LONG), tanh_run(eta=LONG, shuffled=1)
far = tanh_run(eta=LONG, head=LONG)
claim = Claim(
    "repr.one_step",
    source=source(),
    domain=Domain(core=(n <= 6, d <= 4, N <= 6, eta >= 0.1, eta <= 4, c >= 0.1, c <= 4)),
    parts={
        "main": Part(
            Guarantee(long < FLOOR, often),
            says="At d = 24, n = 12d, N = 4d, σ = σ* = tanh, a_i ~ N(0, 1/N) the least ridge risk after a step with η = √N is below ‖P_{>1}f*‖² in four of five runs",
            printed=Print(
                event=short < FLOOR,
                erratum=Erratum.condition_missing(
                    "the step has to be of the order √N for a_i ~ N(0, 1/N), and n/d above a constant: after a step with η = 1 the risk is above the bound"
                ),
            ),
            wrong={
                "weights_drawn_anew": {"event": start < FLOOR},
                "labels_in_random_order": {"event": shuffled < FLOOR},
                "few_samples": {"event": few < FLOOR},
            },
        ),
        "short": Part(
            Guarantee(short > FLOOR, often),
            says="and after one with η = 1 it is above that in four of five runs",
            wrong={"long": {"event": long > FLOOR}},
        ),
        "few": Part(
            Guarantee(few > FLOOR, often),
            says="With n = d, both for the step and for the ridge regression, it is above that after a step with η = √N in four of five runs",
            wrong={"many": {"event": long > FLOOR}},
        ),
        "too_long": Part(
            Guarantee(far > FLOOR, Rational(3, 4)),
            says="and so it is in three of four runs at n = 12d if the step has a_i ~ N(0, 1)",
            wrong={"smaller_head": {"event": long > FLOOR}},
        ),
        "scale": Part(
            Identity(step(c * a, eta), step(a, c * eta)),
            says="Where the network is 0 on the sample, c times the second layer makes the same step as c times the step size",
            proof=lambda k: k.entries(step(c * a, eta), step(a, c * eta)),
            wrong={"root": {"right": step(a, sqrt(c) * eta)}, "square": {"right": step(a, c**2 * eta)}},
        ),
    },
    procedures=(least_risk,),
    uses=("repr.kernel_lower_bound", "one_step.setting_gradient", "one_step.large_step", "one_step.small_step_improvement"),
)
