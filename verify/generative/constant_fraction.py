"""Labels and the inputs' θ-coordinates; the other d − 1 coordinates are drawn through their norm."""

from lemmata import Settings
from lemmata.numerics.models.single_index.links import averaged_inputs, he3_posterior_mean
from lemmata.theory.generative.constant_fraction import claim


def run(p, draw):
    d, t = int(p["d"]), float(p["t"])
    z = draw.normal(int(p["r"]) * d)
    label, mean = (z * z).sub_(3).mul_(z), he3_posterior_mean(z)
    chosen = (label > t**3 - 3 * t).to(z.dtype)
    return {
        "overlap": averaged_inputs(chosen, z, d, draw)["overlap"],
        "plain": averaged_inputs(label, z, d, draw)["overlap"],
        "best": averaged_inputs(mean, z, d, draw)["overlap"],
        "gain": mean.square().mean(dim=1),
    }


settings = Settings(
    claim,
    examples=({"d": 150, "r": 8, "t": 1.5},),
    core=(0, 6),
    rest=(0, 2),
    replicates=(2**12, 2**13),
    first=2**11,
    kurtosis={"main": 30, "upper": 30, "best": 30, "best_upper": 30, "strength": 30, "untransformed": 100},
    procedures={"runs": run},
)
