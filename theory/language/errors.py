"""The errors of lemmata: each message is one sentence that names the value and the way out."""

from __future__ import annotations


class LemmataError(Exception):
    """Something a user can put right; commands print it as one line and no traceback."""


class ClaimError(LemmataError):
    """A claim is malformed; the message begins with its id."""


class DomainError(LemmataError):
    """A parameter lies outside the domain on which the claim is stated."""


class EmptyBand(DomainError):
    """The ends of a bound on two sides are in the wrong order at a point: no number meets it, and nothing is learnt."""


class CompileError(LemmataError):
    """An expression has a part that the chosen evaluator does not know."""


class NonFinite(LemmataError):
    """A NaN or an infinity appeared where a number was expected."""


class NotConverged(LemmataError):
    """A solver did not reach its tolerance; never a silent approximate value."""


class NoSolution(NotConverged):
    """An equation has no root where one is meant, so that a term has no value."""


class SimulatorError(LemmataError):
    """A simulator returned the wrong thing: shape, type or device."""


class UsageError(LemmataError):
    """An unknown id, file, profile or option."""


class StoreError(LemmataError):
    """The store of results cannot be read or written."""


class DeviceError(LemmataError):
    """A device was asked for that this machine does not have."""
