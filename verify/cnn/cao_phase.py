"""The crossing, and the two sides, in the coordinates that descent moves; compared with descent in R^d at a small size."""

from lemmata import Settings
from lemmata.numerics.models.networks import cnn
from lemmata.theory.cnn.cao_phase import claim


def network(p):
    return cnn.Training(n=p["n"], snr=p["SNR"], q=p["q"], m=p["m"], scale=p["s0"], rate=p["rate"], stop=p["stop"])


def literal(p, draw):
    return cnn.literal(network(p), p["d"], draw, tests=128)


def training(p, draw):
    return cnn.finite_dimension(network(p), p["d"], draw, tests=128)


settings = Settings(
    claim,
    examples=({"h": 16, "q": 3, "d": 1000, "s₀": 0.1, "SNR": 0.5},),
    core=(2, 3),
    rest=(0, 0),
    replicates=(256, 1024),
    first=256,
    chunk=256,
    procedures={"literal": literal, "training": training},
)
