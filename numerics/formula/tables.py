r"""Functions of one formula in the two reference arithmetics: sympy class to python-flint ball and to mpmath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath as mp
import sympy as sp
from flint import acb, arb

from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.functions import Phi, phi


def _sign(x: arb) -> arb:
    if x > 0 or x < 0 or x == 0:
        return arb(1) if x > 0 else arb(-1) if x < 0 else arb(0)
    return arb(0, 1)  # the ball [-1, 1]


def _step(x: Any, at0: Any) -> Any:
    return (_sign(x) + 1) / 2 if not x == 0 else at0


def _real(z: acb) -> arb:
    return z.real


def _integer(x: arb) -> int:
    value = x.unique_fmpz()
    if value is None:
        raise CompileError(f"{x} must be an integer")
    return int(value)


def _beta(a: arb, b: arb) -> arb:
    return a.gamma() * b.gamma() * (a + b).rgamma()


CONSTANTS: dict[Any, tuple[Callable[[], Any], Callable[[], Any]]] = {
    sp.pi: (arb.pi, lambda: +mp.pi),
    sp.E: (lambda: arb(1).exp(), lambda: +mp.e),
    sp.EulerGamma: (arb.const_euler, lambda: +mp.euler),
    sp.Catalan: (arb.const_catalan, lambda: +mp.catalan),
    sp.GoldenRatio: (lambda: (1 + arb(5).sqrt()) / 2, lambda: +mp.phi),
}

BALL: dict[Any, Callable[..., arb]] = {
    "sqrt": lambda x: x.sqrt(),
    "power": lambda x, y: x**y,
    "max": arb.max,
    "min": arb.min,
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.sin: lambda x: x.sin(),
    sp.cos: lambda x: x.cos(),
    sp.tan: lambda x: x.tan(),
    sp.cot: lambda x: x.cot(),
    sp.sec: lambda x: x.sec(),
    sp.csc: lambda x: x.csc(),
    sp.asin: lambda x: x.asin(),
    sp.acos: lambda x: x.acos(),
    sp.atan: lambda x: x.atan(),
    sp.atan2: arb.atan2,
    sp.acot: lambda x: (1 / x).atan(),
    sp.sinh: lambda x: x.sinh(),
    sp.cosh: lambda x: x.cosh(),
    sp.tanh: lambda x: x.tanh(),
    sp.coth: lambda x: x.coth(),
    sp.sech: lambda x: x.sech(),
    sp.csch: lambda x: x.csch(),
    sp.asinh: lambda x: x.asinh(),
    sp.acosh: lambda x: x.acosh(),
    sp.atanh: lambda x: x.atanh(),
    sp.acoth: lambda x: (1 / x).atanh(),
    sp.sinc: lambda x: x.sinc(),
    sp.erf: lambda x: x.erf(),
    sp.erfc: lambda x: x.erfc(),
    sp.erfi: lambda x: x.erfi(),
    sp.erfinv: lambda x: x.erfinv(),
    sp.erfcinv: lambda x: x.erfcinv(),
    phi: lambda x: (-x * x / 2).exp() / (2 * arb.pi()).sqrt(),
    Phi: lambda x: (-x / arb(2).sqrt()).erfc() / 2,
    sp.gamma: lambda x: x.gamma(),
    sp.loggamma: lambda x: x.lgamma(),
    sp.factorial: lambda x: x.fac(),
    sp.factorial2: lambda n: arb(2) ** (n / 2) * (n / 2 + 1).gamma() * (2 / arb.pi()) ** ((1 - (n * arb.pi()).cos()) / 4),
    sp.binomial: lambda n, k: (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma(),
    sp.beta: _beta,
    sp.RisingFactorial: lambda x, k: (x + k).gamma() * x.rgamma(),
    sp.FallingFactorial: lambda x, k: (x + 1).gamma() * (x - k + 1).rgamma(),
    sp.polygamma: lambda n, x: _real(acb(x).polygamma(acb(n))),
    sp.lowergamma: lambda a, x: x.gamma_lower(a),
    sp.uppergamma: lambda a, x: x.gamma_upper(a),
    sp.betainc: lambda a, b, x, y: y.beta_lower(a, b) - x.beta_lower(a, b),
    sp.betainc_regularized: lambda a, b, x, y: (y.beta_lower(a, b) - x.beta_lower(a, b)) / _beta(a, b),
    sp.zeta: lambda s, a=None: s.zeta() if a is None else s.zeta(a),
    sp.LambertW: lambda x, k=None: x.lambertw(0 if k is None else _integer(k)),
    sp.besselj: lambda n, x: x.bessel_j(n),
    sp.besseli: lambda n, x: x.bessel_i(n),
    sp.besselk: lambda n, x: x.bessel_k(n),
    sp.Abs: lambda x: abs(x),
    sp.sign: _sign,
    sp.Heaviside: _step,
    sp.floor: lambda x: x.floor(),
    sp.ceiling: lambda x: x.ceil(),
    sp.frac: lambda x: x - x.floor(),
    sp.Mod: lambda x, y: x - y * (x / y).floor(),
    sp.KroneckerDelta: lambda i, j, *_: arb(int(_integer(i) == _integer(j))),
    sp.hermite: lambda n, x: x.hermite_h(n),
    sp.legendre: lambda n, x: x.legendre_p(n),
    sp.chebyshevt: lambda n, x: x.chebyshev_t(n),
    sp.chebyshevu: lambda n, x: x.chebyshev_u(n),
    sp.laguerre: lambda n, x: x.laguerre_l(n),
    sp.assoc_laguerre: lambda n, a, x: x.laguerre_l(n, a),
    sp.gegenbauer: lambda n, a, x: x.gegenbauer_c(n, a),
}

MP: dict[Any, Callable[..., Any]] = {
    "sqrt": mp.sqrt,
    "power": mp.power,
    "max": max,
    "min": min,
    sp.exp: mp.exp,
    sp.log: mp.log,
    sp.sin: mp.sin,
    sp.cos: mp.cos,
    sp.tan: mp.tan,
    sp.cot: mp.cot,
    sp.sec: mp.sec,
    sp.csc: mp.csc,
    sp.asin: mp.asin,
    sp.acos: mp.acos,
    sp.atan: mp.atan,
    sp.atan2: mp.atan2,
    sp.acot: lambda x: mp.atan(1 / x),
    sp.sinh: mp.sinh,
    sp.cosh: mp.cosh,
    sp.tanh: mp.tanh,
    sp.coth: mp.coth,
    sp.sech: mp.sech,
    sp.csch: mp.csch,
    sp.asinh: mp.asinh,
    sp.acosh: mp.acosh,
    sp.atanh: mp.atanh,
    sp.acoth: lambda x: mp.atanh(1 / x),
    sp.sinc: mp.sinc,
    sp.erf: mp.erf,
    sp.erfc: mp.erfc,
    sp.erfi: mp.erfi,
    sp.erfinv: mp.erfinv,
    sp.erfcinv: lambda x: mp.erfinv(1 - x),
    phi: mp.npdf,
    Phi: mp.ncdf,
    sp.gamma: mp.gamma,
    sp.loggamma: mp.loggamma,
    sp.factorial: mp.factorial,
    sp.factorial2: mp.fac2,
    sp.binomial: mp.binomial,
    sp.beta: mp.beta,
    sp.RisingFactorial: mp.rf,
    sp.FallingFactorial: mp.ff,
    sp.polygamma: lambda n, x: mp.psi(int(n), x),
    sp.lowergamma: lambda a, x: mp.gammainc(a, 0, x),
    sp.uppergamma: lambda a, x: mp.gammainc(a, x),
    sp.betainc: mp.betainc,
    sp.betainc_regularized: lambda a, b, x, y: mp.betainc(a, b, x, y, regularized=True),
    sp.zeta: lambda s, a=1: mp.zeta(s, a),
    sp.LambertW: lambda x, k=0: mp.lambertw(x, int(k)).real,
    sp.besselj: mp.besselj,
    sp.besseli: mp.besseli,
    sp.besselk: mp.besselk,
    sp.Abs: abs,
    sp.sign: mp.sign,
    sp.Heaviside: lambda x, at0: at0 if x == 0 else mp.mpf(x > 0),
    sp.floor: mp.floor,
    sp.ceiling: mp.ceil,
    sp.frac: lambda x: x - mp.floor(x),
    sp.Mod: lambda x, y: x - y * mp.floor(x / y),
    sp.KroneckerDelta: lambda i, j, *_: mp.mpf(i == j),
    sp.hermite: mp.hermite,
    sp.legendre: mp.legendre,
    sp.chebyshevt: mp.chebyt,
    sp.chebyshevu: mp.chebyu,
    sp.laguerre: lambda n, x: mp.laguerre(n, 0, x),
    sp.assoc_laguerre: mp.laguerre,
    sp.gegenbauer: mp.gegenbauer,
}
