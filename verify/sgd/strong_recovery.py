"""Runs in R^12 through three sizes of the step."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_sgd
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.strong_recovery import claim


def strong(p, draw):
    overlap = draw.tensor([0.0], draw.dtype).expand(draw.replicates)
    for steps, kappa in ((40, 0.1), (100, 0.03), (200, 0.01)):
        eta, mix = (1 / p.d, kappa) if p.reuse else (kappa / p.d, 1.0)
        overlap = full_sgd(Sgd(he3, minus_cos, p.d, eta, mix, reuse=bool(p.reuse)), overlap, steps * p.d, draw, fast=True)
    return {"overlap": overlap}


settings = Settings(
    claim, core=(0, 4), rest=(0, 0), first=256, chunk=2**12, calls=4, replicates=(2**12, 2**14), procedures={"strong": strong}
)
