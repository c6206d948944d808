"""Labels and the inputs' θ-coordinates; the other d − 1 coordinates are drawn through their norm."""

from lemmata.numerics.models.single_index.links import averaged_inputs, he3_posterior_mean
from lemmata.theory.generative.label_transform_estimator import claim
from lemmata.verify import experiment


@experiment(claim, points=(4, 12), resolution=(0.06, 0.04), replicates=(2**11, 2**13), first=128, chunk=256)
def label_transform_estimator(p, draw):
    z = draw.normal(p.r * p.d)
    chosen = (z > p.t) | ((z < 1 - p.t) & (p.two_sided == 1))
    found = averaged_inputs(chosen.to(z.dtype), z, p.d, draw)
    mean = he3_posterior_mean(z)
    return {
        **found,
        "untransformed": averaged_inputs(z**3 - 3 * z, z, p.d, draw)["overlap"],
        "best": averaged_inputs(mean, z, p.d, draw)["overlap"],
        "gain": mean.square().mean(dim=1),
    }
