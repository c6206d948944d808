"""The gradient flow falls at least as fast as a descent direction allows: the square of the slope over R times α².

R bounds the density of the law of the weights of the true measure in that of the learned one (the heads may be any), α is the
largest true head, and the slope is that towards the true measure turned by any matrix of norm at most 1. With q = ∇_a of the
first variation the slope is the integral of (Ra)'q over the true measure, because that of a'q over the learned one vanishes,
and Cauchy-Schwarz does the rest. The true measure has masses ρ p at the weights of the learned one, ρ <= R. Equality occurs for
every R: a learned head 0 at the true weight. The masses on the true weights are p, its heads a°.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import M, N, act, d, explained, k, source


def measures(p: Any, draw: Any) -> dict[str, Any]:
    """Particles, and a true measure at their weights: everywhere, on a few of them, or where the bound is attained."""
    heads, weights, mass, true = (
        draw.normal(p.M, p.k),
        draw.normal(p.M, p.d),
        draw.exponential(p.M, 1) + 0.05,
        draw.normal(p.M, p.k),
    )
    on = draw.exponential(p.M, 1) + 0.05
    if p.style == "few":
        on = on * (draw.uniform(p.M, 1) < 0.4) + 1e-3 * on
    elif p.style == "attained":  # a head 0 at the true weight, one other weight
        first = draw.tensor([[float(i == 0)] for i in range(p.M)])
        heads, on, true = (heads if p.k > 1 else 1 + 0 * heads) * (1 - first), first + 0 * on, 2 + 0 * true
        if p.k == 1:
            weights = first * weights + (1 - first) * draw.normal(1, p.d)
    return {
        "X": draw.normal(p.N, p.d),
        "W": weights,
        "a": heads,
        "p": mass / mass.sum(-2, keepdim=True),
        "p_o": on / on.sum(-2, keepdim=True),
        "a_o": true,
    }


MEASURES = Tied(("X", "W", "a", "p", "p_o", "a_o"), measures, ("generic", "few", "attained"))
X = Array("X", "inputs, one a row", N, d, kind=MEASURES)
W = Array("W", "weights, one particle a row", M, d, kind=MEASURES)
a = Array("a", "heads, one particle a row", M, k, kind=MEASURES)
p = Array("p", "masses of the particles", M, kind=MEASURES)
true_mass = Array("p_o", "masses of the true measure at the weights of the learned one", M, kind=MEASURES, latex=r"p^\circ")
heads = Array("a_o", "heads of the true measure", M, k, kind=MEASURES, latex=r"a^\circ")
P = diag(p)
Phi = act.entrywise(X * W.T)
h = Phi * P * a
R = Array("R", "matrix by which the true measure is turned", k, k, kind=Contraction)
f = Phi * diag(true_mass) * heads
density = Definition("R_μ", "largest density of the true measure in the learned one", eigenvalue(P.inv() * diag(true_mass), 1))
size = Definition("α²", "largest squared true head", eigenvalue(diag(heads * heads.T), 1))
along = P.inv() * diag(true_mass) * heads * R.T - a  # h moves along fR' - h
slope = Definition("L′", "slope towards the turned true measure", Slope(-explained(h, f), a, along=along))
in_heads = Gradient(-explained(h, f), a)  # E|f|² does not move
speed = Definition("v²", "speed at which the heads alone lower the loss", Trace(in_heads.T * P.inv() * in_heads))
across = Trace(R * heads.T * diag(true_mass) * P.inv() * in_heads)


def as_integral(k):
    left, right = k.derivative(slope), k.derivative(across)
    return k.then(left.then(k.words(left.right, right.right)), k.flip(right))


shift = P.inv() * diag(true_mass) * heads * R.T  # density times turned head, one particle a row
length = Trace(shift.T * P * shift)


def cauchy(k):
    """Cauchy-Schwarz for the roots of the masses times both fields; the slope is their product."""
    root = SpectralFunction(Lambda(x, sqrt(x)), P)
    slopes, pulls, heads_move = k.derivative(slope), k.derivative(in_heads), k.derivative(speed)
    field = P.inv() * pulls.right

    def weighed(one, other):
        return k.both(k.multiply(k.root(P), left=one.T, right=other), "trace")

    def at_left(fact, by):
        return k.flip(k.rewrite(k.flip(fact), by=by))

    made = k.cauchy_schwarz(root * shift, root * field)
    made = k.rewrite(k.rewrite(made, by=weighed(shift, shift)), by=weighed(field, field))
    made = at_left(made, weighed(shift, field))
    product = k.words(slopes.right, k.content(weighed(shift, field)).right)
    made = at_left(made, k.flip(k.le(slopes, product)))
    rate = k.le(heads_move, k.words(heads_move.right, Trace(field.T * P * field)))
    return k.rewrite(made, by=k.flip(rate))


x = sp.Symbol("x", real=True)
ratio = Symbol("ϱ", "density bound", Positive)
g = Symbol("g", "correlation of the two features", Positive)
signs = sp.ImmutableMatrix([[1, 1], [1, -1], [-1, 1], [-1, -1]])
first, second = signs[:, 0], g * signs[:, 0] + sqrt(1 - g**2) * signs[:, 1]
fit = ((1 - 1 / ratio) * first.T * second / 4)[0] / ((1 - 1 / ratio) ** 2 * second.T * second / 4)[0]
rest = first - fit * (1 - 1 / ratio) * second
pulls = [(-2 * fit * rest.T * feature / 4)[0] for feature in (first, second)]
flowing = pulls[0] ** 2 / ratio + (1 - 1 / ratio) * pulls[1] ** 2
claim = Claim(
    "icl.decay1",
    source=source("Decay speed of objective (1)"),
    domain=Domain(
        (N >= k, M >= k, eigenvalue(h.T * h, k) > 0, eigenvalue(P, M) > 0, ratio > 1, g < 1),
        core=(
            (k <= 3, N >= 2 * k + 1, N <= 16, M >= k + 2, M <= 8, d <= 3),
            (ratio >= 2, ratio <= 100, g >= Rational(1, 10), g <= Rational(9, 10)),
        ),
    ),
    parts={
        "falls": Part(
            Inequality(slope**2 / (density * size), speed),
            says="The loss falls along the flow, already by its heads, at least at the squared slope over R sup|a°|²",
            wrong={
                "no_density": {"left": slope**2 / size},
                "root_of_r": {"left": slope**2 / (sqrt(density) * size)},
                "no_heads": {"left": slope**2 / density},
                "factor_1.1": {"left": Rational(11, 10) * slope**2 / (density * size)},
                "masses_squared": {"right": Trace(in_heads.T * in_heads)},
            },
        ),
        "cauchy": Part(
            Inequality(slope**2, length * speed),
            says="because the squared slope is at most ∫ρ²|Ra°|² dμ ∫|q|² dμ",
            proof=cauchy,
            wrong={"half": {"right": length * speed / 2}},
        ),
        "length": Part(
            Inequality(length, density * size),
            says="where ∫ρ²|Ra°|² dμ ≤ R sup|a°|²",
            wrong={"half": {"right": density * size / 2}},
        ),
        "slope": Part(
            Identity(slope, across, scale=norm(P.inv() * in_heads) * norm(heads)),
            says="and the slope towards the turned true measure is the integral of (Ra)ᵀq over it",
            proof=as_integral,
            wrong={"r_transposed": {"right": Trace(R.T * heads.T * diag(true_mass) * P.inv() * in_heads)}},
        ),
        "attained": Part(
            Identity(flowing, pulls[0] ** 2 / ratio),
            says="Equality: mass 1/R on the true feature with head 0, the rest on a feature of correlation g with head 1",
            wrong={
                "root_of_r": {"right": pulls[0] ** 2 / sqrt(ratio)},
                "constant_1.1": {"right": Rational(11, 10) * pulls[0] ** 2 / ratio},
                "not_squared": {"right": Abs(pulls[0]) / ratio},
                "masses_squared": {"left": pulls[0] ** 2 / ratio**2 + (1 - 1 / ratio) ** 2 * pulls[1] ** 2},
            },
        ),
    },
)
