"""The ends of the flow of localisation: for k > 2 a single task is stable and mixtures are not; for k = 2 nothing localises.

Of the flow dm_j/dt = c_j m_j^(k-1) - m_j Σ_l c_l m_l^k on the unit sphere (additive.localisation): at e_m every transverse eigenvalue is -c_m; an
equal mixture of s >= 2 tasks of one coefficient has the transverse eigenvalue (k-2)c s^(-(k-2)/2) > 0. At k = 2 the flow is that of a
power iteration: e_m has eigenvalues c_l - c_m, mixtures of equal tasks are neutral, and nothing localises unless the c_m differ: hence
k > 2 in the theorem.
"""

from lemmata import *
from lemmata.theory.additive.notation import k, source

a, b = (Symbol(name, "coefficient of a task", Positive) for name in ("c_1", "c_2"))
c, s = Symbol("c", "coefficient of equal tasks", Positive), Symbol("s", "number of tasks in a mixture", Naturals)
t = Symbol("t", "a step across", Reals)


def across_vertex(order):
    """The slope at e_1 of the second overlap's motion, along that overlap."""
    return Gradient(b * t ** (order - 1) - t * (a + b * t**order), t, at=0)


side = 1 / s ** Rational(1, 2)


def across_mixture(order):
    """The slope at an equal mixture of s tasks of the first overlap's motion, along the difference of two."""
    energy = (side + t) ** order + (side - t) ** order + (s - 2) * side**order
    return Gradient(c * (side + t) ** (order - 1) - (side + t) * c * energy, t, at=0)


def transverse(factor):
    return factor * c * s ** (-(k - 2) / 2)


claim = Claim(
    "additive.fixed_points",
    source=source("Localization of Neurons"),
    domain=Domain((k >= 3, s >= 2), core=(k <= 6, s <= 5, a >= 0.5, a <= 2, b >= 0.5, b <= 2, c >= 0.5, c <= 2)),
    parts={
        "vertex": Part(Identity(across_vertex(k), -a), says="At e_1 every other overlap falls at the rate c_1: e_1 is stable"),
        "mixture": Part(
            Identity(across_mixture(k), transverse(k - 2)),
            proof="derivative",
            says="An equal mixture of s tasks has the transverse eigenvalue (k−2)c s^(−(k−2)/2) > 0: it is unstable",
            wrong={"mixtures_stable": {"right": -transverse(k - 2)}, "mixture_k_minus_1": {"right": transverse(k - 1)}},
        ),
        "vertex_at_two": Part(
            Identity(across_vertex(2), b - a, scale=a + b),
            proof="derivative",
            says="At k = 2 the eigenvalues at e_1 are c_l − c_1",
            wrong={"vertex_stable_at_two": {"right": -a}},
        ),
        "mixture_at_two": Part(
            Identity(across_mixture(2), 0, scale=c), proof="derivative", says="and mixtures of equal tasks are neutral"
        ),
    },
    uses=("additive.localisation",),
)
