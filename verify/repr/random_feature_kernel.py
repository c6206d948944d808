"""The experiment is compiled from the statements: weights are drawn in full."""

from lemmata import Settings
from lemmata.theory.repr.random_feature_kernel import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 4),
    size_limit=1000,
    replicates=(2**17, 2**21),
    kurtosis={"spread": 40},  # of squares; 16 in a pilot
)
