"""The errors of pretrained linear attention in the limit of many dimensions, at many ratios at once.

With x = (1 + rho)/alpha and M(s) the root of s M^2/kappa + (s + 1 - 1/kappa) M = 1, the effective ridge xi > 0 solves
xi (1 - (1 - xi M(x + xi))/tau) = lam; both errors are rational in x, xi, M and the slope of M at x + xi.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds

LAM = 1e-3
ERROR = 1e-10  # relative


def problem(points: int) -> dict[str, np.ndarray]:
    drawn = np.random.default_rng(0).uniform(size=(4, points))
    return {"α": 0.5 + 7.5 * drawn[0], "κ": 0.3 + 1.7 * drawn[1], "τ": 0.3 + 3.7 * drawn[2], "ρ": 0.02 + 0.48 * drawn[3]}


def _answer(errors: np.ndarray) -> Answer:
    return Answer(errors.ravel().tolist(), (ERROR * np.abs(errors)).ravel().tolist())


def ours(points: int) -> Run:
    """The quantities of the tool `icl_linear.errors`, at every point together."""
    import torch

    from lemmata.numerics.formula.literal import Literal
    from lemmata.theory.icl_linear.tools import known, new
    from lemmata.theory.language.definitions import expand

    values = {name: torch.from_numpy(v) for name, v in problem(points).items()}
    curve = Literal(tuple(expand(e) for e in (new, known)), averaged=False)
    at = curve.at({"λ": LAM}, varying=tuple(values))
    return lambda: _answer(torch.stack(at(values, points)).numpy())


@cache
def _formulas() -> object:
    """Both errors at given x, xi, M as a function of numbers or arrays: what a user would type off the page."""
    import sympy as sp

    from lemmata.theory.icl_linear.notation import errors, rho, tau

    x, xi, value = sp.symbols("x xi value", positive=True)
    return sp.lambdify((x, xi, value, tau, rho, sp.Symbol("κ")), [_plain(e) for e in errors(x, xi, value)], cse=True)


def _plain(e: object) -> object:
    import sympy as sp

    from lemmata.theory.icl_linear.notation import kappa

    return sp.sympify(e).xreplace({kappa: sp.Symbol("κ")})


def _resolvent(s: float, kappa: float) -> float:
    gap = s + 1 - 1 / kappa
    return float(2 / (gap + np.sqrt(gap**2 + 4 * s / kappa)))


def scipy_loop(points: int) -> Run:
    """One point after another: Brent's method in log xi, then the formulas."""
    from math import exp, log

    from scipy.optimize import brentq

    formulas, rows = _formulas(), list(zip(*problem(points).values(), strict=True))

    def one(alpha: float, kappa: float, tau: float, rho: float) -> list[float]:
        x = (1 + rho) / alpha

        def excess(t: float) -> float:
            xi = exp(t)
            return 1 - LAM / xi - (1 - xi * _resolvent(x + xi, kappa)) / tau

        xi = exp(brentq(excess, log(LAM), log(1e3), xtol=1e-14))
        return formulas(x, xi, _resolvent(x + xi, kappa), tau, rho, kappa)  # type: ignore[operator, no-any-return]

    return lambda: _answer(np.array([one(*row) for row in rows]).T)


def bound(points: int) -> Bound:
    """The rational formulas alone, at a resolvent that is given."""
    at, formulas = problem(points), _formulas()
    x = (1 + at["ρ"]) / at["α"]
    return Bound(
        cpu_seconds(lambda: formulas(x, x, x, at["τ"], at["ρ"], at["κ"])),  # type: ignore[operator]
        "both formulas at a given resolvent, in numpy, without its root",
    )


def job(small: bool = False) -> Job:
    points = 64 if small else 8192
    return Job(
        name="icl_errors",
        question=f"errors of pretrained linear attention in the limit, at {points} points",
        ours=lambda: ours(points),
        peers={"scipy brentq, point by point": lambda: scipy_loop(points)},
        bound=lambda: bound(points),
    )
