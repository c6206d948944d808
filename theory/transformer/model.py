"""Attention weighs the values v = XW_Vw_o of the tokens, so the output lies between the least and the largest, and no sign is made.

With A = softmax of the rows of XW_QW_K'X', f = (1/L) Σ_ℓk A_ℓk v_k. Hence the order of the tokens does not matter, W_Q and W_K
count through W_QW_K' alone and W_V, w_o through W_Vw_o; f(-X) = -f(X), for logits are quadratic in X; W_QW_K' = 0 gives the linear
model, and so does a softmax along the queries at any W_Q, W_K. The gradient in W_K is (1/L) Σ_ℓk A_ℓk(v_k - v̄_ℓ) x_k'x_ℓW_Q, v̄ = Av, and
with x_ℓ'x_kW_K in W_Q: attention does not move where all values agree. The print has x_ℓ as a row in f and as a column in X.
"""

from sympy import ZeroMatrix

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.transformer.notation import (
    BENIGN,
    GENERIC,
    WK,
    WQ,
    WV,
    L,
    X,
    attention,
    centred,
    d,
    h,
    logits,
    network,
    ones,
    source,
    wo,
)


def tokens(p, draw):
    """Tokens of any kind, and equal ones, for which a bound by values is attained."""
    return {"Y": draw.normal(p.L, p.d) if p.style == "generic" else draw.normal(p.d)[..., None, :] + 0 * draw.normal(p.L, p.d)}


def order(p, draw):
    """The tokens in a random order, in the opposite one, moved on by one place, or the first two exchanged; the first axis.

    The last two generate all orders. C depends on the distance of two places on a circle alone, which reversal and moves keep.
    """
    L, place = p.L, draw.normal(p.L)
    fixed = {
        "reversed": [L - 1 - i for i in range(L)],
        "moved on": [(i + 1) % L for i in range(L)],
        "exchanged": [1, 0, *range(2, L)],
    }
    to = draw.tensor(fixed[p.style]) + 0 * place if p.style in fixed else place.argsort(-1).to(place.dtype)
    rows = (to[..., None] == draw.tensor(range(L))).to(place.dtype)
    first = draw.tensor([1.0] + [0.0] * (L - 1))
    around = draw.tensor([float(min((i - j) % L, (j - i) % L)) for i in range(L) for j in range(L)]).reshape(L, L)
    return {"Π": rows, "e": first + 0 * place, "C": around + 0 * rows}


def turned(p, draw):
    """Tokens and their opposites."""
    made = draw.normal(p.L, p.d)
    return {"X₊": made, "X₋": -made}


def change(p, draw):
    """R = 1 + uw' with u'w > -1, and its transposed inverse by the formula of Sherman and Morrison."""
    u, w = draw.normal(p.h)[..., None], draw.normal(p.h)[..., None]
    w = w * (u * w).sum((-2, -1), keepdim=True).sign()
    one = draw.tensor([float(i == j) for i in range(p.h) for j in range(p.h)]).reshape(p.h, p.h)
    return {"R": one + u @ w.mT, "S": one - w @ u.mT / (1 + (u * w).sum((-2, -1), keepdim=True))}


CHANGE = Tied(("R", "S"), change)
Y = Array("Y", "tokens, which may agree", L, d, kind=Tied(("Y",), tokens, ("generic", "equal")))
ORDER = Tied(("Π", "e", "C"), order, ("random", "exchanged", "reversed", "moved on"))
TURNED = Tied(("X₊", "X₋"), turned)
Pi = Array("Π", "permutation of the tokens", L, L, kind=ORDER, latex=r"\Pi")
first = Array("e", "first axis", L, kind=ORDER)
around = Array("C", "distances of places on a circle", L, L, kind=ORDER)
plus = Array("X₊", "tokens", L, d, kind=TURNED, latex="X_+")
minus = Array("X₋", "the opposite tokens", L, d, kind=TURNED, latex="X_-")
R, S = (Array(name, meaning, h, h, kind=CHANGE) for name, meaning in (("R", "change of coordinates"), ("S", "(Rᵀ)⁻¹")))
Q, K = Array("Q", "square query matrix", d, d, kind=GENERIC), Array("K", "square key matrix", d, d, kind=GENERIC)
x, mu = Array("x", "a token", d, kind=GENERIC), Array("μ", "another token", d, kind=GENERIC, latex=r"\mu")
A, v = attention(logits()), X * WV * wo
own = Y * WV * wo
moving = Array("W", "matrix that moves", d, h)


def first_alone(of, keys=WK):
    """The output at the first token, without pooling."""
    return dot(first, attention(logits(of, keys=keys)) * of * WV * wo)


def placed(of):
    """The network with a bias of the logits by the distance of two tokens on a circle."""
    return dot(ones, attention(logits(of) + around) * of * WV * wo) / L


def slope(of, at):
    """The gradient of the network in one of its matrices."""
    return Gradient(of, moving, at=at)


