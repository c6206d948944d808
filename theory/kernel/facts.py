"""Facts: what a rule of the kernel has established, kept as it was written.

A fact says: for all values of its free symbols in their sets, of its arrays, and under its conditions, left R right.
It is a handle and holds nothing itself: its content lies with the kernel that made it, which knows it by identity. So
neither a copy nor a pickle, a subclass or a changed attribute is a fact, nor is a fact of another kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.language.errors import LemmataError

RELATIONS = ("=", "<=", ">=", "exists", "assumed")


class Refused(LemmataError):
    """A rule of the kernel does not apply; the message says which, to what, and why."""


@dataclass(frozen=True)
class How:
    """How a fact was established: ``exact``, ``identity test``, ``ball`` or ``cited``, with what belongs to each."""

    kind: str = "exact"
    error: float = 0.0  # of identity tests, the probability that they err; of facts made of facts, the sum
    detail: str = ""
    names: tuple[str, ...] = ()  # the theorems cited, here and below
    sizes: tuple[tuple[str, int], ...] = ()  # the sizes at which an identity test was made

    def under(self, *others: How) -> How:
        """How a fact made by this rule from other facts is established: no better than any of them."""
        order = ("exact", "identity test", "ball", "cited")
        kinds = [self.kind, *(o.kind for o in others)]
        names = dict.fromkeys((*self.names, *(name for o in others for name in o.names)))
        sizes = dict.fromkeys((*self.sizes, *(size for o in others for size in o.sizes)))
        error = self.error + sum(o.error for o in others)
        return How(max(kinds, key=order.index), error, self.detail, tuple(names), tuple(sizes))


@dataclass(frozen=True)
class Content:
    """What a fact says: two sides as they were written, their relation, and what it rests on."""

    left: Any
    relation: str
    right: Any
    rule: str
    premises: tuple[Any, ...]
    conditions: tuple[Condition, ...]
    how: How
    note: str = ""
    settled: tuple[Condition, ...] = ()  # conditions of the rule that the sets of the symbols already give


class _Owner(Protocol):
    def content(self, fact: Fact) -> Content: ...

    def then(self, first: Fact, second: Fact) -> Fact: ...

    def to(self, fact: Fact, target: Any) -> Fact: ...


class Fact:
    """A handle on a fact of one kernel; only that kernel can make it and read it."""

    __slots__ = ("__weakref__", "_owner")
    _owner: _Owner

    def __new__(cls, *args: Any, **kwargs: Any) -> Fact:
        raise Refused("a fact is made by a rule of the kernel, never by hand")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a fact cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a fact cannot be changed: {name}")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise Refused("a fact cannot be copied or stored: prove it again")

    def __copy__(self) -> Fact:
        raise Refused("a fact cannot be copied: use the fact itself")

    def __deepcopy__(self, memo: Any) -> Fact:
        raise Refused("a fact cannot be copied: use the fact itself")

    @property
    def content(self) -> Content:
        return self._owner.content(self)

    @property
    def left(self) -> Any:
        return self.content.left

    @property
    def right(self) -> Any:
        return self.content.right

    @property
    def relation(self) -> str:
        return self.content.relation

    @property
    def rule(self) -> str:
        return self.content.rule

    @property
    def premises(self) -> tuple[Fact, ...]:
        return self.content.premises

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return self.content.conditions

    @property
    def how(self) -> How:
        return self.content.how

    def then(self, other: Fact) -> Fact:
        """a R b and b S c give a T c."""
        return self._owner.then(self, other)

    def to(self, target: Any) -> Fact:
        """a R b and b = target, by normal form or words, give a R target."""
        return self._owner.to(self, target)

    def __repr__(self) -> str:
        c = self.content
        return f"{c.left} {c.relation} {c.right}  [{c.rule}]"


class Book:
    """The facts of one kernel, in the order in which they were made; the only place where their content lies."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Fact, Content]] = {}

    def enter(self, owner: _Owner, content: Content) -> Fact:
        fact = object.__new__(Fact)
        object.__setattr__(fact, "_owner", owner)
        self._rows[id(fact)] = (fact, content)
        return fact

    def read(self, fact: Any) -> Content:
        row = self._rows.get(id(fact))
        if row is None or row[0] is not fact or type(fact) is not Fact:
            shown = (
                "a fact of another kernel, or a forged one" if isinstance(fact, Fact) else f"{type(fact).__name__}, not a fact"
            )
            raise Refused(f"what was given is {shown}: give a fact that a rule of this kernel returned")
        return row[1]

    def number(self, fact: Fact) -> int:
        """The place of a fact among those made, from 1."""
        self.read(fact)
        return list(self._rows).index(id(fact)) + 1

    def __iter__(self) -> Any:
        return iter([fact for fact, _ in self._rows.values()])
