"""Closed forms, and pretraining runs at d = 6 before, at and after the peak."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.double_descent import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 4),
    replicates=(1024, 2**13),
    first=256,
    chunk=64,
    calls=4,
    kurtosis={"rise": 20, "fall": 20},
    procedures={"pretrained": in_single(pretrained)},
)
