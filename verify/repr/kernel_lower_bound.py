"""Ridge regressions on the features of tanh networks; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.one_step.tanh_network import RUNS
from lemmata.theory.repr.kernel_lower_bound import claim

settings = Settings(claim, core=(1, 8), rest=(0, 2), **RUNS)
