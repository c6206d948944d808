r"""The GPT-2 model of the experiment: its size, what it can read, its optimiser's first step, and a small one that is
trained here.

(i) With width $D$, $L$ layers, inputs in $\mathbb R^d$ and $n$ pairs, the network has
$L(12D^2+13D)+2D+2nD+(dD+D)+(D+1)$ parameters in use; GPT-2's implementation allocates $50257D$ more for a token table
that vector inputs never touch. For $L=12$, $D=256$, $d=20$, $n=101$: 9,534,977 in use, 22,400,769 allocated; the
slide's 22M is the second number. (ii) The prediction of $y_i$ is a function of $x_1,y_1,\dots,y_{i-1},x_i$. (iii) Adam
with bias correction moves every coordinate by $-\eta g/(|g|+\epsilon)$ at its first step. (iv) The best predictor that
knows $S$ but ignores the context has risk $1-\mathbb E\langle\theta,\theta'\rangle^k$ for the link $h_k$: a plateau at
which the subspace is learned and the prompt unused. (v) A network with $D=32$, two layers and two heads, trained by
Adam on $y=\langle\theta,x\rangle$, $\theta\in S$, has after $r+1$ examples at most half the risk $1-(r+1)/d$ of
minimum-norm least squares, the best that ignores $S$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, d, n, positive, r, sphere_moment

D, L, q = sp.symbols("D L q", integer=True, positive=True)  # width, layers; dimension of S in (iv)
count, experiment_count, narrow_count = sp.symbols("P P_12 P_1", integer=True, positive=True)
eta, eps = sp.symbols("eta epsilon", positive=True)
g, move = sp.symbols("g Delta", real=True)
overlap, before, after = Observable("c"), Observable("change"), Observable("risk")
TABLE = 50257


def parameters(layers: sp.Expr, width: sp.Expr, dimension: sp.Expr, pairs: sp.Expr, biases: int = 13) -> sp.Expr:
    blocks = layers * (12 * width**2 + biases * width)
    return blocks + 2 * width + 2 * pairs * width + (dimension * width + width) + (width + 1)


def adam(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """First step from running means first * g and second * g^2."""
    return -eta * first * g / (sp.sqrt(second) * sp.Abs(g) + eps)


blind = 1 - (r + 1) / d
claim = Claim(
    id="icl_single_index.gpt2_adam",
    title="The GPT-2 of the experiment uses L(12D² + 13D) + 2nD + (d + 4)D + 1 parameters, 9.5 of 22.4 million allocated",
    truth=Identity(count, parameters(L, D, d, n)),
    source=Source(DOCUMENT, "Adaptivity to Low-dimensional Function Class", paper="garg2022"),
    domain=Domain(
        Integer(r, positive, (2, 2)),
        Integer(d, positive, (8, 10)),
        Integer(n, (4, 64), (5, 5)),
        Integer(D, positive, (32, 32)),
        Integer(L, positive, (2, 2)),
        Integer(q, positive, (2, 6)),
        Real(eta, (0, 1), (1e-4, 1e-2), log=True),
        Real(eps, (0, 1), (0.01, 0.1), log=True),
    ),
    given=(count, experiment_count, narrow_count, g, move),
    also={
        "experiment_in_use": Identity(experiment_count, sp.Integer(9_534_977)),
        "experiment_allocated": Identity(experiment_count + TABLE * 256, sp.Integer(22_400_769)),
        "one_layer": Identity(narrow_count, parameters(1, 6, 3, 7)),
        "causal": Identity(Mean(before), 0, scale=1, variant="causal"),
        "first_step": Identity(move, adam(1, 1)),
        "floor_2": Identity(1 - Mean(overlap**2), 1 - 1 / q, scale=1, variant="overlap"),
        "floor_3": Identity(1 - Mean(overlap**3), 1, scale=1, variant="overlap"),
        "floor_4": Identity(1 - Mean(overlap**4), 1 - 3 / (q * (q + 2)), scale=1, variant="overlap"),
        "trained": Inequality(Mean(after), blind / 2),
        "not_perfect": Inequality(Mean(-after), -sp.Rational(1, 100)),
    },
    mutants={
        "no_biases": Identity(count, parameters(L, D, d, n, biases=0)),
        "in_use_22m": Inequality(sp.Integer(21_500_000), experiment_count),
        "reads_ahead": Identity(Mean(before), 0, scale=1, variant="reads_ahead"),
        "label_first": Identity(Mean(before), 0, scale=1, variant="label_first"),
        "no_bias_correction": Identity(move, adam(sp.Rational(1, 10), sp.Rational(1, 1000))),
        "floor_squared": Identity(1 - Mean(overlap**2), 1 - 1 / q**2, scale=1, variant="overlap"),
        "subspace_not_learned": Inequality(Mean(-after), -blind),
        "plateau": Inequality(Mean(-after), -sp.Rational(9, 10)),
    },
    notes="Not reached: the experiment itself (12 layers, single-index links). Only linear links are trained here, with r = 1 "
    "in the quick profile and r = 2 in the full one, from one initialisation each (variance 1/fan-in, not 0.02²); whether a "
    "network of this size leaves the floor for h_2 is not claimed.",
)


@claim.derivation
def _(step):
    attention, mlp, norms = (3 * D**2 + 3 * D) + (D**2 + D), (4 * D**2 + 4 * D) + (4 * D**2 + D), 2 * 2 * D
    block = step(
        "one block: queries, keys, values and their merge; two layers of the MLP; two norms",
        attention + mlp + norms,
        12 * D**2 + 13 * D,
        by="weights and biases",
    )
    step(
        "the network",
        L * block + 2 * D + 2 * n * D + (d * D + D) + (D + 1),
        parameters(L, D, d, n),
        by="final norm, positions of 2n tokens, read-in, read-out",
    )
    step(
        "L = 12, D = 256, d = 20, n = 101",
        parameters(sp.Integer(12), sp.Integer(256), sp.Integer(20), sp.Integer(101)),
        9_534_977,
        by="substitution",
    )
    step("with the token table", sp.Integer(9_534_977) + TABLE * 256, 22_400_769, by="substitution")
    b1, b2 = sp.symbols("beta_1 beta_2", positive=True)
    size = sp.Symbol("|g|", positive=True)
    step(
        "Adam's corrected means after one gradient",
        (1 - b1) * size / (1 - b1) / (sp.sqrt((1 - b2) * size**2 / (1 - b2)) + eps),
        size / (size + eps),
        by="the means start at 0",
    )
    step("E⟨θ,θ'⟩²", sphere_moment(sp.Integer(1), q), 1 / q, by="moments on the sphere")
    step("E⟨θ,θ'⟩⁴", sphere_moment(sp.Integer(2), q), 3 / (q * (q + 2)), by="moments on the sphere")
    step.conclude(by="the first two steps", given={count: L * block + 2 * D + 2 * n * D + (d * D + D) + (D + 1)})
