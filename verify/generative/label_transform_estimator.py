"""Small estimates in R^d; large ones by labels and θ-coordinates, the other d − 1 drawn through their norm."""

from lemmata import Settings
from lemmata.numerics.models.single_index.links import averaged_inputs, he3_posterior_mean
from lemmata.theory.generative.label_transform_estimator import LABELS, claim


def run(p, draw):
    d, t = int(p["D"]), float(p["t"])
    z = draw.normal(int(p["r"]) * d)
    label, mean = z**3 - 3 * z, he3_posterior_mean(z)
    chosen = (label > t**3 - 3 * t).to(z.dtype)
    return {
        "overlap": averaged_inputs(chosen, z, d, draw)["overlap"],
        "plain": averaged_inputs(label, z, d, draw)["overlap"],
        "best": averaged_inputs(mean, z, d, draw)["overlap"],
        "gain": mean.square().mean(dim=1),
    }


POINT = {"d": 4, "n": 3, "t": 1.5, "s": 1.4, "r": 8, "D": 150, "c_1": 0.4, "T_2": 0.5, "T_2z": 0.4}
EXAMPLES = (
    *({**POINT, "T": name, "t": 2 + k / 10} for k, name in enumerate(LABELS.options, 1)),  # half-lines
    *({**POINT, "T": "He_3 above 3", "t": t} for t in (1.3, 1.5, 1.7)),
)
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(0, 10),
    rest=(0, 4),
    replicates=(2**15, 2**18),
    first=256,
    chunk=1024,
    kurtosis={"overlap": 30, "best": 30, "strength": 30, "untransformed": 100},
    procedures={"large": run},
)
