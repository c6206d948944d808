"""The limit risk of ridge regression on a network's features before and after one gradient step of the first layer.

Activation and link tanh, d = 1000, n = 8d, N = 6d: Gaussian means of the two functions, the trace m of the resolvent as a root, and
two rational formulas in m.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds

D, SAMPLES, WIDTH, LAM, NOISE, ETA = 1000, 8000, 6000, 0.1, 0.01, 1.0
ERROR = 1e-10  # relative


def _answer(before: float, after: float) -> Answer:
    return Answer([before, after], [ERROR * before, ERROR * after])


def ours() -> Run:
    """The quantities of the tool `one_step.risk_curve`."""
    import sympy as sp

    from lemmata.numerics.formula.literal import Literal
    from lemmata.theory.language.calculus import Z
    from lemmata.theory.language.definitions import expand
    from lemmata.theory.one_step.tools import tools

    gives = {g.name: expand(g) for g in tools[0].gives}
    curve = Literal((gives["before"], gives["after"]), averaged=False)
    tanh = sp.Lambda(Z, sp.tanh(Z))
    env = {"σ": tanh, "σ*": tanh, "ψ₁": SAMPLES / D, "ψ₂": WIDTH / D, "λ": LAM, "σ_ε²": NOISE, "η": ETA}
    return lambda: _answer(*(float(v) for v in curve.at(env)({})))


def scipy_quad() -> Run:
    """Quadratures, Brent's method in log kappa, and the derivatives by hand."""
    from scipy.integrate import quad
    from scipy.optimize import brentq

    def run() -> Answer:
        p1, p2 = SAMPLES / D, WIDTH / D

        def mean(f: Callable[[float], float]) -> float:
            return float(quad(lambda z: f(z) * math.exp(-z * z / 2), -12, 12, epsabs=1e-13, epsrel=1e-12)[0]) / math.sqrt(
                2 * math.pi
            )

        slope, energy = mean(lambda z: z * math.tanh(z)), mean(lambda z: math.tanh(z) ** 2)
        r, linear = energy / slope**2 - 1, slope  # activation and link are the same
        spread = NOISE + energy - linear**2
        along = (ETA * slope * linear) ** 2
        whole = ETA**2 * slope**2 * (linear**2 + (energy + NOISE) / p1)

        def trace(z: float) -> float:
            gap = z + p2 - 1
            return 2 / (gap + math.sqrt(gap * gap + 4 * z))

        def excess(t: float) -> float:
            kappa = math.exp(t)
            other = 1 / (1 + trace(r + kappa)) / (r + kappa)
            return kappa * (1 - p2 / p1 * (1 - kappa * other)) - LAM / slope**2

        kappa = math.exp(brentq(excess, math.log(1e-6), math.log(1e4), xtol=1e-14))
        z = r + kappa
        m = trace(z)
        fall = -(m**2) * (1 + m) / (1 + z * m * m)
        other = 1 / ((1 + m) * z)
        squares = p2 / p1 * (1 - 2 * kappa * other + kappa**2 * (fall * z + 1 + m) / ((1 + m) * z) ** 2)
        q = m / (1 + m)

        def risk(h: float, bend: float) -> float:
            return (spread + linear**2 * (r * h - kappa * z * bend)) / (1 - squares) - NOISE

        left = 1 - along * q / (1 + whole * q)
        bent = fall * left - m * along * fall / (1 + m) ** 2 / (1 + whole * q) ** 2
        return _answer(risk(m, fall), risk(m * left, bent))

    return run


def bound() -> Bound:
    nodes = np.linspace(-12.0, 12.0, 256)
    return Bound(cpu_seconds(lambda: np.tanh(nodes) * np.exp(-nodes * nodes / 2)), "tanh and the density at 256 nodes, once")


def job(small: bool = False) -> Job:
    return Job(
        name="one_step_theory",
        question=f"limit risks before and after one gradient step, d = {D}, n = {SAMPLES}, N = {WIDTH}, tanh",
        ours=ours,
        peers={"scipy quad and brentq": scipy_quad},
        bound=bound,
        repeat=1 if small else 5,
    )
