"""Random directions of a subspace, against each other and against a fixed unit vector that lies partly in it."""

from lemmata.theory.icl_single_index.function_class import claim
from lemmata.verify import experiment


def instance(p, draw):
    u = draw.sphere(p.d)
    return {"p2": u[:, : p.r].square().sum(-1), "u": u}


@experiment(claim, instance=instance, points=(6, 30), resolution=(0.08, 0.02), replicates=(2**17, 2**21), first=1024)
def function_class(p, draw):
    theta, other = draw.sphere(p.r), draw.sphere(p.r)
    return {"t": theta @ p.u[0, : p.r], "c": (theta * other).sum(-1)}
