"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.approx_sum_bound import claim

POINT = {
    "t": 0.1,
    "r": 3.0,
    "w": 20.0,
    "h_1": 1.0,
    "h_2": 1.0,
    "w_1": 50.0,
    "w_2": 1.0,
    "δ": 1.0,
    "α_1": 1.0,
    "α_2": -0.5,
    "n": 3,
}
settings = Settings(claim, examples=(POINT,), core=(2, 10), rest=(0, 2), search=(60, 600))
