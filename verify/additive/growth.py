"""Growth times of the chain of overlaps."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive_chain import growth_time
from lemmata.theory.additive.growth import DIMENSION, PACE, claim


def run(p, draw):
    """The cap is some twenty times what the flow takes."""
    tasks = int(p["M"])
    step, cap = float(PACE) * tasks**-0.5 * DIMENSION**-1.5, 20 * 220 * tasks
    return {"T": growth_time(tasks, DIMENSION, 0.5, 1.5, step, cap, draw)}


settings = Settings(
    claim, examples=({"M": 4},), core=(1, 8), rest=(0, 2), replicates=(192, 768), first=192, procedures={"growth": run}
)
