"""Whether a ladder can decide a limit at all: the noise that its rungs may have, from the amplification of the fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.expansion import Ladder, Term, fit_all
from lemmata.verify.engine.stats.hull import ALPHA, Data, check_terms, declared_subsets
from lemmata.verify.engine.stats.quantiles import normal_isf


@dataclass(frozen=True)
class Plan:
    """`needed_noise` is a factor's worth of noise per rung at which the declared hull has the resolution asked for."""

    plannable: bool
    needed_noise: float
    amplification: float
    reason: str

    def __bool__(self) -> bool:
        return self.plannable


def plannable(sizes: Data, noise: float | Data, terms: Sequence[Term], resolution: float, *, alpha: float = ALPHA) -> Plan:
    """Compare the noise of the rungs (standard errors, as `resolution`, absolute) with resolution/((z + 2) amplification).

    The amplification is the largest standard error of the limit over the sub-expansions, at unit noise in every rung; an
    unequal noise counts by its largest entry. A limit in powers of 1/log k alone is out of reach of any ladder.
    """
    declared = check_terms(terms)
    if not 0 < resolution < math.inf:
        raise LemmataError(f"resolution={resolution} must be a positive finite number")
    k = np.asarray(sizes, dtype=np.float64)
    largest = float(np.max(np.asarray(noise, dtype=np.float64)))
    if not 0 <= largest < math.inf:
        raise LemmataError(f"noise={largest} of a rung must be a finite number, at least 0")
    ladder = Ladder.of(k, np.zeros_like(k), np.ones_like(k))
    slow = [t.text for t in declared if t.logarithmic]
    groups = [(t(ladder.sizes) / t(ladder.sizes)[:1])[:, None] for t in declared]
    subsets = declared_subsets(len(declared), len(k) - 1)
    fits = fit_all(ladder, np.ones((len(k), 1)), groups, subsets)
    amplification = float(fits.error.max())
    z = float(normal_isf(alpha / 4))
    needed = resolution / ((z + 2) * amplification)
    if slow:
        reason = f"{slow[0]} falls too slowly for any ladder; give a finite-size formula, or derive the limit"
        return Plan(False, 0.0, amplification, reason)
    if largest > needed:
        reason = f"rungs have noise {largest:.2g}, {needed:.2g} is needed: more replicates, larger sizes, paired differences"
        return Plan(False, needed, amplification, reason)
    return Plan(True, needed, amplification, "")
