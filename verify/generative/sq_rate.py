"""Exact sphere moments along a ladder of dimensions; every link of the table is judged."""

from lemmata.theory.generative.sq_rate import TABLE, claim
from lemmata.verify import bind

sq_rate = bind(claim, points=(4, 40), examples=tuple({"link": name, "K": 2 + i} for i, name in enumerate(TABLE)))
