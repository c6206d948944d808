"""The largest eigenvalue of the second moment of pure noise is in the mean at most σ²((1 + √(n/m))² + 1/m).

Of an n x m standard normal matrix the largest singular value has a mean of at most √n + √m (Gordon); it is a Lipschitz function of
the entries with constant 1, so that its variance is at most 1 (Poincaré's inequality for the normal law). At m = 5n/2 the edge
(1 + √(n/m))² = 7/5 + 2√(2/5) lies between 2 and 4: a criterion with σ'² = 2 selects noise (linear_net.noise_selected), one with 4
does not.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import m, n, s2, source

E = Sampled("E", Normal(), n, m)
root = singular_value(E, 1)
top, edge = s2 * Mean(root**2) / m, s2 * (1 + sqrt(n / m)) ** 2


def upper(k):
    """The mean square is the square of the mean and the variance."""
    gordon = k.cite(
        "Gordon's inequality", Inequality(Mean(root), sqrt(n) + sqrt(m)), source="Vershynin, High-Dimensional Probability, 7.3"
    )
    poincare = k.cite(
        "Poincaré's inequality for a function with Lipschitz constant 1",
        Inequality(Mean(root**2) - Mean(root) ** 2, 1),
        source="Boucheron, Lugosi and Massart, Concentration Inequalities, 3.7",
    )
    return k.to(k.scale(k.add(k.monotone(gordon, "square"), poincare), s2 / m), edge + s2 / m)


claim = Claim(
    "linear_net.noise_edge",
    source=source("Effect of feature learning"),
    domain=Domain(core=(n >= 2, n <= 6, m >= 2, m <= 12, s2 >= 0.1, s2 <= 5)),
    parts={
        "main": Part(
            Inequality(top, edge + s2 / m),
            proof=upper,
            says="The largest eigenvalue of the second moment of m columns of noise is in the mean at most σ²((1 + √(n/m))² + 1/m)",
            wrong={"edge_without_root": {"right": s2 * (1 + n / m)}},
        ),
        "between": Part(
            Within((1 + sqrt(Rational(2, 5))) ** 2, Rational(13, 5), Rational(27, 10)),
            says="The edge (1 + √(n/m))² is between 2.6 and 2.7 at m = 5n/2",
        ),
    },
    uses=("linear_net.mallows_inf",),
)
