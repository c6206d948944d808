"""Flows from perturbed saddles, in batches; the same directions at two sizes give the delay."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_escape
from lemmata.theory.icl.as_escape import claim

NAMES = ("tanh", "erf")


def perturbed(p, draw):
    found = icl_escape.saddle_escape(p.missed, p.gain, p.size, draw, NAMES[p.activation])
    return {"loss": found["loss"], "loss_later": found["loss_later"], "delay": found["time_later"] - found["time"]}


def stable(p, draw):
    return {"loss": icl_escape.saddle_escape(p.missed, p.gain, p.size, draw, NAMES[p.activation], stable=True)["loss"]}


settings = Settings(
    claim,
    examples=({"l": 1, "c": 0.8, "ε": 1e-4, "σ": 0}, {"l": 2, "c": 0.8, "ε": 1e-4, "σ": 1}),
    core=(0, 4),
    rest=(0, 1),
    replicates=(512, 1024),
    first=256,
    calls=4,
    procedures={"perturbed": perturbed, "stable": stable},
)
