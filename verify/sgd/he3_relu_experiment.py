"""The drift by weighted examples and, at finite d, by quadrature given the length of x; the chain at a = 0.5, κ = 0.05."""

from lemmata.numerics.models.single_index.chain import Sgd, reduced_chain
from lemmata.numerics.models.single_index.relu_drift import drift_and_spread, finite_drift
from lemmata.theory.sgd.he3_relu_experiment import claim
from lemmata.verify import experiment

DIMENSION, KAPPA, SAMPLES = 64, 0.05, 200


@experiment(claim, examples=({"a": 0.5},), points=(3, 10), resolution=(0.1, 0.03), replicates=(1024, 2**13), first=128)
def he3_relu_experiment(p, draw, variant):
    if variant:
        start = draw.normal() / DIMENSION**0.5
        neuron = Sgd(
            lambda z: (3 - z * z) * z / 6**0.5,
            lambda v: (v > 0).to(v),
            DIMENSION,
            p.a / DIMENSION,
            KAPPA / p.a,
            reuse=variant == "reuse",
        )
        if variant == "online":
            neuron = Sgd(neuron.link, neuron.slope, DIMENSION, KAPPA / DIMENSION, reuse=False)
        end = reduced_chain(neuron, start.clamp(-0.9, 0.9), SAMPLES * DIMENSION, draw)
        return {name: end for name in ("drift", "spread", "online", "finite", "overlap")}
    finite = finite_drift(p.a, p.get("d", 8), draw)
    return {**drift_and_spread(p.a, draw), "finite": finite, "overlap": finite}
