"""Times at which runs from the equator arrive, in R^d at small d and by the chain of overlaps; the limiting equation is evaluated."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, hitting_times
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.polynomial_complexity import claim


def timed(times):
    def arrivals(p, draw):
        eta, mix = (p.κ / p.d, 1.0) if p.kind == 2 else (p.a / p.d, p.κ / p.a)
        sgd = Sgd(he3, minus_cos, p.d, eta, mix, reuse=p.kind == 0, fresh=p.kind == 1)
        return {"time": times(sgd, 0.0, 0.3, p.horizon, draw, fast=True)}

    return arrivals


settings = Settings(
    claim,
    examples=({"d": 64, "H": 20, "a": 1.0, "κ": 0.2},),
    core=(0, 4),
    rest=(0, 0),
    first=256,
    chunk=2**12,
    calls=4,
    replicates=(2**12, 2**14),
    procedures={"run": timed(full_hitting_times), "chain": timed(hitting_times)},
)
