"""Algebra and limits at arbitrary tasks, and pretraining runs on one task."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.memorisation import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    replicates=(2**12, 2**14),
    first=512,
    chunk=128,
    calls=4,
    kurtosis={"runs": 10},
    procedures={"pretrained": in_single(pretrained)},
)
