"""Sizes behind n ≳ Md^(k/2) for correlational queries and n ≳ (Md)^ρ for statistical ones.

Correlational: the single-task parts M^(-1/2)h_k(<x, θ>) have correlations <θ, θ'>^k/M, of root mean square
√((2k-1)!!/(d(d+2)...(d+2k-2)))/M ≍ M^(-1)d^(-k/2); a tolerance τ² at that level is n = τ^-2 ≍ Md^(k/2): M single-index problems.
Statistical: with an (I, K)-superorthogonal link g the query φ(y), y = M^(-1/2)(g(z_1) + S), sees z_1 through He_{K+1} and beyond, or at order
M^(-(I+1)/2): n ≳ min(d^((K+1)/2), M^(I+1)), which is at least (Md)^ρ at M = d^γ once I + 1 >= ρ(1+γ)/γ and K + 1 >= 2ρ(1+γ). At γ = 0 nothing
of this holds: polynomial links cost d. The lower bounds themselves rest on τ = n^(-1/2) and on a supremum over queries, which are
quoted. That superorthogonal polynomials exist for every (I, K) belongs to their family; here I = 2 and 4, K = 1, for one query.
"""

import sympy as sp
from sympy import ceiling

from lemmata import *
from lemmata.theory.additive.notation import d, gamma, k, rho, source

size = Symbol("D", "dimension, of ladders", Naturals)
tasks = Symbol("N", "number of tasks, of ladders", Naturals)
more, beyond = Symbol("i", "how much I exceeds what is needed", Counts), Symbol("j", "how much K exceeds it", Counts)
i = Index("l")
z = Symbol("z", "what the query sees")
Z = Sampled("Z", Normal())
theta, other = Sampled("θ", Sphere(1), d), Sampled("θ'", Sphere(1), d)
root_mean_square = sqrt(Product((2 * i - 1) / (size + 2 * i - 2), (i, 1, k)))
queries = size**gamma / root_mean_square
odd = sqrt(Product(2 * i - 1, (i, 1, k)))  # √((2k-1)!!)
needed = rho * (1 + gamma)
I, K = more + ceiling(needed / gamma) - 1, beyond + ceiling(2 * needed) - 1
short, low = ceiling(rho) - 1, ceiling(needed) - 1


def moment(order, value):
    power = Mean(dot(theta, other) ** (2 * order))
    return Part(
        Identity(power, value),
        proof="mean",
        says=f"The mean of the overlap of two random directions to the power {2 * order} is {value}",
    )


def cubic(x):
    return He(3, x)


def quintic(x):
    return He(3, x) - Rational(3, 20) * He(5, x)


def seen(link, order):
    """A power of the link and the first Hermite polynomial."""
    return Mean(link(Z) ** order * Z)


def blind(link, order, words):
    value = seen(link, order)
    square = sp.Poly(((link(z) ** order * z) ** 2).doit(), z)
    size_of = sqrt(sum(c * sp.factorial2(n - 1) for (n,), c in square.terms() if n % 2 == 0))  # its root mean square
    return Part(Identity(value, 0, scale=size_of), proof="mean", says=words)


def query(link, slope, seen_before=0):
    """|E sin(g/√M) z| = |E cos(g/√M) g'|/√M (Stein), less the terms in 1 and g² whose means vanish by the parts above.

    1 - cos t is 2 sin²(t/2), so that nothing cancels. Beyond 8 less than a thousandth is left.
    """
    angle = link(z) / sqrt(tasks) / 2
    gone = 2 * (angle - sin(angle)) * (angle + sin(angle)) if seen_before else 2 * sin(angle) ** 2
    return Abs(sum(Integral(2 * gone * slope * phi(z), (z, a, a + 2)) for a in (0, 2, 4, 6))) / sqrt(tasks)


cubic_slope = 3 * He(2, z)
quintic_slope = cubic_slope - Rational(3, 4) * He(4, z)
along_d = Ladder(size, (10**3, 10**4, 10**5, 10**6))
along_tasks = Ladder(tasks, (10**5, 3 * 10**5, 10**6, 3 * 10**6, 10**7))
far_tasks = Ladder(tasks, (10**7, 3 * 10**7, 10**8, 3 * 10**8, 10**9))
HALF = Rational(1, 2)
EXPANSION = (1 / tasks, tasks**-2)

claim = Claim(
    "additive.csq_sq",
    source=source("Theorem ([OSSW24] CSQ Lower Bound) and Theorem ([OSSW24] SQ Lower Bound)"),
    domain=Domain(gamma <= HALF, core=(k <= 6, gamma >= 0.05, rho >= 0.5, rho <= 6, d >= 3, d <= 10, more <= 2, beyond <= 2)),
    parts={
        "main": Part(
            Order(
                queries,
                size ** (gamma + k / 2),
                ladder=along_d,
                constants=(Rational(9, 10) / odd, Rational(11, 10) * (1 + (k - 1) / 500) ** (k / 2) / odd),
                expansion=(1 / size, size**-2),
            ),
            says="The inverse root mean square of the correlations of single-task parts is of the order of Md^(k/2), at M = d^γ, with "
            "constants: for d ≥ 1000 between 0.9 and 1.1(1 + (k−1)/500)^(k/2) times Md^(k/2)/√((2k−1)!!)",
            wrong={
                "tasks_squared": {"scale": size ** (2 * gamma + k / 2)},
                "no_tasks": {"scale": size ** (k / 2)},
                "without_double_factorial": {"constants": (1, (1 + (k - 1) / 500) ** (k / 2))},
            },
        ),
        "overlap_2": moment(1, 1 / d),
        "overlap_4": moment(2, 3 / (d * (d + 2))),
        "statistical": Part(
            Inequality(needed, gamma * (I + 1)),
            says="For I + 1 ≥ ρ(1+γ)/γ, M^(I+1) is at least (Md)^ρ at M = d^γ, as exponents of d",
            wrong={"gamma_zero": {"left": rho, "right": 0}, "orders_rho": {"right": gamma * (short + 1)}},
        ),
        "statistical_degree": Part(
            Inequality(needed, (K + 1) / 2),
            says="For K + 1 ≥ 2ρ(1+γ), so is d^((K+1)/2)",
            wrong={"degree_rho": {"right": (low + 1) / 2}},
        ),
        "invisible": blind(cubic, 1, "He_3 has no first Hermite coefficient"),
        "invisible_square": blind(cubic, 2, "nor has its square"),
        "quintic_once": blind(quintic, 1, "Neither has He_3 − (3/20) He_5"),
        "quintic_cubed": blind(quintic, 3, "nor its cube"),
        "two_orders": Part(
            Rate(query(cubic, cubic_slope), -3 * HALF, ladder=far_tasks, expansion=EXPANSION),
            says="The query sin(y) sees one task with the link He_3 at the order M^(−3/2)",
            wrong={"one_order_visible": {"exponent": -HALF}, "half_orders": {"exponent": -1}},
        ),
        "four_orders": Part(
            Rate(query(quintic, quintic_slope, 1), -5 * HALF, ladder=along_tasks, expansion=EXPANSION),
            says="and with He_3 − (3/20) He_5 at the order M^(−5/2)",
        ),
    },
)
