"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.frozen_head import claim

settings = Settings(claim, core=(4, 20), rest=(1, 6), replicates=(2**14, 2**17))
