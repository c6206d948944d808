"""Pure noise reaches near its edge already at n = 24: with σ'² = 2 and 60 tasks some of it is selected.

The criterion keeps the eigenvectors of the labels' second moment above σ'² (linear_net.mallows_inf). Of 60 tasks without a signal, σ² = 1, these
eigenvalues end near (1 + √(n/m))² = 2.66, of which linear_net.noise_edge has the upper bound.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import source

E = Sampled("E", Normal(), 24, 60)
i = Index("i")
moment, edge = E * E.T / 60, (1 + sqrt(Rational(2, 5))) ** 2
top, above = Mean(eigenvalue(moment, 1)), Mean(Sum(Piecewise((1, eigenvalue(moment, i) > 2), (0, True)), (i, 1, 4)))

claim = Claim(
    "linear_net.noise_selected",
    source=source("Effect of feature learning"),
    parts={
        "main": Part(
            Inequality(Rational(3, 2), above),
            says="Of the four largest eigenvalues of the second moment of 60 columns of noise, n = 24, in the mean at least 3/2 are above 2",
            wrong={"noise_below_twice": {"left": above, "right": Rational(1, 2)}},
        ),
        "near": Part(
            Inequality(Rational(17, 20) * edge, top),
            says="The largest is in the mean at least 0.85 of the edge (1 + √(2/5))²",
            wrong={"edge_reached": {"left": edge}},
        ),
    },
    uses=("linear_net.noise_edge", "linear_net.mallows_inf"),
)
