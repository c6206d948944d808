"""The case a = 1 that the slide leaves out: benign, but only logarithmically, and up to dimensions exponential in n.

l_j = 1/j, j <= d, λ = 0, β_j = 1/j. Every c = d/n > 1 is (e^u - 1)/u for one u > 0, the positive root of u = log(1 + uc). As 1/(1 + jκ)
falls in j, log((1 + (d+1)κ)/(1 + κ)) <= nκ < log(1 + dκ): nκ < u and nκ -> u, log c <= u <= 2 log c, and
Var -> σ²g/(1 - g) = σ²/(u - 1 + 1/c), g = c/(1 + uc), which is between 5/6 and 1 times σ²/log c for every c: of order one at fixed c, it
vanishes with c -> ∞. The bias is at most κ|β|²/(4(1 - γ)) and vanishes as long as log(d/n) = o(n): at d = e^(sn) κ tends to s, and
the bias to Σ β_j² l_j (s/(l_j + s))². So the risk vanishes when d/n -> ∞ and log d = o(n): a = 1 belongs to the benign regime, with
the upper limit n^(1/(1-a)) turned into an exponential. The constants 5/6 (the least value is 0.838) and 4/5 come from the formula.
"""

import math

import sympy as sp

from lemmata import *
from lemmata.theory.ridge.notation import N, designs, j, n, power_law, q, s2, source
from lemmata.theory.ridge.notation import level as z

u, s = Symbol("u", "limit of nκ at d = cn", Positive), Symbol("s", "log d over n", Positive)
x, m, y = Symbol("x", "nκ", Positive), Symbol("m", "mean of an exponential number", Positive), sp.Symbol("y", real=True)


def place(ratio):
    """The root x > 0 of x = log(1 + x ratio), in a form in which it is the only one."""
    return Root(x, x + log((1 - exp(-x)) / x) - log(ratio), inside=(Rational(1, 10**6), 2 * log(ratio) + 4))


c = (exp(u) - 1) / u  # u = log(1 + cu)


def bounds(k):
    """log(1 + m) <= m and m <= log(1/(1 - m)), from exp(-E X) <= E exp(-X) and exp(E X) <= E exp(X) for an exponential X of mean m."""
    X = Sampled("X", Exponential(m))
    low = k.rewrite(k.jensen(Lambda(y, exp(-y)), X), by=k.mean(Mean(exp(-X))))
    high = k.rewrite(k.jensen(Lambda(y, exp(y)), X), by=k.mean(Mean(exp(X))))
    mean = k.mean(Mean(X))
    below = k.rewrite(k.monotone(k.monotone(low, "inverse"), "log"), by=mean)
    return below, k.le(k.flip(mean), k.monotone(high, "log"))


def telescoped(which):
    """By induction: one more term of the sum, one more step of the logarithm."""

    def proof(k):
        def step(h):
            last = z / (1 + (n + 1) * z)
            one = k.instance(bounds(k)[which], {m: last})
            many = k.flip(k.peel(Sum(z / (1 + j * z), (j, 1, n + 1))))
            if which:
                more = k.le(one, k.normal(one.right, log(1 + (n + 1) * z) - log(1 + n * z)))
                return k.le(k.flip(many), k.to(k.add(h, more), log(1 + (n + 1) * z)))
            more = k.le(k.normal(log(1 + (n + 2) * z) - log(1 + (n + 1) * z), one.left), one)
            return k.le(k.add(h, more), many)

        one = k.instance(bounds(k)[which], {m: z / (1 + z)})
        start = k.to(k.terms_of(Sum(z / (1 + j * z), (j, 1, 1))), z / (1 + z))
        if which:
            return k.induction(k.le(start, one, k.normal(one.right, log(1 + z))), step, over=n)
        return k.induction(k.le(k.normal(log(1 + 2 * z) - log(1 + z), one.left), one, k.flip(start)), step, over=n)

    return proof


def logarithmic(k):
    """(e^x - 1)/x <= e^x - 1."""
    return k.monotone(k.compare(1 + c, exp(u), given=(u >= 1,)), "log")


near_law = power_law(1, lambda p: p.n * math.expm1(p.u) / p.u, levels=850)
square_law = power_law(1, lambda p: p.n**2, ("p2", "m2"), levels=850)
huge_law = power_law(1, lambda p: math.exp(p.s * min(p.n, 110)), ("p3", "m3"), levels=2650)
drawn_law = power_law(1, lambda p: int(p.q * p.N), ("p4", "m4"), levels=350, samples=N)
WORDS = {"κ": "d = cn", "κ₂": "d = n²", "κ_e": "d = e^(sn)", "κ'": "d = qN"}
near, square, huge, small = (
    Definition(name, f"effective penalty at {where}", law.effective(0))
    for (name, where), law in zip(WORDS.items(), (near_law, square_law, huge_law, drawn_law), strict=True)
)
variance = near_law.spread(near, 0)
plateau = 1 / (u - 1 + 1 / c)
wide = square_law.spread(square, 0) * (n * square - 1 + 1 / n)
drawn = designs(n=N, d=floor(q * N), a=1, **{"λ": 0})
measured, there = Mean(drawn["bias"] + s2 * drawn["variance"]), drawn_law.risk(small, 0)
rungs = Ladder(n, (30, 100, 300, 1000, 3000, 10_000), quick=(100, 300, 1000, 3000))
far = Ladder(n, (100, 10**4, 10**6, 10**8, 10**10), quick=(100, 10**4, 10**6, 10**8))
steps, FIRST = Ladder(n, (32, 48, 72, 108)), (1 / n, n**-2)
null = near_law.over(near_law.target * near_law.eigenvalue)

