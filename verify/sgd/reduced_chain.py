"""SGD in R^d and its chain of overlaps side by side, at dimensions where the wrong chains differ visibly."""

from dataclasses import replace

from lemmata.numerics.models.single_index.chain import Sgd, full_sgd, one_step, reduced_chain
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos, minus_two_sin
from lemmata.theory.sgd.reduced_chain import claim
from lemmata.verify import experiment

OUTER = 0.5


@experiment(
    claim,
    points=(2, 12),
    resolution=(0.05, 0.01),
    replicates=(2**16, 2**19),
    first=2048,
    examples=({"d": 3, "T": 8, "eta": 0.4, "xi": 0.4, "m_0": 0.3},),
)
def reduced_chain_law(p, draw, variant):
    sgd = Sgd(he3, minus_cos, p.d, p.eta, mix=1 - p.xi)
    if variant == "one_step":
        found = one_step(sgd, p.m_0, draw)
        return {**found, "full": found["after"], "chain": found["after"]}
    squared = {"activation": minus_two_sin, "outer": OUTER}
    simulated, chained = {
        "": ({}, {}),
        "online": ({"reuse": False},) * 2,
        "fresh": ({"fresh": True},) * 2,
        "squared": (squared,) * 2,
        "df": ({}, {"df": p.d - 1}),
        "r2": ({}, {"r2": float(p.d)}),
        "plain": ({}, {"normalise": False}),
        "squared_plain": (squared, {}),
        "fresh_reuse": ({"fresh": True}, {}),
    }[variant]
    full = full_sgd(replace(sgd, **simulated), p.m_0, p.T, draw, fast=True)
    chain = reduced_chain(replace(sgd, **chained), p.m_0, p.T, draw)
    return {"full": full, "chain": chain, **dict.fromkeys(("after", "Z", "Zeta", "R2"), full)}
