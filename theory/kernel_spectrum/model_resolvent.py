"""The law of the model by its resolvent: a shifted Wishart matrix plus a GOE matrix has the free convolution for its spectrum.

B = μ(GG' - N)/√(nN) + √γ H (kernel_spectrum.equivalence_model) is judged at n = 60 to 100 through the means of x²/(x + L) over its spectrum, L left of it, up to
a share 5/(2n). The free convolution has the R-transform R(h) = μ²h/(1 - μ√φ h) + γh, as free cumulants add: with h for -m the cubic of kernel_spectrum.free_convolution
is R(h) + 1/h = z. Without a semicircle and for φ > 1 the spectrum has an atom of mass 1 - 1/φ at -μ/√φ, where GG' vanishes: the polynomial in m at γ = 0 is of degree 2.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum.equivalence_model import B, N, gamma, mu, phi
from lemmata.theory.kernel_spectrum.free_convolution import law
from lemmata.theory.kernel_spectrum.notation import n, source

r = Symbol("r", "how far beyond 3 to the left of 0 the mean of x²/(x + L) is taken", NonNegative)
L = 3 + r
resolvent = Mean(Trace(B * B * (B + L * I(n)).inv())) / n
g, ratio = Symbol("h", "minus the Stieltjes transform", Positive), Symbol("φ", "samples per column", Positive)
weight = Symbol("c", "weight of the Wishart matrix", Positive)
near = Symbol("y", "one over the distance from the atom", Positive)


def around(skew=None, tail=gamma, own=mu):
    """What the free convolution has, up to 5/(2n)."""
    value = law(own, sqrt(phi) if skew is None else skew, tail, L)
    return {"low": value * (1 - Rational(5, 2) / n), "high": value * (1 + Rational(5, 2) / n)}


def cubic(tail=gamma, root=None):
    """The cubic in m = -h at z = R(h) + 1/h; the options make other laws of z."""
    root = sqrt(ratio) if root is None else root
    place = weight**2 * g / (1 - weight * root * g) + tail * g + 1 / g
    skew = weight * sqrt(ratio)
    return -skew * gamma * g**3 + (gamma + weight**2 + skew * place) * g**2 - (place + skew) * g + 1


# γ = 0, at a distance 1/y left of the atom: x = -μ/√φ - 1/y; the mean of 1/(x' - x)
spot = -weight / sqrt(ratio) - 1 / near
u = Symbol("u", "mean of 1/(x' − x) over y", Positive)
quadratic = (
    weight * sqrt(ratio) * spot * (u * near) ** 2 + weight**2 * (u * near) ** 2 + (spot + weight * sqrt(ratio)) * u * near + 1
)
atom = Root(u, quadratic / near, "first")
claim = Claim(
    "kernel_spectrum.model_resolvent",
    source=source(),
    uses=("kernel_spectrum.equivalence_model", "kernel_spectrum.free_convolution"),
    domain=Domain(
        weight * sqrt(ratio) * g < 1,
        core=(
            (
                n >= 60,
                n <= 100,
                4 * N >= n,
                N <= 300,
                mu >= Rational(1, 2),
                mu <= Rational(4, 5),
                gamma >= Rational(1, 5),
                gamma <= Rational(1, 2),
                r <= 1,
            ),
            (
                g >= Rational(1, 10),
                g <= Rational(2, 5),
                ratio >= Rational(3, 2),
                ratio <= 4,
                weight >= Rational(1, 2),
                weight <= 1,
            ),
        ),
    ),
    parts={
        "main": Part(
            Within(resolvent, **around()),
            says="At n from 60 to 100 the mean of x²/(x + L) over the spectrum of the model is that of the free convolution with φ = n/N to a share 5/(2n)",
            wrong={
                "square_matrix": around(skew=1),
                "semicircle": around(skew=0),
                "tail_alone": around(own=0),
                "left_skewed": around(own=-mu),
                "goe_of_twice_the_variance": around(tail=2 * gamma),
            },
        ),
        "r_transform": Part(
            Identity(cubic(), 0, scale=1),
            says="At z = R(h) + 1/h, R(h) = c²h/(1 − c√φ h) + γh, m = −h solves c√φγm³ + (γ + c² + c√φz)m² + (z + c√φ)m + 1 = 0",
            proof="normal",
            wrong={"without_semicircle": {"left": cubic(tail=0)}, "unrooted": {"left": cubic(root=ratio)}},
        ),
        "atom": Part(
            Limit(
                atom, 1 - 1 / ratio, ladder=Ladder(near, (10**3, 10**4, 10**5, 10**6, 10**7)), expansion=(1 / near, near**-2)
            ),
            says="Without semicircle and for φ > 1 the law has an atom of mass 1 − 1/φ at −c/√φ",
            wrong={"inverse": {"value": 1 / ratio}, "all": {"value": 1 + 0 * ratio}},
        ),
    },
)
