"""Ridge regression on the features Wx is ridge regression on x in the metric (W'W)⁻¹.

W'β̂(W) = W'WX'(XW'WX' + nλ)⁻¹y minimises |y - Xβ̃|²/n + λβ̃'(W'W)⁻¹β̃ for invertible W. A singular or rectangular W takes the
pseudo-inverse of W'W, and coefficients in the range of W'. Only W'W/λ matters: (cW, c²λ) and QW with orthogonal Q give the same estimator. The value at the
minimum is λy'My, the first term of the criterion.
"""

from sympy import Determinant

from lemmata import *
from lemmata.theory.linear_net.notation import M, W, X, d, lam, n, p, resolvent, source, trained


def invertible(q, draw):
    """Singular values between 1/3 and 3, in a random frame on both sides."""
    left, _, right = draw.normal(q.d, q.d).svd()
    return {"V": (left * draw.uniform(q.d, low=0.33, high=3.0)[:, None, :]) @ right.mT}


def of_any_rank(q, draw):
    """A first layer of half the rank it could have, or of full rank, with the pseudo-inverse of F'F and the projector."""
    rank = max(1, min(q.p, q.d) // (2 if q.style == "deficient" else 1))
    left, right = draw.normal(q.p, rank).svd()[0][..., :rank], draw.normal(q.d, rank).svd()[0][..., :rank]
    values = draw.uniform(rank, low=0.33, high=3.0)[:, None, :]
    return {"F": (left * values) @ right.mT, "G": (right / values**2) @ right.mT, "P": right @ right.mT}


c = Symbol("c", "factor of the first layer", Positive)
y, b, v = Array("y", "labels", n), Array("b", "coefficients of x", d), Array("v", "second layer", p)
V = Array("V", "invertible first layer", d, d, kind=Tied(("V",), invertible))
tied = Tied(("F", "G", "P"), of_any_rank, ("generic", "deficient"))
F, G = Array("F", "first layer of any rank", p, d, kind=tied), Array("G", "pseudo-inverse of FᵀF", d, d, kind=tied)
P = Array("P", "projector on the range of Fᵀ", d, d, kind=tied)
Q = Array("Q", "rotation of the hidden units", p, p, kind=Orthogonal)


def misfit(coefficients):
    return sq(y - X * coefficients) / n


def generalised(coefficients, metric):
    return misfit(coefficients) + lam * quad(metric, coefficients)


def net(second):
    return misfit(W.T * second) + lam * sq(second)


def head(w):
    """The minimising second layer."""
    return w * X.T * resolvent(X * w.T * w * X.T) * y


metric = (V.T * V).inv()
at = V.T * head(V)
dual = W.T * (W * X.T * X * W.T + n * lam * I(p)).inv() * W * X.T
value = lam * quad(M, y)
normal = W * X.T * X * W.T + n * lam * I(p)


def net_optimal(k):
    """What another head costs more is a square."""
    primal = normal.inv() * W * X.T * y
    gap, least = quad(normal, v - primal) / n, (sq(y) - quad(normal.inv(), W * X.T * y)) / n
    larger = k.then(k.nonneg(gap), k.words(gap, net(v) - least))
    return k.to(k.add(larger, k.words(net(primal), least)), net(v))


claim = Claim(
    "linear_net.equivalence",
    source=source("2 layer NN model"),
    domain=Domain(core=(n <= 12, d <= 10, p <= 12, c >= 0.1, c <= 10, lam >= 1e-3, lam <= 100)),
    parts={
        "main": Part(
            Optimality(generalised(b, metric), {b: at}),
            when=(Ne(Determinant(V), 0),),
            says="Ridge on the features Wx is ridge on x in the metric (WᵀW)⁻¹, with β̃ = Wᵀβ",
            wrong={
                "transposed_metric": {"objective": generalised(b, (V * V.T).inv())},
                "transposed_map": {"at": {b: V * head(V)}},
                "metric_not_inverted": {"objective": generalised(b, V.T * V)},
            },
        ),
        "net": Part(
            Optimality(net(v), {v: normal.inv() * W * X.T * y}),
            proof=net_optimal,
            says="For any first layer the penalised error is least at the head (WXᵀXWᵀ + nλ)⁻¹WXᵀy",
            wrong={"penalty_without_n": {"at": {v: (W * X.T * X * W.T + lam * I(p)).inv() * W * X.T * y}}},
        ),
        "dual": Part(
            Identity(trained(W), dual),
            proof="words",
            says="The coefficients of x are WᵀWXᵀ(XWᵀWXᵀ + nλ)⁻¹y",
            wrong={"map_forgotten": {"right": dual / lam}},
        ),
        "value": Part(
            Identity(net(head(W)), value),
            proof="words",
            says="The least penalised error is λyᵀMy",
            wrong={"no_penalty": {"right": value / lam}},
        ),
        "same_minimum": Part(
            Identity(generalised(at, metric), lam * quad(resolvent(X * V.T * V * X.T), y)),
            when=(Ne(Determinant(V), 0),),
            proof="words",
            says="The least value of the second problem is also λyᵀMy",
            wrong={"metric_not_inverted": {"left": generalised(at, V.T * V)}},
        ),
        "on_the_range": Part(
            Optimality(misfit(P * b) + lam * quad(G, b), {b: trained(F) * y}),
            says="For any rank it is so with the pseudo-inverse, over the range of Wᵀ",
            wrong={"penalty_without_n": {"at": {b: trained(F, lam / n) * y}}},
        ),
        "scaling": Part(
            Identity(trained(c * W, c**2 * lam), trained(W)),
            proof="words",
            says="The first layer cW with the penalty c²λ gives the same coefficients",
            wrong={"scaling_by_c": {"left": trained(c * W, c * lam)}},
        ),
        "rotation": Part(
            Identity(trained(Q * W), trained(W)),
            proof="words",
            says="So does QW with orthogonal Q",
            wrong={"rotated_inputs": {"left": trained(Q * W) + trained(W)}},
        ),
    },
)
