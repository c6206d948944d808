"""A randomised result is a pure function of (root, claim, parameters, stage, chunk), named by BLAKE2b of these.

`canonical` writes parameters as JSON that is equal for equal values and different for different ones:
mappings are sorted, floats use their shortest exact decimal (so 1 and 1.0 differ), fractions and other tagged
values are one-entry mappings whose name begins with `$`, a prefix that parameters themselves may not use.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from numbers import Integral, Rational, Real
from typing import Any

from lemmata.theory.language.errors import UsageError

VERSION = b"lemmata-key/1"


def canonical(params: Any) -> str:
    """The canonical JSON of a parameter point: the same text on every machine and in every insertion order."""
    return json.dumps(_plain(params), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return {"$fraction": f"{int(value.numerator)}/{int(value.denominator)}"}
    if isinstance(value, Real):
        return _exact_float(value)
    if isinstance(value, Mapping):
        return {_name(name): _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [_plain(item) for item in value]
    raise UsageError(
        f"a parameter of type {type(value).__name__} cannot be part of a random key: "
        "use int, float, Fraction, bool, str, None, or tuples and mappings of these"
    )


def _exact_float(value: Real) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise UsageError(f"the parameter {value} cannot be part of a random key: give a finite number")
    if number != value:
        raise UsageError(f"the parameter {value} is not a double: give a float, an int or a Fraction")
    return number


def _name(name: Any) -> str:
    if not isinstance(name, str) or name.startswith("$"):
        raise UsageError(f"{name!r} cannot name a parameter of a random key: use a string not beginning with $")
    return name


@dataclass(frozen=True)
class Key:
    """The name of one stream of random numbers.

    `root` is the user's seed, `params` the text of `canonical`, `stage` the purpose (for instance `screen` or
    `confirm`), `chunk` the number of the block of replicates. Keys that differ anywhere give unrelated
    streams.
    """

    root: int
    claim: str
    params: str = "{}"
    stage: str = ""
    chunk: int = 0

    def __post_init__(self) -> None:
        for field in ("root", "chunk"):
            value = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, int):
                raise UsageError(f"the {field} of a random key is {value!r}: give an int")
        if self.chunk < 0:
            raise UsageError(f"the chunk of a random key is {self.chunk}: count chunks from 0")
        for field in ("claim", "params", "stage"):
            if not isinstance(getattr(self, field), str):
                raise UsageError(f"the {field} of a random key is {getattr(self, field)!r}: give a str")

    def child(self, **changes: Any) -> Key:
        """The same key with some parts replaced, for instance `key.child(stage="confirm", chunk=3)`."""
        return replace(self, **changes)

    @cached_property
    def text(self) -> str:
        """The canonical JSON that is hashed; also what a record stores."""
        return json.dumps([self.root, self.claim, self.params, self.stage, self.chunk], separators=(",", ":"))

    def digest(self, size: int, purpose: bytes = b"") -> bytes:
        """`size` bytes (at most 64) of BLAKE2b; different purposes give unrelated bytes."""
        return blake2b(self.text.encode(), digest_size=size, key=purpose, person=VERSION).digest()

    @cached_property
    def int64(self) -> int:
        """An integer in [0, 2^64)."""
        return int.from_bytes(self.digest(8), "little")

    @cached_property
    def int128(self) -> int:
        """An integer in [0, 2^128)."""
        return int.from_bytes(self.digest(16), "little")
