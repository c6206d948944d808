"""One network in two notations: β'Wx and (1/N) Σ a_j σ(w_j'x), for a linear activation.

With a = √N β and w = √N W they are the same function, (1/N) Σ a_j² = |β|² and K = XW'WX', hence the same F and DoF. Of the other two
notations, ∫ a(w) σ(w'x) dμ is the same sum for the law of the particles, and ∫ r σ(w'x) dμ(r, w) is in mean_field.joint_measure. The title
slide writes the linear network with z on the left and x on the right.
"""

from lemmata import *
from lemmata.theory.language.definitions import expand
from lemmata.theory.mean_field.notation import N, freedom, lam, n, resolvent, source, y

d = Symbol("d", "dimension of the inputs", Naturals)
TAME = Kind("general", ("generic", "zero", "sparse", "rank one", "repeated", "small"))  # what a 64-bit inverse can take
X = Array("X", "inputs, one a row", n, d, kind=TAME)
W, beta = Array("W", "first layer of the linear network", N, d, kind=TAME), Array("β", "its second layer", N)
w, a = Definition("w", "particles", sqrt(N) * W), Definition("a", "their head", sqrt(N) * beta)
K = Definition("K", "kernel of the particles", X * w.T * w * X.T / N)
inner = W * X.T * X * W.T + n * lam * I(N)
u = Array("u", "a change of the head", N)
best = W * X.T * resolvent(K) * y


def objective(head):
    """Penalised error of the linear network."""
    return sq(y - X * W.T * head) / n + lam * sq(head)


def least(kernel):
    return lam * quad(resolvent(kernel), y)


def excess(k):
    """What β costs more than the best is a sum of squares."""
    over = sq(X * W.T * u) / n + lam * sq(u)
    square = k.instance(k.nonneg(over), {u: expand(beta - best)})
    parts = k.words(square.right, objective(beta) - objective(best))
    gap = k.le(square, parts)
    value = k.words(objective(best), least(K))
    return k.le(value, k.to(k.add(gap, k.flip(value)), objective(beta)))


claim = Claim(
    "mean_field.parametrisations",
    source=source("2-layer NN in mean-field scaling"),
    domain=Domain(core=(n >= 2, n <= 6, d <= 5, N >= 2, N <= 6, lam >= 1e-3, lam <= 1)),
    parts={
        "main": Part(
            Identity(X * w.T * a / N, X * W.T * beta),
            says="The linear network βᵀWx is the mean-field network with a = √N β and w = √N W",
            proof="words",
            wrong={"a_is_beta": {"left": X * w.T * beta / N}},
        ),
        "penalty": Part(
            Identity(sq(a) / N, sq(beta)),
            says="Its penalty (1/N) Σ a_j² is |β|²",
            proof="words",
            wrong={"a_is_n_beta": {"left": sq(N * beta) / N}},
        ),
        "kernel": Part(
            Identity(K, X * W.T * W * X.T),
            says="Its kernel is XWᵀWXᵀ",
            proof="words",
            wrong={"without_1_over_n": {"left": N * K}},
        ),
        "least": Part(
            Optimality(objective(beta), {beta: expand(best)}),
            says="β = WXᵀMy minimises the penalised error of the linear network",
            proof=excess,
            wrong={"without_1_over_n": {"at": {beta: expand(W * X.T * resolvent(N * K) * y)}}},
        ),
        "attained": Part(
            Identity(objective(best), least(K)),
            says="The least penalised error is that of the mean-field network, F = λyᵀMy",
            proof="words",
            wrong={"without_1_over_n": {"right": least(N * K)}},
        ),
        "dof": Part(
            Identity(freedom(K), Trace(inner.inv() * W * X.T * X * W.T)),
            says="The degrees of freedom of the two are the same",
            proof="words",
            wrong={"without_1_over_n": {"left": freedom(N * K)}},
        ),
    },
    uses=("mean_field.representer",),
    notes="The law of large numbers that links finite N to μ is a claim of its own (the bias of order 1/N).",
)
