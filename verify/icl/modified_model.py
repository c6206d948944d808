"""Kicks are drawn; escapes after two kinds of kick; static and modified models from one start."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_escape, icl_training
from lemmata.theory.icl.modified_model import claim

NAMES = ("tanh", "erf")


def kicked(p, draw):
    return icl_escape.kicked_escape(p.gain, p.size, draw, NAMES[p.activation], bool(p.white))


def resting(p, draw):
    return {"loss": icl_escape.resting(p.gain, draw, NAMES[p.activation])}


def modified(p, draw):
    setup = icl_training.Setup(true=p.true, neurons=30, inputs=100, teacher=60, steps=40)
    found = icl_training.compare(("static", "modified"), setup, draw)
    ratio = sum(found[f"modified_{name}"] / found[f"static_{name}"] for name in ("max", "norm")) / 2
    return {"static": found["static_loss"], "modified": found["modified_loss"], "tasks": ratio}


OPERATOR = {"D": 5, "h": -0.5, "e:style": "generic", "G:style": "generic"}
settings = Settings(
    claim,
    examples=({"c": 0.8, "ε": 1e-4, "σ": 0, "k_true": 5, **OPERATOR}, {"c": 1.0, "ε": 1e-5, "σ": 1, "k_true": 7, **OPERATOR}),
    core=(1, 4),
    size_limit=400,
    rest=(0, 1),
    replicates=(2**14, 2**15),
    first=32,
    chunk=2**8,
    procedures={"kicked": kicked, "resting": resting, "modified": modified},
)
