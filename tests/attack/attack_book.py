"""The book of statements: each a small claim, with what is known of it.

A false statement must never come out positive, a true one never refuted. A *gross* falsehood has to fall in the quick
profile (deterministic: off by twice the cap on 5 % of the core; sampled: by a factor 2 on a third of it, where no rare
event or heavy tail keeps the replicates of that profile from deciding anything). One that breaks an assumption which its
verdict names (a kurtosis above the supported one, another expansion, a finer grid) is listed apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lemmata.theory.language.claim import Claim
from lemmata.verify.engine.subject import Settings

Made = Any  # a statement, or a statement with the further arguments of its claim


@dataclass(frozen=True)
class Entry:
    """``sort``: the class of attack; ``assumption``: the assumption that it breaks; ``cheap``: under about half a second in quick;
    ``decided``: it has to come out as what it is, and an error or nothing decided will not do."""

    id: str
    true: bool
    sort: str
    make: Callable[[], Made] = field(repr=False)
    gross: bool = False
    cheap: bool = True
    decided: bool = False
    assumption: str = ""
    settings: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def expected(self) -> str:
        return "true" if self.true else "false"

    def claim(self) -> Claim:
        made = self.make()
        statement, extra = made if isinstance(made, tuple) else (made, {})
        return Claim(f"attack.{self.id}", statement=statement, says=(self.make.__doc__ or self.id).strip(), **extra)

    def subject(self) -> Settings:
        return Settings(self.claim(), **self.settings)


class Book:
    """Statements by id, in the order in which they are written."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def _entry(self, true: bool, sort: str, options: dict[str, Any]) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
        known = {k: options.pop(k) for k in ("gross", "cheap", "decided", "assumption") if k in options}

        def keep(make: Callable[[], Made]) -> Callable[[], Made]:
            name = getattr(make, "__name__", "").strip("_")
            if name in self.entries:
                raise ValueError(f"two statements are called {name}")
            self.entries[name] = Entry(name, true, sort, make, settings=options, **known)
            return make

        return keep

    def true(self, sort: str, **options: Any) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
        """The function below makes a true statement."""
        return self._entry(True, sort, options)

    def false(self, sort: str, **options: Any) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
        """The function below makes a false statement."""
        return self._entry(False, sort, options)


book = Book()
