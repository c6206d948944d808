"""Perturbations of a saddle leave it, after a time that grows like log(1/ε)/|λ_min|; those on its stable manifold do not.

A normal perturbation of size ε has with probability one a component along an unstable direction, which grows at the rate |λ_min| of
the linearised flow; εz exp(|λ_min|t) reaches a level log(10)/|λ_min| later if ε is ten times smaller, whatever z and the level
are. The exceptional set is not empty: where no weight sees the input of a missed feature, none ever will (h is even in that input and
the feature odd), and L >= r for all times. The slide's theorem is informal: judged is a probability over perturbations of
saddles of one and two missed features, for the flow of finitely many particles until a stated time; random starts are
icl.random_starts. Probability one, and convergence to the optimum, are not judged. Inputs are products of three equally spaced
points (Gauss-Hermite); losses are in units of r, times in units of 1/|λ_min|.
"""

from lemmata import *
from lemmata.theory.icl.notation import source

l = Symbol("l", "number of missed features", Naturals)
c = Symbol("c", "gain of the weights", Positive)
eps = Symbol("ε", "size of the perturbation", Positive)
kind = Symbol("σ", "activation: 0 for tanh, 1 for erf", Counts)
perturbed = Procedure(
    "perturbed",
    "the gradient flow from a saddle after a normal perturbation, and after one ten times smaller in the same direction",
    ("missed", "gain", "size", "activation"),
    {
        "loss": "loss at the end, or when all runs are below r/2",
        "loss_later": "the same after the smaller one",
        "delay": "how much later it leaves",
    },
)
stable = Procedure(
    "stable",
    "the same with weights of the perturbation that do not see the input of a missed feature",
    ("missed", "gain", "size", "activation"),
    {"loss": "loss at the end"},
)
run, kept = (make(missed=l, gain=c, size=eps, activation=kind) for make in (perturbed, stable))
half, often = Rational(1, 2), Rational(9, 10)
delay = Maximum(Rational(9, 5), Minimum(Rational(14, 5), run["delay"]))
claim = Claim(
    "icl.as_escape",
    source=source("Behavior around the critical point / Theorem (Informal)"),
    procedures=(perturbed, stable),
    domain=Domain(
        (l <= 2, kind <= 1, eps <= Rational(1, 100)),
        core=(c >= Rational(7, 10), c <= 1, eps >= Rational(1, 10**5), eps <= Rational(1, 1000)),
    ),
    parts={
        "leaves": Part(
            Guarantee(run["loss"] < half, often),
            says="At least 9 of 10 normal perturbations of a saddle end below every exceptional level r, 2r, ...",
            wrong={"stays_above": {"event": run["loss"] > half}},
        ),
        "smaller": Part(
            Guarantee(run["loss_later"] < half, often),
            says="as do perturbations ten times smaller",
            wrong={"stays_above": {"event": run["loss_later"] > half}},
        ),
        "delay": Part(
            Identity(Mean(delay), log(10)),
            says="The smaller perturbation leaves log(10)/|λ_min| later, up to the ends 1.8 and 2.8 at which rare delays are cut",
            wrong={
                "half_the_rate": {"right": 2 * log(10)},
                "twice_the_rate": {"right": log(10) / 2},
                "power_law": {"right": Integer(10)},
            },
        ),
        "stays": Part(
            Guarantee(1 - kept["loss"] < Rational(1, 10**6), often),
            says="On the stable manifold of a missed feature the flow stays at r or above",
            wrong={"escapes": {"event": kept["loss"] < half}},
        ),
    },
)
