r"""With $W^\top W=\Sigma_\beta$ the spectra of $W\Sigma_XW^\top$ and of $\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2}$
coincide, and then the average risk depends on them alone.

The nonzero spectra of $W\Sigma_XW^\top$, $\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2}$ and
$\Sigma_X^{1/2}\Sigma_\beta\Sigma_X^{1/2}$ agree, also for rectangular $W$. For a general $W$ the risk of the features
$Wx$ needs their spectrum **and** the transformed coefficients $W^{-\top}\beta_*$; with $W^\top W=\Sigma_\beta$ these have
second moment $I$ exactly, so the average over tasks is a function of the spectrum for Gaussian inputs.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Erratum, Identity, Integer, Mean, Observable, Real, Source
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm
from lemmata.theory.linear_net.first_notation import Sigma, T, d, j, n, s2

A, B = sp.MatrixSymbol("A", d, d), sp.MatrixSymbol("B", d + 3, d)  # A'A = T; a first layer with three more rows, B'B = T
half = sp.Rational(1, 2)
strong, weak, direct, by_spectrum = (Observable(name) for name in ("strong", "weak", "direct", "by_spectrum"))
product = T**half * Sigma * T**half


def spectrum(matrix: sp.MatrixExpr) -> sp.Expr:
    return Eigenvalue(matrix, j)


total = sp.Trace(Sigma * T)
claim = Claim(
    id="linear_net.spectrum",
    title="WᵀW = Σβ gives WΣWᵀ the spectrum of Σβ^½ΣΣβ^½, which then fixes the average risk",
    truth=Identity(spectrum(A * Sigma * A.T), spectrum(product)),
    source=Source(
        "000_ab12b188556405a2.txt", "Feature learning: eigenvalues of WΣWᵀ characterise the predictive risk", paper="suzuki2024"
    ),
    domain=Domain(
        Integer(n, (1, sp.oo), (4, 12)),
        Integer(d, (1, sp.oo), (2, 10)),
        Integer(j, (1, d), (1, d)),
        Real(s2, (0, sp.oo), (0.1, 3), log=True),
    ),
    given=(Sigma, T, A, B),
    also={
        "other_order": Identity(spectrum(Sigma**half * T * Sigma**half), spectrum(product)),
        "rectangular": Identity(spectrum(B * Sigma * B.T), spectrum(product)),
        "trace": Identity(sp.Trace(A * Sigma * A.T), total),
        "coefficients": Identity(FrobeniusNorm(sp.Inverse(A.T) * T * sp.Inverse(A) - sp.Identity(d)), 0, scale=sp.sqrt(d)),
        "average_risk": Identity(Mean(direct - by_spectrum), 0, scale=total),
    },
    printed=Identity(Mean(strong - weak), 0, scale=total),
    print_latex=r"\text{eigenvalues of }W\Sigma_XW^\top\text{ characterise the predictive risk}",
    erratum=Erratum.condition_missing(
        "together with the coefficients W⁻ᵀβ* only: two targets of equal norm, on the first and on the last eigenvector of "
        "one WΣWᵀ, have different risks. With WᵀW = Σβ the coefficients have second moment I, and the average risk is a "
        "function of the spectrum",
        part="average_risk",
    ),
    mutants={
        "transposed": Identity(spectrum(A.T * Sigma * A), spectrum(product)),
        "no_root": Identity(spectrum(T * Sigma * T), spectrum(product)),
        "coefficients_of_the_transpose": Identity(
            FrobeniusNorm(sp.Inverse(A) * T * sp.Inverse(A.T) - sp.Identity(d)), 0, scale=sp.sqrt(d)
        ),
    },
    uses=("linear_net.orientation",),
    notes="The slide's μ_j(Σ) ≥ 1/j against μ_j(WΣWᵀ) ≤ 1/j defines the two regimes and is no theorem. That the average risk "
    "is a function of the spectrum rests on the rotation invariance of Gaussian inputs.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    w, cov = m.matrix("W"), m.symmetric("Sigma")
    root, s = m.symmetric("T^1/2"), m.symmetric("Sigma^1/2")
    m.rule(m.transpose(w) * w, root * root)
    m.rule(s * s, cov)
    for power in (1, 2, 3):
        left, right, other = 1, 1, 1
        for _ in range(power):
            left, right, other = left * w * cov * m.transpose(w), right * root * cov * root, other * s * root * root * s
        step.verify(
            f"traces of the power {power}",
            m.equal_traces(left, right) and m.equal_traces(other, right),
            by="cyclicity of the trace and WᵀW = Σβ; so all power sums agree, whatever the power",
            formula=rf"\operatorname{{Tr}}(W\Sigma W^\top)^{power}=\operatorname{{Tr}}(\Sigma_\beta^{{1/2}}\Sigma\Sigma_\beta^{{1/2}})^{power}",
        )
    x = sp.Symbol("x")
    first, inputs = sp.Matrix([[1, 2], [0, 1]]), sp.Matrix([[2, 1], [1, 3]])
    tasks = first.T * first
    step.verify(
        "a rational instance",
        (first * inputs * first.T).charpoly(x).as_expr() == (tasks * inputs).charpoly(x).as_expr()
        and (first.T * inputs * first).charpoly(x).as_expr() != (tasks * inputs).charpoly(x).as_expr(),
        by="W against its transpose: AB and BA have one characteristic polynomial",
        formula=sp.latex((tasks * inputs).charpoly(x).as_expr()),
    )
    step.qed(by="power sums determine a spectrum of d numbers")
