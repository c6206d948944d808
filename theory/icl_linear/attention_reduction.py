"""From a layer of linear attention to ⟨Γ, H⟩: what the layer predicts for the query, and what of it counts.

The columns of Z are the tokens (x_i; y_i) and the query (x; 0); the layer returns Z + VZ(KZ)'(QZ)/ℓ, and predicts by the
last entry of the last column. With M = K'Q in blocks, M_11 and the row m_21' below it, and the last row (v_21', v_22) of V
this is four terms. For v_21 = 0 two are left, ⟨Γ, x h'⟩ with Γ = v_22[M_11'/d | m_21]. Changing the sign of all labels (of
the task and the noise) changes the sign of the part ⟨Γ_1, x h_1'⟩, Γ_1 = (v_22M_11' + m_21v_21')/d, and not of the rest:
averaged over a context and its mirror image, squared errors add. If the law of the tasks is symmetric the risk of every
layer is therefore that of [Γ_1 | 0] plus the mean square of the even part, and v_21 = m_21 = 0 costs nothing.

For a set of tasks that is not symmetric it costs something. For one task w of norm √d the layer with v_22 = t, m_21 = w, M_11 = a ww',
v_21 = taw predicts s times t(Σ(y_i + az_i)² + a²s²)/ℓ, z_i = x_i'w and s = x'w for the query. At a = -(1 + ρ)/2 all y_i + az_i and as have the variance a²,
and with t = ℓ/((ℓ + 5)a²) the risk is ρ + 2/(ℓ + 5), for s² weighs s² and three more squares: below ρ + 2/(ℓ + 2), the least with v_21 = 0
(icl_linear.memorisation). Other layers do better still (0.383 against 0.4 at d = 3, ℓ = 5, ρ = 1/5, by a search that is not repeated here).
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import d, l, rho, source

SOME = Kind("general", ("generic", "sparse"))


def tokens(p, draw):
    """The matrix of tokens and its blocks, and the unit vectors that pick an entry of it."""
    size, pairs = p.d, p.get("ℓ")
    x, y, query = draw.normal(pairs, size)[0], draw.normal(pairs)[0], draw.normal(size)[0]
    if p.style == "equal inputs":
        x = x[:1].repeat(pairs, 1)
    rows, columns = draw.tensor([0.0] * size + [1.0]), draw.tensor([0.0] * pairs + [1.0])
    inclusion = rows.new_zeros(size + 1, size)
    inclusion.diagonal().fill_(1.0)
    Z = rows.new_zeros(size + 1, pairs + 1)
    Z[:size, :pairs], Z[size, :pairs], Z[:size, pairs] = x.mT, y, query
    mirror = Z.clone()
    mirror[size] *= -1
    return {"Z": Z, "Z⁻": mirror, "X": x, "y": y, "x": query, "E": inclusion, "e": rows, "f": columns}


LAW = Tied(("Z", "Z⁻", "X", "y", "x", "E", "e", "f"), tokens, ("generic", "equal inputs"))
Z = Array("Z", "tokens (x_i; y_i), one a column, and the query (x; 0)", d + 1, l + 1, kind=LAW)
X, y = Array("X", "inputs, one a row", l, d, kind=LAW), Array("y", "labels", l, kind=LAW)
x = Array("x", "query", d, kind=LAW)
E = Array("E", "the first d columns of the identity", d + 1, d, kind=LAW)
e, f = Array("e", "the last unit vector", d + 1, kind=LAW), Array("f", "the last unit vector", l + 1, kind=LAW)
K, Q, V = (
    Array(name, f"{word} of the layer", d + 1, d + 1, kind=SOME)
    for name, word in (("K", "keys"), ("Q", "queries"), ("V", "values"))
)
label = Symbol("y_0", "label of the query", Reals)

M = K.T * Q
M11, m21 = E.T * M * E, E.T * M.T * e
v21, v22 = E.T * V.T * e, V[d, d]
bare = V - e * e.T * V * E * E.T  # with v_21 = 0
mirrored = Array("Z⁻", "the tokens with all labels reversed", d + 1, l + 1, kind=LAW)
size = norm(V) * norm(M) * norm(Z) ** 3 / l


def predicted(Z=Z, V=V):
    """The last entry of what the layer returns."""
    return dot(e, (Z + V * Z * (K * Z).T * (Q * Z) / l) * f)


def terms(seen=X.T * X + x * x.T, first=M11.T):
    """The four terms."""
    return (
        v22 * dot(x, first * X.T * y)
        + v22 * dot(x, m21) * dot(y, y)
        + dot(x, M11.T * seen * v21)
        + dot(x, m21) * dot(v21, X.T * y)
    ) / l


def by_gamma(first=M11.T, scale=d):
    """⟨Γ, x h'⟩ with Γ = v_22[first/scale | m_21]."""
    return v22 * (dot(x, first / scale * (d / l * X.T * y)) + dot(x, m21) * dot(y, y) / l)


