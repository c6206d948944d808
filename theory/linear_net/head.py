"""The second layer that is fitted on the features Wx by ridge regression, the coefficients that it gives x, and its error.

The head (WX'XW' + nλ)⁻¹WX'y minimises |y - XW'v|²/n + λ|v|²; the coefficients of x are W'W X'(XW'WX' + nλ)⁻¹y, by push-through. The
value at the minimum is λy'My, the first term of the criterion.
"""

from lemmata import *
from lemmata.theory.linear_net.equivalence import head, misfit, y
from lemmata.theory.linear_net.notation import M, W, X, d, lam, n, p, source, trained

v = Array("v", "second layer", p)


def net(second):
    """The penalised error of a head."""
    return misfit(W.T * second) + lam * sq(second)


normal = W * X.T * X * W.T + n * lam * I(p)
dual, value = W.T * normal.inv() * W * X.T, lam * quad(M, y)


def net_optimal(k):
    """What another head costs more is a square."""
    primal = normal.inv() * W * X.T * y
    gap, least = quad(normal, v - primal) / n, (sq(y) - quad(normal.inv(), W * X.T * y)) / n
    larger = k.then(k.nonneg(gap), k.words(gap, net(v) - least))
    return k.to(k.add(larger, k.words(net(primal), least)), net(v))


claim = Claim(
    "linear_net.head",
    source=source("2 layer NN model"),
    domain=Domain(core=(n <= 12, d <= 10, p <= 12, lam >= 1e-3, lam <= 100)),
    parts={
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
    },
)
