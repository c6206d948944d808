"""The experiment is compiled from the statement: the kernel matrix of points drawn on the sphere."""

from lemmata import Settings
from lemmata.theory.kernel_spectrum.moments import claim

settings = Settings(claim, core=(4, 10), rest=(0, 2), kurtosis={"second": 100, "third": 300, "fourth": 300})
