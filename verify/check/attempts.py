"""Proofs that are tried on a statement before anything is drawn: one rule of the kernel each, within a time limit.

What an attempt returns is judged by the kernel like the proof of any claim; one that does not conclude says nothing.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.sampled import RandomNumber, samples

SECONDS = 2.0


@dataclass(frozen=True)
class Attempt:
    """``code``: the lines of the proof as a file has them, about ``left`` and ``right``; ``proof(left, right)`` makes it."""

    code: str
    proof: Callable[[Any, Any], Callable[[Any], Any]]


EQUALITIES = (
    Attempt("k.normal(left, right)", lambda a, b: lambda k: k.normal(a, b)),
    Attempt("k.mean(left).to(right)", lambda a, b: lambda k: k.mean(a).to(b)),
    Attempt("k.words(left, right)", lambda a, b: lambda k: k.words(a, b)),
    Attempt("k.mean(left).then(k.flip(k.mean(right)))", lambda a, b: lambda k: k.mean(a).then(k.flip(k.mean(b)))),
    Attempt("k.tail(left).to(right)", lambda a, b: lambda k: k.tail(a).to(b)),
    Attempt("k.linear(left).to(right)", lambda a, b: lambda k: k.linear(a).to(b)),
)
STEIN = "k.stein(left, {name}).to(right)"
ORDERS = (
    Attempt("k.compare(left, right)", lambda a, b: lambda k: k.compare(a, b)),
    Attempt(
        "k.mean(left).then(k.compare(k.mean(left).right, right))",
        lambda a, b: lambda k: k.mean(a).then(k.compare(k.mean(a).right, b)),
    ),
)


class _Late(BaseException):  # a proof that catches every Exception does not catch it
    """The time of an attempt is over."""


def attempt(claim: Claim, again: Callable[[Callable[[Any], Any]], Claim]) -> Attempt | None:
    """The first attempt that proves the claim; ``again(proof)`` is the claim with a proof."""
    from lemmata.theory.kernel.prove import prove

    statement = claim.parts["main"].statement
    if not isinstance(statement, Identity | Inequality):
        return None
    tried = [*EQUALITIES, *_by_parts(statement.left)] if isinstance(statement, Identity) else ORDERS
    for item in tried:
        try:
            with _within(SECONDS):
                if prove(again(item.proof(statement.left, statement.right)), "main").status == "proved":
                    return item
        except _Late:
            continue
    return None


def _by_parts(left: Any) -> Iterator[Attempt]:
    """Stein's lemma in each of the normal numbers of the left side."""
    for term in samples(left):
        if isinstance(term, RandomNumber) and term.law.gaussian:
            yield Attempt(STEIN.format(name=term.name), _stein(term))


def _stein(term: Any) -> Callable[[Any, Any], Callable[[Any], Any]]:
    return lambda left, right: lambda k: k.stein(left, term).to(right)


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """A time limit where the system and the thread allow one."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def late(number: int, frame: Any) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
