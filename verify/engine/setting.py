"""What a run fixes for all its claims: the root key, the device, the generator and the profile."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.theory.language.mutation import MOST


@dataclass(frozen=True)
class Setting:
    """``root``: the key from which every random number comes; ``profile``: 0 for quick, 1 for full;
    ``automatic``: how many automatic wrong versions of a part are judged, beside rungs and dropped conditions."""

    root: int = 0
    device: str = "cpu"
    rng: str = "torch"
    profile: int = 0
    automatic: int = MOST
