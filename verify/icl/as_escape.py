"""Flows from perturbed saddles, in batches; the same directions at two sizes give the delay."""

from lemmata.numerics.models.feature_attention import icl_escape
from lemmata.theory.icl.as_escape import claim
from lemmata.verify import experiment

EXAMPLES = (
    {"l": 1, "c": 0.8, "epsilon": 1e-4, "activation": "tanh"},
    {"l": 2, "c": 0.8, "epsilon": 1e-4, "activation": "erf"},
)


@experiment(claim, examples=EXAMPLES, points=(0, 4), replicates=(256, 1024), first=256, chunk=512, resolution=(0.1, 0.05))
def as_escape(p, draw, variant):
    if variant == "random":
        loss = icl_escape.random_start(4, p.c, 200.0, draw, p.activation)
        return {"loss": loss}
    return icl_escape.saddle_escape(p.l, p.c, p.epsilon, draw, p.activation, stable=variant == "stable")
