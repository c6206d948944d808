r"""Averaging the loss over the sphere of radius λ around w moves the critical equator and takes noise out of the gradient.

With $w_\lambda=(w+\lambda v)/\sqrt{1+\lambda^2}$, $v$ uniform on the unit sphere orthogonal to $w$, one has
$\langle w_\lambda,\theta\rangle=(m+\lambda\sqrt{1-m^2}\,v_1)/\sqrt{1+\lambda^2}$ with
$\mathbb E v_1^{2j}=\frac{(2j-1)!!}{(d-1)(d+1)\cdots(d+2j-3)}$.
For $k=3$ the slope at $m=0$ is no longer zero, yet the signal at $m=d^{-1/2}$ is smaller than without smoothing; what falls is
the noise of the gradient: for $y=h_3(\langle x,\theta\rangle)$, activation $h_3$, $\lambda=d^{1/4}$ its second moment goes from
$\Theta(d)$ to $\Theta(d^{-1/2})$ and noise over squared signal from $\Theta(d^3)$ to $\Theta(d^2)$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Rate,
    Real,
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, d, k, m

lam = sp.Symbol("lambda", positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
power, noise = Observable("power"), Observable("noise")
half = sp.Rational(1, 2)
shrink = 1 / (1 + lam**2)


def sphere_moment(dimension: sp.Expr) -> sp.Expr:
    """The mean of v_1^(2j) on the unit sphere of that dimension."""
    return sp.gamma(j + half) * sp.gamma(dimension / 2) / (sp.sqrt(sp.pi) * sp.gamma(j + dimension / 2))


def smoothed(dimension: sp.Expr, exponent: sp.Expr = k / 2) -> sp.Expr:
    """The mean of <w_lambda, theta>^k."""
    term = sp.binomial(k, 2 * j) * m ** (k - 2 * j) * (lam**2 * (1 - m**2)) ** j * sphere_moment(dimension)
    return shrink**exponent * sp.Sum(term, (j, 0, sp.floor(k / 2)))


def explicit(degree: int) -> sp.Expr:
    """The same for one degree, as a rational function of m and d."""
    terms = (
        sp.binomial(degree, 2 * i)
        * m ** (degree - 2 * i)
        * (lam**2 * (1 - m**2)) ** i
        * sp.factorial2(2 * i - 1)
        / sp.prod([d - 1 + 2 * q for q in range(i)])
        for i in range(degree // 2 + 1)
    )
    return shrink ** sp.Rational(degree, 2) * sp.Add(*terms)


def gain(degree: int) -> sp.Expr:
    """The slope at m = d^(-1/2) over the slope without smoothing."""
    return (sp.diff(explicit(degree), m) / (degree * m ** (degree - 1))).subs(m, 1 / sp.sqrt(d))


def noise_moment(radius: sp.Expr) -> sp.Expr:
    """E|tangential gradient|^2 of one example at m = 0, both link and activation h_3."""
    shift, nu, b = radius**2 / (d - 1), d - 2, 1 / (1 + radius**2)
    first = nu + 7  # E[y^2 R^(2i)] for i = 1, 2, 3: R^2 = z^2 + chi-square, E[y^2 z^(2i)] = 7, 75, 945
    second = nu * (nu + 2) + 14 * nu + 75
    third = nu * (nu + 2) * (nu + 4) + 21 * nu * (nu + 2) + 225 * nu + 945
    squared = 3 * (1 - 2 * shift) ** 2 * first + 2 * (1 - 2 * shift) * shift * second + shift**2 * third
    linear = (1 - 2 * shift) * first + shift * second
    return sp.Rational(3, 2) * b * (b**2 * squared - 2 * b * linear + first)


def noise_to_signal(radius: sp.Expr) -> sp.Expr:
    """Second moment of the gradient over the squared slope at m = d^(-1/2)."""
    signal = 3 / d * (1 + radius**2 * (d - 3) / (d - 1)) / (1 + radius**2) ** sp.Rational(3, 2)
    return noise_moment(radius) / signal**2


ladder = Ladder(d, (1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6), quick=(1e3, 1e4, 1e5, 1e6))
gain3 = (1 + lam**2 * (d - 3) / (d - 1)) * shrink ** sp.Rational(3, 2)

claim = Claim(
    id="sgd.landscape_smoothing",
    title="Smoothing over a sphere turns m^k into an explicit series in m² and lowers the gradient's noise, not its signal",
    truth=Identity(Mean(power), smoothed(d - 1), scale=shrink ** (k / 2)),
    source=Source(DOCUMENT, "Complexity of Learning Additive Models", paper="damian2023"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 6)),
        Integer(d, (3, sp.oo), (4, 12)),
        Real(m, (-1, 1), (0.1, 0.8)),
        Real(lam, (0, sp.oo), (0.5, 3)),
    ),
    also={
        "noise": Identity(Mean(noise), noise_moment(lam)),
        "signal_falls": Inequality(gain3, 1),
        "signal_k4": Limit(gain(4), (1 + 3 * lam**2) * shrink**2, ladder=ladder, decay=1),
        "signal_k5": Limit(gain(5), (1 + 6 * lam**2 + 3 * lam**4) * shrink ** sp.Rational(5, 2), ladder=ladder, decay=1),
        "noise_to_signal": Rate(noise_to_signal(d ** sp.Rational(1, 4)), 2, ladder=ladder),
        "noise_to_signal_plain": Rate(noise_to_signal(sp.Integer(0)), 3, ladder=ladder),
        "noise_falls": Rate(noise_moment(d ** sp.Rational(1, 4)), -half, ladder=ladder),
    },
    mutants={
        "moments_d": Identity(Mean(power), smoothed(d), scale=shrink ** (k / 2)),
        "power_k": Identity(Mean(power), smoothed(d - 1, k), scale=shrink ** (k / 2)),
        "signal_rises": Inequality(1, gain3),
        "noise_to_signal_d3": Rate(noise_to_signal(d ** sp.Rational(1, 4)), 3, ladder=ladder),
    },
    notes="That smoothed SGD needs about d^(k/2) samples is quoted, not tested: the claim covers the landscape and the noise "
    "of its gradient. For even k the smoothed landscape keeps m = 0 critical.",
)


@claim.derivation
def _(step):
    x, s = sp.symbols("x s", real=True)
    for degree in (3, 4, 5):
        moments = {0: 1, 2: 1 / (d - 1), 4: 3 / ((d - 1) * (d + 1))}
        poly = sp.Poly((m + lam * s * x) ** degree, x)
        mean = sum(coefficient * moments[i] for (i,), coefficient in poly.terms() if i % 2 == 0)
        step(
            f"the mean for k = {degree}",
            mean.subs(s, sp.sqrt(1 - m**2)) * shrink ** sp.Rational(degree, 2),
            explicit(degree),
            by="odd moments of v₁ vanish",
        )
    step(
        "slope at the equator, k = 3",
        sp.diff(explicit(3), m).subs(m, 0),
        3 * lam**2 * shrink ** sp.Rational(3, 2) / (d - 1),
        by="differentiation",
    )
    step("even k keep the equator critical", sp.diff(explicit(4), m).subs(m, 0), 0, by="the series is even in m")
    step("signal at m = d^(-1/2), k = 3", gain(3), gain3, by="differentiation")
    step(
        "it is below the plain one: (1+λ²)³ − (1+λ²)²",
        (1 + lam**2) ** 3 - (1 + lam**2) ** 2,
        lam**2 * (1 + lam**2) ** 2,
        by="1 + λ²(d−3)/(d−1) < 1 + λ² < (1+λ²)^(3/2)",
    )
    z, q, r2 = sp.symbols("z q R2", real=True)
    average = ((q**3 + 3 * q * lam**2 * r2 / (d - 1)) * shrink ** sp.Rational(3, 2) - 3 * q * sp.sqrt(shrink)) / sp.sqrt(6)
    slope = sp.diff(average, q) - 2 * q * sp.diff(average, r2)
    psi = ((3 * q**2 + 3 * lam**2 * (r2 - 2 * q**2) / (d - 1)) * shrink ** sp.Rational(3, 2) - 3 * sp.sqrt(shrink)) / sp.sqrt(6)
    step("gradient of the averaged activation along P_w x", slope, psi, by="|P_w x|² = |x|² − q², so dR²/dq = −2q")
    nu, chi = d - 2, sp.Symbol("c")
    square = sp.expand((z**3 - 3 * z) ** 2 / 6 * psi**2 * r2).subs(r2, z**2 + chi)
    poly = sp.Poly(sp.expand(square), z, q, chi)
    table = [sp.Integer(1), nu, nu * (nu + 2), nu * (nu + 2) * (nu + 4)]
    total = sum(
        coefficient * sp.factorial2(i1 - 1) * sp.factorial2(i2 - 1) * table[i3]
        for (i1, i2, i3), coefficient in poly.terms()
        if i1 % 2 == 0 and i2 % 2 == 0
    )
    step("second moment of the gradient at m = 0", total, noise_moment(lam), by="moments of the normal and of χ²(d−2)")
    step.cite("moments of a coordinate on the sphere", sphere_moment(d - 1), by="v₁² has the Beta(1/2, (d−2)/2) law")
