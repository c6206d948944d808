"""The kernel that a proof receives: ``def proof(k)``. Every method is a rule and returns a fact."""

from __future__ import annotations

from lemmata.theory.kernel.entries import Entries
from lemmata.theory.kernel.equalities import Equalities
from lemmata.theory.kernel.inequalities import Inequalities
from lemmata.theory.kernel.logic import Logic


class Kernel(Equalities, Inequalities, Logic, Entries):
    """All rules, over one book of facts."""
