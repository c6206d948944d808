"""`lemmata check`: a statement on one line, judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lemmata.verify.cli.bounds import bounded


def show(
    statement: str,
    withs: Sequence[str],
    core: Sequence[str],
    save: Path | None,
    latex: bool,
    seed: int,
    full: bool,
    device: str,
    limit: float,
) -> int:
    """Print what was found; 0 it holds, 1 it is refuted, 3 it was not decided."""
    from lemmata.verify.check.run import check

    with bounded("the check", limit):
        found = check(statement, *withs, core=core, save=save, seed=seed, full=full, device=device)
    print("\n".join(found.lines(latex)))
    return {True: 0, False: 1, None: 3}[found.holds]
