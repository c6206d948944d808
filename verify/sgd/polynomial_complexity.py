"""Times at which runs from the equator arrive, in R^d at small d and by the chain of overlaps; the limiting equation is evaluated."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, full_sgd, hitting_times
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.polynomial_complexity import claim


def timed(times):
    def arrivals(p, draw):
        eta, mix = (p.κ / p.d, 1.0) if p.kind == 2 else (p.a / p.d, p.κ / p.a)
        sgd = Sgd(he3, minus_cos, p.d, eta, mix, reuse=p.kind == 0, fresh=p.kind == 1)
        return {"time": times(sgd, 0.0, 0.3, p.horizon, draw, fast=True)}

    return arrivals


def strong(p, draw):
    overlap = draw.tensor([0.0], draw.dtype).expand(draw.replicates)
    for steps, kappa in ((40, 0.1), (100, 0.03), (200, 0.01)):
        eta, mix = (1 / p.d, kappa) if p.reuse else (kappa / p.d, 1.0)
        overlap = full_sgd(Sgd(he3, minus_cos, p.d, eta, mix, reuse=bool(p.reuse)), overlap, steps * p.d, draw, fast=True)
    return {"overlap": overlap}


settings = Settings(
    claim,
    examples=({"d": 64, "H": 20, "a": 1.0, "κ": 0.2, "m": 0.5, "z": 1.0, "u": 0.5, "r²": 16.0, "δ": 0.1},),
    core=(0, 4),
    rest=(0, 0),
    first=256,
    chunk=2**12,
    calls=4,
    replicates=(2**12, 2**14),
    procedures={"run": timed(full_hitting_times), "chain": timed(hitting_times), "strong": strong},
)
