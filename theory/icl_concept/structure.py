"""The network sees inputs through the attention alone and labels through the outputs alone, and on one concept it has a closed form.

With the printed blocks the attention is the softmax of x_ℓ'W_K'W_Qx_q, whatever the labels, and the output r'ReLU(w_O Σ p_ℓ
y_ℓ). Only the product W_K'W_Q counts, as is seen from the formula. Without input noise the logits of examples of opposite
semantics differ by 2b'W_K'W_Qx_q, so that the examples are seen as c + u d with u = tanh(b'W_K'W_Qx_q + ½ log(L₊/L₋)): counts
enter as prior log-odds, attention as likelihood; a'W_K'W_Q does not enter at all. L₊ and L₋, the numbers of examples of either
sign, are not 0. Opposite signs of W_K and of w_O d together turn f into that of the prompt whose examples have the opposite
semantics; where the semantics of the examples are fair signs this is no change of the law of f, so that no loss of it tells
attention to the query's own semantics from attention to the opposite one, inverted by the output. Tokens are split into inputs
and labels by a projection on the label block; d is written g here.
"""

from lemmata import *
from lemmata.theory.icl_concept.notation import (
    ORDINARY,
    WK,
    WQ,
    L,
    a,
    b,
    c,
    d,
    e,
    g,
    h,
    head,
    m,
    network,
    ones,
    query,
    r,
    softmax,
    source,
    wO,
    y,
)
from lemmata.theory.language.calculus import Z as z

more, fewer = (L + dot(ones, y)) / 2, (L - dot(ones, y)) / 2  # L_+ and L_-


PRIOR = log(more / fewer) / 2


def closed(prior=PRIOR, times=1):
    u = tanh(times * dot(WK * b, WQ * query) + prior)
    return head(c + u * g)


size = norm(r) * (norm(wO * c) + norm(wO * g))
turned = ones * c.T - y * g.T  # labels as output neurons see them where w_O d has changed its sign

D = Symbol("D", "dimension of a token", Naturals)
X, Y = (
    Array("X", "inputs of the examples, one token a row", L, D, kind=ORDINARY),
    Array("Y", "labels, one token a row", L, D, kind=ORDINARY),
)
x, own = Array("x", "input of the query", D, kind=ORDINARY), Array("v", "label put into the query's block", D, kind=ORDINARY)
K, Q = Array("K", "key matrix", h, D, kind=ORDINARY), Array("Q", "query matrix", h, D, kind=ORDINARY)
O = Array("O", "output neurons", m, D, kind=ORDINARY)
E = Array("E", "projection on the label block", D, D, kind=Projection)
rest = I(D) - E
tokens, asked = X * rest + Y * E, rest * x + E * own


def relu(v):
    return Entrywise(Lambda(z, (z + abs(z)) / 2), v)


def transformer(keys=K * rest, queries=Q * rest, values=E):
    """The output with the printed blocks: keys, queries and values are taken of whole tokens."""
    return dot(r, relu(O * E * values * tokens.T * softmax(tokens * keys.T * queries * asked)))


def reduced(keys=K, queries=Q, beside=0):
    """The same by inputs in the attention and labels in the output."""
    return dot(r, relu(O * E * Y.T * softmax(X * rest * keys.T * queries * rest * x, beside)))


whole = norm(r) * norm(O * E * Y.T)

claim = Claim(
    "icl_concept.structure",
    source=source("IN-CONTEXT LEARNING FEATURE LEARNING [1]"),
    domain=Domain(L >= 3, core=(L <= 7, d <= 4, e <= 4, h <= 4, m <= 4, D >= 3, D <= 4)),
    parts={
        "main": Part(
            Identity(transformer(), reduced(), scale=whole),
            says="With the printed blocks the attention sees the inputs of the examples alone, and the output their labels alone",
            wrong={
                "swapped": {"right": reduced(Q, K)},
                "labels_in_the_keys": {"left": transformer(keys=K, queries=Q)},
                "query_among_the_keys": {"right": reduced(beside=exp(dot(K * rest * x, Q * rest * x)))},
            },
        ),
        "values": Part(
            Identity(transformer(values=I(D)), reduced(), scale=whole),
            says="even if values keep the inputs, for the output neurons do not see them",
            wrong={"labels_in_the_keys": {"left": transformer(keys=K, queries=Q, values=I(D))}},
        ),
        "closed": Part(
            Identity(network(), closed(), scale=size),
            says="On examples of one concept it is rᵀReLU(w_O(c + u d)), u = tanh(bᵀW_KᵀW_Qx_q + ½ log(L₊/L₋))",
            wrong={
                "no_prior": {"right": closed(prior=0 * more)},
                "whole_prior": {"right": closed(prior=log(more / fewer))},
                "logit_doubled": {"right": closed(times=2)},
            },
        ),
        "concept": Part(
            Identity(network(x=y * b.T), network(), scale=size),
            says="so the concept of the inputs does not enter at all",
            wrong={"semantics": {"left": network(x=ones * a.T)}},
        ),
        "signs": Part(
            Identity(network(y=turned, keys=-WK), network(x=ones * a.T - y * b.T, y=turned), scale=size),
            says="If W_K and w_O d change their signs f becomes that of the prompt whose examples have the opposite semantics",
            wrong={"keys_alone": {"left": network(keys=-WK)}, "outputs_alone": {"left": network(y=turned)}},
        ),
    },
)
