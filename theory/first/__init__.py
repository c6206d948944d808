"""The first edition's vocabulary, in which claims stand that have not moved to `theory.language` yet."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.theory.first.claim import Claim as Claim
    from lemmata.theory.first.claim import Law as Law
    from lemmata.theory.first.domain import Choice as Choice
    from lemmata.theory.first.domain import Domain as Domain
    from lemmata.theory.first.domain import Integer as Integer
    from lemmata.theory.first.domain import Real as Real
    from lemmata.theory.first.domain import Vector as Vector
    from lemmata.theory.first.expressions import Mean as Mean
    from lemmata.theory.first.expressions import Observable as Observable
    from lemmata.theory.first.kinds import Certificate as Certificate
    from lemmata.theory.first.kinds import Computed as Computed
    from lemmata.theory.first.kinds import Enclosure as Enclosure
    from lemmata.theory.first.kinds import Existence as Existence
    from lemmata.theory.first.kinds import Guarantee as Guarantee
    from lemmata.theory.first.kinds import Identity as Identity
    from lemmata.theory.first.kinds import Inequality as Inequality
    from lemmata.theory.first.kinds import Ladder as Ladder
    from lemmata.theory.first.kinds import Limit as Limit
    from lemmata.theory.first.kinds import Optimality as Optimality
    from lemmata.theory.first.kinds import Order as Order
    from lemmata.theory.first.kinds import Phase as Phase
    from lemmata.theory.first.kinds import Rate as Rate
    from lemmata.theory.first.kinds import Statement as Statement
    from lemmata.theory.first.systems import Root as Root
    from lemmata.theory.first.systems import System as System
    from lemmata.theory.language.functions import He as He
    from lemmata.theory.language.functions import Phi as Phi
    from lemmata.theory.language.functions import h as h
    from lemmata.theory.language.functions import phi as phi
    from lemmata.theory.language.source import Erratum as Erratum
    from lemmata.theory.language.source import Source as Source

_WORDS = {
    "claim": "Claim Law",
    "domain": "Choice Domain Integer Real Vector",
    "expressions": "Mean Observable",
    "functions": "He h phi Phi",
    "kinds": "Certificate Computed Enclosure Existence Guarantee Identity Inequality Ladder Limit Optimality Order Phase Rate Statement",
    "source": "Erratum Source",
    "systems": "Root System",
}
SHARED = ("functions", "source")
_HOME = {word: module for module, words in _WORDS.items() for word in words.split()}


def __getattr__(name: str) -> Any:
    """The word, from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"the language has no word {name!r}")
    room = "language" if _HOME[name] in SHARED else "first"
    return getattr(import_module(f"lemmata.theory.{room}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