claim = Claim(
    "ridge.boundary_a1",
    source=source("Benign overfitting", "bartlett2019"),
    domain=Domain(
        (u <= 30, s < Rational(8, 5), n >= 2, N >= 24, q > 1),
        core=(
            (s >= 0.6, s <= 1.5, n >= 100, n <= 400, s2 >= 0.2, s2 <= 5),
            (z >= 1e-3, z <= 1, q >= 3, q <= 6, N >= 24, N <= 28, u >= 0.4, u <= 12),
        ),
    ),
    parts={
        "main": Part(
            Limit(n * near, u, ladder=rungs, expansion=FIRST),
            says="For eigenvalues 1/j, λ = 0 and d = cn, n times the effective penalty tends to u, for c = (eᵘ − 1)/u",
            wrong={"one_step": {"value": log(1 + c)}, "no_logarithm": {"value": c - 1}},
        ),
        "variance": Part(
            Limit(variance, plateau, ladder=rungs, expansion=FIRST),
            says="The deterministic equivalent of the variance tends to σ²/(u − 1 + 1/c)",
            wrong={"variance_vanishes": {"value": 0}, "variance_plain_log": {"value": 1 / log(c)}},
        ),
        "order": Part(
            Order(near, 1 / n, ladder=rungs, constants=(log(c), 2 * log(c)), expansion=FIRST),
            says="At d = cn the effective penalty is of the order 1/n, with constants: nκ is between log c and 2 log c",
            wrong={"half_the_interval": {"constants": (log(c), 3 * log(c) / 2)}, "square": {"scale": n**-2}},
        ),
        "variance_order": Part(
            Within(square_law.spread(square, 0) * log(n), Rational(4, 5), 1),
            when=n >= 100,
            says="At d = n² ≥ 10⁴ the variance is between 4/5 and 1 times σ²/log n",
            wrong={"nine_tenths": {"low": Rational(9, 10)}},
        ),
        "root": Part(
            Identity(place(c), u),
            says="u is the positive root of x = log(1 + cx), and the only one",
            wrong={"without_one": {"left": place(c + 1)}},
        ),
        "variance_at_every_ratio": Part(
            Within(log(c) / (u - 1 + 1 / c), Rational(5, 6), 1),
            says="The limit of the variance is, for every d/n > 1, between 5/6 and 1 times σ²/log(d/n)",
            wrong={"lower_end_7_8": {"low": Rational(7, 8)}},
        ),
        "variance_square": Part(
            Limit(wide, 1, ladder=far), says="At d = n² it is 1/(nκ − 1 + 1/n) in the limit, the same with nκ in place of u"
        ),
        "from_below": Part(
            Inequality(n * near / u, 1), says="nκ is below u at every n", wrong={"from_above": {"left": u, "right": n * near}}
        ),
        "sum_from_below": Part(
            Inequality(log(1 + (n + 1) * z) - log(1 + z), Sum(z / (1 + j * z), (j, 1, n))),
            proof=telescoped(0),
            says="The sum of z/(1 + jz) over j ≤ n is at least log(1 + (n+1)z) − log(1 + z), which is nκ's bound from below",
            wrong={"without_the_first": {"left": log(1 + (n + 1) * z)}},
        ),
        "sum_from_above": Part(
            Inequality(Sum(z / (1 + j * z), (j, 1, n)), log(1 + n * z)),
            proof=telescoped(1),
            says="and at most log(1 + nz), which is its bound from above",
        ),
        "logarithmic": Part(
            Inequality(log(1 + c), u), when=u >= 1, proof=logarithmic, says="log(1 + c) ≤ u for u ≥ 1, that is c ≥ e − 1"
        ),
        "twice_the_logarithm": Part(
            Inequality(exp(u / 2), c), says="and exp(u/2) ≤ c: u is at most 2 log c", wrong={"once": {"left": exp(u)}}
        ),
        "bias": near_law.worst(),
        "square_learns": Part(
            Limit(square_law.bias(square, 0) / null, 0, ladder=far, scale=1),
            says="At d = n² the deterministic equivalent of the bias vanishes",
            wrong={"square_is_harmful": {"value": Rational(1, 2)}},
        ),
        "exponential": Part(
            Limit(huge, s, ladder=steps, expansion=FIRST), says="At d = e^(sn) the effective penalty tends to s"
        ),
        "exponential_bias": Part(
            Limit(huge_law.bias(huge, 0) / huge_law.left(s), 1, ladder=steps, expansion=FIRST),
            says="and the bias to what a penalty of s leaves of the signal",
            wrong={"exponential_learns": {"value": 0}},
        ),
        "simulated_above": Part(
            Inequality(measured / there, Rational(27, 25)),
            says="On drawn designs (24 to 28 samples, 3 to 6 dimensions per sample) the mean risk is at most 1.08 times its equivalent",
        ),
        "simulated_below": Part(Inequality(Rational(23, 25) * there, measured), says="and at least 0.92 times"),
    },
    procedures=(designs,),
    uses=("ridge.det_equiv", "ridge.benign_regime"),
    notes="The rate log(n)/n at which d = n² approaches its formula is not stated.",
)
