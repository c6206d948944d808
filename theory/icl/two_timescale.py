r"""The best key matrix is $\Gamma=\Sigma_{\mu,\mu}^{-1}$, and $\min_\Gamma\mathcal L(\mu,\Gamma)=\operatorname{Tr}S$.

$\mathcal L(\mu,\Gamma)=\mathbb E\|f^\circ-A\Gamma h_\mu\|^2$ with $A=\Sigma_{\mu^\circ,\mu}$ exceeds its least value by
exactly $\operatorname{Tr}[A(\Gamma-\Sigma^{-1})\Sigma(\Gamma-\Sigma^{-1})^\top A^\top]$, so the minimiser is unique if and
only if $A$ is invertible. The least value lies in $[0,\operatorname{Tr}\Sigma_{\mu^\circ,\mu^\circ}]$ and does not change
under $h\mapsto Ch$ with invertible $C$. At a singular $\Sigma_{\mu,\mu}$ a pseudo-inverse takes the place of the inverse
and $\mathcal L$ jumps: $h_\mu=0$ gives $kr^\circ$, but $h=s\,\mathbf Rf^\circ$ gives 0 for every $s>0$.
"""

import sympy as sp
from flint import fmpq, fmpq_mat

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import (
    Certificate,
    Claim,
    Domain,
    Existence,
    Identity,
    Inequality,
    Integer,
    Optimality,
    Real,
    Source,
)
from lemmata.theory.icl.first_notation import A, F, H, Q, T, definitions, k, loss
from lemmata.theory.language.matrices import Eigenvalue, SpectralFunction

d, M, inputs = sp.symbols("d M n", integer=True, positive=True)
gain, x = sp.Symbol("g", positive=True), sp.Dummy("x", positive=True)
gamma, key = sp.MatrixSymbol("Gamma", k, k), sp.MatrixSymbol("Gamma_1", k, k)
turn = sp.MatrixSymbol("C", k, k)
root = SpectralFunction(sp.Lambda(x, 1 / sp.sqrt(x)), Q)


def risk(g: sp.MatrixExpr) -> sp.Expr:
    """L(mu, Gamma) from the second moments."""
    return sp.Trace(T) - 2 * sp.Trace(A * g * A.T) + sp.Trace(A * g * Q * g.T * A.T)


def best(cross: sp.MatrixExpr, inverse: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(T) - sp.Trace(cross * inverse * cross.T)


def excess(g: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(A * (g - Q.I) * Q * (g - Q.I).T * A.T)


def _jump(sizes: tuple[int, ...], _) -> Certificate:
    """f a sign: the loss of s f is 0 for every s on the list, that of 0 is 1."""
    f = fmpq_mat([[1], [-1]])
    losses = [regression.loss(f, f * fmpq(1, 2**s)) for s in sizes]
    return Certificate(all(value == 0 for value in losses), detail="L(s f) = 0 while L(0) = E f² = 1")


def _many_minimisers(keys: tuple[int, ...], _) -> Certificate:
    """f and h independent signs, so A = 0: every key has the same loss."""
    f, h = fmpq_mat([[1], [1], [-1], [-1]]), fmpq_mat([[1], [-1], [1], [-1]])
    cross = f.transpose() * h / fmpq(4)
    errors = [f - h * (cross * fmpq(g)).transpose() for g in keys]
    losses = {str(regression.trace(e.transpose() * e) / 4) for e in errors}
    return Certificate(losses == {"1"}, detail=f"losses {', '.join(losses)} at Γ = {', '.join(map(str, keys))}")


claim = Claim(
    id="icl.two_timescale",
    title="Γ = Σ_μμ⁻¹ minimises L(μ, Γ), and min over Γ of L(μ, Γ) = Tr Σ°° − Tr[Σ°_μ Σ_μμ⁻¹ Σ_μ°]",
    truth=Optimality(risk(gamma), {gamma: Q.I}),
    source=Source("000_ab12b188556405a2.txt", "Two time scale dynamics", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 6)),
        Integer(inputs, (1, sp.oo), (4 * k, 100)),
        Integer(d, (1, sp.oo), (2, 5)),
        Integer(M, (k, sp.oo), (k + 1, k + 5)),
        Real(gain, (0, sp.oo), (0.5, 5), log=True),
    ),
    given=(F, H, key, turn),
    definitions=definitions,
    provided=(Eigenvalue(Q, 1) < 10**4 * Eigenvalue(Q, k),),
    also={
        "value": Identity(risk(Q.I), loss, scale=sp.Trace(T)),
        "excess": Identity(risk(key) - loss, excess(key), scale=sp.Trace(T) + excess(key)),
        "invariant": Identity(best(A * turn.T, (turn * Q * turn.T).I), loss, scale=sp.Trace(T)),
        "positive": Inequality(0, loss),
        "at_most_the_label": Inequality(loss, sp.Trace(T)),
        "jump": Existence((0, 10, 100), _jump, text=r"\mathcal L(sf^\circ)=0\ (s>0),\quad\mathcal L(0)=kr^\circ"),
        "many_minimisers": Existence(
            (-1, 0, 3), _many_minimisers, text=r"\Sigma_{\mu^\circ,\mu}=0:\ \mathcal L(\mu,\Gamma)=kr^\circ"
        ),
    },
    mutants={
        "identity": Optimality(risk(gamma), {gamma: sp.Identity(k)}),
        "square_root": Optimality(risk(gamma), {gamma: root}),
        "half": Optimality(risk(gamma), {gamma: Q.I / 2}),
        "value_without_inverse": Identity(risk(Q.I), best(A, sp.Identity(k)), scale=sp.Trace(T)),
        "value_without_square": Identity(risk(Q.I), sp.Trace(T) - sp.Trace(A * Q.I), scale=sp.Trace(T)),
        "excess_without_sigma": Identity(risk(key) - loss, sp.Trace(A * (key - Q.I) * (key - Q.I).T * A.T)),
        "excess_twice": Identity(risk(key) - loss, 2 * excess(key)),
    },
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    a, g, (q, qi), t = m.matrix("A"), m.matrix("Gamma"), m.inverse_pair("Q"), m.symmetric("T")
    value = t - 2 * a * g * m.transpose(a) + a * g * q * m.transpose(g) * m.transpose(a)
    least = t - a * qi * m.transpose(a)
    step.verify(
        "completing the square in Γ",
        m.equal_traces(value - least, a * (g - qi) * q * m.transpose(g - qi) * m.transpose(a)),
        by="words compared up to rotation and transposition; the right side is Tr of a positive matrix",
        formula=r"\mathcal L(\mu,\Gamma)=\operatorname{Tr}S+\operatorname{Tr}[A(\Gamma-\Sigma^{-1})\Sigma(\Gamma-\Sigma^{-1})^\top "
        r"A^\top]",
    )
    n = MatrixAlgebra()
    a, (q, qi), (c, ci) = n.matrix("A"), n.inverse_pair("Q"), n.invertible("C")
    ct, cti = n.transpose(c), n.transpose(ci)
    step.verify(
        "the least value does not change when h becomes Ch",
        n.equal(a * ct * (cti * qi * ci) * c * n.transpose(a), a * qi * n.transpose(a))
        and n.equal((cti * qi * ci) * (c * q * ct), 1),
        by="A becomes ACᵀ and Σ becomes CΣCᵀ",
        formula=r"AC^\top(C\Sigma C^\top)^{-1}CA^\top=A\Sigma^{-1}A^\top",
    )
    step.qed(by="the excess is a sum of squares: zero at Γ = Σ⁻¹, and elsewhere exactly where A(Γ − Σ⁻¹) = 0")
