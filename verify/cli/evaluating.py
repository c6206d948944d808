"""`lemmata eval`: the values behind a claim at a point the user names."""

from __future__ import annotations

import json as json_
from collections.abc import Sequence
from typing import Any

from lemmata.theory.language.errors import UsageError


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


def _result(identity: str, law: str, given: dict[str, Any]) -> dict[str, Any]:
    from lemmata.verify.claims import claim_ids, load_claim

    if identity in claim_ids():
        from lemmata.verify.engine.computed import computed_quantities

        found = computed_quantities(load_claim(identity), law, given)
        if found is not None:  # torch was not needed
            return found
    from lemmata.verify.engine.evaluate import evaluate
    from lemmata.verify.library import select

    chosen = select([identity])
    if len(chosen) != 1:
        raise UsageError(f"{identity} names {len(chosen)} claims; eval takes one, such as {chosen[0].claim.id}")
    return evaluate(chosen[0], law, given)


def show(identity: str, pairs: Sequence[str], law: str, json: bool) -> None:
    result = _result(identity, law, parse(pairs))
    if json:
        print(json_.dumps(result, indent=1, default=str))
        return
    print(f"{result['id']} ({result['law']}): {result['statement']}")
    print("at " + (" ".join(f"{k}={v}" for k, v in result["point"].items()) or "(no parameters)"))
    for name, entry in result["quantities"].items():
        error = f" ± {entry['error']:.2g}" if entry.get("error") else ""
        value = f"{entry['value']:.15g}" if isinstance(entry["value"], float) else entry["value"]
        value = "undecided" if entry["value"] is None else value
        print(
            f"  {name} = {value}{error}"
            + (f"   [{entry['how']}]" if entry.get("how") else "")
            + (f"   {entry['detail']}" if entry.get("detail") else "")
        )
