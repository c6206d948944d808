"""Tails and quantiles of the normal, Student's and the χ² law, and ranks: as scipy.stats has them, without its second of loading."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def normal_isf(p: Any) -> Any:
    """The z with P(Z > z) = p."""
    return -special.ndtri(p)


def student_isf(p: Any, freedom: Any) -> Any:
    """The t that Student's variable exceeds with probability p."""
    return -special.stdtrit(freedom, p)


def chi2_isf(p: Any, freedom: Any) -> Any:
    """The value that χ² exceeds with probability p."""
    return special.chdtri(freedom, p)


def chi2_sf(x: Any, freedom: Any) -> Any:
    """The probability that χ² exceeds x."""
    return special.chdtrc(freedom, x)


def ranks(values: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The rank of each value, from 1; equal values share their mean rank."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place.ravel()], dtype=np.float64)
