"""The deterministic equivalent of the ridge risk for a spectrum of length d.

kappa > 0 solves n - n lam/kappa = sum_j l_j/(l_j + kappa); with gamma = sum_j l_j^2/(l_j + kappa)^2 / n the
answer is (kappa, kappa^2 sum_j b_j^2 l_j/(l_j + kappa)^2 / (1 - gamma), sigma^2 gamma/(1 - gamma)).
"""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.measure import Answer, Bound, Job, Run

LAM, SIGMA2, DECAY = 1e-3, 0.25, 1.2
ERROR = 1e-11  # relative, of all three numbers


def problem(d: int) -> tuple[int, np.ndarray, np.ndarray]:
    index = np.arange(1.0, d + 1)
    return d // 10, index**-DECAY, index**-0.5


def ours(d: int) -> Run:
    from lemmata.numerics.models.ridge.equivalent import equivalent

    n, spectrum, target = problem(d)

    def run() -> Answer:
        kappa, bias, variance, error = equivalent(spectrum, target, n, LAM)
        return Answer([kappa, bias, SIGMA2 * variance], [error[0], error[1], SIGMA2 * error[2]])

    return run


def compiled(d: int) -> Run:
    """The terms of the family's own notation: κ as a root, then the formulas, and the bound |g|/|g'| of what κ may be off by."""
    import torch

    from lemmata import Array, Naturals, Positive, Symbol
    from lemmata.numerics.formula.evaluate import SLACK, UNIT, magnitude
    from lemmata.numerics.formula.literal import Literal
    from lemmata.theory.ridge.notation import Spectrum, j, kappa

    n, values, target = problem(d)
    length = Symbol("d", "dimension", Naturals)
    spectrum = Spectrum(Array("l", "eigenvalues", length, of=Positive)[j], Array("b", "target", length)[j] ** 2, length)
    penalty = spectrum.effective()
    balance = penalty.args[0]
    root = Literal((penalty,), averaged=False)
    risk = Literal(
        (spectrum.bias(kappa), spectrum.spread(kappa), balance, balance.diff(kappa), magnitude(balance)), averaged=False
    )
    env = {"n": n, "λ": LAM, "d": d, "l": torch.tensor(values), "b": torch.tensor(target)}

    def run() -> Answer:
        place = float(root.at(env)({})[0])
        bias, spread, rest, slope, size = (float(v) for v in risk.at({**env, "κ": place})({}))
        # the logarithm of the risk moves at most three times as far as that of kappa
        relative = 3 * (abs(rest) + SLACK * UNIT * size) / (slope * place) + d * 2e-16
        found = [place, bias, SIGMA2 * spread]
        return Answer(found, [relative * v for v in found])

    return run


def _answer(kappa: float, n: int, spectrum: np.ndarray, target: np.ndarray) -> Answer:
    shrunk = spectrum / (spectrum + kappa) ** 2
    gamma = float(spectrum @ shrunk) / n
    value = [kappa, kappa**2 * float(target**2 @ shrunk) / (1 - gamma), SIGMA2 * gamma / (1 - gamma)]
    return Answer(value, [ERROR * v for v in value])


def _excess(kappa: float, n: int, spectrum: np.ndarray) -> float:
    return float(n - n * LAM / kappa - np.sum(spectrum / (spectrum + kappa)))


def scipy_bisect(d: int) -> Run:
    """The pattern of published code: bisection in kappa itself, as deep as the tolerance 1e-16 lets it go."""
    from scipy.optimize import bisect

    n, spectrum, target = problem(d)

    def run() -> Answer:
        top = LAM + spectrum.sum() / n
        found = bisect(_excess, LAM, top, args=(n, spectrum), xtol=1e-16, maxiter=200)
        return _answer(found, n, spectrum, target)

    return run


def scipy_brent(d: int) -> Run:
    """The same library used well: Brent's method in log kappa."""
    from scipy.optimize import brentq

    n, spectrum, target = problem(d)

    def run() -> Answer:
        ends = np.log(LAM), np.log(LAM + spectrum.sum() / n)
        found = float(np.exp(brentq(lambda t: _excess(np.exp(t), n, spectrum), *ends, xtol=1e-14)))
        return _answer(found, n, spectrum, target)

    return run


def job(small: bool = False) -> Job:
    d = 1000 if small else 100_000
    return Job(
        name="ridge_equivalent",
        question=f"deterministic equivalent of the ridge risk, spectrum of length {d}",
        ours=lambda: ours(d),
        peers={
            "our terms, compiled": lambda: compiled(d),
            "scipy bisect in kappa": lambda: scipy_bisect(d),
            "scipy brentq in log": lambda: scipy_brent(d),
        },
        bound=lambda: Bound(2 * limits.shrink_pass(d), "two passes over the spectrum: one to certify kappa, one for the risk"),
    )
