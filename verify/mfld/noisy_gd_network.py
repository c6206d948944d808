"""Neurons run, against constants from a grid; their ratio is a mean over time of a smooth function of many normal numbers."""

from lemmata import Settings
from lemmata.numerics.models.langevin import quadratic
from lemmata.numerics.random.draw import in_single
from lemmata.theory.mfld.noisy_gd_network import claim


def ratio(p, draw):
    least, space, time, _ = quadratic.predicted(bool(p["network"]), float(p["ridge"]), float(p["temperature"]), draw.device)
    return {"ratio": (in_single(quadratic.particles)(p, draw)["value"] - least) / (space / p["N"] + time * p["η"])}


settings = Settings(
    claim,
    examples=({"N": 20, "η": 0.4, "λ_2": 0.2},),
    core=(0, 1),
    rest=(0, 0),
    replicates=(1024, 2**13),
    first=256,
    chunk=256,
    calls=4,
    search=(10, 100),
    kurtosis={"main": 10},
    procedures={"particles": ratio},
)
