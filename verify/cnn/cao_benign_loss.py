"""Training in the coordinates that descent moves, exact in law at every dimension, and once in R^d."""

from lemmata import Settings
from lemmata.numerics.models.networks import cnn
from lemmata.theory.cnn.cao_benign_loss import claim


def network(p):
    return cnn.Training(n=p["n"], snr=p["SNR"], q=p["q"], m=p["m"], scale=p["s0"], rate=p["rate"], stop=p["stop"])


def literal(p, draw):
    return cnn.literal(network(p), p["d"], draw, tests=128)


def training(p, draw):
    return cnn.finite_dimension(network(p), p["d"], draw, tests=128)


settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    search=(20, 200),
    replicates=(128, 512),
    first=80,
    chunk=80,
    calls=4,
    examples=({"h": 4, "d": 800, "z": 1.0, "b": 1.0}, {"h": 10, "d": 2000, "z": 2.0, "b": 0.5}),
    procedures={"literal": literal, "training": training},
)
