"""The experiment is compiled from the statement: Wishart and GOE matrices of moderate size."""

from lemmata import Settings
from lemmata.theory.kernel_spectrum.equivalence_model import claim

settings = Settings(
    claim, core=(2, 8), rest=(0, 0), replicates=(2**16, 2**20), chunk=2**15, kurtosis={"third": 100, "fourth": 300}
)
