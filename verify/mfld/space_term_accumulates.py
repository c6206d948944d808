"""Formulas alone; the variances and the free energy are those of mfld.gaussian_oracle, where the particles are run."""

from lemmata import Settings
from lemmata.theory.mfld.space_term_accumulates import claim

POINT = {"a": 1.0, "b": 2.0, "λ_2": 0.3, "η": 0.1, "v_0": 1.0, "N": 20, "k": 10, "d": 1, "m": 0.5, "n": 100}
settings = Settings(claim, examples=(POINT,), core=(2, 12), rest=(0, 4), search=(40, 400))
