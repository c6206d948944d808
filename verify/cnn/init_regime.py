"""Training runs in the coordinates that descent moves, exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.networks import cnn
from lemmata.theory.cnn.init_regime import claim


def started(p, draw):
    snr = (p["v"] / p["n"]) ** (1 / 3)
    rate = p["rate"] / (p["n"] * snr**2)
    what = cnn.Training(n=int(p["n"]), snr=snr, q=3, m=int(p["m"]), scale=float(p["s0"]), rate=rate, stop=0.05)
    return cnn.finite_dimension(what, int(p["d"]), draw, tests=256, paired=bool(p["paired"]))


def twice(p, draw):
    ends = [started({**p, "s0": times * p["s0"], "rate": p["rate"] / times**4}, draw.named("twice")) for times in (1, 2)]
    return {"exponent": (ends[1]["moved"] / ends[0]["moved"]).log2()}


settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    size_limit=400,
    replicates=(256, 512),
    first=80,
    chunk=80,
    calls=4,
    procedures={"started": started, "twice": twice},
)
