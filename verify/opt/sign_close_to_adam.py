"""Training runs of all three rules from one start."""

from lemmata import Settings
from lemmata.numerics.models.strategies.sparse import compared, with_momentum
from lemmata.theory.opt.sign_close_to_adam import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    replicates=(64, 256),
    first=32,
    chunk=32,
    calls=4,
    procedures={"compared": compared, "by_momentum": with_momentum},
)
