"""Random designs and covariances; the root of the task covariance is a random rotation times the symmetric root."""

import torch

from lemmata.numerics.models.feature_attention.icl import orthogonal
from lemmata.theory.linear_net.orientation import claim
from lemmata.verify import bind
from lemmata.verify.linear_net.bayes import covariance


def instance(p, draw):
    x, tasks = draw.normal(p.n, p.d), covariance(p.d, draw)
    values, vectors = torch.linalg.eigh(tasks)
    root = orthogonal(p.d, draw) @ (vectors * values.sqrt()[..., None, :]) @ vectors.mT
    seen = torch.linalg.pinv(x) @ x
    unseen = torch.eye(p.d, dtype=x.dtype, device=x.device) - seen
    return {"X": x, "Sigma": covariance(p.d, draw), "T": tasks, "A": root, "P": (unseen + unseen.mT) / 2}


orientation = bind(claim, instance=instance, points=(6, 60), rounding=1e-9)
