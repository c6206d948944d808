"""Losses by samples, the same for both; Gaussian integrals by quadrature.

The difference of two losses is of degree 2 in a normal number and a sign, but for bounded factors: 9² for its kurtosis.
"""

from lemmata import Settings
from lemmata.theory.diffusion.score_matching_identity import claim

POINT = {"t": 0.3, "s": 0.7, "b": 1.0, "v": 0.5, "T": 1.0, "n": 10, "d": 2, "f": "tanh"}
settings = Settings(
    claim,
    examples=(POINT,),
    core=(0, 3),
    rest=(0, 0),
    replicates=(2**17, 2**19),
    first=2**11,
    kurtosis={"main": 81, "gaussian": 32},
    search=(10, 100),
)
