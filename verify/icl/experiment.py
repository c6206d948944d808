"""Both models trained from one start on one population; losses beyond the plateau, in units of r."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_training
from lemmata.theory.icl.experiment import claim


def trained(p, draw):
    setup = icl_training.Setup(true=p.true, neurons=30, inputs=100, teacher=60, steps=40, fitted=bool(p.fitted))
    found = icl_training.compare(("static", "attention"), setup, draw)
    return {name: found[f"{name}_loss"] - max(p.true - setup.k, 0) for name in ("static", "attention")}


settings = Settings(
    claim,
    examples=tuple({"k_true": true} for true in (5, 6, 7)),
    core=(2, 6),
    rest=(0, 0),
    replicates=(64, 256),
    first=64,
    chunk=64,
    procedures={"trained": trained},
)
