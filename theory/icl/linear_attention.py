"""The printed predictor is what one layer of linear attention puts into the label slot of the query, and one gradient step.

A token holds its features and its label in two complementary subspaces, split by a projection E on the label slots (rank
one in the source). Tokens (I - E)x_i + E y_i, query token (I - E)x. The layer adds, over all n + 1 tokens, value times key
times query, over n. With the value E and the key-query matrix (I - E)Γ(I - E) its label slots at the query are
(1/n) sum of E y_i (x_i'(I - E)Γ(I - E)x): the query's own key adds nothing because its label slots are empty. A label row in
the key-query matrix adds (1/n) sum of E y_i y_i'E times it. The predictor is that of one step -Γ'∇ from 0 on the squared error.
"""

from lemmata import *
from lemmata.theory.icl.notation import source

n = Symbol("n", "number of examples in the prompt", Naturals)
D = Symbol("D", "dimension of a token", Naturals)
X, Y = Array("X", "examples, one a row", n, D), Array("Y", "labels, one example a row", n, D)
x, y = Array("x", "query", D), Array("y", "label put into the query's slots", D)
G, L = Array("Γ", "matrix of the predictor", D, D), Array("L", "label row of the key-query matrix", D, D)
V = Array("V", "linear predictor", D, D)
E = Array("E", "projection on the label slots", D, D, kind=Projection)
rest = I(D) - E
tokens, query = X * rest + Y * E, rest * x
key_query, labelled = rest * G * rest, rest * G * rest + E * L * rest


def layer(own, keys):
    """The label slots of the layer's answer at the query, whose token is ``own``."""
    return E * (tokens.T * tokens + own * own.T) * keys * own / n


def predictor(g):
    return E * Y.T * X * rest * g * rest * x / n


size = norm(Y) * norm(X) * norm(G) * norm(x) / n
long = norm(X) + norm(Y) + norm(x)  # all that a token may hold: what cancels because E is a projection is of its square
whole = long**2 * norm(G) * norm(x) / n
scores = Entrywise(exp, X * rest * G * query)
softmax = E * Y.T * scores / Trace(OneMatrix(1, n) * scores)
error = sq(Y * E - X * rest * V) / (2 * n)
gradient = Gradient(error, V)
from_there = predictor(G) - V.T * rest * X.T * X * rest * G * query / n
own_label = query + E * y
with_own_key = predictor(G) + E * y * x.T * rest * G * rest * x / n


def one_step(k):
    made = k.derivative(-gradient.T * G * query)
    return made.then(k.words(made.right, from_there))


claim = Claim(
    "icl.linear_attention",
    source=source("Linear attention model"),
    domain=Domain(core=(D <= 7, n <= 20)),
    parts={
        "layer": Part(
            Identity(layer(query, key_query), predictor(G), scale=whole),
            says="The label slots at the query are (1/n) Σ y_i h(x_i)ᵀΓh(x) after one layer of linear attention",
            proof="words",
            wrong={
                "gamma_transposed": {"right": predictor(G.T)},
                "n_plus_1": {"right": predictor(G) * n / (n + 1)},
                "label_left_in": {"left": layer(own_label, key_query)},
                "label_row_ignored": {"left": layer(query, labelled)},
                "softmax": {"left": softmax},
            },
        ),
        "gradient_step": Part(
            Identity(-gradient.T * G * query, from_there, scale=size + norm(V) * norm(X) ** 2 * norm(G) * norm(x) / n),
            says="A step −Γᵀ∇ on half the mean squared error adds (1/n) Σ (y_i − Vᵀh(x_i)) h(x_i)ᵀΓh(x), the predictor at V = 0",
            proof=one_step,
            wrong={"not_preconditioned": {"left": -gradient.T * query}},
        ),
        "label_row": Part(
            Identity(
                layer(query, labelled),
                predictor(G) + E * Y.T * Y * E * L * query / n,
                scale=whole + long**2 * norm(L) * norm(x) / n,
            ),
            says="A label row L in the key-query matrix adds (1/n) Σ y_i y_iᵀL h(x)",
            proof="words",
        ),
        "query_label": Part(
            Identity(
                layer(own_label, key_query), with_own_key, scale=(long + norm(y)) ** 2 * norm(G) * (norm(x) + norm(y)) / n
            ),
            says="A label y in the query's slots adds (1/n) y h(x)ᵀΓh(x)",
            proof="words",
        ),
    },
)
