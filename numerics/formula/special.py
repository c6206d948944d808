r"""Special functions on tensors, to 1e-13 relative where torch's own are less accurate or missing.

Series and continued fractions run for the whole batch until every member has converged. Gamma ratios are taken
through $\log\Gamma$: their relative error grows like $10^{-16}\,x\ln x$ in the largest argument $x$.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.theory.language.functions import Phi, phi

GAMMA_LIKE = (sp.gamma, sp.factorial, sp.binomial, sp.beta, sp.RisingFactorial, sp.FallingFactorial)


def log_gamma_terms(f: sp.Expr) -> list[tuple[int, sp.Expr]]:
    r"""Weights $w_i$ and arguments $x_i$ with $f=\prod\Gamma(x_i)^{w_i}$."""
    x, *rest = f.args
    if isinstance(f, sp.gamma):
        return [(1, x)]
    if isinstance(f, sp.factorial):
        return [(1, x + 1)]
    y = rest[0]
    if isinstance(f, sp.beta):
        return [(1, x), (1, y), (-1, x + y)]
    if isinstance(f, sp.binomial):
        return [(1, x + 1), (-1, y + 1), (-1, x - y + 1)]
    if isinstance(f, sp.RisingFactorial):
        return [(1, x + y), (-1, x)]
    return [(1, x + 1), (-1, x - y + 1)]


def gamma_sign(x: Tensor) -> Tensor:
    """The sign of the gamma function (+1 at its poles, where a quotient by it is 0)."""
    odd = torch.remainder(torch.floor(x), 2)
    return torch.where((x < 0) & (x != torch.floor(x)), 1 - 2 * odd, torch.ones_like(x))


def power_sign(exponent: Tensor, base: Tensor) -> Tensor:
    """The sign of a power: no number where a negative base has no real power."""
    odd = torch.where(exponent == torch.floor(exponent), 1 - 2 * torch.remainder(exponent, 2), torch.nan)
    return torch.where(base < 0, odd, torch.ones_like(odd))


def gamma(x: Tensor) -> Tensor:
    return torch.exp(torch.lgamma(x)) * gamma_sign(x)


def until(step: Callable[[int], Tensor], fake: bool, limit: int = 20000, every: int = 8) -> None:
    """Repeat ``step(k)``, which returns where it is not yet converged, until it is nowhere."""
    for k in range(1, (2 if fake else limit) + 1):
        pending = step(k)
        if not fake and k % every == 0 and not bool(pending.any()):
            return


def _promote(*tensors: Tensor) -> list[Tensor]:
    return list(torch.broadcast_tensors(*tensors))


def _lentz(coefficients: Callable[[int], tuple[Tensor, Tensor]], start: Tensor) -> Tensor:
    """The continued fraction start + a1/(b1+ a2/(b2+ ...)) by the modified Lentz method."""
    tiny = torch.finfo(start.dtype).tiny * 1e10
    eps = torch.finfo(start.dtype).eps

    def nonzero(t: Tensor) -> Tensor:
        return torch.where(t.abs() < tiny, torch.full_like(t, tiny), t)

    state = {"f": nonzero(start), "c": nonzero(start), "d": torch.zeros_like(start)}

    def step(k: int) -> Tensor:
        a, b = coefficients(k)
        state["d"] = 1 / nonzero(b + a * state["d"])
        state["c"] = nonzero(b + a / state["c"])
        change = state["c"] * state["d"]
        state["f"] = state["f"] * change
        return (change - 1).abs() > 2 * eps

    until(step, is_fake(start))
    return state["f"]


def _series(ratio: Callable[[int], Tensor], first: Tensor) -> Tensor:
    """The sum of a series of positive terms given by the ratios of consecutive ones."""
    state = {"term": first, "sum": first}
    eps = torch.finfo(first.dtype).eps

    def step(k: int) -> Tensor:
        state["term"] = state["term"] * ratio(k)
        state["sum"] = state["sum"] + state["term"]
        return state["term"] > 0.1 * eps * state["sum"]

    until(step, is_fake(first))
    return state["sum"]


def gamma_pq(a: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    r"""Regularised incomplete gamma functions $P(a,x)$ and $Q(a,x)$, $a>0$, $x\ge0$."""
    a, x = _promote(a, x)
    low = x < a + 1
    scale = torch.exp(torch.xlogy(a, x) - x - torch.lgamma(a))
    xs = torch.where(low, x, torch.zeros_like(x))
    p = scale * _series(lambda k: xs / (a + k), 1 / a)
    xc = torch.where(low, a + 2, x)
    q = scale / _lentz(lambda k: (-k * (k - a), xc + 2 * k + 1 - a), xc + 1 - a)
    return torch.where(low, p, 1 - q), torch.where(low, 1 - p, q)


def beta_regularized(a: Tensor, b: Tensor, x: Tensor) -> Tensor:
    r"""$I_x(a,b)$, $a,b>0$, $0\le x\le1$."""
    a, b, x = _promote(a, b, x)
    flip = x > (a + 1) / (a + b + 2)
    p, q, t = torch.where(flip, b, a), torch.where(flip, a, b), torch.where(flip, 1 - x, x)

    def coefficients(k: int) -> tuple[Tensor, Tensor]:
        m = k // 2
        if k % 2 == 0:
            return m * (q - m) * t / ((p + 2 * m - 1) * (p + 2 * m)), torch.ones_like(t)
        return -(p + m) * (p + q + m) * t / ((p + 2 * m) * (p + 2 * m + 1)), torch.ones_like(t)

    front = torch.xlogy(p, t) + torch.special.xlog1py(q, -t)
    front = torch.exp(front + torch.lgamma(p + q) - torch.lgamma(p) - torch.lgamma(q)) / p
    value = front / _lentz(coefficients, torch.ones_like(t))
    return torch.where(flip, 1 - value, value)


_BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330]


def hurwitz(s: Tensor, a: Tensor | None = None) -> Tensor:
    r"""$\zeta(s,a)=\sum_{k\ge0}(k+a)^{-s}$, continued to $s<1$; $a>0$ (Euler-Maclaurin from $a+10$)."""
    s, a = _promote(s, torch.ones_like(s) if a is None else a)
    total = torch.zeros_like(s)
    for k in range(10):
        total = total + torch.pow(a + k, -s)
    n = a + 10
    total = total + torch.pow(n, 1 - s) / (s - 1) + torch.pow(n, -s) / 2
    term = s * torch.pow(n, -s - 1)
    for k, bernoulli in enumerate(_BERNOULLI, start=1):
        total = total + term * (bernoulli / math.factorial(2 * k))
        term = term * (s + 2 * k - 1) * (s + 2 * k) / n**2
    return torch.where(a > 0, total, torch.full_like(total, math.nan))


def polygamma(n: int, x: Tensor) -> Tensor:
    """The n-th derivative of digamma; for n >= 1 the argument must be positive."""
    if n == 0:
        return torch.digamma(x)
    return (-1) ** (n + 1) * math.factorial(n) * _whole_zeta(n + 1, x)


def _whole_zeta(s: int, a: Tensor) -> Tensor:
    """The same for a whole s > 1, whose powers are products."""

    def power(x: Tensor, k: int) -> Tensor:
        return math.prod([x] * (k - 1), start=x)

    total = power((a[..., None] + torch.arange(10, dtype=a.dtype, device=a.device)).reciprocal(), s).sum(-1)
    near = (a + 10).reciprocal()
    square = near * near
    total = total + power(near, s - 1) / (s - 1) + power(near, s) / 2
    term = s * power(near, s + 1)
    for k, bernoulli in enumerate(_BERNOULLI, start=1):
        total = total + term * (bernoulli / math.factorial(2 * k))
        term = term * (float((s + 2 * k - 1) * (s + 2 * k)) * square)
    return torch.where(a > 0, total, torch.full_like(total, math.nan))


def lambertw(x: Tensor, branch: Tensor | None = None) -> Tensor:
    r"""The real solutions of $we^w=x$: branch 0 ($w\ge-1$) and branch -1 ($w\le-1$, $-1/e\le x<0$)."""
    x, k = _promote(x, torch.zeros_like(x) if branch is None else branch)
    lower = k < -0.5
    p = torch.sqrt((2 * (math.e * x + 1)).clamp(min=0))
    p = torch.where(lower, -p, p)
    near = -1 + p * (1 + p * (-1 / 3 + p * (11 / 72)))
    log1 = torch.log1p(x.clamp(min=-0.3))
    far = torch.where(
        x > 3, torch.log(x.clamp(min=3)) - torch.log(torch.log(x.clamp(min=3))), log1 * (1 - torch.log1p(log1) / (2 + log1))
    )
    small = torch.log((-x).clamp(min=torch.finfo(x.dtype).tiny, max=0.3))
    under = small - torch.log(-small) + torch.log(-small) / small
    w = torch.where(lower, torch.where(x < -0.2, near, under), torch.where(x < -0.2, near, far))
    for _ in range(8):
        e = torch.exp(w)
        f = w * e - x
        step = f / (e * (w + 1) - (w + 2) * f / (2 * w + 2))
        w = torch.where((f == 0) | (w == -1) | ~torch.isfinite(step), w, w - step)
    bad = (x < -1 / math.e * (1 + 1e-15)) | (lower & (x >= 0))
    return torch.where(bad, torch.full_like(w, math.nan), w)


def _i(order: Tensor, x: Tensor) -> Tensor:
    nu, x = _promote(order, x)
    quarter = x * x / 4
    scale = torch.exp(torch.xlogy(nu, x.abs() / 2) - torch.lgamma(nu + 1)) * torch.where(
        (x < 0) & (torch.remainder(nu, 2) == 1), -1.0, 1.0
    ).to(x.dtype)
    return _series(lambda k: quarter / (k * (k + nu)), scale)


def _j(order: Tensor, x: Tensor) -> Tensor:
    # Bessel's integral by the trapezoid rule: spectrally accurate while |n| + |x| < 400
    n, x = _promote(order, x)
    t = (torch.arange(512, device=x.device, dtype=x.dtype) + 0.5) * (math.pi / 512)
    value = torch.cos(n[..., None] * t - x[..., None] * torch.sin(t)).mean(-1)
    return torch.where(n == n.round(), value, torch.full_like(value, math.nan))


def besselk(n: int, x: Tensor) -> Tensor:
    """K_n of integer order, by the recurrence from orders 0 and 1 (stable upwards)."""
    low, high = torch.special.modified_bessel_k0(x), torch.special.modified_bessel_k1(x)
    for k in range(1, n):
        low, high = high, 2 * k / x * high + low
    return low if n == 0 else high


def log_ndtr(x: Tensor) -> Tensor:
    y = x / math.sqrt(2)
    left = torch.log(torch.special.erfcx(-y.clamp(max=0)) / 2) - y * y
    return torch.where(x < -1, left, torch.log1p(-torch.erfc(y) / 2))


def erfi(x: Tensor) -> Tensor:
    return x * _series(lambda k: x * x * (2 * k - 1) / (k * (2 * k + 1)), torch.full_like(x, 2 / math.sqrt(math.pi)))


def factorial2(n: Tensor) -> Tensor:
    half = (1 - torch.cos(math.pi * n)) / 4
    return torch.exp((n / 2) * math.log(2) + torch.lgamma(n / 2 + 1) + half * math.log(2 / math.pi))


def _where_zero(x: Tensor, value: Tensor) -> Tensor:
    return torch.where(x == 0, torch.ones_like(x), value)


FUNCTIONS: dict[Any, Callable[..., Tensor]] = {
    sp.exp: torch.exp,
    sp.sin: torch.sin,
    sp.cos: torch.cos,
    sp.tan: torch.tan,
    sp.cot: lambda x: 1 / torch.tan(x),
    sp.sec: lambda x: 1 / torch.cos(x),
    sp.csc: lambda x: 1 / torch.sin(x),
    sp.asin: torch.asin,
    sp.acos: torch.acos,
    sp.atan: torch.atan,
    sp.atan2: torch.atan2,
    sp.acot: lambda x: torch.atan(1 / x),
    sp.asec: lambda x: torch.acos(1 / x),
    sp.acsc: lambda x: torch.asin(1 / x),
    sp.sinh: torch.sinh,
    sp.cosh: torch.cosh,
    sp.tanh: torch.tanh,
    sp.coth: lambda x: 1 / torch.tanh(x),
    sp.sech: lambda x: 1 / torch.cosh(x),
    sp.csch: lambda x: 1 / torch.sinh(x),
    sp.asinh: torch.asinh,
    sp.acosh: torch.acosh,
    sp.atanh: torch.atanh,
    sp.acoth: lambda x: torch.atanh(1 / x),
    sp.sinc: lambda x: _where_zero(x, torch.sin(x) / x),
    sp.erf: torch.erf,
    sp.erfc: torch.erfc,
    sp.erfinv: torch.erfinv,
    sp.erfi: erfi,
    sp.erfcinv: lambda x: torch.where(x < 0.5, -torch.special.ndtri(x / 2) / math.sqrt(2), torch.erfinv(1 - x)),
    phi: lambda x: torch.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    Phi: lambda x: torch.erfc(-x / math.sqrt(2)) / 2,
    sp.gamma: gamma,
    sp.loggamma: torch.lgamma,
    sp.factorial: lambda n: gamma(n + 1),
    sp.factorial2: factorial2,
    sp.lowergamma: lambda a, x: gamma_pq(a, x)[0] * gamma(a),
    sp.uppergamma: lambda a, x: gamma_pq(a, x)[1] * gamma(a),
    sp.betainc_regularized: lambda a, b, x, y: beta_regularized(a, b, y) - beta_regularized(a, b, x),
    sp.betainc: lambda a, b, x, y: (
        (beta_regularized(a, b, y) - beta_regularized(a, b, x))
        * torch.exp(torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b))
    ),
    sp.zeta: hurwitz,
    sp.LambertW: lambertw,
    sp.besselj: _j,
    sp.besseli: _i,
    sp.Abs: torch.abs,
    sp.sign: torch.sgn,
    sp.floor: torch.floor,
    sp.ceiling: torch.ceil,
    sp.frac: lambda x: x - torch.floor(x),
    sp.Mod: torch.remainder,
    sp.Heaviside: lambda x, at0=None: torch.where(x == 0, 0.5 if at0 is None else at0, (x > 0).to(x.dtype)),
    sp.KroneckerDelta: lambda i, j, *_: (i == j).to(i.dtype),
    sp.re: torch.real,
    sp.im: lambda x: torch.imag(x) if x.is_complex() else torch.zeros_like(x),
    sp.conjugate: torch.conj,
    sp.arg: torch.angle,
}
