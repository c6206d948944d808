"""A relu neuron trained in R^d at small d and by the chain of its overlaps; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_sgd, reduced_chain
from lemmata.theory.sgd.he3_relu_experiment import claim


def trained(walk):
    def ends(p, draw):
        """With reuse a step η = a/d is taken twice and the fraction κ/a of the move kept; online the step is κ/d."""
        eta, mix = (p.a / p.d, p.κ / p.a) if p.reuse else (p.κ / p.d, 1.0)
        sgd = Sgd(lambda z: (3 - z * z) * z / 6**0.5, lambda v: (v > 0).to(v), p.d, eta, mix, reuse=bool(p.reuse))
        return {"overlap": walk(sgd, (draw.normal() / p.d**0.5).clamp(-0.9, 0.9), p.samples, draw, fast=True)}

    return ends


# samples of a negative label at which the second gradient is there with |P_w x|² = 2 and not with d = 4, or not there with 2 and there if
# the weights are not brought to length 1; and of a positive one at which there is no gradient, though u + ηy|P_w x|² > 0
COMMON = {"a": 0.5, "y": -1.0, "o": [1, 0.3, 0, 0], "s": [0, 2, 0, 0], "D": 24, "S": 400}
SAMPLES = ((0.25, [1, 0.5, 1, 0]), (0.35, [1, 0.5, 1, 0]), (0.25, [3, -0.5, 1, 0]))
EXAMPLES = tuple({**COMMON, "η": eta, "r": r} for eta, r in SAMPLES)
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(0, 8),
    rest=(0, 4),
    first=512,
    replicates=(2**15, 2**19),
    procedures={"run": trained(full_sgd), "chain": trained(reduced_chain)},
)
