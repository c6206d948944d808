"""The experiment is compiled from the statement: neurons, prompts and label noise are drawn."""

from lemmata import Settings
from lemmata.theory.icl_nonparam.linear_attention import claim

settings = Settings(
    claim, core=(1, 4), rest=(0, 0), replicates=(2**17, 2**20), kurtosis={"width": 100, "variance": 60, "mean": 60}
)
