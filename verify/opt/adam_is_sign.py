"""Both rules are run; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.opt.adam_is_sign import claim

settings = Settings(claim, core=(2, 10), rest=(0, 4))
