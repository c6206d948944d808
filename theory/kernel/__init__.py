"""The proof kernel: facts that only its rules can make, each with the conditions under which it holds.

``prove(claim, part)`` runs a part's ``proof(k)`` and says whether what it returns is the part's statement.
"""

from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.facts import Fact, How, Refused
from lemmata.theory.kernel.kernel import Kernel
from lemmata.theory.kernel.prove import Outcome, prove

__all__ = ["Condition", "Fact", "How", "Kernel", "Outcome", "Refused", "prove"]
