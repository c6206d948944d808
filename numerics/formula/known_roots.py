"""Roots that were found before: the same equation at the same numbers, in another formula.

A statement and its wrong versions share most of their equations, and each formula is compiled by itself. An equation's root is
known by the equation and by the values of all that stands in it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from torch import Tensor

from lemmata.theory.language.errors import LemmataError

MOST = 4096  # roots that are kept
LARGE = 1 << 17  # bytes of an array beyond which it is not read again for comparison
_found: OrderedDict[Any, Tensor | LemmataError] = OrderedDict()


def once(equation: Any, values: Sequence[Any], solve: Callable[[], Tensor]) -> Tensor:
    """The root of an equation with these values in it; solved where it is not known, and an error where there was one."""
    key = _key(equation, values)
    if key is None:
        return solve()
    if key not in _found:
        try:
            _found[key] = solve()
        except LemmataError as error:
            _found[key] = error
            raise
        if len(_found) > MOST:
            _found.popitem(last=False)
    _found.move_to_end(key)
    known = _found[key]
    if isinstance(known, LemmataError):
        raise known.with_traceback(None)
    return known


def _key(equation: Any, values: Sequence[Any]) -> Any:
    """The equation with the contents of all values; None where they are no plain numbers, or too long."""
    parts: list[Any] = []
    for value in values:
        if not isinstance(value, Tensor):
            parts.append(value if isinstance(value, int | float) else None)
        elif value.device.type != "cpu" or value.requires_grad or value.numel() * value.element_size() > LARGE:
            parts.append(None)
        else:
            content = value.detach().contiguous().numpy().tobytes()
            digest = content if len(content) <= 32 else blake2b(content, digest_size=32).digest()
            parts.append((str(value.dtype), tuple(value.shape), digest))
    return None if any(part is None for part in parts) else (equation, *parts)
