"""Times of the limiting equation; for an even link hitting times of the reduced chain with a reused batch."""

import math

from lemmata.numerics.models.single_index.chain import Sgd, hitting_times
from lemmata.numerics.models.single_index.chain_links import he4, minus_tanh
from lemmata.numerics.models.single_index.overlap_drift import growth_rate
from lemmata.theory.sgd.generative_rate import claim
from lemmata.verify import experiment

KAPPA, SCALED = 0.583, 2.0


def instance(p, draw):
    return {"lambda_2": growth_rate(Sgd(he4, minus_tanh, 64, 1.0), SCALED, KAPPA)}


@experiment(
    claim,
    instance=instance,
    points=(0, 1),
    replicates=(2048, 4096),
    chunk=2048,
    first=64,
    rounding=3e-5,
    examples=({"k_star": 3, "p": 5},),
)
def generative_rate(p, draw, variant):
    d = int(p.get("d", 128))
    cut = int(4.5 * d * math.log(d))
    sgd = Sgd(he4, minus_tanh, d, SCALED / d, mix=KAPPA / SCALED, fresh=variant == "fresh")
    times = hitting_times(sgd, 0.5 / math.sqrt(d), 0.5, cut, draw, two_sided=True)
    return {"log_time": times.log(), "reached": (times <= cut).double()}
