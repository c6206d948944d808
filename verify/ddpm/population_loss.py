"""The experiment is compiled from the statement: the noise is drawn."""

from lemmata import Settings
from lemmata.theory.ddpm.population_loss import claim

settings = Settings(
    claim,
    core=(1, 4),
    rest=(0, 0),
    replicates=(2**17, 2**20),
    kurtosis={"relu": 300, "one_relu": 100},  # products of two and squares of positive parts of normal numbers
)
