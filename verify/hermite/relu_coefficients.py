"""The kurtosis of the ReLU times h_2 or h_3 is by quadrature at most 1640 for b ≥ −1."""

from lemmata import Settings
from lemmata.theory.hermite.relu_coefficients import claim

settings = Settings(
    claim,
    core=(3, 12),
    rest=(0, 0),
    replicates=(2**17, 2**20),
    first=2**17,
    chunk=2**16,
    kurtosis={"main": 1700},
    examples=({"i": 1, "b": -0.7}, {"i": 1, "b": 1.0}, {"i": 0, "b": 1.0}),
)
