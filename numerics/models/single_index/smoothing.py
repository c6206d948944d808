r"""The smoothed landscape of a single-index model: overlaps of neighbours of w, and one example's gradient at the equator.

$w_\lambda=(w+\lambda v)/\sqrt{1+\lambda^2}$ with $v$ uniform on the unit sphere orthogonal to $w$. The gradient is that of the
averaged activation $h_3$ on the label $h_3(\langle x,\theta\rangle)$ at $\langle w,\theta\rangle=0$.
"""

from __future__ import annotations

from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.weighted import wide_normal


def neighbour_powers(m: float, lam: float, d: int, k: int, draw: Draw, inner: int = 32) -> Tensor:
    """<w_lambda, theta>^k averaged over `inner` pairs v, -v per replicate."""
    first = lam * (1 - m * m) ** 0.5 * draw.sphere(d - 1, inner)[..., 0]
    return ((m + first) ** k + (m - first) ** k).mean(dim=1) / (2 * (1 + lam * lam) ** (k / 2))


def gradient_noise(lam: float, d: int, draw: Draw, inner: int = 64) -> Tensor:
    """|tangential gradient|^2 of one example, averaged over `inner` weighted examples per replicate."""
    z, wz = wide_normal(draw, inner)
    q, wq = wide_normal(draw, inner)
    r2 = z * z + draw.chi2(d - 2, inner)
    shrink = 1 / (1 + lam * lam)
    psi = 3 * q * q + 3 * lam * lam * (r2 - 2 * q * q) / (d - 1)
    psi = (psi * shrink**1.5 - 3 * shrink**0.5) / 6**0.5
    y = (z**3 - 3 * z) / 6**0.5
    return (wz * wq * (y * psi).square() * r2).mean(dim=1)
