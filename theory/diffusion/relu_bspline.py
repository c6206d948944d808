"""ReLU networks of depth L approximate the quadratic B-spline with the error 4^{1−L} exactly.

g(x) = 2x_+ − 4(x − ½)_+ + 2(x − 1)_+ is the sawtooth; S_L(x) = x − Σ_{l≤L} 4^{−l} g∘...∘g(x) interpolates x² at the multiples of
2^{−L}: on [0, 1] the excess S_L − x² is 4^{−L}t(1 − t), t the fraction of 2^L x, at most 4^{−L−1}. The network ½ Σ_j (−1)^j C(3, j)
9 S_L((x̄ − j)_+/3), x̄ = x clipped to [0, 3], misses N_2 by (9/2)4^{−L}[q(t) − 3q(t − r) + 3q(t − 2r)] on [2, 3], q(t) = t(1 − t)
of the fraction, t = 2^L x/3, r = 2^L/3: at most 8/9 in the bracket, attained at t ≡ r. Products 2S_L((a + b)/2) − ½S_L(a) − ½S_L(b)
miss ab by at most 2·4^{−L−1}, (of splines: diffusion.relu_tensor). So depth
log_4(1/ε) + O(1) is enough for the static splines; the networks are run as they stand.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import source, spline

L = Symbol("L", "depth", Naturals)
x = Symbol("x", "position", Reals)
unit = NumberSet("[0, 1]", 0, 1, closed=(True, True), ordinary=(0, 1), assumptions={"nonnegative": True})
y, a, b = (Symbol(name, what, unit) for name, what in (("y", "position"), ("a", "first factor"), ("b", "second factor")))
hat, scale, value = (sp.Symbol(name, real=True) for name in ("g", "c", "S"))


def relu(y):
    return Maximum(y, 0)


def tooth(z):
    return 2 * relu(z) - 4 * relu(z - Rational(1, 2)) + 2 * relu(z - 1)


def square(y):
    """S_L at y: a network of L layers."""
    start = (y, Rational(1, 4), y)
    return Iterate((hat, scale, value), (tooth(hat), scale / 4, value - scale * tooth(hat)), start, L).at(L, 2)


def network(y, clipped=True):
    """Of the quadratic spline."""
    inside = relu(y) - relu(y - 3) if clipped else y
    return sum((-1) ** j * binomial(3, j) * 9 * square(relu(inside - j) / 3) for j in range(3)) / 2


def product(y, z):
    return 2 * square((y + z) / 2) - square(y) / 2 - square(z) / 2


fraction = 2**L * y - floor(2**L * y)
worst = 3 - (3 + (-1) ** L) / Integer(2) / 2**L  # 3 − 2^(1−L) for even L, 3 − 2^(−L) for odd L
claim = Claim(
    "diffusion.relu_bspline",
    source=source("Cardinal B-spline interpolation", "bolcskei2018"),
    domain=Domain(L <= 20, core=(L <= 9, x >= -1, x <= 4)),
    parts={
        "main": Part(
            Inequality(Abs(network(x) - spline(x, 2)), Rational(4) ** (1 - L)),
            says="The ReLU network of L layers misses the quadratic B-spline by at most 4^(1−L) on the line",
            wrong={
                "not_clipped": {"left": Abs(network(x, clipped=False) - spline(x, 2)), "when": (x >= 4,)},
                "half": {"right": Rational(4) ** (1 - L) / 2},
            },
        ),
        "attained": Part(
            Identity(Abs(network(worst) - spline(worst, 2)), Rational(4) ** (1 - L)),
            says="and by as much at 3 − 2^(1−L) for even L, at 3 − 2^(−L) for odd L",
            wrong={"by_the_triangle_inequality": {"right": Rational(63, 2) * Rational(4) ** (-L - 1)}},
        ),
        "interpolation": Part(
            Identity(square(y), y**2 + Rational(4) ** (-L) * fraction * (1 - fraction), scale=1),
            says="On [0, 1] the sawtooth network is x² + 4^(−L) t(1 − t), t the fraction of 2^L x",
            wrong={"without_fraction": {"right": y**2 + Rational(4) ** (-L)}},
        ),
        "square": Part(
            Inequality(square(y) - y**2, Rational(4) ** (-L - 1)),
            says="so that it exceeds x² by at most 4^(−L−1)",
            wrong={"quarter": {"right": Rational(4) ** (-L - 2)}},
        ),
        "product": Part(
            Inequality(Abs(product(a, b) - a * b), 2 * Rational(4) ** (-L - 1)),
            says="and the network of products misses ab by at most 2·4^(−L−1) on the unit square",
            wrong={"half": {"right": Rational(4) ** (-L - 1)}},
        ),
        "hat": Part(
            Identity(relu(x) - 2 * relu(x - 1) + relu(x - 2), Maximum(1 - Abs(x - 1), 0), scale=1),
            says="The linear B-spline is three units: x_+ − 2(x − 1)_+ + (x − 2)_+",
            wrong={"weights": {"left": relu(x) - relu(x - 1) + relu(x - 2)}},
        ),
    },
    uses=("diffusion.bspline_basics",),
)
