r"""The predictive risk of ridge regression given the design, exactly: squared bias plus variance.

With $A=X^\top(XX^\top+n\lambda)^{-1}$, $\hat\beta=AY$, $Y=X\beta_*+\epsilon$ and $R=\mathbb
E_x(x^\top\hat\beta-x^\top\beta_*)^2$: $\mathbb E_\epsilon[R\mid
X]=\|\Sigma^{1/2}(I-AX)\beta_*\|^2+\sigma^2\operatorname{Tr}[\Sigma AA^\top]$. Only the first two moments of the noise enter,
so the mean is taken exactly: the columns of $E$ are $M$ noise vectors with $E1=0$, $EE^\top=M\sigma^2I_n$. For a random target
with second moment $T$ the bias is $\operatorname{Tr}[\Sigma(I-AX)T(I-AX)^\top]$. The noise of the test label is not part of $R$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Integer, Mean, Observable, Real, Source
from lemmata.theory.first.expressions import latex
from lemmata.theory.language.matrices import PositiveDefinite
from lemmata.theory.ridge.notation import d, n, s2

lam = sp.Symbol("lambda", positive=True)
draws = sp.Symbol("M", integer=True, positive=True)
X, beta = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("beta", d, 1)
E, u = sp.MatrixSymbol("E", n, draws), sp.MatrixSymbol("u", 1, draws)  # noise vectors; a row of ones
S = PositiveDefinite("Sigma", d)
targets, many = sp.MatrixSymbol("F", d, 2 * d), PositiveDefinite("T", d)  # columns with F F' = 2d T
A = X.T * sp.Inverse(X * X.T + n * lam * sp.Identity(n))
left_over = sp.Identity(d) - A * X
error = A * (X * beta * u + E) - beta * u
average = sp.Trace(S * error * error.T) / draws
bias, variance = sp.Trace(S * left_over * beta * beta.T * left_over.T), sp.Trace(S * A * A.T)
random_bias = sp.Trace(S * left_over * many * left_over.T)
drawn = Observable("drawn")


def exact(right: sp.Expr) -> Identity:
    return Identity(average, right)


claim = Claim(
    id="ridge.bv_exact",
    title="Given the design the ridge risk is |Σ^{1/2}(I − AX)β|² + σ² Tr[ΣAAᵀ]",
    truth=exact(bias + s2 * variance),
    source=Source("000_ab12b188556405a2.txt", "Predictive error"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 30)),
        Integer(d, (1, sp.oo), (2, 50)),
        Real(lam, (0, sp.oo), (1e-4, 10), log=True),
        Real(s2, (0, sp.oo), (0.05, 20), log=True),
    ),
    given=(X, beta, S, E, u, draws, targets, many),
    also={
        "random_target": Identity(
            sp.Trace(S * left_over * targets * targets.T * left_over.T) / (2 * d), random_bias, scale=sp.Trace(S * many)
        ),
        "drawn": Identity(Mean(drawn), bias + s2 * variance),
    },
    mutants={
        "variance_without_sigma": exact(bias + s2 * sp.Trace(A * A.T)),
        "bias_without_sigma": exact(sp.Trace(left_over * beta * beta.T * left_over.T) + s2 * variance),
        "with_test_noise": exact(bias + s2 * variance + s2),
        "one_sided": exact(sp.Trace(S * left_over * beta * beta.T) + s2 * variance),
        "deviation": exact(bias + sp.sqrt(s2) * variance),
    },
    notes="The law 'drawn' is the definition itself, with simulated noise and a fresh test point: made here once, so that no other "
    "claim simulates either.",
)


@claim.derivation
def _(step):
    w = MatrixAlgebra()
    x, h, target, noise, ones = (w.matrix(name) for name in ("X", "A", "beta", "E", "u"))
    cov = w.symmetric("Sigma")
    size, var = sp.symbols("M sigma2", positive=True)
    w.rule(noise * w.transpose(noise), size * var)
    w.rule(ones * w.transpose(ones), size)
    w.rule(noise * w.transpose(ones), 0)
    away = h * (x * target * ones + noise) - target * ones
    rest = 1 - h * x
    step.verify(
        "the mean over noise vectors of mean 0 and covariance σ²I, for every linear estimator AY",
        w.equal_traces(
            cov * away * w.transpose(away) / size,
            cov * rest * target * w.transpose(target) * w.transpose(rest) + var * cov * h * w.transpose(h),
        ),
        by="expansion with EEᵀ = Mσ²I, E1 = 0, 1ᵀ1 = M; traces compared up to rotation and transposition",
        formula=latex(claim.truth.left) + "=" + latex(claim.truth.right),
    )
    z1, z2, s, q = sp.symbols("epsilon_1 epsilon_2 sigma_2 c", real=True)
    inputs, coefficient = sp.Matrix([[1, 2], [0, 1]]), sp.Matrix([3, -1])
    estimator = inputs.T * (inputs * inputs.T + q * sp.eye(2)).inv()
    spread = sp.diag(2, 5)
    gap = estimator * (inputs * coefficient + sp.Matrix([z1, z2])) - coefficient
    risk = sp.Poly(sp.expand((gap.T * spread * gap)[0]), z1, z2)
    moments = {(0, 0): 1, (1, 0): 0, (0, 1): 0, (1, 1): 0, (2, 0): s, (0, 2): s}
    mean = sum(c * moments[powers] for powers, c in risk.terms())
    rest = sp.eye(2) - estimator * inputs
    formula = (coefficient.T * rest.T * spread * rest * coefficient)[0] + s * (spread * estimator * estimator.T).trace()
    step(
        "two samples, two dimensions, symbolic noise and penalty c = nλ",
        sp.cancel(sp.together(mean)),
        sp.cancel(sp.together(formula)),
        by="E ε = 0, E εεᵀ = σ²I",
    )
    step.qed(by="the risk is a quadratic polynomial of the noise, so its mean is that over any vectors with the two moments")
