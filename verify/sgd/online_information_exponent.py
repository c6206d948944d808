"""Hitting times of online SGD, every sample used once, for information exponents 1, 2 and 3."""

import math

from lemmata.numerics.models.single_index.chain import Sgd, hitting_times
from lemmata.numerics.models.single_index.chain_links import he1, he2, he3, minus_fast_cos, ones, tanh_half
from lemmata.theory.sgd.online_information_exponent import claim
from lemmata.verify import experiment


@experiment(claim, points=(1, 1), replicates=(1536, 4096), chunk=4096)
def online_information_exponent(p, draw, variant):
    d = p.d
    if variant == "k1":
        sgd, start, end, cut = Sgd(he1, ones, d, 0.2 / d, reuse=False), 0.0, 0.5, 20 * d
    elif variant == "k2":
        sgd, start, end, cut = Sgd(he2, tanh_half, d, 1.5 / d, reuse=False), 0.5, 0.5, int(4.5 * d * math.log(d))
    else:
        sgd, start, end, cut = Sgd(he3, minus_fast_cos, d, 2 * d**-1.5, reuse=False), 0.5, 0.7, 5 * d * d // 4
    times = hitting_times(sgd, start / math.sqrt(d), end, cut, draw, two_sided=variant == "k2")
    return {"log_time": times.log(), "reached": (times <= cut).double()}
