"""Training runs in the coefficients of the tokens, compared with descent on all weights at a small size."""

from lemmata import Settings
from lemmata.numerics.models.networks import attention
from lemmata.numerics.random.draw import in_single
from lemmata.theory.transformer.jiang_phase import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    replicates=(96, 384),
    first=64,
    chunk=96,
    calls=4,
    procedures={"training": in_single(attention.trained), "both": attention.compared},
)
