"""The vocabulary in which claims are written; each word is loaded on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.theory.language.claim import Claim as Claim
    from lemmata.theory.language.claim import Law as Law
    from lemmata.theory.language.domain import Choice as Choice
    from lemmata.theory.language.domain import Domain as Domain
    from lemmata.theory.language.domain import Integer as Integer
    from lemmata.theory.language.domain import Real as Real
    from lemmata.theory.language.domain import Vector as Vector
    from lemmata.theory.language.expressions import Mean as Mean
    from lemmata.theory.language.expressions import Observable as Observable
    from lemmata.theory.language.functions import He as He
    from lemmata.theory.language.functions import Phi as Phi
    from lemmata.theory.language.functions import h as h
    from lemmata.theory.language.functions import phi as phi
    from lemmata.theory.language.kinds import Certificate as Certificate
    from lemmata.theory.language.kinds import Computed as Computed
    from lemmata.theory.language.kinds import Enclosure as Enclosure
    from lemmata.theory.language.kinds import Existence as Existence
    from lemmata.theory.language.kinds import Guarantee as Guarantee
    from lemmata.theory.language.kinds import Identity as Identity
    from lemmata.theory.language.kinds import Inequality as Inequality
    from lemmata.theory.language.kinds import Ladder as Ladder
    from lemmata.theory.language.kinds import Limit as Limit
    from lemmata.theory.language.kinds import Optimality as Optimality
    from lemmata.theory.language.kinds import Order as Order
    from lemmata.theory.language.kinds import Phase as Phase
    from lemmata.theory.language.kinds import Rate as Rate
    from lemmata.theory.language.kinds import Statement as Statement
    from lemmata.theory.language.source import Erratum as Erratum
    from lemmata.theory.language.source import Source as Source
    from lemmata.theory.language.systems import Root as Root
    from lemmata.theory.language.systems import System as System

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
    return getattr(import_module(f"lemmata.theory.language.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
