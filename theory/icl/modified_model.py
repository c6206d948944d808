"""The modified model: a kick Hz prefers the unstable direction, and frees the flow after log(1/ε)/|h_min|.

For ξ = Hz with a white z and a unit eigenvector e of H, Hz has the covariance H² and the share h²/Tr H² of its mean square along e,
against one over the dimension for white noise. Every symmetric matrix with the eigenvector e is he e' + (1 - ee')G(1 - ee').
From an exact saddle the flow never moves; after a kick of size ε it leaves at log(1/ε)/|h_min| + O(1), whichever kick: so one a
hundred times smaller delays it by log 100 (saddles of one missed feature; times in units of 1/|h_min|). The slide expands
neither "GP" nor the process, and does not say over which model the third one improves. Ours: static with birth and death of 2 % of
the neurons and a kick of size 0.03 every 25 steps, on the population of icl.experiment. What it reaches in 40 steps is stated for these
choices, with constants set after pilot runs under keys of their own. It does not improve on the static model's loss, as the kicks
keep the features moving; on the test tasks the two are close. Neither ordering is claimed.
"""

from lemmata import *
from lemmata.theory.icl.experiment import true
from lemmata.theory.icl.notation import source

D = Symbol("D", "number of coordinates of all particles", Naturals)
h = Symbol("h", "eigenvalue of the operator along e", Reals)
G = Array("G", "any matrix", D, D, kind=Kind("general", ("generic", "repeated")))
e = Array("e", "unit eigenvector of the operator, as a row", 1, D, kind=OrthonormalRows)
z = Sampled("z", Normal(), D)
rest = I(D) - e.T * e
H = h * e.T * e + rest * (G + G.T) * rest
along, whole = Mean(dot(e.T, H * z) ** 2), Mean(sq(H * z))
energy = h**2 + Trace((G + G.T) * rest * (G + G.T) * rest)  # Tr H²

c = Symbol("c", "gain of the weights", Positive)
eps = Symbol("ε", "size of the kick", Positive)
kind = Symbol("σ", "activation: 0 for tanh, 1 for erf", Counts)
kicked = Procedure(
    "kicked",
    "the gradient flow from a saddle of one missed feature after a kick, Hz or (white = 1) z, and after one a hundred times smaller",
    ("gain", "size", "activation", "white"),
    {"delay": "how much later it leaves after the smaller one"},
)
resting = Procedure(
    "resting",
    "the gradient flow from the saddle itself",
    ("gain", "activation"),
    {"loss": "loss after twenty units of time, in units of r"},
)
trained = Procedure(
    "modified",
    "static and modified models trained from one start on one population for 40 steps",
    ("true",),
    {
        "static": "loss of the static model, in units of r",
        "modified": "loss of the modified one, in units of r",
        "tasks": "relative loss of the modified model on the two test tasks over that of the static one, averaged",
    },
)
LATER = log(100)
run, still = trained(true=true), resting(gain=c, activation=kind)["loss"]
half, steps = Rational(1, 2), 40


def delayed(white, by=LATER):
    """The delay is that, up to 2 %."""
    return Abs(kicked(gain=c, size=eps, activation=kind, white=white)["delay"] / by - 1) < Rational(1, 50)


def by_means(k):
    """E(e'Hz)² = e'H²e = h², and E|Hz|² = Tr H²."""
    return k.le(k.scale(k.to(k.mean(along), h**2), energy), k.flip(k.scale(k.to(k.mean(whole), energy), h**2)))


beyond = run["modified"] - (true - 5)
claim = Claim(
    "icl.modified_model",
    source=source("Numerical experiment"),
    procedures=(kicked, resting, trained),
    domain=Domain(
        (kind <= 1, true >= 5, true <= 7, eps <= Rational(1, 1000)),
        core=(
            (D <= 12, h >= -2, h <= -Rational(1, 10), c >= Rational(7, 10), c <= 1),
            (eps >= Rational(1, 10**6), eps <= Rational(1, 10**4)),
        ),
    ),
    parts={
        "share": Part(
            Identity(along * energy, h**2 * whole, scale=h**2 * energy),
            says="A kick Hz with a white z has the share h²/Tr H² of its mean square along an eigenvector of H with eigenvalue h",
            proof=by_means,
            wrong={
                "share_of_moduli": {"left": along * nuclear_norm(H), "right": Abs(h) * whole, "scale": h**2 * nuclear_norm(H)},
                "white_share": {"right": energy * whole / D},
            },
        ),
        "covariance": Part(
            Identity(Mean(H * z * z.T * H), H * H, scale=energy),
            says="its covariance is H², as that of the process with the kernel ∫H(θ, ·)H(·, θ′) dμ",
            proof="mean",
            wrong={"root": {"right": H * norm(H)}, "white": {"left": Mean(z * z.T) * energy}},
        ),
        "delay_after_a_process": Part(
            Guarantee(delayed(0), Rational(9, 10)),
            says="In nine runs of ten a kick Hz a hundred times smaller leaves a saddle log(100)/|h_min| later, up to 2 %",
            wrong={"half_the_delay": {"event": delayed(0, log(10))}, "power_law": {"event": delayed(0, Integer(100))}},
        ),
        "delay_after_white_noise": Part(
            Guarantee(delayed(1), Rational(9, 10)),
            says="and so does a white kick z",
            wrong={"half_the_delay": {"event": delayed(1, log(10))}},
        ),
        "never_without_a_kick": Part(
            Guarantee(Abs(still - 1) < Rational(1, 1000), half),
            says="without a kick the flow stays at the saddle",
            wrong={"static_leaves_the_saddle": {"event": still < half}},
        ),
        "near_the_least_loss": Part(
            Guarantee(steps * beyond < 20, half),
            says="More often than not the modified model is within r/2 of the least loss (k_true − 5)r after 40 steps",
            wrong={"plateau_1.5": {"event": steps * (beyond + half) < 20, "when": (Eq(true, 7),)}},
        ),
        "test_tasks_not_worse": Part(
            Guarantee(run["tasks"] < Rational(6, 5), half),
            says="and loses at most 1.2 times what the static one does on the two test tasks",
            wrong={"test_tasks_halved": {"event": run["tasks"] < half}},
        ),
        "not_half": Part(
            Guarantee(run["modified"] > run["static"] / 2, half),
            says="and at least half of what the static one does on its own",
            wrong={"modified_halves_static": {"event": run["modified"] < run["static"] / 2}},
        ),
    },
)
