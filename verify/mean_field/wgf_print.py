"""The mass is sampled."""

from lemmata import Settings
from lemmata.theory.mean_field.wgf_print import claim

settings = Settings(claim, core=(3, 20), rest=(0, 0), replicates=(2**15, 2**19))
