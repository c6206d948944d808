r"""SGD with a reused batch needs $d$, $d\log d$, $d^{k_*-1}$ samples for $k_*=1$, $2$, $\ge3$; the print's $p_*$ is $k_*$.

Once the label is transformed the drift is $\asymp m^{k_*-1}$ for a step $\delta$, and the noise allows $\delta\lesssim
m^{k_*-2}/d$. With the largest step, $\dot m=m^{2k_*-3}/d$ takes $\frac d{2k_*-4}(m_0^{-(2k_*-4)}-m_1^{-(2k_*-4)})$ steps
from $m_0=d^{-1/2}$ to $m_1$: order $d^{k_*-1}$; for $k_*=2$ it is $d\log(m_1/m_0)\sim\frac12d\log d$; for $k_*=1$ a drift
of order one and steps $\asymp1/d$ give order $d$. The case $k_*=2$ is run: $y=h_4$, $\sigma'=-\tanh(v/2)$, $\eta=2/d$,
$(1-\xi)\eta=0.583/d$, from $m_0=\frac12d^{-1/2}$ to $|m|>\frac12$ (the link is even), geometric means of the time cut at
$4.5d\log d$; their ratio to $d\log d$ lies between 1.4 and $1/(2\lambda_2)=1.829$, $\lambda_2=0.27336$ the growth rate of
$m$ at the equator. For $k_*\ge3$ the rate is above the $d^{k_*/2}$ of statistical queries.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Erratum,
    Guarantee,
    Identity,
    Integer,
    Ladder,
    Mean,
    Observable,
    Order,
    Rate,
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, d, m, p

star = sp.Symbol("k_star", integer=True, positive=True)
log_time, reached = Observable("log_time"), Observable("reached")
growth = sp.Symbol("lambda_2", real=True)
end = sp.Rational(1, 2)
ladder = Ladder(d, (1e3, 1e4, 1e5, 1e6, 1e7, 1e8))
chains = Ladder(d, (16, 32, 64, 128, 256, 512, 1024), quick=(16, 32, 64, 128, 256, 512))
travel = d * (d ** (star - 2) - end ** (-(2 * star - 4))) / (2 * star - 4)


def steps(exponent) -> Rate:
    return Rate(travel, exponent, ladder=ladder)


def even(scale, **options) -> Order:
    return Order(sp.exp(Mean(log_time)), scale, ladder=chains, tolerance=0.1, **options)


LOW, HIGH = 1.4, 1.829  # the upper end is 1/(2 lambda_2), which the ratio approaches from below
REFERENCE = 4.159  # log 64


claim = Claim(
    id="sgd.generative_rate",
    title=(
        "The time of SGD with a reused batch is of order d, d log d, d^(k*−1) for a generative exponent k* of 1, 2, at least 3"
    ),
    truth=steps(star - 1),
    source=Source(DOCUMENT, "Beyond Polynomial Link Functions / SGD for Higher Generative Exponent", paper="lee2024"),
    domain=Domain(Integer(star, (3, sp.oo), (3, 6)), Integer(p, (1, sp.oo), (3, 12)), assume=(sp.Ne(p, star),)),
    given=(growth,),
    also={
        "k_star_2": even(d * sp.log(d)),
        "k_star_2_constant": even(d * sp.log(d), constant=(LOW, HIGH)),
        "k_star_2_reached": Order(Mean(reached), 1, ladder=chains, tolerance=0.1),
        "k_star_2_growth": Identity(growth, sp.Rational(27336, 100000), scale=sp.Integer(1)),
    },
    printed=steps(p - 1),
    print_latex=(
        r"n\asymp T\gg d\ (k_*=1),\quad d\log d\ (k_*=2),\quad d^{p_*-1}\ (k_*\ge3)\quad\text{(judged with the "
        r"degree }p\text{ of the slides)}"
    ),
    erratum=Erratum.misprint(
        "p_* is the paper's name for the generative exponent: read d^(k*−1); the slides define p as the degree, and "
        "polynomials have k* ≤ 2"
    ),
    mutants={
        "power_k_star": steps(star),
        "power_half_k_star": steps(star / 2),
        "k_star_2_linear": even(d, constant=(LOW * REFERENCE, HIGH * REFERENCE)),
        "k_star_2_quadratic": even(d**2),
        "k_star_2_fresh": Guarantee(reached, sp.Rational(1, 2), variant="fresh"),
    },
    uses=("sgd.polynomial_complexity",),
    notes=(
        "k* = 1 is run in sgd.polynomial_complexity. For k* >= 3 the sample counts are out of reach (d³ for z² exp(−z²)): judged is the time of "
        "the limiting equation with the largest admissible step, not the chain. For k* = 2 the upper constant 1.829 is derived, the lower 1.4, the "
        "start and the threshold were set after pilot runs, so that finite-size effects are small. The exponent alone does not separate d from "
        "d log d (0.22 ± 0.17 in quick): the linear law is rejected by an interval of the same width, matched at d = 64. The theorem asks for "
        "a second derivative of the link in L⁴."
    ),
)


@claim.derivation
def _(step):
    s, m0, m1 = sp.symbols("s m_0 m_1", positive=True)
    for order in (3, 4, 5, 6):
        power = 2 * order - 3
        step(
            f"k* = {order}: time of ṁ = m^{power}/d",
            sp.integrate(d * s**-power, s).subs(s, m1) - sp.integrate(d * s**-power, s).subs(s, m0),
            d * (m0 ** (1 - power) - m1 ** (1 - power)) / (power - 1),
            by="separation of variables",
        )
    step(
        "k* = 2", sp.diff(d * sp.log(s), s), d / s, by="d/m integrates to d log(m₁/m₀) = ½ d log d + d log m₁ at m₀ = d^(-1/2)"
    )
    delta, A, v = sp.symbols("delta A v", positive=True)
    gain = delta * A * m ** (star - 1) - delta**2 * v * d * m / 2
    best = sp.solve(sp.diff(gain, delta), delta)[0]
    step(
        "the best step is of order m^(k*−2)/d",
        best,
        A * m ** (star - 2) / (v * d),
        by="drift δAm^(k*−1) against the loss δ²vdm/2 from the normalisation",
    )
    step("and gains m^(2k*−3)/d", gain.subs(delta, best), A**2 * m ** (2 * star - 3) / (2 * v * d), by="substitution")
