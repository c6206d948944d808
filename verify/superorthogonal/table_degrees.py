"""Every entry, against an exact bound."""

from lemmata import Settings
from lemmata.theory.superorthogonal.certified_table import TABLE
from lemmata.theory.superorthogonal.table_degrees import claim

settings = Settings(claim, core=(1, 1), rest=(0, 0), examples=tuple({"e": n} for n in range(1, len(TABLE) + 1)))
