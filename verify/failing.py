"""What is said where the code of a claim or of a tool raises what it should not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lemmata.theory.language.errors import SimulatorError


def breaks_off(identity: str, point: Mapping[str, Any], error: Exception) -> SimulatorError:
    """One sentence for whatever the claim's own code raised at a point."""
    where = " ".join(f"{name}={value}" for name, value in point.items()) or "(no parameters)"
    why = (str(error).strip().splitlines() or [""])[0][:200]
    return SimulatorError(
        f"{identity}: it cannot be evaluated at {where[:300]} ({type(error).__name__}{': ' if why else ''}{why}); "
        "choose values nearer to the typical ones"
    )
