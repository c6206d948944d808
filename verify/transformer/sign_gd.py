"""Training runs in products of weights with tokens, compared with runs on all weights at a small size."""

from lemmata import Settings
from lemmata.numerics.models.strategies import sparse_attention
from lemmata.theory.transformer.sign_gd import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    replicates=(256, 1024),
    first=192,
    chunk=64,
    calls=4,
    procedures={"sparse_attention": sparse_attention.trained, "both": sparse_attention.compared},
)
