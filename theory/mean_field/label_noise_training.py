"""Label-noise training lowers the degrees of freedom, along F + (v/n)[log det(I + K/(nλ)) - DoF] and not along F + (v/n) DoF.

The algorithm: at every step the head is fitted to labels with fresh uniform noise of variance v, averaged over L draws, then the first
layer takes a gradient step η on clean labels with the head's values frozen. The mean flows of the three readings of "frozen" are those of
mean_field.frozen_head. Design: n = 12 points 1.5 (cos i, sin 2i, cos 3i), labels tanh 2x_1 + 0.3 x_2, 40 tanh particles from
1.5 (sin j, cos 2j, sin 3j) plus normal numbers of deviation 1/20, weight decay 0.02, time 150. From the unperturbed start at λ = 0.02, v = 0.3
the flows end at (DoF, F) = (0.9561, 0.04663) with values frozen, (0.9346, 0.05762) with the function frozen, (0.9541, 0.04282) with
nothing frozen, and without noise at (1.4436, 0.04231). DoF hardly tells the first and the third apart, F does. Noise that also enters the
first layer's loss raises the degrees of freedom. There is no general statement of where training ends: one design is judged.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import lam, source, v

eta = Symbol("η", "step size", Positive, latex=r"\eta")
# changed: 1 the first layer's loss is noisy too, 2 noise in the first step only, 3 the noise's quadratic part with the other sign;
# flow: 0 values frozen, 1 function frozen, 2 nothing frozen, 3 values frozen and no noise
training = Procedure(
    "training",
    "label-noise training from perturbed particles against a mean flow from the same particles",
    ("draws", "noise", "ridge", "step", "changed", "flow"),
    {"dof": "degrees of freedom over those of the flow", "objective": "F over that of the flow"},
)
flows = Procedure(
    "flows",
    "mean flows with values frozen from the same perturbed particles",
    ("noise", "ridge", "step"),
    {"half": "DoF with half the noise over that without", "whole": "DoF with the noise over that with half of it"},
)


def run(draws=160, changed=0, flow=0):
    return training(draws=draws, noise=v, ridge=lam, step=eta, changed=changed, flow=flow)


def ends(ratio):
    return Abs(ratio - 1) < Rational(3, 100)


def falls(changed=0):
    return run(20, changed, 3)["dof"] < Rational(9, 10)


often, flowing = Rational(1, 2), flows(noise=v, ridge=lam, step=eta)
claim = Claim(
    "mean_field.label_noise_training",
    source=source("Label noise as regularization"),
    procedures=(training, flows),
    domain=Domain(
        v <= 1,
        core=(
            (v >= Rational(1, 5), v <= Rational(3, 10), lam >= Rational(3, 200), lam <= Rational(3, 100)),
            (eta >= Rational(2, 5), eta <= Rational(3, 5)),
        ),
    ),
    parts={
        "main": Part(
            Guarantee(ends(run()["dof"]), often),
            says="More often than not label-noise training with frozen head values, 160 draws a step, ends within 3 % of the DoF of the flow "
            "of F + (v/n)[log det(I + K/(nλ)) − DoF]",
            wrong={
                "noisy_loss": {"event": ends(run(changed=1)["dof"])},
                "noise_once": {"event": ends(run(changed=2)["dof"])},
                "sign": {"event": ends(run(changed=3)["dof"])},
            },
        ),
        "objective": Part(
            Guarantee(ends(run()["objective"]), often),
            says="and within 3 % of its F",
            wrong={
                "function_flow": {"event": ends(run(flow=1)["objective"])},
                "dof_flow": {"event": ends(run(flow=2)["objective"])},
            },
        ),
        "lowered": Part(
            Guarantee(falls(), often),
            says="With 20 draws a step it ends at least a tenth below the DoF of training without noise",
            wrong={"noisy_loss_lowers": {"event": falls(1)}, "noise_once": {"event": falls(2)}},
        ),
        "decreasing": Part(
            Guarantee(And(flowing["half"] < 1, flowing["whole"] < 1), often),
            says="Half the noise ends with fewer degrees of freedom than none, and the whole noise with fewer than half",
            wrong={"increasing": {"event": And(flowing["half"] < 1, flowing["whole"] > 1)}},
        ),
    },
    uses=("mean_field.frozen_head", "mean_field.label_noise"),
)
