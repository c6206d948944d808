"""The experiment is compiled from the statement: kernel matrices of signs, and inner products of skewed entries."""

from lemmata import Settings
from lemmata.theory.kernel_universality.iid_entries import claim

settings = Settings(
    claim, core=(3, 10), rest=(0, 0), replicates=(2**16, 2**20), kurtosis={"second": 100, "third": 1000, "skew": 300}
)
