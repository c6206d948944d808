"""Training runs in products of weights with tokens."""

from lemmata import Settings
from lemmata.numerics.models.strategies.sparse_attention import trained
from lemmata.theory.transformer.sign_gd_speed import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    replicates=(256, 1024),
    first=192,
    chunk=64,
    calls=4,
    procedures={"sparse_attention": trained},
)
