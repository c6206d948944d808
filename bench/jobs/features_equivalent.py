"""The deterministic equivalent of ridge regression on p random features of a spectrum of length d.

With df(kappa) = sum_j l_j/(l_j + kappa), kappa > 0 solves kappa (1 - df/n)(1 - df/p) = lam on df < min(n, p); solved for
df this is monotone: ((n + p) - sqrt((n - p)^2 + 4 n p lam/kappa))/2 = df(kappa).
"""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, DECAY = 1e-3, 1.2
ERROR = 1e-11


def problem(d: int) -> tuple[int, int, np.ndarray]:
    return d // 10, d // 5, np.arange(1.0, d + 1) ** -DECAY


def ours(d: int) -> Run:
    import torch

    from lemmata import Array, Index, Naturals, Positive, Root, Sum, Symbol, oo, sqrt
    from lemmata.numerics.formula.evaluate import SLACK, UNIT, magnitude
    from lemmata.numerics.formula.literal import Literal

    n, p, size = (Symbol(x, "a size", Naturals) for x in "npd")
    kappa, lam = Symbol("κ", "effective penalty", Positive), Symbol("λ", "penalty", Positive)
    l, j = Array("l", "eigenvalues", size, of=Positive), Index("j")
    allowed = (n + p - sqrt((n - p) ** 2 + 4 * n * p * lam / kappa)) / 2
    balance = allowed - Sum(l[j] / (l[j] + kappa), (j, 1, size))
    root = Literal((Root(kappa, balance, inside=(lam, oo)),), averaged=False)
    near = Literal((balance, balance.diff(kappa), magnitude(balance)), averaged=False)
    samples, features, spectrum = problem(d)
    env = {"n": samples, "p": features, "λ": LAM, "d": d, "l": torch.tensor(spectrum)}

    def run() -> Answer:
        place = float(root.at(env)({})[0])
        rest, slope, size = (float(v) for v in near.at({**env, "κ": place})({}))
        return Answer([place], [(abs(rest) + SLACK * UNIT * size) / slope])

    return run


def nested_bisect(d: int) -> Run:
    """The pattern of published code: bisection inside bisection, each as deep as it goes."""
    from scipy.optimize import bisect

    n, p, spectrum = problem(d)

    def run() -> Answer:
        top = LAM + spectrum.sum()

        def df(kappa: float) -> float:
            return float(np.sum(spectrum / (spectrum + kappa)))

        def inner(kappa1: float) -> float:
            return float(bisect(lambda k: k * (1 - df(k) / p) - kappa1, kappa1, top, xtol=1e-16, maxiter=200))

        kappa1 = bisect(lambda k: k * (1 - df(inner(k)) / n) - LAM, LAM, top / 2, xtol=1e-16, maxiter=200)
        value = inner(kappa1)
        return Answer([value], [ERROR * value])

    return run


def job(small: bool = False) -> Job:
    d = 1000 if small else 100_000
    return Job(
        name="features_equivalent",
        question=f"deterministic equivalent of random-feature ridge regression, spectrum of length {d}",
        ours=lambda: ours(d),
        peers={"scipy bisect in bisect": lambda: nested_bisect(d)},
        bound=lambda: Bound(limits.shrink_pass(d), "one pass over the spectrum, to certify kappa"),
        repeat=3,
    )
