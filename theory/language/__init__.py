"""The vocabulary in which claims are written; each word is loaded on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory.language.claim import Claim as Claim
    from theory.language.claim import Law as Law
    from theory.language.domain import Choice as Choice
    from theory.language.domain import Domain as Domain
    from theory.language.domain import Integer as Integer
    from theory.language.domain import Real as Real
    from theory.language.domain import Vector as Vector
    from theory.language.expressions import Mean as Mean
    from theory.language.expressions import Observable as Observable
    from theory.language.functions import He as He
    from theory.language.functions import Phi as Phi
    from theory.language.functions import h as h
    from theory.language.functions import phi as phi
    from theory.language.kinds import Certificate as Certificate
    from theory.language.kinds import Computed as Computed
    from theory.language.kinds import Enclosure as Enclosure
    from theory.language.kinds import Existence as Existence
    from theory.language.kinds import Guarantee as Guarantee
    from theory.language.kinds import Identity as Identity
    from theory.language.kinds import Inequality as Inequality
    from theory.language.kinds import Ladder as Ladder
    from theory.language.kinds import Limit as Limit
    from theory.language.kinds import Optimality as Optimality
    from theory.language.kinds import Order as Order
    from theory.language.kinds import Phase as Phase
    from theory.language.kinds import Rate as Rate
    from theory.language.kinds import Statement as Statement
    from theory.language.source import Erratum as Erratum
    from theory.language.source import Source as Source
    from theory.language.systems import Root as Root
    from theory.language.systems import System as System

_WORDS = {
    "claim": "Claim Law",
    "domain": "Choice Domain Integer Real Vector",
    "expressions": "Mean Observable",
    "functions": "He h phi Phi",
    "kinds": "Certificate Computed Enclosure Existence Guarantee Identity Inequality Ladder Limit Optimality Order Phase Rate Statement",
    "source": "Erratum Source",
    "systems": "Root System",
}
_HOME = {word: module for module, words in _WORDS.items() for word in words.split()}


def __getattr__(name: str) -> Any:
    """The word, from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"the language has no word {name!r}")
    return getattr(import_module(f"theory.language.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
