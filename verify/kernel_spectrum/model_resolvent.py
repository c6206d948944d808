"""The experiment is compiled from the statement: Wishart and GOE matrices of size 60 to 100."""

from lemmata import Settings
from lemmata.theory.kernel_spectrum.model_resolvent import claim

PLACES = ((60, 20, 0.8, 0.2, 0.0), (64, 20, 0.7, 0.5, 1.0))
settings = Settings(
    claim,
    examples=tuple(
        {"n": n, "N": N, "μ": mu, "γ": gamma, "r": r, "h": 0.2, "φ": 2.0, "c": 0.8, "y": 100.0} for n, N, mu, gamma, r in PLACES
    ),
    core=(1, 4),
    rest=(0, 0),
    replicates=(512, 2048),
    first=512,
    chunk=128,
    kurtosis={"main": 6},
)