odd = dot(x, (v22 * M11.T + m21 * v21.T) / d * (d / l * X.T * y))
even = (v22 * dot(x, m21) * dot(y, y) + dot(x, M11.T * (X.T * X + x * x.T) * v21)) / l
pair = ((label - predicted()) ** 2 + (-label - predicted(mirrored)) ** 2) / 2

# one task w, and the layer with M_11 = a ww' and v_21 = taw: products with w alone count, z_i = x_i'w and s = x'w, independent N(0, 1)
products, signal = Sampled("z", Normal(), l), Sampled("s", Normal())
noise = Sampled("ε", Normal(rho), l)


def missed(own=-(1 + rho) / 2, freedom=5, query=1):
    """What the layer with a = own leaves of the mean label s of the query; the options are wrong versions."""
    seen = products + noise + own * products
    return signal - signal * (sq(seen) + query * own**2 * signal**2) / ((l + freedom) * own**2)


claim = Claim(
    "icl_linear.attention_reduction",
    source=source(),
    domain=Domain(core=(d >= 2, d <= 5, l >= 1, l <= 8, rho >= 0.1, rho <= 1, label >= -2, label <= 2)),
    parts={
        "main": Part(
            Identity(predicted(), terms(), scale=size),
            says="For the query the layer predicts ⟨x, v_22M_11ᵀΣy_ix_i + v_22m_21Σy_i² + M_11ᵀΣx_ix_iᵀv_21 + m_21Σy_ix_iᵀv_21⟩/ℓ, the third "
            "sum with the query",
            wrong={
                "without_the_query": {"right": terms(seen=X.T * X)},
                "not_transposed": {"right": terms(first=M11)},
                "label_seen": {"left": predicted(Z + label * e * f.T)},
            },
        ),
        "reduced": Part(
            Identity(predicted(V=bare), by_gamma(), scale=size),
            says="For v_21 = 0 this is ⟨Γ, xhᵀ⟩ with Γ = v_22[M_11ᵀ/d | m_21], h = ((d/ℓ)Σy_ix_i; Σy_i²/ℓ)",
            wrong={
                "not_transposed": {"right": by_gamma(first=M11)},
                "without_d": {"right": by_gamma(scale=1)},
                "any_values": {"left": predicted()},
            },
        ),
        "mirrored": Part(
            Identity((predicted() - predicted(mirrored)) / 2, odd, scale=size),
            says="Of the prediction ⟨Γ_1, xh_1ᵀ⟩, Γ_1 = (v_22M_11ᵀ + m_21v_21ᵀ)/d, changes its sign with the labels",
            wrong={"first_alone": {"right": v22 * dot(x, M11.T * X.T * y) / l}},
        ),
        "split": Part(
            Identity(pair, (label - odd) ** 2 + even**2, scale=label**2 + size**2),
            says="Averaged over a context and its mirror image the squared error is that of ⟨Γ_1, xh_1ᵀ⟩ plus the square of the even part",
            wrong={"without_even_part": {"right": (label - odd) ** 2}, "of_one": {"left": (label - predicted()) ** 2}},
        ),
        "one_task": Part(
            Identity(Mean(missed() ** 2), 2 / (l + 5)),
            says="For one task v_21 = 0 costs something: with M_11 = −((1 + ρ)/2)wwᵀ, m_21 = w and v_21 = v_22M_11w/d the four terms miss the mean label by 2/(ℓ + 5)",
            proof="mean",
            wrong={
                "without_v_21": {"right": 2 / (l + 2)},
                "without_the_query": {"left": Mean(missed(query=0) ** 2)},
                "other_weight": {"left": Mean(missed(freedom=2) ** 2)},
            },
        ),
    },
    uses=("icl_linear.moments", "icl_linear.memorisation"),
)
