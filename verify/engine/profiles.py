"""How much is done: the quick profile touches every claim, the full one settles it, fuzz goes on looking (a fresh root key each time)."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.mutation import MOST


@dataclass(frozen=True)
class Profile:
    """``index`` selects the quick or the full member of the pairs of a claim's settings; ``limit``: seconds that a unit may take;
    ``automatic``: the wrong versions of a part that are made by machine, beside the rungs of the ladder and the dropped
    conditions, of which there is each."""

    name: str
    index: int
    points: float
    shrink: int
    limit: float
    automatic: int = MOST

    @property
    def sample(self) -> str:
        """What part of the automatic wrong versions is judged, in words; nothing where it is all of them."""
        return f"at most {self.automatic} a part beside factors and dropped conditions" if self.automatic < MOST else ""


PROFILES = {
    "quick": Profile("quick", 0, 1.0, 60, 900.0, automatic=8),
    "full": Profile("full", 1, 1.0, 300, 7200.0),
    "fuzz": Profile("fuzz", 1, 4.0, 1000, 7200.0),
}


def profile(name: str | Profile) -> Profile:
    """The profile of that name, or a clear sentence."""
    if isinstance(name, Profile):
        return name
    try:
        return PROFILES[name]
    except KeyError:
        raise UsageError(f"unknown profile {name!r}: choose quick, full or fuzz") from None
