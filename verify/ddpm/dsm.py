"""The experiment is compiled from the statement: the noise is drawn, the mean over the data is exact."""

from lemmata import Settings
from lemmata.theory.ddpm.dsm import claim

settings = Settings(
    claim,
    core=(1, 4),
    rest=(0, 2),
    replicates=(2**16, 2**19),
    kurtosis={"main": 40},  # of a normal number times a bounded one, or times another normal one
)
