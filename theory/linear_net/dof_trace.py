r"""The degrees of freedom of a first layer are $\sum_j\hat\lambda_j/(\hat\lambda_j+\lambda)$ over the spectrum of the
features' second moment.

$\operatorname{Tr}[A(A+n\lambda I)^{-1}]=\operatorname{Tr}[KM]=n-n\lambda\operatorname{Tr}M$ with $A=WX^\top XW^\top$,
$\hat\lambda_j=\mu_j(A/n)$. They lie between 0 and $\min(n,\operatorname{rank}W)$ and decrease in $\lambda$.
"""

import sympy as sp

from lemmata.theory.algebra.resolvent import trace_as_sum
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Real, Source
from lemmata.theory.language.matrices import Eigenvalues
from lemmata.theory.linear_net.first_notation import W, X, d, j, kernel, lam, n, p, resolvent

moment = W * X.T * X * W.T
hat = Eigenvalues(moment / n)
c, shape, rank = sp.Symbol("c", positive=True), sp.Symbol("shape"), sp.Symbol("r", positive=True)


def dof(penalty: sp.Expr = lam) -> sp.Expr:
    return sp.Trace(moment * sp.Inverse(moment + n * penalty * sp.Identity(p)))


def shrunk(value: sp.Expr, penalty: sp.Expr = lam) -> sp.Expr:
    return sp.Sum(value / (value + penalty), (j, 1, p))


K = kernel(W)
dual = sp.Trace(K * resolvent(K))
claim = Claim(
    id="linear_net.dof_trace",
    title="Tr[WXᵀXWᵀ(WXᵀXWᵀ + nλ)⁻¹] = Σ λ̂_j/(λ̂_j + λ) over the eigenvalues of WXᵀXWᵀ/n",
    truth=Identity(dof(), shrunk(hat[j])),
    source=Source("000_ab12b188556405a2.txt", "Feature learning with DoF reg", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 24)),
        Integer(d, (1, sp.oo), (2, 16)),
        Choice(shape, ("invertible", "tall", "wide", "deficient")),
        Real(lam, (0, sp.oo), (1e-3, 1e2), log=True),
        Real(c, (1, sp.oo), (1, 10)),
    ),
    given=(X, W, p, rank),
    also={
        "dual": Identity(dof(), dual),
        "complement": Identity(dual, n - n * lam * sp.Trace(resolvent(K)), scale=n),
        "at_most_n": Inequality(dual, n),
        "at_most_rank": Inequality(dof(), rank),
        "decreasing": Inequality(dof(c * lam), dof()),
        "slowly": Inequality(dof(), c * dof(c * lam)),
    },
    mutants={
        "n_lambda": Identity(dof(), shrunk(hat[j], n * lam)),
        "sum_in_place_of_mean": Identity(dof(), shrunk(Eigenvalues(moment)[j])),
        "complement_of_the_mean": Identity(dual, n - lam * sp.Trace(resolvent(K)), scale=n),
        "squared": Identity(dof(), sp.Sum((hat[j] / (hat[j] + lam)) ** 2, (j, 1, p))),
        "increasing": Inequality(dof(), dof(c * lam)),
    },
)


@claim.derivation
def _(step):
    size = sp.Symbol("p", integer=True, positive=True)
    matrix, eigenvalue = sp.MatrixSymbol("A", size, size), sp.IndexedBase("a", nonnegative=True)
    samples = sp.Symbol("n", integer=True, positive=True)
    i = sp.Symbol("i", integer=True, positive=True)
    trace = trace_as_sum(sp.Trace(matrix * sp.Inverse(matrix + samples * lam * sp.Identity(size))), matrix, eigenvalue)
    total = step(
        "the trace over the eigenvalues of A = WXᵀXWᵀ",
        trace,
        sp.Sum(eigenvalue[i] / (eigenvalue[i] + samples * lam), (i, 1, size)),
        by="functions of one symmetric matrix commute",
    )
    a = sp.Symbol("a", nonnegative=True)
    step("one direction of K", a / (a + samples * lam), 1 - samples * lam / (a + samples * lam), by="Tr[KM] = n − nλ Tr M")
    step("it falls in λ", sp.diff(a / (a + samples * lam), lam), -samples * a / (a + samples * lam) ** 2, by="differentiation")
    design = sp.Matrix([[1, 2, 0], [0, 1, -1], [3, 0, 1]])
    first = sp.Matrix([[1, 1, 0], [0, 2, 1], [1, 3, 1]])  # of rank two
    small, big = first * design.T * design * first.T, design * first.T * first * design.T
    z = sp.Symbol("z")
    step.verify(
        "a rational instance of rank two",
        small.charpoly(z).as_expr() == big.charpoly(z).as_expr()
        and (small * (small + 3 * sp.eye(3)).inv()).trace() == 3 - 3 * (big + 3 * sp.eye(3)).inv().trace(),
        by="A and K have one characteristic polynomial; n = 3, λ = 1",
        formula=sp.latex(small.charpoly(z).as_expr()),
    )
    scaled = total.function.subs(eigenvalue[i], n * hat[j]).subs(samples, n)
    step.conclude(by="the eigenvalues of A are nλ̂_j", given={dof(): sp.Sum(scaled, (j, 1, p))})
