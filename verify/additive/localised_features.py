"""Random rotations of a fixed set of cubics, random ReLU features, and fits of the second layer."""

from lemmata.numerics.models.additive import additive_features as features
from lemmata.theory.additive.localised_features import L1_NOISE, L1_ORDERS, L1_RELEVANT, L1_SAMPLES, L1_TASKS, claim
from lemmata.verify import experiment

TRACE_ONLY = {"M": 4, "r": 0, "N": 4, "p": 4, "n": 60, "M_few": 1, "sigma2": 0.25}
ALMOST_ALL = {"M": 6, "r": 44, "N": 24, "p": 4, "n": 90, "M_few": 2, "sigma2": 0.25}
NAMES = ("cubic", "relu", "local", "subspace", "gaussian", "hermite", "sparse")


@experiment(claim, examples=(TRACE_ONLY, ALMOST_ALL), points=(3, 20), replicates=(2**14, 2**17), first=128)
def localised_features(p, draw, variant):
    if variant == "gap":
        found = {"subspace": features.subspace_relu_error(10, 120, draw), "local": features.localised_relu_error(12, draw)}
    elif variant == "selection":
        found = {"sparse": features.l1_cost(L1_TASKS, L1_RELEVANT, L1_ORDERS, L1_SAMPLES, float(L1_NOISE), draw)}
    elif variant == "features":
        found = {
            "relu": features.subspace_relu_error(p.M, p.N, draw),
            "hermite": features.least_squares_cost(p.M, p.p, p.n, draw, "hermite"),
        }
    else:
        found = {
            "cubic": features.rotated_cubics_error(p.M, p.r, draw),
            "gaussian": features.least_squares_cost(p.M, p.p, p.n, draw),
        }
    empty = next(iter(found.values())).new_zeros(draw.replicates)
    return {name: found.get(name, empty) for name in NAMES}
