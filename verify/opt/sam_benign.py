"""Training runs in the coordinates that the steps move, exact in law at every dimension; the ascent step by automatic differentiation."""

from lemmata import Settings
from lemmata.numerics.models.strategies.sharpness import trained
from lemmata.theory.opt.sam_benign import claim

settings = Settings(
    claim, core=(1, 6), rest=(0, 0), replicates=(64, 256), first=32, chunk=32, calls=4, procedures={"sharpness": trained}
)
