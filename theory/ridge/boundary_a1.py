"""The case a = 1 that the slide leaves out: benign, but only logarithmically, and up to dimensions exponential in n.

l_j = 1/j, j <= d, λ = 0, β_j = 1/j. With c = d/n > 1 let x₀ > 0 solve x₀ = log(1 + x₀c). As 1/(1 + jκ) falls in j,
log((1 + (d+1)κ)/(1 + κ)) <= nκ < log(1 + dκ): nκ < x₀ and nκ -> x₀, and Var -> σ²g/(1 - g) = σ²/(x₀ - 1 + 1/c), g = c/(1 + x₀c), which
is of order one at fixed c and vanishes like 1/log c. The bias is at most κ|β|²/(4(1 - γ)) and vanishes as long as
log(d/n) = o(n): at d = e^(sn) κ tends to s, and the bias to Σ β_j² l_j (s/(l_j + s))². So the risk vanishes when d/n -> ∞ and
log d = o(n): a = 1 belongs to the benign regime, with the upper limit n^(1/(1-a)) turned into an exponential.
"""

import math

from lemmata import (
    Claim,
    Definition,
    Domain,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Naturals,
    Part,
    Positive,
    Rational,
    Root,
    Sum,
    Symbol,
    Within,
    exp,
    floor,
    log,
)
from lemmata.theory.ridge.notation import designs, j, level, n, power_law, s2, source

c, s = Symbol("c", "dimensions per sample", Positive), Symbol("s", "log d over n", Positive)
N = Symbol("N", "number of samples of a drawn design", Naturals)
q = Symbol("q", "dimensions per sample of a drawn design", Positive)
x = Symbol("x", "nκ", Positive)


def place(ratio):
    """x₀ by a convergent fixed point: log((1 - e^-x)/x) + x falls short of log c by nothing."""
    return Root(x, x + log((1 - exp(-x)) / x) - log(ratio), inside=(Rational(1, 10**6), 2 * log(ratio) + 4))


near_law = power_law(1, lambda p: p.c * p.n, levels=1200)
square_law = power_law(1, lambda p: p.n**2, ("p2", "m2"), levels=1500)
huge_law = power_law(1, lambda p: math.exp(p.s * min(p.n, 200)), ("p3", "m3"), levels=7400)
drawn_law = power_law(1, lambda p: int(p.q * p.N), ("p4", "m4"), levels=500, samples=N)
WORDS = {"κ": "d = cn", "κ₂": "d = n²", "κ_e": "d = e^(sn)", "κ'": "d = qN"}
near, square, huge, small = (
    Definition(name, f"effective penalty at {where}", law.effective(0))
    for (name, where), law in zip(WORDS.items(), (near_law, square_law, huge_law, drawn_law), strict=True)
)
x0 = Definition("x₀", "the positive root of x = log(1 + cx)", place(c))
variance = near_law.spread(near, 0)
plateau = 1 / (x0 - 1 + 1 / c)
wide = square_law.spread(square, 0) * (place(n) - 1 + 1 / n)
drawn = designs(n=N, d=floor(q * N), a=1, **{"λ": 0})
there = drawn_law.bias(small, 0) + s2 * drawn_law.spread(small, 0)
rungs = Ladder(n, (30, 100, 300, 1000, 3000, 10_000), quick=(100, 300, 1000, 3000))
far = Ladder(n, (100, 10**4, 10**6, 10**8, 10**10), quick=(100, 10**4, 10**6, 10**8))
steps = Ladder(n, (12, 25, 50, 100, 200), quick=(12, 25, 50, 100))
FIRST = (1 / n, n**-2)
null = near_law.over(near_law.target * near_law.eigenvalue)

claim = Claim(
    "ridge.boundary_a1",
    source=source("Benign overfitting", "bartlett2019"),
    domain=Domain(
        c > 1,
        s < Rational(8, 5),
        n >= 2,
        N >= 24,
        q > 1,
        core=(
            c >= 2.2,
            c <= 10**4,
            s >= 0.3,
            s <= 1.5,
            n >= 30,
            n <= 50,
            s2 >= 0.2,
            s2 <= 5,
            level >= 1e-3,
            level <= 1,
            q >= 3,
            q <= 10,
            N >= 24,
            N <= 30,
        ),
    ),
    parts={
        "main": Part(
            Limit(n * near, x0, ladder=rungs, expansion=FIRST),
            says="For eigenvalues 1/j, λ = 0 and d = cn, n times the effective penalty tends to the root x₀ > 0 of x = log(1 + cx)",
            wrong={"one_step": {"value": log(1 + c)}, "no_logarithm": {"value": c - 1}},
        ),
        "variance": Part(
            Limit(variance, plateau, ladder=rungs, expansion=FIRST),
            says="The deterministic equivalent of the variance tends to σ²/(x₀ − 1 + 1/c)",
            wrong={"variance_vanishes": {"value": 0}, "variance_plain_log": {"value": 1 / log(c)}},
        ),
        "variance_square": Part(
            Limit(wide, 1, ladder=far),
            says="At d = n² it is the same with c = n, to a share that vanishes: it falls like 1/log n",
        ),
        "from_below": Part(
            Inequality(n * near / x0, 1),
            says="nκ is below x₀ at every n",
            wrong={"from_above": {"left": x0, "right": n * near}},
        ),
        "from_below_square": Part(Inequality(n * square / place(n), 1), says="so it is at d = n²"),
        "sum_from_below": Part(
            Inequality(log((1 + (n + 1) * level) / (1 + level)), Sum(level / (1 + j * level), (j, 1, n))),
            says="The sum of z/(1 + jz) over j ≤ n is at least log((1 + (n+1)z)/(1 + z)), which is nκ's bound from below",
            wrong={"without_the_first": {"left": log(1 + (n + 1) * level)}},
        ),
        "sum_from_above": Part(
            Inequality(Sum(level / (1 + j * level), (j, 1, n)), log(1 + n * level)),
            says="and at most log(1 + nz), which is its bound from above",
        ),
        "logarithmic": Part(Inequality(log(1 + c), x0), when=c >= exp(1) - 1, says="x₀ is at least log(1 + c), for c ≥ e − 1"),
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
        "simulated": Part(
            Within(Mean(drawn["bias"] + s2 * drawn["variance"]) / there, Rational(23, 25), Rational(27, 25)),
            says="On drawn designs (24 to 30 samples, 3 to 10 dimensions per sample) the mean risk is within 8 % of its equivalent",
        ),
    },
    procedures=(designs,),
    uses=("ridge.det_equiv", "ridge.benign_regime"),
    notes="The rate log(n)/n at which d = n² approaches its formula is not stated.",
)
