"""The experiment is compiled from the statement: kernel matrices of points drawn on the sphere, up to n = 160."""

from lemmata import Settings
from lemmata.theory.kernel_spectrum.free_convolution import claim

settings = Settings(claim, core=(3, 6), rest=(0, 0), replicates=(512, 2048), first=512, chunk=64, kurtosis={"matrix": 6})
