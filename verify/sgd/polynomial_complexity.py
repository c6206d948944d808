"""Times at which runs from the equator arrive, in R^d at small d and by the chain of overlaps, beside the limiting equation."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, full_sgd, hitting_times
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.numerics.models.single_index.overlap_drift import travel_time
from lemmata.theory.sgd.polynomial_complexity import claim

LIMIT = Sgd(he3, minus_cos, 64, 1.0)  # the limiting equation knows neither d nor the step


def timed(times):
    def arrivals(p, draw):
        eta, mix = (p.κ / p.d, 1.0) if p.kind == 2 else (p.a / p.d, p.κ / p.a)
        sgd = Sgd(he3, minus_cos, p.d, eta, mix, reuse=p.kind == 0, fresh=p.kind == 1)
        found = times(sgd, 0.0, 0.3, p.horizon, draw, fast=True)
        flow, free = (p.d * travel_time(LIMIT, p.a, p.κ, 0.0, 0.3, spread)[0] for spread in (True, False))
        return {"time": found, "over_flow": found / flow, "over_free": found / free}

    return arrivals


def strong(p, draw):
    overlap = draw.tensor([0.0], draw.dtype).expand(draw.replicates)
    for steps, kappa in ((40, 0.1), (100, 0.03), (200, 0.01)):
        overlap = full_sgd(Sgd(he3, minus_cos, p.d, 1 / p.d, kappa), overlap, steps * p.d, draw, fast=True)
    return {"overlap": overlap}


settings = Settings(
    claim,
    examples=({"d": 32, "a": 1.0, "κ": 0.15},),
    core=(1, 4),
    rest=(0, 0),
    first=128,
    chunk=2**12,
    replicates=(2**13, 2**15),
    procedures={"run": timed(full_hitting_times), "chain": timed(hitting_times), "strong": strong},
)
