"""Both models trained from one start on one population; losses beyond the plateau, in units of r."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_training
from lemmata.theory.icl.experiment import claim


def trained(p, draw):
    setup = icl_training.Setup(true=p.true, neurons=30, inputs=100, teacher=60, steps=40, fitted=bool(p.fitted))
    found = icl_training.compare(("static", "attention"), setup, draw)
    return {name: found[f"{name}_loss"] - max(p.true - setup.k, 0) for name in ("static", "attention")}


EXAMPLES = tuple({"k_true": true, "k": k, "N": 24, "r": 2.0} for true, k in ((5, 3), (6, 4), (7, 5)))
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(2, 20),
    rest=(1, 6),
    search=(50, 500),
    replicates=(64, 256),
    first=64,
    chunk=64,
    procedures={"trained": trained},
)
