"""`lemmata eval`: the values behind a claim at a point the user names."""

from __future__ import annotations

import json as json_
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.bounds import bounded

LIMIT = 120.0  # seconds


def parse(pairs: Sequence[str]) -> dict[str, Any]:
    """name=value pairs; values stay text, the domain knows what they are."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"{pair!r} is no name=value pair, such as n=100")
        if name in found:
            raise UsageError(f"{name} is given twice")
        found[name] = value
    return found


def _result(identity: str, law: str, given: dict[str, Any], sample: int = 0, seed: int = 0) -> dict[str, Any]:
    from lemmata.verify.claims import claim_ids, load_claim
    from lemmata.verify.tools import evaluate_tool, tool_of

    tool = tool_of(identity)
    if tool is not None:
        return evaluate_tool(tool, given)
    if identity in claim_ids():
        from lemmata.verify.engine.answering import answered

        found = answered(load_claim(identity), law, given)
        if found is not None:  # torch was not needed
            return found
    from lemmata.verify.engine.evaluate import evaluate
    from lemmata.verify.engine.loading import select

    chosen = select([identity])
    if len(chosen) != 1:
        raise UsageError(f"{identity} names {len(chosen)} claims; eval takes one, such as {chosen[0].claim.id}")
    return evaluate(chosen[0], law, given, sample=sample, seed=seed)


def show(
    identity: str,
    pairs: Sequence[str],
    law: str,
    json: bool,
    limit: float = LIMIT,
    sample: int = 0,
    data: Path | None = None,
    seed: int = 0,
) -> None:
    given = parse(pairs)
    if data is not None:
        from lemmata.verify.cli.data import read

        found = read(data)
        twice = next((name for name in found if name in given), None)
        if twice is not None:
            raise UsageError(f"{twice} is given twice: on the command line and in {data}")
        given = {**found, **given}
    with bounded(f"{identity} ({law})", limit):
        result = _result(identity, law, given, sample, seed)
    if json:
        print(json_.dumps(result, indent=1, default=str))
        return
    print(f"{result['id']}{' (' + result['law'] + ')' if result['law'] else ''}: {result['statement']}")
    print("at " + (" ".join(f"{k}={v}" for k, v in result["point"].items()) or "(no parameters)"))
    print("\n".join(lines(result["quantities"])))


def lines(quantities: Mapping[str, Any]) -> list[str]:
    """A line for each quantity: its value, its error and how it was found."""
    found = []
    for name, entry in quantities.items():
        largest = entry.get("error")
        largest = max(_flat(largest), default=0.0) if isinstance(largest, list) else largest
        value = f"{entry['value']:.15g}" if isinstance(entry["value"], float) else entry["value"]
        largest = largest + abs(entry["value"] - float(value)) if largest and isinstance(entry["value"], float) else largest
        error = f" ± {largest:.2g}" if largest else ""
        value = value if entry["value"] is not None else "not drawn" if entry.get("how") == "sampled" else "no value"
        how, detail = (
            (f"   [{entry['how']}]" if entry.get("how") else ""),
            (f"   {entry['detail']}" if entry.get("detail") else ""),
        )
        found.append(f"  {name} = {value}{error}{how}{detail}")
    return found


def _flat(values: Any) -> list[float]:
    """The numbers of a nested list."""
    return [x for value in values for x in _flat(value)] if isinstance(values, list) else [float(values)]
