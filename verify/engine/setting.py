"""What a run fixes for all its claims: the root key, the device, the generator and the profile."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """``root``: the key from which every random number comes; ``profile``: 0 for quick, 1 for full."""

    root: int = 0
    device: str = "cpu"
    rng: str = "torch"
    profile: int = 0
