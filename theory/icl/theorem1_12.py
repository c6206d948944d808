"""Below the first exceptional level the loss falls: the least slope is at most -2k L(r - L)/|σ|² for heads in the unit ball.

The witness is R = A'/|A| with A = E[fh'] in the operator norm: BA' = T - S gives the slope -2Tr[S(r - S)]/|A|. Then
|A|² <= r|Q|, |Q| <= α²|σ|² where heads have norm at most α, and a white measure cannot be large: k√r <= α°|σ|. The print has
heads in the unit ball and |σ| for the largest value of the activation, here 1. In the halved loss L/2 the statement is the
printed one times k; without that half the print is implied as well. The constant 2k cannot be improved (k = 2 is shown):
independent signs, f = (s1, s2)/2, h = ((1 - e)s1 + e s3, η s2)/(1 + η), with η -> 0 and then e -> 0. If only |f| and |h| are
bounded by |σ|, kr <= |σ|² takes the place of k²r <= α°²|σ|², and the constant is 2√k. From L = r on the bounds say nothing.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import (
    F,
    F_o,
    H,
    M,
    N,
    S,
    X,
    a,
    act,
    d,
    h,
    independent,
    k,
    loss,
    massive,
    r,
    source,
    to_white,
    white,
)

MEASURE = Tied(
    ("W_o", "a_o", "p_o"),
    lambda p, draw: {
        "W_o": draw.normal(p.M, p.d),
        "a_o": draw.normal(p.M, p.k),
        "p_o": (mass := draw.exponential(p.M, 1) + 0.05) / mass.sum(-2, keepdim=True),
    },
)
weights = Array("W_o", "weights of the true measure", M, d, kind=MEASURE)
heads = Array("a_o", "heads of the true measure before they are turned", M, k, kind=MEASURE)
masses = Array("p_o", "masses of the true measure", M, kind=MEASURE)
raw = act.entrywise(X * weights.T) * diag(masses) * heads
e, eta = Symbol("e", "share of the wrong sign", Positive), Symbol("η", "size of the second feature", Positive)
half = Rational(1, 2)


class Pair:
    """The terms of a pair of true and learned features: A, S, SB, Q, the loss and the steepest slope."""

    def __init__(self, f, g, mark):
        cross, second = f.T * g / N, g.T * g / N
        fit = cross * second.inv()
        self.A = Definition(f"A{mark}", "second moment of true and learned features", cross)
        self.Q = Definition(f"Q{mark}", "second moment of the learned features", second)
        self.S = Definition(f"S{mark}", "second moment of what the regression leaves", f.T * f / N - fit * cross.T)
        self.L = Definition(f"L{mark}", "loss", Trace(self.S))
        self.SB = self.S * fit
        self.steepest = Definition(f"δ{mark}", "steepest fall over all turns of norm at most 1", 2 * nuclear_norm(self.SB))

    def bound(self, constant, loss=None, top=r):
        loss = self.L if loss is None else loss
        return constant * loss * (top - loss)


def largest(rows):
    """The largest squared norm of a row."""
    return eigenvalue(diag(rows * rows.T), 1)


turned = raw * to_white(raw)
both_sizes = sqrt(largest(a) * largest(heads * to_white(raw)))
alpha = Definition("α", "square root of the product of the largest squared heads of both measures", both_sizes)
beta = sqrt(largest(white) * largest(H))
some, measures = Pair(white, H, ""), Pair(turned, h, "_μ")
L = measures.L
T, cross = F.T * F / N, F.T * H / N


def witness(k):
    made = k.derivative(Slope(loss(H), H, along=F * cross - H))
    return made.then(k.words(made.right, -2 * Trace(S * (T - S))))


signs = sp.ImmutableMatrix([[s1, s2, s3] for s1 in (1, -1) for s2 in (1, -1) for s3 in (1, -1)])
true_signs = signs * sp.ImmutableMatrix([[half, 0], [0, half], [0, 0]])
mixed_signs = signs * sp.ImmutableMatrix([[(1 - e) / (1 + eta), 0], [0, eta / (1 + eta)], [e / (1 + eta), 0]])
seen = (true_signs.T * mixed_signs / 8).applyfunc(sp.simplify)
second = (mixed_signs.T * mixed_signs / 8).applyfunc(sp.factor)
fit = seen * second.inv()
rest = (sp.eye(2) / 4 - fit * seen.T).applyfunc(sp.factor)
# SB is diagonal with entries that are not negative, so its nuclear norm is its trace
ratio = (rest * fit).trace() / (2 * rest.trace() * (Rational(1, 4) - rest.trace()))
claim = Claim(
    "icl.theorem1_12",
    source=source("Strict saddle / Theorem 1 (1-2)"),
    domain=Domain(
        (N >= k, M >= k, eigenvalue(H.T * H, k) > 0, eigenvalue(F_o.T * F_o, k) > 0),
        (eigenvalue(raw.T * raw, k) > 0, independent, massive, e < 1),
        core=(k <= 3, N >= 2 * k + 1, N <= 16, M >= k + 1, M <= 8, d <= 3, e >= Rational(1, 20), e <= Rational(4, 5), eta <= 1),
    ),
    parts={
        "falls": Part(
            Inequality(measures.bound(2 * k) / alpha, measures.steepest),
            says="Below r some matrix of norm at most 1 has a slope of the loss of at most −2kL(r − L), for heads in the unit ball",
            wrong={
                "two_k_to_the_fourth": {"left": measures.bound(2 * k**4) / alpha**4},
                "no_heads": {"left": measures.bound(2 * k)},
            },
        ),
        "print": Part(
            Inequality(measures.bound(Integer(4), L, r / 2) / alpha, measures.steepest),
            says="so the printed −4L(r/2 − L) holds for the loss without the factor 1/2",
        ),
        "print_in_half_loss": Part(
            Inequality(measures.bound(Integer(4), L / 2, r / 2) / alpha, measures.steepest / 2), says="and for half that loss"
        ),
        "witness": Part(
            Identity(Slope(loss(H), H, along=F * cross - H), -2 * Trace(S * (T - S)), scale=Trace(T) ** 2),
            says="Towards the true features turned by A′ the slope is −2Tr[S(E[ffᵀ] − S)]",
            proof=witness,
            wrong={"turned_by_a": {"left": Slope(loss(H), H, along=F * cross.T - H)}, "half": {"right": -Trace(S * (T - S))}},
        ),
        "duality": Part(
            Inequality(Trace(some.S * (r * I(k) - some.S)), nuclear_norm(some.SB) * operator_norm(some.A)),
            says="The slope towards A′/|A| is −2Tr[S(r − S)]/|A|, and no slope is below −2|SB| in the nuclear norm",
            wrong={"half": {"right": nuclear_norm(some.SB) * operator_norm(some.A) / 2}},
        ),
        "trace": Part(
            Inequality(some.bound(Integer(1)), Trace(some.S * (r * I(k) - some.S))),
            says="Tr[S(r − S)] is at least L(r − L)",
            wrong={"twice": {"left": some.bound(Integer(2)), "when": (some.L < r,)}},
        ),
        "cross": Part(
            Inequality(operator_norm(some.A) ** 2, r * operator_norm(some.Q)),
            says="|A|² is at most r times the largest eigenvalue of E[hhᵀ]",
            wrong={"half": {"right": r * operator_norm(some.Q) / 2}},
        ),
        "learned_size": Part(
            Inequality(operator_norm(measures.Q), largest(a)),
            says="which is at most the largest squared head, for activations of modulus at most 1",
            wrong={"half": {"right": largest(a) / 2}},
        ),
        "true_size": Part(
            Inequality(k**2 * r, largest(heads * to_white(raw))),
            says="and k²r is at most the largest squared head of the true measure",
            wrong={"k_to_the_fourth": {"left": k**4 * r}},
        ),
        "bounded_features": Part(
            Inequality(some.bound(2 * sqrt(k)) / beta, some.steepest),
            says="If only the features are bounded by 1 the constant is 2√k",
            wrong={"no_bound": {"left": some.bound(2 * sqrt(k))}},
        ),
        "sharp": Part(
            Identity(ratio, (1 + eta) / (1 - e)),
            proof="normal",
            says="The constant is sharp: for k = 2 and the signs above the ratio of the slope to the bound is (1 + η)/(1 − e)",
            wrong={"constant_2.1": {"right": (1 + eta) / (1 - e) * Rational(20, 21)}},
        ),
    },
)
