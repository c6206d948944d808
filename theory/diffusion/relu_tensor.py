"""The product of two ReLU networks for quadratic B-splines approximates the tensor product in the plane, to the same order.

A network misses N_2 by at most e = 4^{1−L}, and products of numbers of [0, 1] are missed by at most 2·4^{−L−1} (diffusion.relu_bspline). Cut to [0, 1] the
networks are no further from N_2, which lies between 0 and 3/4, so that their product is off by at most e(N_2(x) + N_2(x') + e) ≤ (3/2)e + e², and that of the
network of products by at most 2·4^{−L−1} + (3/2)4^{1−L} + 4^{2−2L}. In every fixed dimension the order is the same: this is the static half of the slides'
lemma on diffused splines (diffusion.diffused_bspline).
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source, spline
from lemmata.theory.diffusion.relu_bspline import L, network, product, relu, x

other = Symbol("x'", "second coordinate", Reals)


def clipped(y):
    """The network of the spline, cut to [0, 1]."""
    return Minimum(relu(network(y)), 1)


apart = product(clipped(x), clipped(other)) - spline(x, 2) * spline(other, 2)
of_product, of_factor = 2 * Rational(4) ** (-L - 1), Rational(4) ** (1 - L)
bound = of_product + Rational(3, 2) * of_factor + of_factor**2
u, v, e = (Symbol(name, "a number", NonNegative) for name in ("u", "v", "ε"))
claim = Claim(
    "diffusion.relu_tensor",
    source=source("Cardinal B-spline interpolation / Approximation error of Diffused B-spline", "bolcskei2018"),
    domain=Domain(
        L <= 20, core=(L <= 8, x >= -1, x <= 4, other >= -1, other <= 4, u <= Rational(3, 4), v <= Rational(3, 4), e <= 1)
    ),
    parts={
        "main": Part(
            Within(apart, -bound, bound),
            says="The product network of two networks of L layers, cut to [0, 1], misses N_2(x)N_2(x') by at most 2·4^(−L−1) + (3/2)4^(1−L) + 4^(2−2L)",
            wrong={
                "product_alone": {"low": -of_product, "high": of_product},
                "tenth_of_the_factors": {"low": -of_product - of_factor / 10, "high": of_product + of_factor / 10},
            },
        ),
        "factors": Part(
            Inequality((u + e) * (v + e) - u * v, Rational(3, 2) * e + e**2),
            when=(u <= Rational(3, 4), v <= Rational(3, 4)),
            says="as factors up to 3/4 that are off by ε have a product that is off by at most (3/2)ε + ε²",
            proof=lambda K: K.compare(
                (u + e) * (v + e) - u * v, Rational(3, 2) * e + e**2, given=(u <= Rational(3, 4), v <= Rational(3, 4))
            ),
            wrong={"once": {"right": Rational(3, 4) * e + e**2}},
        ),
    },
    uses=("diffusion.relu_bspline",),
)
