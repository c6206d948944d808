"""Success probabilities, exactly: P(success) ≥ p against k successes of n.

Fixed size: the binomial tail and Clopper-Pearson's interval. Sequentially: the beta mixture
E(p) = ∫ q^k (1-q)^(n-k) dB(q) / (p^k (1-p)^(n-k)) is a martingale under p, and with the prior B restricted to q < p a
supermartingale under every larger one, so E ever exceeds 1/α with probability at most α.
Conventions: k and n are tensors or numbers of equal shape, everything in float64; B is Beta(1/2, 1/2).
Sources: Clopper & Pearson (1934); Ville (1939); Robbins (1970).
"""

from __future__ import annotations

import math

import numpy as np
import torch
from scipy import special
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.expansion import Array
from lemmata.verify.engine.stats.studentised import Interval, as_tensor, check_level

PRIOR = 0.5


def _counts(k: float | Tensor, n: float | Tensor) -> tuple[Tensor, Tensor]:
    successes, trials = torch.broadcast_tensors(as_tensor(k), as_tensor(n))
    if not bool(((successes >= 0) & (successes <= trials) & (trials.isfinite())).all()):
        raise LemmataError(f"{successes.tolist()} successes of {trials.tolist()} trials: need 0 ≤ successes ≤ trials")
    return successes, trials


def clopper_pearson(k: float | Tensor, n: float | Tensor, alpha: float | Tensor) -> Interval:
    """Two-sided exact interval for a probability at a fixed number of trials."""
    s, t = _counts(k, n)
    half = (check_level(alpha) / 2).expand_as(s).numpy()
    x, m = s.numpy(), t.numpy()
    low = np.where(x > 0, special.betaincinv(np.maximum(x, 1e-300), m - x + 1, half), 0.0)
    high = np.where(x < m, special.betainccinv(x + 1, np.maximum(m - x, 1e-300), half), 1.0)
    return Interval(torch.as_tensor(low), torch.as_tensor(high))


def p_value(k: float | Tensor, n: float | Tensor, p: float | Tensor, side: int) -> Tensor:
    """Exact tail: side 1 tests `probability ≤ p` (many successes contradict it), -1 tests `probability ≥ p`."""
    s, t = _counts(k, n)
    q = as_tensor(p).expand_as(s)
    x, m, r = s.numpy(), t.numpy(), q.numpy()
    if side > 0:
        tail = np.where(x > 0, special.betainc(np.maximum(x, 1e-300), m - x + 1, r), 1.0)
    else:
        tail = np.where(x < m, special.betaincc(x + 1, np.maximum(m - x, 1e-300), r), 1.0)
    return torch.as_tensor(tail)


def log_e(k: float | Tensor, n: float | Tensor, p: float | Tensor, side: int = 0) -> Tensor:
    """Log e-value against `probability = p` (side 0), `≤ p` (side 1) or `≥ p` (side -1)."""
    s, t = _counts(k, n)
    q = as_tensor(p).expand_as(s)
    x, m, r = s.numpy(), t.numpy(), q.numpy()
    marginal = _marginal(x, m)
    with np.errstate(divide="ignore"):
        a, b = x + PRIOR, m - x + PRIOR
        if side > 0:
            marginal = marginal + np.log(special.betaincc(a, b, r)) - np.log(special.betaincc(PRIOR, PRIOR, r))
        elif side < 0:
            marginal = marginal + np.log(special.betainc(a, b, r)) - np.log(special.betainc(PRIOR, PRIOR, r))
    # p = 0 or 1 leaves one side empty: nothing there can be bet on
    empty = (r >= 1) if side > 0 else (r <= 0) if side < 0 else np.zeros_like(r, dtype=bool)
    value = np.where(empty, 0.0, _against(x, m, r, marginal))
    return torch.as_tensor(np.where(np.isnan(value), -math.inf, value))


def _marginal(x: Array, m: Array) -> Array:
    """Log of the mixture of likelihoods."""
    found: Array = special.betaln(x + PRIOR, m - x + PRIOR) - special.betaln(PRIOR, PRIOR)
    return found


def _against(x: Array, m: Array, r: Array, marginal: Array) -> Array:
    """Log of the ratio of a mixture to the likelihood at r."""
    null = special.xlogy(x, r) + special.xlog1py(m - x, -r)
    impossible = np.isneginf(null)
    return np.where(impossible, math.inf, marginal - np.where(impossible, 0.0, null))


def sequence(k: float | Tensor, n: float | Tensor, alpha: float | Tensor) -> Interval:
    """Two-sided confidence sequence: all p with E(p) < 1/α; valid at every n at once."""
    s, t = _counts(k, n)
    wall = -torch.log(check_level(alpha)).numpy()
    x, m = s.numpy(), t.numpy()
    centre, marginal = np.where(m > 0, x / np.maximum(m, 1), 0.5), _marginal(x, m)
    outer, inner = np.stack([np.zeros_like(centre), np.ones_like(centre)]), np.stack([centre, centre])  # both ends at once
    for _ in range(60):
        middle = (outer + inner) / 2
        refuted = _against(x, m, middle, marginal) >= wall
        outer, inner = np.where(refuted, middle, outer), np.where(refuted, inner, middle)
    return Interval(torch.as_tensor(outer[0]), torch.as_tensor(outer[1]))
