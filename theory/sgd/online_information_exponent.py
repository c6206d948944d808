r"""Online SGD needs $d$, $d\log d$, $d^{k-1}$ samples for $k=1$, $2$, $\ge3$, most of them near the equator.

With steps $\eta=cd^{-k/2}$ ($k\ge2$; $c/d$ for $k=1$) and a start $m_0=x_0d^{-1/2}$ the overlap obeys in the mean $\dot
m=\eta(A_km^{k-1}-\frac12\eta vdm)$. The flow $\dot m=m^{k-1}$ takes $(m_0^{-(k-2)}-m_1^{-(k-2)})/(k-2)$ from $m_0$ to
$m_1$, so the share of the way to $0.9$ spent below $0.5$ tends to 1 for $k\ge3$, with a gap of order
$m_0^{k-2}=d^{-(k-2)/2}$, but to $5/9$ for $k=1$. Run are $h_k$ with slopes of $\sigma'$ whose coefficient $\beta_k$ is
large: 1 ($k=1$), $\tanh(v/2)$ ($k=2$), $-\cos(\sqrt2v)$ ($k=3$). Times are cut at $20d$, $4.5d\log d$, $1.25d^2$; the
geometric mean of the time stays between $0.5d^2$ and $d^2$ ($k=3$), $0.55$ and $0.9d\log d$ ($k=2$), and the share of
chains that arrive does not change with $d$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Ladder, Limit, Mean, Observable, Order, Rate, Source
from lemmata.theory.sgd.first_notation import DOCUMENT, d

log_time, reached = Observable("log_time"), Observable("reached")
cubic = Ladder(d, (8, 16, 32, 64, 128, 256), quick=(4, 8, 16, 32, 64, 128))
linear = Ladder(d, (16, 32, 64, 128, 256, 512, 1024), quick=(16, 32, 64, 128, 256, 512))
flow = Ladder(d, (1e4, 1e6, 1e8, 1e10, 1e12))
half, ninety = sp.Rational(1, 2), sp.Rational(9, 10)
PIVOT_3, PIVOT_2 = 22.6, 4.159  # wrong scales are matched to the right one at d = 22.6, and where log d = log 64


def cubic_link(exponent, variant: str = "") -> Order:
    """k = 3: the time over d^exponent stays between two constants."""
    unit = PIVOT_3 ** (2 - float(exponent))
    return Order(
        sp.exp(Mean(log_time)), d ** sp.nsimplify(exponent), ladder=cubic, variant=variant, constant=(0.5 * unit, 1.0 * unit)
    )


def quadratic_link(scale, unit: float) -> Order:
    """k = 2: the time over its scale stays between two constants."""
    return Order(sp.exp(Mean(log_time)), scale, ladder=linear, variant="k2", constant=(0.55 * unit, 0.9 * unit))


def rate(exponent, variant: str) -> Rate:
    return Rate(sp.exp(Mean(log_time)), exponent, ladder=linear, tolerance=0.2, variant=variant)


def travel(order: int, end: sp.Expr) -> sp.Expr:
    """The time of m' = m^(order - 1) from d^(-1/2) to an end."""
    start = 1 / sp.sqrt(d)
    if order == 2:
        return sp.log(end / start)
    return (start ** (2 - order) - end ** (2 - order)) / (order - 2)


def share(order: int) -> sp.Expr:
    """The part of the way to 0.9 that is spent below 0.5."""
    return travel(order, half) / travel(order, ninety)


claim = Claim(
    id="sgd.online_information_exponent",
    title=(
        "Online SGD needs d, d log d, d^(k−1) samples for information exponent 1, 2, k ≥ 3; for k ≥ 3 all but a "
        "vanishing part is spent near the equator"
    ),
    truth=cubic_link(2),
    source=Source(DOCUMENT, "Complexity of SGD Learning / Introduction: Information Exponent", paper="benarous2021"),
    domain=Domain(),
    also={
        "arrival": Order(Mean(reached), 1, ladder=cubic, constant=(0.6, 0.85)),
        "k_1": rate(1, "k1"),
        "k_2": quadratic_link(d * sp.log(d), 1),
        "equator_k_3": Limit(share(3), 1, ladder=flow, decay=0.5),
        "equator_k_4": Limit(share(4), 1, ladder=flow, decay=1.0),
        "no_plateau_k_1": Limit(share(1), sp.Rational(5, 9), ladder=flow, decay=0.5),
    },
    mutants={
        "slope_k": cubic_link(3),
        "slope_half_k": cubic_link(1.5),
        "slope_1": cubic_link(1),
        "k_2_linear": quadratic_link(d, PIVOT_2),
        "k_2_quadratic": rate(2, "k2"),
        "equator_for_k_1": Limit(share(1), 1, ladder=flow),
    },
    uses=("sgd.reduced_chain",),
    notes=(
        "The intervals for time/d² and time/(d log d) and for the share that arrives are not from the source: they were set around pilot runs "
        "of these algorithms, as were starts, thresholds and steps, chosen so that finite-size effects are small. A law with a free constant could "
        "not separate d² from d^1.5 within the quick budget; the fitted exponent in the record is known to about ±0.25 (quick), ±0.15 (full). "
        "The wrong scales carry an interval of the same width, matched to the right scale at one d. No exponent separates d from d log d here. "
        "The print's d^Θ(k) is implied, with the exponent k − 1. Lower bounds over all step sizes are the theorem of the paper; judged is the "
        "step size d^(-k/2) that it uses. The share of the way near the equator is that of the flow without noise."
    ),
)


@claim.derivation
def _(step):
    s, c, A, v = sp.symbols("s c A v", positive=True)
    for order in (3, 4):
        step(
            f"k = {order}: the escape time",
            sp.integrate(s ** (1 - order), s).subs(s, half) - sp.integrate(s ** (1 - order), s).subs(s, 1 / sp.sqrt(d)),
            travel(order, half),
            by="separation of variables",
        )
    x = sp.Symbol("x", positive=True)
    step(
        "k = 3: with m = x d^(-1/2), η = c d^(-3/2) and t = τd² no d is left",
        sp.sqrt(d)
        * d**2
        * (c * d ** sp.Rational(-3, 2))
        * (A * (x / sp.sqrt(d)) ** 2 - c * d ** sp.Rational(-3, 2) * v * d * (x / sp.sqrt(d)) / 2),
        c * A * x**2 - c**2 * v * x / 2,
        by="substitution: so T ≍ d²",
    )
    step.cite(
        "noise on the same scale",
        r"dx=(cAx^2-\tfrac12c^2vx)\,d\tau+c\sqrt v\,dB",
        by="η²v d² = c²v/d for m, which is c²v for x",
    )
