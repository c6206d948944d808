"""A relu neuron trained in R^d; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_sgd
from lemmata.theory.sgd.he3_relu_experiment import claim


def neuron(p, draw):
    """With reuse a step η = a/d is taken twice and the fraction κ/a of the move kept; online the step is κ/d."""
    eta, mix = (p.a / p.d, p.κ / p.a) if p.reuse else (p.κ / p.d, 1.0)
    run = Sgd(lambda z: (3 - z * z) * z / 6**0.5, lambda v: (v > 0).to(v), p.d, eta, mix, reuse=bool(p.reuse))
    return {"overlap": full_sgd(run, (draw.normal() / p.d**0.5).clamp(-0.9, 0.9), p.samples, draw, fast=True)}


# a sample of a negative label at which the second gradient is there or not with |P_w x|² = 10 or d
EXAMPLE = {"a": 0.5, "η": 0.1, "y": -1.0, "o": [1, 0, 0, 0], "s": [0, 1, 0, 0], "r": [1, 0.5, 3, 0]}
settings = Settings(
    claim,
    examples=(EXAMPLE,),
    core=(2, 8),
    rest=(1, 4),
    first=64,
    replicates=(2**19, 2**22),
    chunk=2**13,
    procedures={"neuron": neuron},
)
