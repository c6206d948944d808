"""Stopping early costs √(t/π) for the uniform density: every jump of height h costs hσ/√(2π) in total variation.

Judged as t → 0 on the line: a density with the two steps w and 1 − w on [−1, 0] and [0, 1], w < 1/2, has TV(p_0, p_t)/σ → (w + (1 −
2w) + (1 − w))/√(2π), the sum of its jumps over √(2π), σ² = 1 − e^{−2t}; w = 1/2 is the uniform density, where σ is √(2t) in leading
order. A density that is continuous on the line loses the order t alone: the triangle (1 − |x|)_+ has TV/t → 5/2 = ½(∫|(xp)'| + the
mass 4 of |p''|). So the slide's √T̲ is the order where p_0 jumps at the edge of its support, and only an upper bound where it does
not. TV is the integral of p_0 − p_t where that is positive: beside the edges, up to the point where the two are equal.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import deviation, shrink, source

steps = NumberSet("(0, 9/20]", 0, Rational(9, 20), closed=(False, True), ordinary=(0.05, 0.4), assumptions={"positive": True})
w = Symbol("w", "height of the step on [−1, 0]", steps)
h, s = Symbol("h", "height of a jump", Positive), Symbol("σ", "deviation of the noise", Positive)
n = Symbol("n", "one over the time", Naturals)
x, u = Symbol("x", "position"), Symbol("u", "position in units of σ")
mu, sigma = shrink(1 / n), deviation(1 / n)
REACH = 12


def stepped(y):
    """p_t of the two steps."""
    left = Phi((y + mu) / sigma) - Phi(y / sigma)
    right = Phi(y / sigma) - Phi((y - mu) / sigma)
    return (w * left + (1 - w) * right) / mu


def missing(height, edge, inward):
    """What p_t lacks of p_0 = height beside an edge, over σ: up to the point where the two are equal."""
    lack = height - stepped(edge + inward * sigma * u)
    return Integral(lack, (u, 0, Root(u, Eq(lack, 0), "only", (0, REACH))))


lost = missing(w, -1, 1) + missing(1 - w, 0, 1) + missing(1 - w, 1, -1)
jumps = w + (1 - 2 * w) + (1 - w)


def ramp(y):
    """The mean of (y + σZ)_+."""
    return y * Phi(y / sigma) + sigma * phi(y / sigma)


def triangle(y):
    """p_t of (1 − |x|)_+."""
    return (ramp(y + mu) - 2 * ramp(y) + ramp(y - mu)) / mu**2


def lack(y):
    return 1 - y - triangle(y)


# p_t lies below the triangle near its top, and between 1/2, where (xp)' vanishes, and the edge
top = Root(u, Eq(lack(sigma * u), 0), "only", (0, REACH))
middle = Root(x, Eq(lack(x), 0), "only", (Rational(1, 4), Rational(3, 4)))
edge = Root(u, Eq(lack(1 - sigma * u), 0), "only", (0, REACH))
smooth = 2 * sigma * (Integral(lack(sigma * u), (u, 0, top)) + Integral(lack(1 - sigma * u), (u, edge, REACH)))
smooth += 2 * Integral(lack(x), (x, middle, 1 - REACH * sigma))
slow = (n ** -Rational(1, 2), sqrt(log(n)) / n, 1 / n)
claim = Claim(
    "diffusion.trunc_low",
    source=source("Error decomposition", "oko2023"),
    domain=Domain(core=(h <= 5, s >= Rational(1, 100), s <= 2)),
    parts={
        "main": Part(
            Limit(lost, jumps / sqrt(2 * pi), ladder=Ladder(n, (10**4, 10**5, 10**6, 10**7, 10**8)), expansion=slow),
            says="For a density of two steps TV(p_0, p_t)/σ tends to the sum of the jumps over √(2π) as t → 0",
            wrong={
                "edges_alone": {"value": (w + (1 - w)) / sqrt(2 * pi)},
                "variance_t": {"value": jumps / (2 * sqrt(pi))},
                "without_pi": {"value": jumps / 2},
            },
        ),
        "uniform": Part(
            Limit(
                2 * missing(Rational(1, 2), -1, 1).xreplace({w: Rational(1, 2)}) * sigma * sqrt(n * pi),
                1,
                ladder=Ladder(n, (10**4, 10**5, 10**6, 10**7, 10**8)),
                expansion=slow,
            ),
            says="For the uniform density on [−1, 1] TV/√(t/π) tends to 1",
            wrong={"twice_the_variance": {"value": sqrt(2)}, "without_pi": {"value": sqrt(pi)}},
        ),
        "jump": Part(
            Identity(Integral(h * Phi(-x / s), (x, 0, oo)), h * s / sqrt(2 * pi)),
            says="A jump of height h smoothed by N(0, σ²) has lost hσ/√(2π) on its high side",
            wrong={"half": {"right": h * s / (2 * sqrt(2 * pi))}},
        ),
        "continuous": Part(
            Limit(smooth * n, Rational(5, 2), ladder=Ladder(n, (10**4, 10**5, 10**6, 10**7)), expansion=slow),
            says="For the triangle (1 − |x|)_+ TV/t tends to 5/2: √t is not its order",
            wrong={"kinks_alone": {"value": 2}, "half": {"value": Rational(5, 4)}},
        ),
    },
)
