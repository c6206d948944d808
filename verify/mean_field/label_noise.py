"""Random ReLU features and labels; only the label noise is redrawn."""

import torch

from lemmata.numerics.models.networks import two_layer
from lemmata.theory.mean_field.label_noise import claim
from lemmata.verify import experiment

INPUTS = 3


def instance(p, draw):
    x, w, y = draw.normal(p.n, INPUTS), draw.normal(p.N, INPUTS), draw.normal(p.n)
    gram = two_layer.kernel(x, w, torch.relu)
    values, vectors = torch.linalg.eigh(gram)
    return {"K": gram, "y": y, "k": values.clamp(min=0), "u": (vectors.mT @ y[..., None])[..., 0]}


@experiment(claim, instance=instance)
def label_noise(p, draw):
    noise = draw.uniform(p.n, low=-p.s, high=p.s)
    return two_layer.objective_after_noisy_fit(p.K[0], p.y[0], p.lam, noise)
