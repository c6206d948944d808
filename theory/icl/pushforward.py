"""Turning the heads of a measure turns its features, and mixtures of rotations give every matrix of operator norm at most 1.

The features of heads a at masses P are ΦPa, linear in a. So those of heads Ra are R times those of a, for an orthogonal R and
for a mixture R of orthogonal matrices alike: the mixture of turned measures and the image under (a, w) -> (Ra, w) have the
same features. The hull of O(k) is the unit ball of the operator norm: if R = O|R| with |R| = (R'R)^(1/2) <= 1, then R is the mean of
the orthogonal matrices O sgn(|R| - τ) over uniform τ, as d = E sgn(d - τ) for 0 <= d <= 1. Its support function is the nuclear
norm.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import M, N, P, Phi, a, d, h, k, source, x

share = Symbol("s", "share of the first rotation", NumberSet("[0, 1]", 0, 1, ordinary=(0, 1), closed=(True, True)))
O1, O2 = (Array(name, f"{which} rotation", k, k, kind=Orthogonal) for name, which in (("O_1", "one"), ("O_2", "another")))


def in_the_ball(p, draw):
    """A matrix with singular values in (0, 1), and a direction; these of one pair of singular bases where they are aligned."""
    g = draw.normal(p.k, p.k)
    u, _, v = g.svd() if p.style == "aligned" else draw.normal(p.k, p.k).svd()
    low = {"nearly singular": 1e-2, "aligned": 0.7}.get(p.style, 0.1)
    r = (u * (low + (0.95 - low) * draw.uniform(p.k))[..., None, :]) @ v.mT
    return {"R": r, "G": 1e-2 * g if p.style == "small direction" else g}


IN_BALL = Tied(("R", "G"), in_the_ball, ("generic", "nearly singular", "small direction", "aligned"))
R, G = Array("R", "matrix of the unit ball", k, k, kind=IN_BALL), Array("G", "direction", k, k, kind=IN_BALL)
V1, V2 = (
    Array(name, f"matrix that turns the heads of {which} measure", k, k)
    for name, which in (("V_1", "one"), ("V_2", "the other"))
)
mixture = share * O1 + (1 - share) * O2


def power(f, matrix):
    return SpectralFunction(Lambda(x, f), matrix)


negative = Piecewise((1 / sqrt(x), x > 0), (0, True))
polar = R * power(negative, R.T * R)  # the orthogonal factor of an invertible R
tau = Sampled("τ", Uniform(-1, 1))
level = Symbol("t", "threshold", NumberSet("(-1, 1)", -1, 1, ordinary=(-1, 1)))
above, above_level = (power(sp.sign(sqrt(x) - at), R.T * R) for at in (tau, level))  # sgn(|R| − τ)
aligned = G * power(negative, G.T * G)


mixed = share * Phi * P * a * V1.T + (1 - share) * Phi * P * a * V2.T  # the features of the mixture
claim = Claim(
    "icl.pushforward",
    source=source("Strict saddle"),
    domain=Domain(eigenvalue(R.T * R, k) > 0, operator_norm(R) <= 1, core=(k <= 5, N <= 20, M <= 8, d <= 4)),
    parts={
        "turned": Part(
            Identity(mixed, h * (share * V1 + (1 - share) * V2).T, scale=norm(h) * (norm(V1) + norm(V2))),
            says="Heads turned by a matrix give features turned by it, and a mixture of two such measures those turned by the mean",
            proof="words",
            wrong={
                "transposed": {"right": h * (share * V1 + (1 - share) * V2)},
                "not_turned": {"right": h},
                "first_alone": {"right": h * V1.T},
            },
        ),
        "hull_in_ball": Part(
            Inequality(operator_norm(mixture), Integer(1)),
            says="Mixtures of rotations have operator norm at most 1",
            wrong={"nuclear_ball": {"left": nuclear_norm(mixture)}},
        ),
        "ball_in_hull": Part(
            Identity(Mean(Trace(G.T * polar * above)), Trace(G.T * R), scale=norm(G) * sqrt(k)),
            says="and every matrix of operator norm at most 1 is the mean of O sgn(|R| − τ) over a uniform threshold τ in (−1, 1)",
            wrong={"half": {"right": Trace(G.T * R) / 2}},
        ),
        "signed_is_a_rotation": Part(
            Identity(above_level * polar.T * polar * above_level, I(k), scale=sqrt(k)),
            says="where O is the orthogonal factor of R and each of these matrices is orthogonal unless τ is a singular value",
            wrong={"no_root": {"left": R.T * R}},
        ),
        "support": Part(
            Inequality(Trace(G.T * R), nuclear_norm(G)),
            says="In a direction G the unit ball reaches at most the nuclear norm of G",
            wrong={"half": {"right": nuclear_norm(G) / 2}},
        ),
        "support_attained": Part(
            Identity(Trace(G.T * aligned), nuclear_norm(G)),
            says="and its polar factor, a rotation, reaches it",
            wrong={"frobenius": {"right": sqrt(k) * norm(G)}, "operator": {"right": operator_norm(G)}},
        ),
    },
)
