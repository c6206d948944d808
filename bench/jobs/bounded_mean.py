"""A 95 % interval for the mean of n values in [0, 1] without asymptotics; the data are Beta(2, 5), mean 2/7."""

from __future__ import annotations

import numpy as np

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds

ALPHA = 0.05


def data(n: int) -> np.ndarray:
    return np.random.default_rng(0).beta(2, 5, size=n)


def _interval(low: float, high: float) -> Answer:
    return Answer([(low + high) / 2], (high - low) / 2, "interval")


def ours(n: int) -> Run:
    import torch

    from lemmata.verify.engine.stats.betting import betting_interval

    x = torch.from_numpy(data(n))

    def run() -> Answer:
        ends = betting_interval(x, ALPHA)
        return _interval(float(ends.low[0]), float(ends.high[0]))

    return run


def _bets(x: np.ndarray) -> np.ndarray:
    """Predictable bets sqrt(2 log(2/alpha) / (n s_{t-1}^2)) of Waudby-Smith and Ramdas."""
    n = len(x)
    t = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(x)) / (t + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], variances[:-1]])
    return np.sqrt(2 * np.log(2 / ALPHA) / (n * before))


def numpy_grid(n: int, points: int = 1000) -> Run:
    """Hedged capital on a grid of candidate means: the standard implementation of the betting interval."""
    x = data(n)

    def run() -> Answer:
        bets, inside = _bets(x), []
        for m in np.linspace(0, 1, points + 1)[1:-1]:
            up = np.minimum(bets, 0.5 / m)
            down = np.minimum(bets, 0.5 / (1 - m))
            rise = np.sum(np.log1p(up * (x - m)))
            fall = np.sum(np.log1p(-down * (x - m)))
            if max(rise, fall) - np.log(2) < np.log(1 / ALPHA):
                inside.append(m)
        return _interval(min(inside) - 1 / points, max(inside) + 1 / points)

    return run


def numpy_bernstein(n: int) -> Run:
    """Maurer and Pontil's empirical Bernstein interval: one pass, wider."""
    x = data(n)

    def run() -> Answer:
        log = np.log(4 / ALPHA)
        half = np.sqrt(2 * x.var(ddof=1) * log / n) + 7 * log / (3 * (n - 1))
        return _interval(x.mean() - half, x.mean() + half)

    return run


def bound(n: int) -> Bound:
    x = data(n)
    buffer = np.empty_like(x)
    return Bound(2 * cpu_seconds(lambda: np.log1p(x, out=buffer)), "one log-wealth at each end point")


def job(small: bool = False) -> Job:
    n = 1000 if small else 10_000
    return Job(
        name="bounded_mean",
        question=f"95 % interval for a mean in [0, 1], n = {n}",
        ours=lambda: ours(n),
        peers={"numpy betting, 1000 means": lambda: numpy_grid(n), "numpy empirical Bernstein": lambda: numpy_bernstein(n)},
        bound=lambda: bound(n),
    )
