"""Adam without memory is a softened sign descent: it moves a coordinate by η|g|/(|g| + ε), which is η only for ε = 0.

With β_1 = β_2 = 0 the moments are m = g and v = g², so that m/(√v + ε) = sign(g)|g|/(|g| + ε), whatever was before; a
coordinate with |g| far below ε hardly moves. The first step with memory, from m = v = 0 and without bias correction (none is
printed), is (1 - β_1)/√(1 - β_2) times the sign. Both rules are run on a quadratic loss.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.opt.notation import ADAM, b1, b2, eps, eta, moments, source, step

g = Symbol("g", "a coordinate of the gradient", Reals)
m0, v0 = Symbol("m₀", "first moment before", Reals, latex="m_0"), Symbol("v₀", "root of the second one", Reals, latex="v_0")
mo, va = Symbol("M", "first moment", Reals), Symbol("V", "second moment", NonNegative)


def once(first=b1, second=b2, small=eps, start=(m0, v0**2)):
    """m/(√v + ε) after one step with the gradient g."""
    return step(*Iterate((mo, va), moments(mo, va, g, first, second), start, 1).end, small)


free = once(Integer(0), Integer(0))
first = once(small=Integer(0), start=(Integer(0), Integer(0)))
sign = g / Abs(g)

d, T = Symbol("d", "dimension", Naturals), Symbol("T", "number of steps", Counts)
theta, start = Array("θ", "weights", d), Array("θ₀", "weights at the start", d, latex=r"\theta_0")
scales = Array("a", "curvatures of the well", d)
mom, var = Array("m", "first moments", d), Array("v", "second moments", d)
slope = hadamard(hadamard(scales, scales), theta) + theta  # of half Σ (a² + 1) θ²
one, two = moments(mom, var, slope, Integer(0), Integer(0))


def softened(over):
    """m/(√v + ε), entry by entry."""
    return hadamard(one, Entrywise(Lambda(z, 1 / (sqrt(z) + over)), two))


def descent(over=eps):
    moved = theta - eta * softened(over)
    return Iterate((mom, var, theta), (one, two, moved), (0 * start, 0 * start, start), T).end[2]


def signs(over=eps):
    moved = Entrywise(Lambda(z, z / (Abs(z) + over)), slope)
    return Iterate(theta, theta - eta * moved, start, T).end


y = Symbol("y", "one over ε", Naturals)
size = norm(start) + eta * T * sqrt(d)
claim = Claim(
    "opt.adam_is_sign",
    source=source(ADAM, "kingma2015"),
    domain=Domain(
        (Ne(g, 0), eps > 0), core=(d <= 5, T <= 6, eta >= 0.01, eta <= 0.5, eps >= 0.01, eps <= 1, Abs(g) >= 0.01, Abs(g) <= 1)
    ),
    parts={
        "main": Part(
            Identity(free, sign * Abs(g) / (Abs(g) + eps)),
            says="With β_1 = β_2 = 0 Adam moves a coordinate by η sign(g)|g|/(|g| + ε), whatever its moments were before",
            printed=Print(
                right=sign,
                erratum=Erratum.condition_missing(
                    "it is the sign only in the limit ε → 0; a coordinate with |g| ≪ ε hardly moves"
                ),
            ),
            wrong={
                "inside_the_root": {"right": g / sqrt(g**2 + eps)},
                "memory": {"left": once(Integer(9) / 10, Integer(9) / 10)},
            },
        ),
        "limit": Part(
            Limit(g / (Abs(g) + 1 / y), sign, ladder=Ladder(y, (10**3, 10**4, 10**5, 10**6, 10**7)), expansion=(1 / y, y**-2)),
            says="which tends to η sign(g) as ε → 0",
            wrong={"inside_the_root": {"quantity": g / sqrt(g**2 + 1)}},
        ),
        "descent": Part(
            Identity(descent(), signs(), scale=size),
            says="so T steps of it on the loss Σ (1 + a_i²)θ_i²/2 are T steps of the softened sign descent",
            wrong={"smaller": {"right": signs(2 * eps)}},
        ),
        "first_step": Part(
            Identity(first, (1 - b1) / sqrt(1 - b2) * sign),
            says="With memory the first step from zero moments, for ε = 0, is (1 − β_1)/√(1 − β_2) times the sign",
            wrong={"inverse": {"right": sqrt(1 - b2) / (1 - b1) * sign}, "corrected": {"right": sign}},
        ),
    },
)
