"""The experiment is compiled from the statement: the kernel matrix of points drawn on the sphere."""

from lemmata import Settings
from lemmata.theory.kernel_universality.noninteger import claim

settings = Settings(claim, core=(3, 10), rest=(0, 2), kurtosis={"drawn": 300})
