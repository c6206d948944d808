"""Ridge regressions on the features of tanh networks; the step is compiled from its formula."""

from lemmata import Settings
from lemmata.numerics.models.one_step.tanh_network import RUNS
from lemmata.theory.repr.one_step import claim

settings = Settings(claim, core=(2, 8), rest=(0, 2), **RUNS)
