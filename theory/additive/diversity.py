"""The largest squared overlap of M random directions is (4 log M + o(log M))/d, so M ≲ d^(1/2) meets the condition up to √log.

With q(t) = P(<θ,θ'>² > t) and P = M(M-1)/2 pairs, the maximum is of the size of the t with Pq(t) = 1 (additive.overlaps, where q is
bounded as well). At d = M², M = e^L, x = dt: with Γ(b+1/2)/Γ(b) = √(b - η/4) and log(1 - t) = -t - ζt²/(1 - t), every root of Pq = 1 is that of
the equation below for some δ, η, ζ in [0, 1], and x/(4L) -> 1 for all of them, from below, with the correction log L/(4L). The
condition M ≲ (max <θ,θ'>²)^(-1/2) then reads M ≲ (d/(4 log M))^(1/2): at M = d^(1/2) its two sides differ by the factor 2√log M.
"""

from lemmata import *
from lemmata.theory.additive.notation import source

half = Rational(1, 2)
L, x = Symbol("L", "log M", Positive), Symbol("x", "d times the squared overlap", Positive)
delta, eta, zeta = (
    Symbol(name, f"where the {what} lies between its bounds", NonNegative)
    for name, what in (("δ", "tail"), ("η", "ratio of Gamma functions"), ("ζ", "logarithm"))
)
size, most = (
    Symbol("D", "dimension, where the maximum is 4 log(M)/D", Positive),
    Symbol("m", "number of tasks that is allowed", Positive),
)

t, b = x * exp(-2 * L), (exp(2 * L) - 1) / 2
counted = 2 * L + log(1 - exp(-L)) - log(2)
logarithm = -(x / 2) * (1 - exp(-2 * L)) * (1 + zeta * t / (1 - t))
ratio = log(b - eta / 4) / 2 - log(b) - log(pi) / 2 - (log(x) - 2 * L) / 2
found = Root(x, counted + logarithm + ratio + log(1 - delta * (1 - t) / (2 * t * (b + 1))), inside=(2, 4 * L + 4))
allowed = Root(most, most**2 * 4 * log(most) - size, inside=(Rational(11, 10), sqrt(size)))
inverse = Root(most, most * 4 * log(most) - size, inside=(Rational(11, 10), size))

claim = Claim(
    "additive.diversity",
    source=source("Motivation: Learning Diverse Features Simultaneously"),
    domain=Domain((delta <= 1, eta <= 1, zeta <= 1, L >= 8, size >= 10), core=(size <= 10**6, L <= 16)),
    parts={
        "main": Part(
            Limit(found / (4 * L), 1, ladder=Ladder(L, (8, 16, 32, 64, 128, 256)), expansion=(log(L) / L, 1 / L)),
            says="At d = M² the squared overlap that one pair of M uniform directions exceeds on average is 4 log(M)/d in the limit",
            printed=Print(
                erratum=Erratum.unclear(
                    "M ≲ d^(1/2) meets the condition only up to a factor √log M: at M = d^(1/2) the largest squared overlap is "
                    "4 log M/d, and the condition allows M up to (d/(4 log M))^(1/2)"
                ),
                readings={"up to logarithms": (Edit(), "holds"), "up to constants": (Edit(changes={"value": 0}), "fails")},
            ),
            wrong={"two_log": {"value": half}},
        ),
        "allowed": Part(
            Within(allowed * sqrt(2 * log(size) / size), 1, sqrt(2)),
            says="The M with 4M² log M = d lies between (d/(2 log d))^(1/2) and (d/log d)^(1/2), for d ≥ 10",
            wrong={"inverse_maximum": {"quantity": inverse * sqrt(2 * log(size) / size)}},
        ),
    },
    uses=("additive.overlaps",),
    notes="The convergence is slow: the mean maximum times d/(4 log M) is still near 3/4 at M = 20 to 40.",
)
