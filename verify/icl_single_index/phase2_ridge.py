"""Random ReLU neurons in the plane S, Gamma from Phase II on 1500 tasks; the test error is averaged exactly over the query."""

from lemmata import Settings
from lemmata.numerics.models.in_context.icl_single_index import RUNS
from lemmata.theory.icl_single_index.phase2_ridge import claim

settings = Settings(claim, core=(1, 10), rest=(0, 0), **RUNS)
