"""A record beside its replay: every field of the two is compared, laws by their names; what may differ is listed here."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from lemmata.verify.engine.records import ClaimRecord, to_json

# what may differ between a record and its replay, and why
FREE = {"seconds": "the time it took", "address": "how the file of the claim was named, from the folder the run was started in"}
OF_THE_CODE = {"code", "key", "replay"}  # hashes that differ wherever the code does, which is said in words


def differences(old: ClaimRecord, new: ClaimRecord) -> list[str]:
    """Every field in which two records differ, laws matched by name: ``where: before -> after``."""
    free = FREE.keys() | (OF_THE_CODE if old.code != new.code else set())
    return list(_compared(_named(old), _named(new), free, ""))


def _named(record: ClaimRecord) -> dict[str, Any]:
    """A record as it is read from JSON, with its laws under their names."""
    data: dict[str, Any] = json.loads(json.dumps(to_json(record)))
    laws: dict[str, Any] = {}
    for law in data.pop("laws"):
        name, number = law["name"], 2
        while name in laws:  # no record has two laws of one name; if one has, neither is hidden
            name, number = f"{law['name']} ({number})", number + 1
        laws[name] = law
    return {**data, "laws": laws, "order of the laws": list(laws)}


def compared(old: Any, new: Any) -> Iterator[str]:
    """Every place in which two values read from JSON differ in a bit."""
    yield from _compared(old, new, (), "")


_MISSING = object()


def _compared(old: Any, new: Any, free: Collection[str], place: str) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            if place or name not in free:
                where = f"{place}.{name}" if place else name
                yield from _compared(old.get(name, _MISSING), new.get(name, _MISSING), free, where)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _compared(before, after, free, f"{place}[{number}]")
    elif old is _MISSING or new is _MISSING or type(old) is not type(new) or json.dumps(old) != json.dumps(new):
        yield f"{place}: {_text(old)} -> {_text(new)}"


def _text(value: Any) -> str:
    text = "nothing" if value is _MISSING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}..."
