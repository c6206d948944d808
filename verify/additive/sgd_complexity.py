"""The time of the flow by quadrature; mean pushes are sampled."""

from lemmata import Settings
from lemmata.theory.additive.sgd_complexity import claim

CUBIC = {"k": 3, "γ": 0.25, "a": 1.0, "c": 0.1, "α_1": 1.0, "α_2": 2.0, "m": 0.5, "M": 3}
settings = Settings(claim, examples=(CUBIC,), core=(1, 8), rest=(0, 2))
