"""Formulas alone; the recursions are those of mfld.gaussian_oracle, where the particles are run."""

from lemmata import Settings
from lemmata.theory.mfld.one_step_update import claim

REST = {"a": 1.0, "b": 2.0, "λ_2": 0.3, "η": 0.01, "N": 2, "x": 1.0, "y": 1.0, "r": 0.0, "s²": 0.0, "n": 100}
PLACES = (
    {"λ_2": 0.01, "b": 0.0, "η": 0.1, "s²": 200.0, "N": 1000},
    {"λ_2": 0.1, "η": 0.1, "s²": 20.0, "N": 1000},
    {},
    {"s²": 20.0, "N": 1000, "η": 0.03},
    {"b": 0.0, "r": 2.0, "η": 0.05},
    {"b": 0.0, "λ_2": 1.0, "x": 5.0, "y": 5.0, "N": 50},
)
settings = Settings(claim, examples=tuple({**REST, **place} for place in PLACES), core=(3, 16), rest=(0, 4), search=(100, 2000))
