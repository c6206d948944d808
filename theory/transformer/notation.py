"""A single-head softmax attention with average pooling: its symbols, and what they define.

Tokens are the rows of X, so that x_ℓ is a row in the formula and (in the definition of X) a column: f(X) = (1/L) Σ_ℓ softmax(x_ℓ
W_Q W_K' X') X W_V w_o, with the softmax along the keys and no factor 1/√h. A sample of the training runs has one token yμ, the others are
noise; the loss is the mean of log(1 + e^(-yf)).
"""

from sympy import Lambda, OneMatrix

from lemmata import Array, Naturals, Procedure, Rational, Source, Symbol, diag, dot, exp, hadamard
from lemmata.theory.language.arrays import Kind
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z

L = Symbol("L", "number of tokens", Naturals)
d = Symbol("d", "dimension of a token", Naturals)
h = Symbol("h", "dimension of keys, queries and values", Naturals)
GENERIC = Kind("general", ("generic",))
X = Array("X", "tokens, one a row", L, d, kind=GENERIC)
WQ, WK, WV = (
    Array(name, f"{which} matrix", d, h, kind=GENERIC) for name, which in (("W_Q", "query"), ("W_K", "key"), ("W_V", "value"))
)
wo = Array("w_o", "head", h, kind=GENERIC)
ones = OneMatrix(L, 1)


def logits(x=X, queries=WQ, keys=WK):
    """The logit of key k at query ℓ in row ℓ and column k."""
    return x * queries * keys.T * x.T


def attention(of):
    """The softmax of every row."""
    masses = Entrywise(Lambda(z, exp(z)), of)
    return diag(Entrywise(Lambda(z, 1 / z), masses * ones)) * masses


def network(x=X, queries=WQ, keys=WK, values=WV, head=wo):
    """f(X)."""
    return dot(ones, attention(logits(x, queries, keys)) * x * values * head) / L


def centred(shares, values):
    """A_ℓk (v_k - Σ_j A_ℓj v_j)."""
    return hadamard(shares, ones * values.T - shares * values * ones.T)


SEEN = {  # what every run is looked at for
    "loss": "logistic loss on fresh data",
    "error": "share of fresh data with the wrong sign",
    "attention": "attention on the signal, averaged over queries and samples",
}


def beside(rule: str, parameters: tuple[str, ...]) -> Procedure:
    """A run in what moves, compared with the same run on all weights."""
    return Procedure(
        "both",
        f"the same beside {rule} on all weights of R^d, on the same draws, with steps that are longer by a factor",
        (*parameters, "times"),
        {"gap": "largest difference of what is observed of the two"},
    )


def source(heading: str, paper: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, paper)


BENIGN, SIGN = "BENIGN OVERFITTING WITH FEATURE LEARNING (TRANSFORMER)", "FEATURE LEARNING WITH SIGN GD FOR TRANSFORMER"
often = Rational(3, 4)
