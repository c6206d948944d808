"""Keys never move along the concept: without input noise W_K a is exactly invariant, step by step, because the attention is centred.

The gradient of a prompt's loss in W_K is W_Qx_q Σ_ℓ c_ℓ x_ℓ' with Σ c_ℓ = 0, for the softmax does not see a common shift of the
logits; examples of one prompt differ by multiples of b alone. So on a with a'b = 0 it vanishes, at all weights and in all steps
of descent, on any prompts whose concepts and semantics are orthogonal: the printed a'W_Ka ≈ 0 means that it stays what it was.
Concepts mixed in one prompt break it; weight decay shrinks W_Ka geometrically. The signs of b'W_Qb and b'W_Kb are not fixed by
the loss, nor is that of <W_Kb, W_Qb>: with that of <w_O, d> it may change as well (icl_concept.structure). What is learned is
sgn<W_Kb, W_Qb> sgn(r) sgn<w_O, d> = 1; the printed signs are those of starts W_Q = W_K proportional to 1. Logistic loss of two
prompts with the directions (a, b) and (a', b'), labels c ± d in common. Training runs: two concepts, prompts of 4, 32 neurons,
input noise 1/20, 450 steps, from W_Q = W_K = 3/10 or from both of them N(0, 1/4).
"""

from sympy import ZeroMatrix

from lemmata import *
from lemmata.theory.icl_concept.notation import GENERIC, RUN, WQ, L, d, h, labels, network, ones, run, source, training, y

T, eta = Symbol("T", "number of steps", Counts), Symbol("η", "step size", Positive, latex=r"\eta")


def directions(p, draw):
    """Four orthonormal directions, and a query for each of the two prompts: its own semantics, or anything."""
    made = []
    for _ in range(4):
        v = draw.normal(p.d)
        for w in made:
            v = v - (v * w).sum(-1, keepdim=True) * w
        made.append(v / v.norm(dim=-1, keepdim=True))
    queries = [draw.normal(p.d), draw.normal(p.d)] if p.style == "any query" else [made[0] + made[1], made[2] - made[3]]
    return dict(zip(("u", "s", "u'", "s'", "q", "q'"), [*made, *queries], strict=True))


TIED = Tied(("u", "s", "u'", "s'", "q", "q'"), directions, ("own query", "any query"))
meanings = (
    "concept of the first prompt",
    "its semantics",
    "concept of the second prompt",
    "its semantics",
    "its query",
    "its query",
)
a, b, a2, b2, q, q2 = (
    Array(name, meaning, d, kind=TIED) for name, meaning in zip(("u", "s", "u'", "s'", "q", "q'"), meanings, strict=True)
)
K = Array("K", "key matrix that moves", h, d)
K0 = Array("K_0", "key matrix at the start", h, d, kind=GENERIC)


def loss(of, first=(a, b), second=(a2, b2), queries=WQ):
    """The logistic loss of the two prompts with this key matrix, both of label 1."""
    total = 0
    for (concept, semantics), at in ((first, q), (second, q2)):
        total += log(1 + exp(-network(ones * concept.T + y * semantics.T, labels, at, of, queries)))
    return total


def mixed(of):
    """The first prompt with the semantics of its examples in the direction of the concept as well."""
    return log(1 + exp(-network(ones * a.T + y * (a + b).T, labels, q, of, WQ)))


def moved(value, along):
    """The gradient of a loss in the key matrix, on a direction."""
    return Gradient(value, K, at=K0) * along


delta = Symbol("δ", "weight decay", Positive, latex=r"\delta")


def trained(value=None, decay=0):
    value = loss(K) if value is None else value
    return Iterate(K, K - eta * (Gradient(value, K) + decay * K), K0, T).end


often, small = Rational(1, 2), Rational(1, 50)
free = training(**(RUN | {"normal": 1, "start": often}))
right = free["accuracy"] > Rational(9, 10)
none = ZeroMatrix(h, 1)
size = norm(Gradient(loss(K), K, at=K0)) + norm(WQ)

claim = Claim(
    "icl_concept.attention",
    source=source("IN-CONTEXT LEARNING FEATURE LEARNING [2]"),
    domain=Domain(d >= 4, L >= 3, core=(d <= 6, L <= 7, h <= 3, T <= 3, eta >= 0.05, eta <= 1, delta >= 0.1, delta <= 1)),
    parts={
        "main": Part(
            Identity(trained() * a, K0 * a, scale=norm(K0) + eta * T),
            says="After T steps of descent on prompts without input noise the keys of their concepts are what they were at the start",
            wrong={"semantics": {"left": trained() * b, "right": K0 * b}, "mixed": {"left": trained(mixed(K)) * a}},
        ),
        "semantics": Part(
            Guarantee(And(run["query"] > 1, run["key"] > 1), often),
            says="Trained with input noise from W_Q = W_K = 3/10, bᵀW_Qb and bᵀW_Kb end above 1, more often than not",
            wrong={"stay": {"event": And(run["query"] < often, run["key"] < often)}},
        ),
        "concept": Part(
            Guarantee(And(run["query_concept"] < small, run["key_concept"] < small), often),
            says="while aᵀW_Qa and aᵀW_Ka stay within 0.02 of their values at the start",
            wrong={"like_semantics": {"event": And(run["query_concept"] > often, run["key_concept"] > often)}},
        ),
        "joint_sign": Part(
            Guarantee(And(right, free["joint"] > 0), Rational(3, 4)),
            says="In three quarters of the runs from normal W_Q and W_K nine answers in ten are right and ⟨W_Kb, W_Qb⟩ has the sign of the mean of sgn(r)⟨w_O, d⟩",
            wrong={
                "opposite": {"event": And(right, free["joint"] < 0)},
                "own_semantics": {"event": And(right, free["product"] > 0)},
                "printed_signs": {"event": And(right, free["query"] > 0, free["key"] > 0)},
            },
        ),
        "gradient": Part(
            Identity(moved(loss(K), a), none, scale=size),
            says="because the gradient in the key matrix vanishes on them, at all weights and for any query",
            wrong={"semantics": {"left": moved(loss(K), b)}, "mixed": {"left": moved(mixed(K), a)}},
        ),
        "outside": Part(
            Identity(moved(loss(K), a - a2), none, scale=size),
            says="on the difference of two concepts as well",
            wrong={"semantics": {"left": moved(loss(K), b - b2)}},
        ),
        "decays": Part(
            Identity(trained(decay=delta) * a, (1 - eta * delta) ** T * K0 * a, scale=norm(K0) + eta * T),
            says="With weight decay δ the keys of the concepts shrink by the factor 1 − ηδ in each step",
            wrong={
                "stay": {"right": K0 * a},
                "semantics": {"left": trained(decay=delta) * b, "right": (1 - eta * delta) ** T * K0 * b},
            },
        ),
    },
    procedures=(training,),
    uses=("icl_concept.structure",),
)
