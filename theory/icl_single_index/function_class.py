"""F_r^{k,p}: links of degree at most p and information exponent at least k, directions on the unit sphere of a fixed S.

With θ uniform on the unit sphere of S, dim S = r, E⟨θ,u⟩^{2j} = |P_S u|^{2j} (2j−1)!!/(r(r+2)⋯(r+2j−2)) for a unit vector u, and
two directions overlap like 1/r whatever d is. Which links are in the class: icl_single_index.members. That algorithms which learn
from the prompt alone need n ≳ d presumes that they do not know S.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import B, d, r, source, sphere_moment, theta, theta2

j = Symbol("j", "half the order of a moment", Naturals)
u = Array("u", "unit vector", d, kind=UnitVector)
overlap, seen = dot(theta, theta2), sq(B * u)  # ⟨θ,θ'⟩ in R^d; |P_S u|²

g = Sampled("g", Normal(), d)
in_subspace = gamma((r + 1) / 2) * gamma(d / 2) / (gamma(r / 2) * gamma((d + 1) / 2))
SAYS = {
    2: "The second moment is |P_S u|²/r",
    4: "the fourth 3|P_S u|⁴/(r(r+2))",
    6: "and the sixth 15|P_S u|⁶/(r(r+2)(r+4)), in every dimension",
}


def moment(order: int) -> Part:
    """A moment that is proved in every dimension."""
    mean, closed = Mean(dot(theta, u) ** order), sp.factorial2(order - 1) * seen ** (order // 2)
    closed /= sp.Mul(*(r + 2 * i for i in range(order // 2)))
    return Part(
        Identity(mean, closed, scale=sphere_moment(Integer(order // 2), r)),
        says=SAYS[order],
        proof="mean",
        wrong={"not_normalised": {"right": sp.factorial2(order - 1) * (seen / r) ** (order // 2)}} if order > 2 else {},
    )


def overlaps(order: int, closed: Any, **options: Any) -> Part:
    mean = Mean(overlap**order)
    return Part(Identity(mean, closed), proof="mean", **options)


claim = Claim(
    "icl_single_index.function_class",
    source=source("Adaptivity to Low-dimensional Function Class"),
    domain=Domain(r <= d, core=(r >= 2, r <= 6, d >= r + 1, d <= 12, j <= 3)),
    parts={
        "main": Part(
            Identity(Mean(dot(theta, u) ** (2 * j)), seen**j * sphere_moment(j, r), scale=sphere_moment(j, r)),
            says="A direction θ of S has E⟨θ,u⟩²ʲ = |P_S u|²ʲ (2j−1)!!/(r(r+2)…(r+2j−2)) for every unit vector u",
            wrong={"ambient": {"right": sphere_moment(j, d)}},
        ),
        "second": moment(2),
        "fourth": moment(4),
        "sixth": moment(6),
        "overlap": overlaps(
            2, 1 / r, says="Two directions overlap like E⟨θ,θ'⟩² = 1/r, whatever d is", wrong={"ambient": {"right": 1 / d}}
        ),
        "overlap_4": overlaps(
            4, 3 / (r * (r + 2)), says="and E⟨θ,θ'⟩⁴ = 3/(r(r+2))", wrong={"not_normalised": {"right": 3 / r**2}}
        ),
        "random_direction": Part(
            Identity(Mean(norm(B * g) / norm(g)), in_subspace),
            says="The part in S of a random direction of R^d is Γ((r+1)/2)Γ(d/2)/(Γ(r/2)Γ((d+1)/2)) on average",
            wrong={"root_of_the_share": {"right": sqrt(r / d)}, "ambient": {"right": r / d}},
        ),
    },
    notes="The sample sizes named on the slide (d for any direct algorithm, d^p for kernels, d^Θ(k) for correlational queries) are "
    "claims of their own.",
)
