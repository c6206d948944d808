"""Pretraining runs at d = 8; their risks are exact given the fit."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.diversity_runs import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(512, 2**13),
    first=512,
    chunk=128,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 10),
    procedures={"pretrained": in_single(pretrained)},
)
