"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.joint_measure import claim

settings = Settings(claim, core=(4, 20), rest=(1, 6), search=(60, 600), replicates=(2**15, 2**18))
