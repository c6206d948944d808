"""Random ReLU neurons in the plane S, Gamma from Phase II on 1500 tasks; the test error is averaged exactly over the
query."""

from lemmata.numerics.models.in_context import icl_single_index as model
from lemmata.theory.icl_single_index.phase2_ridge import claim
from lemmata.verify import experiment

TASKS = 1500


def instance(p, draw):
    return model.trained_plane(p.N, TASKS, p.n_2, p.lambda_2, draw)


@experiment(claim, instance=instance, points=(4, 10), resolution=(0.1, 0.05), replicates=(2**15, 2**17), rounding=1e-9)
def phase2_ridge(p, draw, variant):
    n = p["n_*"]
    gamma = p.Gamma[0].mT if variant == "transposed" else p.Gamma[0]
    scale = n / p.n_2 if variant == "sum" else 1.0
    return model.prompt_risk(p.w[0], p.b[0], gamma, p.G[0], p.mixed[0], n, draw, scale)
