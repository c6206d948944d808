"""Features and summaries of every kind; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.icl_single_index.attention_ridge import claim

settings = Settings(claim, core=(2, 24), rest=(0, 8), search=(60, 1000), size_limit=1000)
