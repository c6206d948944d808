"""Pretraining runs at d = 12, with risks exact given the fit."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.ridgeless import claim

settings = Settings(
    claim,
    core=(1, 10),
    rest=(0, 8),
    replicates=(512, 2**13),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"runs": 10, "own_runs": 10},
    procedures={"pretrained": in_single(pretrained)},
)
