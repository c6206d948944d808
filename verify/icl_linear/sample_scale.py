"""Closed forms, and pretraining runs at d = 6 and 12."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.sample_scale import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 4),
    replicates=(2**12, 2**14),
    first=512,
    chunk=64,
    calls=4,
    kurtosis={"rising": 8, "scale": 6, "not_per_dimension": 6},
    procedures={"pretrained": in_single(pretrained)},
)
