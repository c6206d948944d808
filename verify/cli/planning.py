"""`lemmata plan`: what will be judged where, what stands in the way, and what it costs; nothing is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.cli.parts import row


def plan(names: Sequence[str], profile: str, seed: int) -> int:
    """0 if every part can be judged, 3 if some cannot."""
    from lemmata.verify.engine.loading import select
    from lemmata.verify.engine.profiles import profile as find_profile
    from lemmata.verify.engine.prospect import prospect
    from lemmata.verify.engine.tidy import said
    from lemmata.verify.engine.unprepared import Unprepared

    chosen, total, troubled = find_profile(profile), 0.0, 0
    subjects = select(names)
    for item in subjects:
        try:
            if isinstance(item, Unprepared):
                raise item.error
            found = prospect(item, chosen, seed)
        except Exception as error:
            if len(subjects) == 1 and isinstance(error, LemmataError):
                raise
            troubled += 1
            print("\n".join((f"{item.claim.id}: nothing can be judged", row("trouble", said(error)))))
            continue
        total, troubled = total + found.seconds, troubled + found.troubled
        print("\n".join(lines(found)))
    print(
        f"{_counted(len(subjects), 'claims')} in the profile {chosen.name}: roughly {_seconds(total)}"
        + (f"; {troubled} with parts that cannot be judged" if troubled else "")
        + (f"; of automatic wrong versions {chosen.sample}" if chosen.sample else "")
    )
    return 3 if troubled else 0


def lines(found: Any) -> list[str]:
    """A claim's plan."""
    shown = [
        f"{found.id}: {_counted(found.core, 'points')} of the core, {found.rest} of the rest, in {_counted(found.units, 'units')}; "
        f"roughly {_seconds(found.seconds)}"
    ]
    for part in found.parts:
        shown.append(row(part.name if len(found.parts) > 1 else part.kind, part.text))
        if part.open:
            shown.append(row("", f"open, and not judged: {part.open}"))
            continue
        laws = [
            _counted(n, word)
            for word, n in zip(("prints", "wrong versions", "automatic wrong versions"), part.laws.values(), strict=True)
            if n
        ]
        shown.append(
            row(
                "",
                f"{_counted(part.points, 'points')}, against {', '.join(laws) or 'nothing else'}"
                + ("; a proof is run" if part.proof else ""),
            )
        )
        shown += [row("rests on", text) for text in part.basis]
        shown += [row("trouble", text) for text in part.trouble]
    return shown


def _counted(number: int, things: str) -> str:
    """``2 claims``, ``1 claim``."""
    return f"{number} {things if number != 1 else things.removesuffix('s')}"


def _seconds(seconds: float) -> str:
    return (
        f"{max(1, round(seconds))} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )
