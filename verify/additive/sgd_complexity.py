"""The time of the flow by quadrature, and growth times of the chain of overlaps."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive_chain import growth_time
from lemmata.theory.additive.sgd_complexity import DIMENSION, PACE, claim


def run(p, draw):
    """The cap is some twenty times what the flow takes."""
    tasks = int(p["M"])
    step, cap = float(PACE) * tasks**-0.5 * DIMENSION**-1.5, 20 * 220 * tasks
    return {"T": growth_time(tasks, DIMENSION, 0.5, 1.5, step, cap, draw)}


CUBIC = {"k": 3, "γ": 0.25, "a": 1.0, "c": 0.1, "α_1": 1.0, "α_2": 2.0, "m": 0.5, "M": 3, "N": 4}
settings = Settings(
    claim, examples=(CUBIC,), core=(1, 8), rest=(0, 2), replicates=(192, 768), first=192, procedures={"growth": run}
)
