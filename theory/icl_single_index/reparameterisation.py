"""One linear attention layer on MLP features puts (1/n)⟨Γ σ(WX + b1ᵀ) y, σ(Wx + b)⟩ into the query's label slot, Γ = vKᵀ.

A token has N coordinates for the features of an input, picked by the orthonormal rows of P (the first N in the source), and
one slot for its label, along e = (I − PᵀP)g (the last unit vector). The query's label is 0. W^PV acts on the slot as v, its
other rows U are free; W^KQ has K between features, a free last column A, and a lower left block that must be zero: a block
k₂₁ adds v|y|²⟨k₂₁, σ(Wx + b)⟩/n. So the reparameterisation is a restriction of the layer. The layer's denominator ρ is n.
"""

from lemmata import *
from lemmata.theory.icl_single_index.notation import N, d, n, source

sigma = Function("σ", "activation", of=LINKS, latex=r"\sigma")
X, x = Array("X", "inputs of the prompt, one a column", d, n), Array("x", "query", d)
W, b = Array("W", "first layer, one neuron a row", N, d), Array("b", "biases", N)
y, y_q = Array("y", "labels of the prompt", n), Symbol("y_q", "label put into the query's slot", Reals)
P = Array("P", "which coordinates of a token hold features", N, N + 1, kind=OrthonormalRows)
g = Array("g", "any vector, whose part outside the features is the label slot", N + 1)
v = Symbol("v", "value of a label", Reals)
U, A = Array("U", "free rows of W^PV", N, N + 1), Array("A", "free last column of W^KQ", N + 1, N + 1)
K, low = Array("K", "key-query matrix between features", N, N), Array("k₂₁", "lower left block of W^KQ", N, latex="k_{21}")

features = Definition("Φ", "features of the prompt", sigma.entrywise(W * X + b * OneMatrix(1, n)), latex=r"\Phi")
feature = Definition("φ", "features of the query", sigma.entrywise(W * x + b), latex=r"\varphi")
slot = Definition("Π", "projection on the label slot", I(N + 1) - P.T * P, latex=r"\Pi")
e = Definition("e", "the label slot", slot * g)
tokens = Definition("E", "tokens of the prompt, one a column", P.T * features + e * y.T)
query = Definition("q", "token of the query, its label slot empty", P.T * feature)
value, key_query = v * slot + P.T * U, P.T * K * P + A * slot
with_block = key_query + e * low.T * P


def layer(own, keys):
    """The label slot of the query's token after the layer, which sums over all n + 1 tokens."""
    return slot * (own + value * (tokens * tokens.T + own * own.T) * keys * own / n)


def prediction(gamma):
    return e * y.T * features.T * gamma.T * feature / n


extra = v * e * y.T * y * e.T * e * low.T * feature / n
size = (1 + norm(tokens) ** 2 + norm(query) ** 2) * (1 + norm(value)) * (1 + norm(with_block)) * (norm(query) + norm(e))


claim = Claim(
    "icl_single_index.reparameterisation",
    source=source("Gradient-based Training of Attention Model"),
    domain=Domain(core=(N >= 2, N <= 8, n >= 2, n <= 8, d <= 6, v >= 0.5, v <= 2)),
    parts={
        "main": Part(
            Identity(layer(query, key_query), prediction(v * K.T), scale=size),
            says="Linear attention on MLP features predicts (1/n)⟨Γ σ(WX + b1ᵀ) y, σ(Wx + b)⟩ with Γ = vKᵀ, if W^KQ has no lower left block",
            proof="words",
            printed=Print(
                right=n / N * prediction(v * K.T),
                erratum=Erratum.misprint(
                    "N is the number of neurons on the same slide: 1/N and 1_N must be 1/n and 1_n with the prompt length n; "
                    "and W, whose rows are the w_j, acts on the query as Wx, not Wᵀx"
                ),
            ),
            wrong={
                "not_transposed": {"right": prediction(v * K)},
                "query_label": {"left": layer(query + e * y_q, key_query), "right": e * y_q + prediction(v * K.T)},
            },
        ),
        "lower_left_block": Part(
            Identity(layer(query, with_block), prediction(v * K.T) + extra, scale=size),
            says="A lower left block k₂₁ adds v|y|²⟨k₂₁, σ(Wx + b)⟩/n, with a label slot of length 1",
            proof="words",
            wrong={"equivalence": {"right": prediction(v * K.T)}},
        ),
    },
)
