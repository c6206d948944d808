"""Training runs in the coordinates that descent moves, exact in law at every dimension; and formulas."""

from lemmata import Settings
from lemmata.numerics.models.strategies.label_noise import RUNS
from lemmata.theory.opt.lngd_benign import claim

settings = Settings(claim, core=(1, 8), rest=(0, 4), **RUNS)
