"""The printed predictor is one layer of linear attention on tokens (h(x); y), and its mean and variance at every width and prompt length are exact.

Tokens hold features and label in two complementary subspaces, split by a projection (icl.linear_attention): the value keeps the
label and the key-query matrix is Γ on the features; the layer adds up value times key times query over all tokens, the query
with an empty label among them, over L. For iid neurons the mean-field features are met in the mean, with variance tr Cov/m. For
iid examples with independent noise of variance s² on the labels the predictor has the mean β'E[f°h']Γh(q) and the variance
(1/L){Var[β'f° h'Γh(q)] + s² E(h'Γh(q))²} at every L. Inputs, and neurons, are drawn from finitely many equally likely ones:
number floor(Nu) for a uniform u.
"""

from lemmata import *
from lemmata.theory.icl import linear_attention as attention
from lemmata.theory.icl.linear_attention import D, key_query, layer, n, predictor, query
from lemmata.theory.icl.notation import F, H, N, k
from lemmata.theory.icl_nonparam.notation import ORDINARY, source
from lemmata.theory.language.calculus import Z

L = Symbol("L", "number of examples in the prompt", Naturals)
m = Symbol("m", "number of neurons", Naturals)
s = Symbol("s", "standard deviation of the label noise", Positive)
direction = Array("u", "Γh at the query", k, kind=ORDINARY)
task = Array("β", "task", k, kind=ORDINARY)
V = Array("V", "outputs aσ(w·x) of the neurons at an input, one a row", N, k, kind=ORDINARY)


def numbered(name, count):
    """The numbers 0, 1, ..., count - 1."""
    return Array(
        name, "0, 1, 2, ...", count, kind=Tied((name,), lambda p, draw: {name: draw.tensor([[j] for j in range(p.N)])})
    )


i = numbered("i", N)
inside = Lambda(Z, Piecewise((1, And(Z >= 0, Z < 1)), (0, True)))


def chosen(count, u):
    """Which of the N is drawn, one draw a row."""
    return Entrywise(inside, N * u * OneMatrix(1, N) - OneMatrix(count, 1) * i.T)


def first(count, what, name):
    """The mean over draws of the rows of an array."""
    u = Sampled(name, Uniform(0, 1), count)
    return chosen(count, u), chosen(count, u) * what


width, drawn = first(m, V, "U")
network = drawn.T * OneMatrix(m, 1) / m  # h of m neurons
limit = V.T * OneMatrix(N, 1) / N
covariance = sq(V) / N - sq(limit)
off = Mean(sq(network - limit))

noise = Sampled("ε", Normal(s**2), L)
prompt, examples = first(L, H, "U'")
labels = prompt * F * task + noise
answer = dot(labels, examples * direction) / L
expected = dot(task, F.T * H * direction) / N
seen = hadamard(F * task, H * direction)  # β'f°(x) h(x)'u
spread = sq(seen) / N - expected**2 + s**2 * sq(H * direction) / N
size = sq(F * task) * sq(H * direction) / N + s**2 * sq(H * direction) / N

claim = Claim(
    "icl_nonparam.linear_attention",
    source=source(),
    domain=Domain(core=(D <= 6, n <= 12, k <= 3, N >= 2, N <= 6, m >= 2, m <= 8, L >= 2, L <= 8, s >= 0.1, s <= 1)),
    parts={
        "main": Part(
            Identity(layer(query, key_query), predictor(attention.G), scale=attention.whole),
            says="The label slots at the query are (1/L) Σ y_ℓ h(x_ℓ)ᵀΓh(q) after one layer of linear attention, the query among the keys",
            proof="words",
            wrong={
                "gamma_transposed": {"right": predictor(attention.G.T)},
                "query_counted": {"right": predictor(attention.G) * n / (n + 1)},
                "all_values": {"left": attention.tokens.T * attention.tokens * key_query * query / n},
            },
        ),
        "width": Part(
            Identity(off, covariance / m, scale=sq(V) / (N * m)),
            says="The features of m independent neurons are off those of the mean-field limit by tr Cov(aσ(wᵀx))/m in mean square",
            wrong={"m_squared": {"right": covariance / m**2}, "second_moment": {"right": sq(V) / (N * m)}},
        ),
        "mean": Part(
            Identity(Mean(answer), expected, scale=sqrt(size)),
            says="At every prompt length the prediction has the mean βᵀE[f°hᵀ]Γh(q) over prompts",
            wrong={"with_the_query": {"right": expected * L / (L + 1)}},
        ),
        "variance": Part(
            Identity(Variance(answer), spread / L, scale=size / L),
            says="and the variance (Var[βᵀf° hᵀΓh(q)] + s² E(hᵀΓh(q))²)/L",
            wrong={
                "l_squared": {"right": spread / L**2},
                "second_moment": {"right": size / L},
                "no_label_noise": {"right": (spread - s**2 * sq(H * direction) / N) / L},
            },
        ),
    },
    uses=("icl.linear_attention", "icl.expected_risk"),
)
