"""The benign regime: eigenvalues j^-a, a < 1, λ = 0. The risk vanishes when n ≪ d ≪ n^(1/(1-a)); both conditions are needed.

The print asks for d = o(n^(1/(1-a))) alone; at d = 2n that holds, and the variance stays of order one. The scale is
d = 2n^(1 + xa/(1-a)): x = 0 is d = 2n, x = 1 is d = 2n^(1/(1-a)), both conditions are 0 < x < 1. With β_j = 1/j:
the bias is of the order κ² = n^(-2a(1-x)); κ and γ with their constants: ridge.benign_scales. At d = rn the variance is in the
limit a function of r and a: with w = κ/l_d the integral of 1/(1 + w s^a) over [0, 1] is 1/r, and that of its square, by parts,
is (1 - 1/a)/r + 1/(a(1 + w)). For d ≪ n least squares has no bias and variance σ²d/(n - d): small, but no overfitting.
"""

from lemmata import *
from lemmata.theory.ridge.notation import N, designs, n, power_law, q, s2, simulated, source

a = Symbol("a", "decay of the spectrum", Positive)
x = Symbol("x", "place of d between n (0) and n^(1/(1-a)) (1), by exponents", NonNegative)
r, s = Symbol("r", "dimensions per sample", Positive), Symbol("s", "place")
w = Symbol("w", "κ over the last eigenvalue", Positive)
half = Rational(1, 2)

d = Definition("d", "dimension", 2 * n ** (1 + x * a / (1 - a)))
law = power_law(a, lambda p: 2 * p.get("n", 2) ** (1 + p.x * p.a / (1 - p.a)), levels=2200)  # n is of ladders only
k = Definition("κ", "effective penalty at λ = 0", law.effective(0))
bias, variance = law.bias(k, 0), law.spread(k, 0)
swept = power_law(a, lambda p: int(p.r * p.get("n", 100)), ("t", "o"), levels=850)
onset = swept.spread(swept.effective(0), 0)
balance = r * Integral(1 / (1 + w * s**a), (s, 0, 1)) - 1
boundary = 1 - 1 / a + r / (a * (1 + Definition("w", "κ over the last eigenvalue, in the limit", Root(w, balance))))

sizes = Ladder(n, (10**4, 10**5, 10**6, 10**7, 10**8), quick=(10**4, 10**5, 10**6, 10**7))
far = Ladder(n, (10**5, 10**8, 10**11, 10**14, 10**17, 10**20), quick=(10**5, 10**9, 10**13, 10**17))
SLOW = (n ** -Rational(1, 8), n ** -Rational(1, 4), n**-half)
rungs = Ladder(n, (10**6, 10**9, 10**12, 10**15, 10**18), quick=(10**5, 10**9, 10**13, 10**17))
inside = (x > 0, x < 1)

claim = Claim(
    "ridge.benign_regime",
    source=source("Benign overfitting", "bartlett2019"),
    domain=Domain(
        (a < 1, x <= 1),
        core=(
            (a >= 0.3, a <= 0.7, x >= 0.45, x <= 0.6, r >= 1.5, r <= 4),
            (n >= 100, n <= 400, s2 >= 0.5, s2 <= 2, q >= 2, q <= 8, N >= 24, N <= 30),
        ),
    ),
    parts={
        "main": Part(
            Limit(law.risk(k, 0), 0, ladder=far),
            when=inside,
            says="For eigenvalues j^−a, a < 1, λ = 0 and d = 2n^(1 + xa/(1−a)), 0 < x < 1, the deterministic equivalent of the risk vanishes",
            printed=Print(
                when=(x < 1,),
                erratum=Erratum.condition_missing(
                    "d/n must tend to infinity as well: at d = 2n the variance stays of the order of σ²"
                ),
            ),
        ),
        "variance_rate": Part(
            Rate(variance, -x * Minimum(1, a / (1 - a)), ladder=rungs, expansion=SLOW),
            when=(Abs(a - half) > Rational(1, 8),),
            says="The variance falls like n^(−x min(1, a/(1−a)))",
            wrong={
                "variance_swapped": {"exponent": -x * (a / (1 - a)) ** 2},
                "variance_one_branch": {"exponent": -x * a / (1 - a)},
                "variance_dense_branch": {"exponent": -x},
            },
        ),
        "bias_rate": Part(
            Rate(bias, -2 * a * (1 - x), ladder=rungs, expansion=SLOW),
            says="The squared bias falls like n^(−2a(1−x))",
            wrong={"bias_linear": {"exponent": -a * (1 - x)}},
        ),
        "onset": Part(
            Limit(onset, boundary / (1 - boundary), ladder=sizes, expansion=(1 / n, n**-2)),
            says="At d = rn it does not vanish: it tends to a function of r and a alone, σ²γ/(1 − γ) with γ = 1 − 1/a + r/(a(1 + w))",
            wrong={"onset_vanishes": {"value": 0}, "onset_of_the_rank": {"value": 1 / (r - 1)}},
        ),
        "simulated": simulated(a, 0, 300, "2 to 8"),
    },
    procedures=(designs,),
    uses=("ridge.det_equiv", "ridge.kernel_regime"),
)
