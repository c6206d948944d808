"""The time of the flow by quadrature, and growth times of the chain of overlaps along M at d = 20."""

from math import atanh

from lemmata import Settings
from lemmata.numerics.models.additive.additive_chain import growth_time
from lemmata.theory.additive.sgd_complexity import claim

D, START, PACE = 20, 0.5, 0.15
TRAVEL = 1 + 3 * START * (atanh(1.5 * START) - atanh(START))  # of the flow, over its step


def run(p, draw):
    """The cap is twenty times what the flow takes."""
    tasks = int(p["M"])
    cap = round(20 * TRAVEL * tasks * D**2 / (3 * START * PACE))
    return {"T": growth_time(tasks, D, START, 1.5, PACE * tasks**-0.5 * D**-1.5, cap, draw)}


CUBIC = {"k": 3, "γ": 0.25, "a": 1.0, "c": 0.1, "α_1": 1.0, "α_2": 2.0, "m": 0.5}
settings = Settings(
    claim,
    examples=(CUBIC,),
    core=(1, 8),
    rest=(0, 2),
    replicates=(256, 1024),
    first=256,
    chunk=1024,
    procedures={"growth": run},
)
