r"""Algorithm 2: Phase I is one weight-decayed gradient step on the MLP, Phase II a linear least-squares problem in
$\Gamma$.

With $f_t=\sum_j\gamma_ju_js_j$ at $\Gamma^{(0)}=\mathrm{diag}(\gamma_j)$ the step of neuron $j$ is
$w_j+\frac{2\eta_1}{T_1}\sum_t(y^t-f_t)\nabla_{w_j}f_t-\eta_1\lambda_1w_j$ with
$\nabla_{w_j}f_t=\gamma_j(D_ts_t+u_ta_tx^t)$: $D_t=\frac1n\sum_iy_i1\{\cdot>0\}x_i$, $s_t=\mathrm{relu}(w_j^\top
x^t+b_j)$, $a_t=1\{s_t>0\}$; it is written below for one neuron and one coordinate. At $\lambda_1=1/\eta_1$ the
initialisation is erased. In Phase II, $f_t=\langle\Gamma,P_t\rangle$ and $\Gamma^*$ solves
$(\frac1T\sum_t\mathrm{vec}P_t\mathrm{vec}P_t^\top+\frac{\lambda_2}2I)\mathrm{vec}\Gamma=\frac1T\sum_ty^t\mathrm{vec}P_t$:
the penalty is halved. Misprints of the algorithm that do not change it: $m$ neurons in the initialisation are the $N$
of the architecture, $x_{N_2}$ is $x_{n_2}$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Optimality, Real, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, N, d, n, positive

T, t = sp.symbols("T t", integer=True, positive=True)
eta, lam1, lam2 = sp.symbols("eta_1 lambda_1 lambda_2", positive=True)
w, stepped, erased = sp.symbols("w w_next w_erased", real=True)
gamma, gamma1 = sp.symbols("gamma gamma_1", real=True)  # of this neuron; after a gradient step on Gamma
y, f, f1, s, u, D, a, x = (sp.IndexedBase(name, real=True) for name in ("y", "f", "f_1", "s", "u", "D", "a", "x"))
P, Y, G = sp.MatrixSymbol("P", T, N**2), sp.MatrixSymbol("Y", T, 1), sp.MatrixSymbol("vecGamma", N**2, 1)


def ascent(residual: sp.Expr, weight: sp.Expr = gamma) -> sp.Expr:
    """Minus the gradient of the mean squared error in this weight."""
    return 2 / T * sp.Sum(residual * weight * (D[t] * s[t] + u[t] * a[t] * x[t]), (t, 1, T))


def ridge(penalty: sp.Expr) -> sp.MatrixExpr:
    return sp.Inverse(P.T * P / T + penalty * sp.Identity(N**2)) * P.T * Y / T


move = ascent(y[t] - f[t])
objective = sp.Trace((Y - P * G).T * (Y - P * G)) / T + lam2 / 2 * sp.Trace(G.T * G)

claim = Claim(
    id="icl_single_index.algorithm2",
    title="Phase I is w − η₁(∇ + λ₁w) with ∇ = −(2/T)Σ(y − f)∇f, and Phase II solves (A + λ₂/2) vec Γ = b",
    truth=Identity(stepped, w + eta * move - eta * lam1 * w, scale=sp.Abs(w) + sp.Abs(eta * move)),
    source=Source(DOCUMENT, "Gradient-based Training of Transformer", paper=PAPER),
    domain=Domain(
        Integer(N, positive, (2, 4)),
        Integer(d, positive, (2, 8)),
        Integer(n, positive, (2, 6)),
        Integer(T, positive, (3, 8)),
        Real(eta, (0, 10), (0.2, 2), log=True),
        Real(lam1, (0, 10), (0.1, 2), log=True),
        Real(lam2, (0, 10), (0.02, 1), log=True),
        assume=(sp.Abs(eta - 1) > 0.02, sp.Abs(eta * lam1 - 1) > 0.02),
    ),
    given=(w, stepped, erased, gamma, gamma1, y, f, f1, s, u, D, a, x, P, Y),
    also={
        "initialisation_erased": Identity(erased, eta * move, scale=sp.Abs(w) + sp.Abs(eta * move)),
        "phase2": Optimality(objective, {G: ridge(lam2 / 2)}),
    },
    mutants={
        "decay_outside": Identity(stepped, w + eta * move + lam1 * w),
        "self_term_only": Identity(stepped, w + eta * ascent(-f[t]) - eta * lam1 * w),
        "gamma_updated": Identity(stepped, w + eta * ascent(y[t] - f1[t], gamma1) - eta * lam1 * w),
        "penalty_not_halved": Optimality(objective, {G: ridge(lam2)}),
    },
    notes="The misprints (m for N, x_{N_2} for x_{n_2}) leave the procedure unchanged and are not judged.",
    uses=("icl_single_index.reparameterisation",),
)


@claim.derivation
def _(step):
    label, rest, g = sp.symbols("y rho gamma", real=True)
    z, b = sp.symbols("z b", real=True)
    inner = sp.Function("u")(z)
    outer = sp.Function("s")(z)
    slope = g * (sp.diff(inner, z) * outer + inner * sp.diff(outer, z))
    step(
        "one task: derivative of the squared error in a weight z of this neuron",
        sp.diff((label - rest - g * inner * outer) ** 2, z),
        -2 * (label - rest - g * inner * outer) * slope,
        by="product rule; u and s depend on the weight, the rest of f does not",
    )
    e, lam = sp.symbols("eta lambda", positive=True)
    step("λ₁ = 1/η₁ erases the initialisation", (z - e * (b + lam * z)).subs(lam, 1 / e), -e * b, by="substitution")
    A, c, q = sp.symbols("A b Gamma", positive=True)
    step(
        "one parameter: the derivative of the penalised error AΓ² − 2bΓ + λ₂Γ²/2 vanishes at b/(A + λ₂/2)",
        sp.diff(A * q**2 - 2 * c * q + lam * q**2 / 2, q).subs(q, c / (A + lam / 2)),
        0,
        by="normal equation",
    )
    step("A = 2, b = 3, λ₂ = 2", (c / (A + lam / 2)).subs({A: 2, c: 3, lam: 2}), 1, by="substitution")
