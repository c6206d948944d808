r"""One linear attention layer on MLP features predicts $\frac1n\langle\Gamma\,\sigma(WX+b1_n^\top)y,\ \sigma(Wx+b)\rangle$
with $\Gamma=vK^\top$.

Conventions: the embedding $E$ is $(N+1)\times(n+1)$, features on top, labels in the last row, 0 in place of the query's
label; $W^{PV}$ has the last row $(0,\dots,0,v)$, its other rows are free;
$W^{KQ}=\begin{pmatrix}K&*\\k_{21}^\top&*\end{pmatrix}$ with $k_{21}=0$. The prediction is the bottom right entry of
$E+W^{PV}E\,E^\top W^{KQ}E/\rho$ at $\rho=n$. The last column of $W^{KQ}$ is free, as the query's label is 0. With
$k_{21}\ne0$ the term $v\|y\|^2\langle k_{21},\varphi\rangle/\rho$ is added, so the reparameterisation is a restriction
of the layer.
"""

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.first import Claim, Domain, Erratum, Identity, Integer, Real, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, N, n, positive

v = sp.Symbol("v", real=True)
E, E1 = sp.MatrixSymbol("E", N + 1, n + 1), sp.MatrixSymbol("E_1", N + 1, n + 1)  # query label 0; query label y_q
PV, KQ, KQ1 = (sp.MatrixSymbol(name, N + 1, N + 1) for name in ("W_PV", "W_KQ", "W_KQ1"))  # W_KQ1 has k21 != 0
K, Phi = sp.MatrixSymbol("K", N, N), sp.MatrixSymbol("Phi", N, n)
phi, k21 = sp.MatrixSymbol("varphi", N, 1), sp.MatrixSymbol("k_21", N, 1)
y, y1 = sp.MatrixSymbol("y", n, 1), sp.Symbol("y_q", real=True)


def layer(e: sp.MatrixExpr, pv: sp.MatrixExpr, kq: sp.MatrixExpr) -> sp.Expr:
    """The bottom right entry of linear attention."""
    return MatrixElement(e + pv * e * (e.T * kq * e) / n, N, n)


def number(product: sp.MatrixExpr) -> sp.Expr:
    return MatrixElement(product, 0, 0)


attention = layer(E, PV, KQ)
prediction = v / n * number(phi.T * K.T * Phi * y)
extra = v / n * number(y.T * y) * number(k21.T * phi)

claim = Claim(
    id="icl_single_index.reparameterisation",
    title="The bottom right entry of linear attention on MLP features is ⟨Γ σ(WX + b1ᵀ) y, σ(Wx + b)⟩/n with Γ = vKᵀ",
    truth=Identity(attention, prediction),
    source=Source(DOCUMENT, "Gradient-based Training of Attention Model", paper=PAPER),
    domain=Domain(
        Integer(N, positive, (2, 8)), Integer(n, positive, (2, 8)), Real(v, (-10, 10), (0.5, 2)), assume=(sp.Ne(N, n),)
    ),
    given=(E, E1, PV, KQ, KQ1, K, Phi, phi, k21, y, y1),
    also={"lower_left_block": Identity(layer(E, PV, KQ1), prediction + extra)},
    printed=Identity(attention, n / N * prediction),
    print_latex=r"f=\Big\langle\tfrac1N\Gamma\,\sigma(WX+b1_N^\top)y,\ \sigma(W^\top x_{\rm query}+b)\Big\rangle",
    erratum=Erratum.misprint(
        "N is the number of neurons on the same slide: 1/N and 1_N must be 1/n and 1_n with the prompt length n; "
        "and W, whose rows are the w_j, acts on the query as Wx, not Wᵀx"
    ),
    mutants={
        "not_transposed": Identity(attention, v / n * number(phi.T * K * Phi * y)),
        "query_label": Identity(layer(E1, PV, KQ), y1 + prediction),
        "equivalence": Identity(layer(E, PV, KQ1), prediction),
    },
)


@claim.derivation
def _(step):
    rho = sp.Symbol("rho", positive=True)
    yi, zi, kappa = sp.symbols("y_i z_i kappa", real=True)
    step(
        "what context example i adds to the bottom right entry, z_i = ⟨φ_i, Kφ⟩, κ = ⟨k₂₁, φ⟩",
        v * yi * (zi + yi * kappa) / rho,
        v / rho * yi * zi + v * yi**2 * kappa / rho,
        by="column i of E is (φ_i, y_i), the last row of W^PV E is v(y_1, …, y_n, 0); the query's 0 meets W^KQ's last column",
    )
    for size, length in ((2, 2), (2, 3), (3, 2)):
        step.verify(
            f"all entries symbolic, N = {size}, n = {length}",
            _symbolic(size, length),
            by="expansion of the matrix product",
            formula=sp.latex(claim.truth.right) + " + " + sp.latex(extra),
        )
    step("N = n = 1: K = 2, v = 3, φ_1 = 5, y_1 = 7, φ = 11, ρ = 1", sp.Integer(3) * 7 * 5 * 2 * 11, 2310, by="substitution")


def _symbolic(size: int, length: int) -> bool:
    """Whether the identity with its extra term holds for matrices of independent symbols of this size."""
    features = sp.Matrix(size, length, lambda i, j: sp.Symbol(f"f{i}{j}"))
    query = sp.Matrix(size, 1, lambda i, _: sp.Symbol(f"q{i}"))
    labels = sp.Matrix(length, 1, lambda i, _: sp.Symbol(f"y{i}"))
    kq = sp.Matrix(size + 1, size + 1, lambda i, j: sp.Symbol(f"k{i}{j}"))
    pv = sp.Matrix(size + 1, size + 1, lambda i, j: sp.Symbol(f"p{i}{j}"))
    pv[size, :] = sp.Matrix([[0] * size + [v]])
    embedding = features.row_join(query).col_join(labels.T.row_join(sp.zeros(1, 1)))
    entry = (pv * embedding * embedding.T * kq * embedding)[size, length]
    block, below = kq[:size, :size], kq[size, :size]
    stated = v * (query.T * block.T * features * labels)[0] + v * (labels.T * labels)[0] * (below * query)[0]
    return sp.expand(entry - stated) == 0
