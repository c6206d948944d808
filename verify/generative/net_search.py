"""Caps by uniform directions; searches over nets."""

from lemmata import Settings
from lemmata.numerics.models.single_index.links import net_search
from lemmata.theory.generative.net_search import claim


def run(p, draw):
    return {"found": net_search(int(p["d"]), int(p["n"]), draw)}


settings = Settings(
    claim,
    examples=({"d": 3, "t": 0.4, "q": 6},),
    core=(0, 6),
    rest=(0, 2),
    replicates=(2**15, 2**17),
    first=128,
    chunk=512,
    procedures={"search": run},
)
