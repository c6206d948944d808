"""Hitting times of the reduced chain, cut at 20 d, against the travel time of the limiting equation."""

from dataclasses import replace

import torch

from lemmata.numerics.models.single_index.chain import Sgd, hitting_times, reduced_chain
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.numerics.models.single_index.overlap_drift import travel_time
from lemmata.theory.sgd.polynomial_complexity import claim
from lemmata.verify import experiment

THRESHOLD, CUT = 0.3, 20
SCHEDULE = ((40, 0.1), (100, 0.03), (200, 0.01))


LIMIT = Sgd(he3, minus_cos, 64, 1.0)  # the limiting equation knows neither d nor the step


def instance(p, draw):
    return {
        name: travel_time(LIMIT, p.a, p.kappa, 0.0, THRESHOLD, spread)[0]
        for name, spread in (("tau", True), ("tau_free", False))
    }


@experiment(
    claim,
    instance=instance,
    points=(0, 1),
    resolution=(0.15, 0.06),
    replicates=(6144, 6144),
    chunk=2048,
    first=64,
    rounding=1e-6,
    examples=({"d": 256, "a": 1.0, "kappa": 0.15},),
)
def polynomial_complexity(p, draw, variant):
    if variant == "strong":
        overlap = torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device)
        for steps, kappa in SCHEDULE:
            overlap = reduced_chain(Sgd(he3, minus_cos, 32, 1 / 32, mix=kappa), overlap, 32 * steps, draw)
        return {"time": overlap, "reached": overlap, "strong": (overlap > 0.85).double()}
    sgd = Sgd(he3, minus_cos, p.d, p.a / p.d, mix=p.kappa / p.a)
    if variant == "fresh":
        sgd = replace(sgd, fresh=True)
    if variant == "online":
        sgd = replace(sgd, eta=p.kappa / p.d, reuse=False)
    times = hitting_times(sgd, 0.0, THRESHOLD, CUT * p.d, draw)
    return {"time": times, "reached": (times <= CUT * p.d).double(), "strong": times}
