"""Flows from random starts."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive import flow_to_rest
from lemmata.theory.additive.localisation import claim


def run(p, draw):
    k, tasks = int(p["k"]), int(p["M"])
    c = draw.uniform(tasks, low=0.5, high=2.0)
    flow = flow_to_rest(c, k, draw)
    start, end = flow["start"], flow["end"]
    scores = {"winner": c * start ** (k - 2), "rival": c * start ** (k - 1)}
    return {name: end.gather(1, score.argmax(dim=1, keepdim=True))[:, 0] for name, score in scores.items()}


EXAMPLE = {"M": 2, "k": 3, "ε": 1e-4, "c_1": 1.0, "c_2": 1.5, "c_3": 0.7, "m_1": 0.5, "m_2": 0.4, "m_3": 0.3, "t": 0.1}
settings = Settings(
    claim, examples=(EXAMPLE,), core=(0, 10), rest=(0, 4), replicates=(2**12, 2**14), first=2**12, procedures={"flow": run}
)
