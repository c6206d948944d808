"""Pretraining runs at d = 12, with risks exact given the fit, and algebra."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_attention import pretrained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_linear.ridge import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 4),
    replicates=(2**12, 2**14),
    first=1024,
    chunk=256,
    calls=4,
    kurtosis={"main": 6, "own_runs": 6},
    procedures={"pretrained": in_single(pretrained)},
)
