"""The experiment is compiled from the statement: tasks are drawn, the mean over the queries is exact."""

from lemmata import Settings
from lemmata.theory.icl_nonparam.risk import claim

settings = Settings(claim, core=(1, 6), rest=(0, 4), search=(20, 300))
