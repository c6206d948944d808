"""Every link of the list, by exact coefficients."""

from lemmata import Settings
from lemmata.theory.icl_single_index.members import claim

settings = Settings(claim, core=(1, 1), rest=(0, 0))
