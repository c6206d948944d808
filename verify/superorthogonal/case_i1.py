"""Exact moments for K up to 30."""

from lemmata.theory.superorthogonal.case_i1 import claim
from lemmata.verify import bind

case_i1 = bind(claim, points=(10, 40), examples=({"K": 1}, {"K": 3}))
