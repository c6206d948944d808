r"""The printed predictor is one layer of linear attention on learned features, and one preconditioned gradient step.

Tokens $z_i=(h(x_i);y_i)$, query token $(h(x_q);0)$. With $W_V=e_{k+1}e_{k+1}^\top$ and $W_K^\top W_Q$ equal to $\Gamma$ on
the features and zero elsewhere, entry $(k+1,n+1)$ of $\frac1nW_VZ(W_KZ)^\top W_QZ$ is
$\frac1n\sum_iy_ih(x_i)^\top\Gamma h(x_q)$: the query's own key adds nothing because its label slot is empty. A label row
$\ell^\top$ in $W_K^\top W_Q$ adds $\frac1n\sum_iy_i^2\,\ell^\top h(x_q)$. The predictor is $w^\top h(x_q)$ after one step
$w=-\Gamma^\top\nabla$ from 0 on $\frac1{2n}\sum_i(y_i-w^\top h(x_i))^2$. Rows of `X` are the features of the prompt.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Source

n, k = sp.symbols("n k", integer=True, positive=True)
X, y, h = sp.MatrixSymbol("X", n, k), sp.MatrixSymbol("y", n, 1), sp.MatrixSymbol("h", k, 1)
gamma, row = sp.MatrixSymbol("Gamma", k, k), sp.MatrixSymbol("ell", k, 1)
tokens, labelled = (sp.MatrixSymbol(name, k + 1, n + 1) for name in ("Z", "Z_labelled"))
value, key_query, with_row = (sp.MatrixSymbol(name, k + 1, k + 1) for name in ("W_V", "W_KQ", "W_KQ_label"))
label, query = sp.MatrixSymbol("e_label", k + 1, 1), sp.MatrixSymbol("e_query", n + 1, 1)
gradient = sp.MatrixSymbol("nabla", k, 1)
softmax, target = sp.symbols("softmax y_q", real=True)


def layer(z: sp.MatrixExpr, keys: sp.MatrixExpr) -> sp.Expr:
    """Entry (label, query) of the layer."""
    return sp.Trace(label.T * value * z * z.T * keys * z * query) / n


def predictor(g: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(y.T * X * g * h) / n


size = sp.sqrt(sp.Trace(y.T * y) * sp.Trace(gamma.T * gamma) * sp.Trace(h.T * h) * sp.Trace(X.T * X)) / n
claim = Claim(
    id="icl.linear_attention",
    title="(1/n) Σ y_i h(x_i)ᵀΓh(x_q) is an entry of one linear attention layer, and one preconditioned gradient step",
    truth=Identity(layer(tokens, key_query), predictor(gamma), scale=size),
    source=Source("000_ab12b188556405a2.txt", "Linear attention model", paper="kim2024"),
    domain=Domain(Integer(k, (1, sp.oo), (1, 6)), Integer(n, (1, sp.oo), (1, 20), edges=(1,))),
    given=(X, y, h, gamma, row, tokens, labelled, value, key_query, with_row, label, query, gradient, softmax, target),
    also={
        "gradient_step": Identity(-sp.Trace(gradient.T * gamma * h), predictor(gamma), scale=size),
        "label_row": Identity(
            layer(tokens, with_row), predictor(gamma) + sp.Trace(y.T * y) * sp.Trace(row.T * h) / n, scale=size
        ),
        "query_label": Identity(
            layer(labelled, key_query), predictor(gamma) + target * sp.Trace(h.T * gamma * h) / n, scale=size
        ),
    },
    mutants={
        "gamma_transposed": Identity(layer(tokens, key_query), predictor(gamma.T), scale=size),
        "n_plus_1": Identity(layer(tokens, key_query), predictor(gamma) * n / (n + 1), scale=size),
        "label_left_in": Identity(layer(labelled, key_query), predictor(gamma), scale=size),
        "label_row_ignored": Identity(layer(tokens, with_row), predictor(gamma), scale=size),
        "softmax": Identity(softmax, predictor(gamma), scale=size),
        "step_not_preconditioned": Identity(-sp.Trace(gradient.T * h), predictor(gamma), scale=size),
    },
)


@claim.derivation
def _(step):
    x, xt, yy, yt, hh, g, lt = sp.symbols("X X^T y y^T h Gamma ell^T", commutative=False)
    count, own = sp.Symbol("n", positive=True), sp.Symbol("y_q")  # the label of the query is a number

    def entry(slot, label_row):
        z = sp.Matrix([[xt, hh], [yt, slot]])
        turned = sp.Matrix([[x, yy], [sp.Symbol("h^T", commutative=False), slot]])
        keys = sp.Matrix([[g, 0], [label_row, 0]])
        return sp.expand((z * turned * keys * z)[1, 1] / count)

    plain = yt * x * g * hh / count
    step.verify(
        "the last row of Z Zᵀ is (yᵀX, yᵀy), whatever h(x_q), and meets Γh(x_q) alone",
        sp.expand(entry(0, 0) - plain) == 0,
        by="block multiplication in every dimension: Z = [Xᵀ h; yᵀ 0]",
        formula=r"\tfrac1n\,e_{k+1}^\top ZZ^\top W_K^\top W_QZe_{n+1}=\tfrac1n\,y^\top X\Gamma h",
    )
    step.verify(
        "a label row adds the mean square of the labels",
        sp.expand(entry(0, lt) - plain - yt * yy * lt * hh / count) == 0,
        by="block multiplication",
        formula=r"\tfrac1n\,y^\top y\,\ell^\top h",
    )
    step.verify(
        "a label in the query's slot adds its own key",
        sp.expand(entry(own, 0) - plain - own * sp.Symbol("h^T", commutative=False) * g * hh / count) == 0,
        by="block multiplication",
        formula=r"\tfrac1n\,y_q\,h^\top\Gamma h",
    )
    x1, w, h1, h2, y1, y2, g0 = sp.symbols("x w h_1 h_2 y_1 y_2 Gamma_0")
    square = ((y1 - w * h1) ** 2 + (y2 - w * h2) ** 2) / 4
    step(
        "one gradient step from 0 (two examples, one feature)",
        -g0 * sp.diff(square, w).subs(w, 0) * x1,
        (y1 * h1 + y2 * h2) * g0 * x1 / 2,
        by="differentiation",
    )
    keys = sp.Matrix([[1, 0, 0], [2, 1, 0], [0, 0, 0]])
    z = sp.Matrix([[1, 1, 1], [0, 1, 2], [2, -1, 0]])
    step(
        "two examples, h_q = (1, 2), Γ = [[1, 0], [2, 1]]", (z * z.T * keys * z)[2, 2] / 2, sp.Rational(-3, 2), by="arithmetic"
    )
    common = sp.Symbol("p", real=True)
    step.conclude(
        by="both sides are yᵀXΓh/n by the first step",
        given={layer(tokens, key_query): common, predictor(gamma): common},
    )
