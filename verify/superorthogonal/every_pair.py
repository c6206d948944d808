"""Nothing is judged: the argument quotes two theorems."""

from lemmata import Settings
from lemmata.theory.superorthogonal.every_pair import claim

settings = Settings(claim, core=(3, 3), rest=(0, 0))
