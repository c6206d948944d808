"""A certificate entry: g = sum_n b_n He_n with rational b_n; the pivots are centres of a box that holds exactly one root.

Conventions: monic He_n, one parity, lowest index > K (so the i = 1 equations hold identically). The claim of an entry: there is
exactly one choice of pivot coefficients b_p (1 + x_p), |x_p| <= radius, that makes g (I,K)-superorthogonal, all others fixed.
Equations: E[g^i He_k] = 0 for 2 <= i <= I, 1 <= k <= K, those with g^i He_k odd left out (they hold by parity).
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from lemmata.theory.language.errors import DomainError

CERTIFICATES = Path(__file__).resolve().parents[2] / "superorthogonal" / "certificates.json"
SCHEMA = 1


def equations(I: int, K: int, parity: int) -> list[tuple[int, int]]:
    """The (i, k), 2 <= i <= I, 1 <= k <= K, that parity does not already solve; parity 0 is even, 1 is odd."""
    return [(i, k) for i in range(2, I + 1) for k in range(1, K + 1) if (i * parity + k) % 2 == 0]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One row of the certified table; `coefficients` maps n to the exact rational b_n."""

    I: int
    K: int
    coefficients: dict[int, Fraction]
    pivots: tuple[int, ...]
    radius: Fraction

    def __post_init__(self) -> None:
        name = f"entry ({self.I},{self.K})"
        if self.I < 1 or self.K < 1 or not self.coefficients or any(b == 0 for b in self.coefficients.values()):
            raise DomainError(f"{name} needs I >= 1, K >= 1 and at least one coefficient, none of them zero")
        if len({n % 2 for n in self.coefficients}) != 1 or min(self.coefficients) <= self.K:
            raise DomainError(f"{name} has indices {sorted(self.coefficients)}; keep one parity and indices above K")
        if not set(self.pivots) <= set(self.coefficients) or len(set(self.pivots)) != len(self.pivots):
            raise DomainError(f"{name} has pivots {self.pivots}; they must be distinct indices of coefficients")
        if not 0 < self.radius < 1:
            raise DomainError(f"{name} has relative radius {self.radius}; take a number between 0 and 1")

    @property
    def degree(self) -> int:
        return max(self.coefficients)

    @property
    def parity(self) -> int:
        return self.degree % 2

    @property
    def key(self) -> tuple[int, int, str]:
        """(I, K, 'even' or 'odd')."""
        return (self.I, self.K, "odd" if self.parity else "even")

    def claiming(self, I: int, K: int) -> Entry:
        """The same polynomial with another claim."""
        return replace(self, I=I, K=K)

    def scaled(self, n: int, factor: Fraction) -> Entry:
        """The entry with b_n multiplied by `factor`."""
        return replace(self, coefficients={**self.coefficients, n: self.coefficients[n] * factor})

    def without(self, n: int) -> Entry:
        """The entry with the coefficient b_n dropped (n not a pivot)."""
        return replace(self, coefficients={m: b for m, b in self.coefficients.items() if m != n})


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome of a verification. When it holds: step <= (1 - contraction) * radius, so one root lies in the box."""

    holds: bool
    method: str
    radius: Fraction
    contraction: float = float("inf")
    step: float = float("inf")
    reason: str = ""

    def __bool__(self) -> bool:
        return self.holds


def decimal(value: Fraction) -> str:
    """An exact decimal string such as '-123e-45' when the denominator divides a power of ten, else 'p/q'."""
    denominator, powers = value.denominator, {2: 0, 5: 0}
    for prime in powers:
        while denominator % prime == 0:
            denominator, powers[prime] = denominator // prime, powers[prime] + 1
    if denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    exponent = max(powers.values())
    return f"{value * 10**exponent}e-{exponent}" if exponent else f"{value.numerator}"


def rounded(value: Fraction, digits: int) -> Fraction:
    """The nearest decimal with the given number of significant digits."""
    if value == 0:
        return value
    exponent = digits
    size = abs(value)
    while size * 10**exponent >= 10**digits:
        exponent -= 1
    while size * 10**exponent < 10 ** (digits - 1):
        exponent += 1
    scale = Fraction(10) ** exponent
    return round(value * scale) / scale


def load_certificates(path: Path = CERTIFICATES) -> list[Entry]:
    """The committed table, in the order (I, K, degree)."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DomainError(f"certificates {path} cannot be read ({error}); regenerate the table") from error
    if data.get("schema") != SCHEMA:
        raise DomainError(f"certificates {path} have schema {data.get('schema')!r}; this code reads schema {SCHEMA}")
    return [
        Entry(
            I=row["I"],
            K=row["K"],
            coefficients={int(n): Fraction(b) for n, b in row["coefficients"].items()},
            pivots=tuple(row["pivots"]),
            radius=Fraction(row["radius"]),
        )
        for row in data["entries"]
    ]


def find_entry(I: int, K: int, parity: str, path: Path = CERTIFICATES) -> Entry:
    """The entry of one (I, K, 'even' or 'odd')."""
    for entry in load_certificates(path):
        if entry.key == (I, K, parity):
            return entry
    raise DomainError(f"no certificate for (I,K) = ({I},{K}), {parity}; see load_certificates() for the table")


def save_certificates(entries: Iterable[Entry], path: Path = CERTIFICATES) -> None:
    """Write the table in canonical order and replace the file in one step, so that a reader never sees half of it."""
    rows = [
        {
            "I": e.I,
            "K": e.K,
            "parity": e.key[2],
            "degree": e.degree,
            "pivots": list(e.pivots),
            "radius": decimal(e.radius),
            "coefficients": {str(n): decimal(e.coefficients[n]) for n in sorted(e.coefficients)},
        }
        for e in sorted(entries, key=lambda e: (e.I, e.K, e.degree))
    ]
    convention = (
        "g = sum coefficients[n] He_n, He_n monic probabilists'; all coefficients exact; within the relative box of the radius "
        "around the pivots exactly one choice makes E[g^i He_k] = 0 for 1 <= i <= I, 1 <= k <= K"
    )
    text = json.dumps({"schema": SCHEMA, "convention": convention, "entries": rows}, indent=1) + "\n"
    path = Path(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
