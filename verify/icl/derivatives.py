"""Two random tanh networks at random inputs; rotations from noise to the steepest one."""

from lemmata.numerics.models.feature_attention import icl
from lemmata.theory.icl.derivatives import claim
from lemmata.verify import bind

WIDE = {"k": 4, "N": 30, "d": 5, "M": 9, "g": 1.0, "t": 0.5}


def instance(p, draw):
    inputs = draw.normal(p.N, p.d)
    f = icl.network_features(inputs, p.k, p.M, p.g, draw)
    h = icl.network_features(inputs, p.k, p.M, p.g, draw)
    best = icl.steepest_rotation(f, h)
    return {"F": f, "H": h, "R": icl.contraction(best, p.t, draw), "R_min": best}


derivatives = bind(claim, instance=instance, examples=(WIDE,), points=(8, 60), rounding=1e-12)
