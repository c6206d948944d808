"""The signs of sums, products and extremes by those of their parts: 2 positive, 1 not negative, 0 zero, -1, -2, None not known."""

from __future__ import annotations

from collections.abc import Iterable

Sign = int | None


def added(signs: Iterable[Sign]) -> Sign:
    """Of a sum."""
    found = list(signs)
    if None in found:
        return None
    if all(s is not None and s >= 0 for s in found):
        return max(s for s in found if s is not None)
    if all(s is not None and s <= 0 for s in found):
        return min(s for s in found if s is not None)
    return None


def multiplied(signs: Iterable[Sign]) -> Sign:
    """Of a product."""
    total = 2
    for s in signs:
        if s == 0:
            return 0
        if s is None:
            return None
        strict = abs(total) == 2 and abs(s) == 2
        total = (2 if strict else 1) * (1 if total * s > 0 else -1)
    return total


def largest(signs: list[Sign]) -> Sign:
    """Of the largest of several numbers."""
    known = [s for s in signs if s is not None]
    if known and max(known) > 0:
        return max(known)
    return max(known) if known and len(known) == len(signs) else None


def negated(sign: Sign) -> Sign:
    """Of a number times -1."""
    return None if sign is None else -sign
