"""The experiment is compiled from the statement: paths in R^d."""

from lemmata import Settings
from lemmata.theory.diffusion.ou_marginal import claim

settings = Settings(claim, core=(1, 6), rest=(0, 2), replicates=(2**13, 2**16), first=2**11, search=(40, 400))