def keys(weights=None):
    """Σ A_ℓk (v_k - v̄_ℓ) x_k'x_ℓ W_Q/L."""
    weights = centred(A, v) if weights is None else weights
    return X.T * weights.T * X * WQ / L


by_columns = Entrywise(Lambda(z, exp(z)), logits())
by_columns = by_columns * diag(Entrywise(Lambda(z, 1 / z), by_columns.T * ones))
linear = dot(ones, X * WV * wo) / L
size = norm(X) * norm(WV) * norm(wo)
steep = size * norm(X) ** 2 * (norm(WQ) + norm(WK))


def inner(query, key):
    """Their inner product, as the trace of the outer one."""
    return Trace(query * key.T)


def rule(k):
    return k.words(inner(Q.T * x, K.T * mu), dot(x, Q * K.T * mu))


claim = Claim(
    "transformer.model",
    source=source(BENIGN, "jiang2024"),
    domain=Domain(L >= 2, d >= 2, h >= 2, core=(L <= 5, d <= 5, h <= 4)),
    parts={
        "main": Part(
            Within(network(Y), eigenvalue(diag(own), L), eigenvalue(diag(own), 1)),
            says="The output lies between the least and the largest value of the tokens, whatever the queries and keys are",
            wrong={"average": {"high": dot(ones, own) / L}},
        ),
        "order": Part(
            Identity(network(Pi * X), network(), scale=size),
            says="It does not depend on the order of the tokens",
            wrong={
                "no_pooling": {"left": first_alone(Pi * X), "right": first_alone(X)},
                "bias_by_places": {"left": placed(Pi * X), "right": placed(X)},
            },
        ),
        "product": Part(
            Identity(network(queries=WQ * R, keys=WK * S), network(), scale=size),
            says="It depends on W_Q and W_K through W_QW_Kᵀ alone",
            wrong={"queries_alone": {"left": network(queries=WQ * R)}, "same": {"left": network(queries=WQ * R, keys=WK * R)}},
        ),
        "head": Part(
            Identity(network(values=WV * R, head=S.T * wo), network(), scale=size),
            says="and on W_V and w_o through W_Vw_o alone",
            wrong={"values_alone": {"left": network(values=WV * R)}},
        ),
        "linear": Part(
            Identity(network(queries=ZeroMatrix(d, h)), linear, scale=size),
            says="With W_Q = 0 it is the linear model of the average token",
            wrong={"sum": {"right": L * linear}},
        ),
        "columns": Part(
            Identity(dot(ones, by_columns * v) / L, linear, scale=size),
            says="and so it is at all W_Q and W_K if the softmax is taken along the queries",
            wrong={"along_the_keys": {"left": network()}},
        ),
        "odd": Part(
            Identity(network(minus), -network(plus), scale=norm(plus) * norm(WV) * norm(wo)),
            says="The output changes its sign with all tokens",
            wrong={"even": {"right": network(plus)}},
        ),
        "keys": Part(
            Identity(slope(network(keys=moving), WK), keys(), scale=steep),
            says="The gradient in W_K is (1/L) Σ A_ℓk (v_k − v̄_ℓ) x_kᵀx_ℓ W_Q, with v̄_ℓ the value that token ℓ sees",
            wrong={
                "not_centred": {"right": keys(A * diag(v))},
                "scaled_logits": {"left": slope(network(queries=WQ / sqrt(h), keys=moving), WK)},
                "swapped": {"left": slope(network(queries=moving, keys=WQ), WK)},
                "no_pooling": {"left": slope(first_alone(X, moving), WK)},
            },
        ),
        "queries": Part(
            Identity(slope(network(queries=moving), WQ), X.T * centred(A, v) * X * WK / L, scale=steep),
            says="and that in W_Q (1/L) Σ A_ℓk (v_k − v̄_ℓ) x_ℓᵀx_k W_K",
            wrong={"not_centred": {"right": X.T * A * diag(v) * X * WK / L}},
        ),
        "values": Part(
            Identity(slope(network(values=moving), WV), X.T * A.T * ones * wo.T / L, scale=size),
            says="and that in W_V (1/L) Σ_ℓ (A_ℓX)ᵀ w_oᵀ",
            wrong={"uniform": {"right": X.T * ones * wo.T / L}},
        ),
        "logit": Part(
            Identity(inner(Q.T * x, K.T * mu), dot(x, Q * K.T * mu), scale=norm(x) * norm(mu) * norm(Q) * norm(K)),
            says="The logit xᵀW_QW_Kᵀμ of the key μ at the query x is the inner product of W_Qᵀx and W_Kᵀμ",
            proof=rule,
            printed=Print(
                left=inner(Q * x, K * mu),
                erratum=Erratum.misprint(
                    "tokens are rows in f, so that queries and keys are W_Qᵀx and W_Kᵀμ: the printed ⟨W_Qx, W_Kμ⟩ makes sense for square "
                    "matrices alone, and is another number"
                ),
            ),
            wrong={"one_transpose": {"left": inner(Q.T * x, K * mu)}},
        ),
    },
)
