"""What a test of a mean assumes of the law it samples; without an assumption no such test exists (Bahadur & Savage 1956).

In order of preference: bounds, a derived kurtosis, a declared one, none (then the supported kurtosis is computed), and
for experiments too costly for any of these, asymptotic normality.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from lemmata.theory.language.errors import LemmataError

# kurtosis of cubic Hermite polynomials of a Gaussian: what a verdict without an assumption must support to be green
SUPPORTED = 93.0
# the kurtosis E(X - μ)⁴/Var² of a polynomial of one degree in Gaussian variables, by degree
HERMITE = {1: 3.0, 2: 15.0, 3: 93.0, 4: 639.0}


@dataclass(frozen=True)
class Bounded:
    """Every replicate lies in [low, high]; the test is exact at any sample size."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise LemmataError(f"bounds [{self.low}, {self.high}] must be finite and in increasing order")

    @property
    def text(self) -> str:
        low, high = (
            0.0 if abs(end) < 1e-9 * (self.high - self.low) else end for end in (self.low, self.high)
        )  # room for rounding
        return f"values in [{low:.6g}, {high:.6g}]"


@dataclass(frozen=True)
class Kurtosis:
    """E(X - μ)⁴ ≤ value · Var²; the test is exact at any sample size."""

    value: float
    source: Literal["derived", "declared"]

    def __post_init__(self) -> None:
        if not 1 <= self.value < math.inf:
            raise LemmataError(f"kurtosis={self.value} must be a finite number of at least 1 (a Gaussian has 3)")
        if self.source not in ("derived", "declared"):
            raise LemmataError(f"source={self.source!r} of a kurtosis must be 'derived' or 'declared'")

    @property
    def text(self) -> str:
        return f"kurtosis ≤ {self.value:.6g} ({self.source})"


@dataclass(frozen=True)
class Unknown:
    """Nothing is assumed: the verdict names the largest kurtosis at which it still stands."""

    @property
    def text(self) -> str:
        return "no assumption on the law"


@dataclass(frozen=True)
class Asymptotic:
    """Asymptotic normality, for training runs that are too few for any exact interval."""

    @property
    def text(self) -> str:
        return "asymptotic"


Assumption = Bounded | Kurtosis | Unknown | Asymptotic


def asymptotic_below(alpha: float) -> int:
    """Below this number of replicates no kurtosis bound of use gives an interval, and training runs are judged by Student."""
    return math.ceil(12 * math.log(4 / alpha))
