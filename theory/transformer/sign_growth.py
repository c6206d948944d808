"""Each sign step moves the value of a noise token by exactly ηy_i|w_o|₁|ξ_i|₁, whatever the attention, if the supports are disjoint.

The loss of sample i falls as y_i times the value of one of its tokens rises, for every token has a positive share of the attention.
So on two tokens, a signal ν along a coordinate and noise with a support of its own, T sign steps on all three matrices move
y_i<W_Vw_o, ξ_i> by ηT|w_o|₁|ξ_i|₁ and <W_Vw_o, ν> by ηT|w_o|₁|ν|. In the mean |ξ|₁ is sσ√(2/π) (opt.sign_growth). For any gradient
at all the step of a value is at most η|w_o|₁|x|₁.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.transformer.notation import GENERIC, SIGN, d, h, source

n = Symbol("n", "number of samples", Naturals)
eta = Symbol("η", "step size", Positive, latex=r"\eta")
STEP = Lambda(z, Piecewise((1, z > 0), (-1, z < 0), (0, True)))


def data(p, draw):
    """A signal along the first coordinate; sample i has the coordinates i, i + n, i + 2n, ... of the rest as its support."""
    first = draw.tensor([1.0] + [0.0] * (p.d - 1))
    owner = draw.tensor([-1.0] + [i % p.n for i in range(p.d - 1)])
    noise = draw.normal(p.n, p.d) * (owner == draw.tensor([[float(i)] for i in range(p.n)]))
    size = 2.0 if p.style == "long" else 0.7
    labels = 1 - 2 * (draw.tensor(range(p.n)) % 2)
    return {"ν": 0 * draw.normal(p.d) + size * first, "Ξ": size * noise, "y": labels}


DATA = Tied(("ν", "Ξ", "y"), data, ("generic", "long"))
nu = Array("ν", "signal, along one coordinate", d, kind=DATA, latex=r"\nu")
Xi = Array("Ξ", "noise tokens with disjoint supports, one a row", n, d, kind=DATA, latex=r"\Xi")
y = Array("y", "labels, 1 or -1", n, kind=DATA)
Q0, K0, V0 = (
    Array(f"{name}0", f"{word} matrix", d, h, kind=GENERIC) for name, word in (("Q", "query"), ("K", "key"), ("V", "value"))
)
V = Array("V", "value matrix that moves", d, h)
wo = Array("w_o", "head", h, kind=GENERIC)


def each(column_wise, of):
    return Entrywise(Lambda(z, column_wise), of)


def loss(queries, keys, values):
    """The mean logistic loss of the pooled attention on the tokens y_iν and ξ_i."""
    signal = y * nu.T
    along, down = OneMatrix(h, 1), (Xi - signal) * keys
    far, near = Xi * values * wo, signal * values * wo
    f = sum(
        (
            hadamard(each(1 / (1 + exp(-z)), hadamard(asked * queries, down) * along), far - near) + near
            for asked in (signal, Xi)
        ),
        0 * near,
    )
    return dot(OneMatrix(n, 1), each(log(1 + exp(-z)), hadamard(y, f / 2))) / n


def stepped(rule=STEP):
    """What a step adds to the value matrix."""
    return -eta * Entrywise(rule, Gradient(loss(Q0, K0, V), V, at=V0))


def gradient(p, draw):
    """A token, a head and any gradient; with the signs of the token and the head the bound is attained."""
    token, head, free = draw.normal(p.d), draw.normal(p.h), draw.normal(p.d, p.h)
    found = token[..., :, None] * head[..., None, :] if p.style == "of the token" else free
    return {"G": found * (free > 0) if p.style == "sparse" else found, "x": token, "w": head}


def ones_norm(v):
    return dot(OneMatrix(*v.shape), each(Abs(z), v))


lengths = each(Abs(z), Xi) * OneMatrix(d, 1)  # |ξ_i|₁
euclidean = each(sqrt(z), hadamard(Xi, Xi) * OneMatrix(d, 1))
GRADIENT = Tied(("G", "x", "w"), gradient, ("generic", "of the token", "sparse"))
G = Array("G", "any gradient", d, h, kind=GRADIENT)
x, w = Array("x", "a token", d, kind=GRADIENT), Array("w", "a head", h, kind=GRADIENT)
moved = Abs(dot(x, Entrywise(STEP, G) * w))

whole = eta * norm(Xi) * norm(wo)
gained = eta * ones_norm(wo)
claim = Claim(
    "transformer.sign_growth",
    source=source(SIGN, "li2025"),
    domain=Domain(
        (n >= 2, d >= 2, h >= 2), core=(n <= 4, d >= 6, d <= 10, h <= 3, eta >= Rational(1, 100), eta <= Rational(1, 2))
    ),
    parts={
        "main": Part(
            Identity(Xi * stepped() * wo, gained * hadamard(y, lengths), scale=whole),
            says="From any weights a step of sign descent moves the value of the noise token ξ_i by exactly ηy_i|w_o|₁|ξ_i|₁",
            wrong={
                "euclidean": {"right": gained * hadamard(y, euclidean)},
                "head": {"right": eta * norm(wo) * hadamard(y, lengths)},
                "descent": {"left": Xi * stepped(Lambda(z, z)) * wo},
            },
        ),
        "signal": Part(
            Identity(dot(nu, stepped() * wo), gained * norm(nu)),
            says="and the value of the signal by η|w_o|₁|ν|",
            wrong={"half": {"right": gained * norm(nu) / 2}},
        ),
        "bound": Part(
            Inequality(moved, ones_norm(x) * ones_norm(w)),
            says="For any gradient a sign step in W_V moves the value of a token by at most η|w_o|₁|x|₁",
            wrong={"euclidean": {"right": norm(x) * ones_norm(w)}},
        ),
    },
    uses=("transformer.model", "opt.sign_growth"),
)
