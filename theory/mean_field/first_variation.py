r"""$\frac{\delta F}{\delta\mu}(w)=-\frac\lambda m\sum_j(\sigma_w^\top My_j)^2$, $\frac\delta{\delta\mu}\frac vn\mathrm{DoF}(w)=v\lambda\|M\sigma_w\|^2$.

Both come from exact finite increments: adding mass $t$ at $w$ takes $K$ to $K+t\sigma_w\sigma_w^\top$, and
$F$ to $F-\frac{\lambda t}{m}\frac{\sum_j(\sigma_w^\top My_j)^2}{1+t\,\sigma_w^\top M\sigma_w}$, $\mathrm{DoF}$ to
$\mathrm{DoF}+n\lambda t\frac{\|M\sigma_w\|^2}{1+t\,\sigma_w^\top M\sigma_w}$. The constant is not fixed by centring: along
$(1-t)\mu+t\delta_w$ the derivative is $\frac{\delta F}{\delta\mu}(w)-\int\frac{\delta F}{\delta\mu}d\mu$. For $N$ particles of weight
$1/N$, $N\,\partial F/\partial w_i=\nabla\frac{\delta F}{\delta\mu}(w_i)$. The slides use $\delta F/\delta\mu$ without writing it down.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Integer, Real
from lemmata.theory.mean_field.notation import K, N, Phi, Y, dof, lam, least, m, n, positive, resolvent, source, v

activation, t = sp.Symbol("sigma"), sp.Symbol("t", positive=True)
at_w, D = sp.MatrixSymbol("sigma_w", n, 1), sp.MatrixSymbol("D", n, N)  # features at w; derivatives of Phi along a direction
M = resolvent(K)
q, b, size = sp.symbols("q b c", nonnegative=True)  # Σ_j(σ_wᵀMy_j)², σ_wᵀMσ_w, |Mσ_w|²
slope, slope_dof, mixed, moved, moved_dof = sp.symbols("F_w DoF_w F_mix F_D DoF_D", real=True)
grown = K + t * at_w * at_w.T
first = -lam / m * q
along_particles = -2 * lam / m * sp.Trace(Y.T * M * Phi * D.T * M * Y)

claim = Claim(
    id="mean_field.first_variation",
    title="δF/δμ(w) = −(λ/m) Σ (σ_wᵀMy)² and δ(v/n DoF)/δμ(w) = vλ‖Mσ_w‖²",
    truth=Identity(slope, first),
    source=source("Label noise and WG flow"),
    domain=Domain(
        Integer(n, positive, (1, 20)),
        Integer(N, positive, (1, 20)),
        Integer(m, positive, (1, 4)),
        Choice(activation, ("tanh", "sigmoid", "relu")),
        Real(lam, positive, (1e-3, 0.9), log=True),
        Real(v, (0, sp.oo), (0.1, 2)),
        Real(t, positive, (0.01, 10), log=True),
    ),
    given=(K, Phi, Y, D, at_w, slope, slope_dof, mixed, moved, moved_dof),
    definitions={
        q: sp.Trace(at_w.T * M * Y * Y.T * M * at_w),
        b: sp.Trace(at_w.T * M * at_w),
        size: sp.Trace(at_w.T * M * M * at_w),
    },
    also={
        "dof": Identity(v / n * slope_dof, v * lam * size),
        "finite": Identity(least(grown) - least(K), t * first / (1 + t * b), scale=least(K)),
        "finite_dof": Identity(dof(grown) - dof(K), n * lam * t * size / (1 + t * b), scale=n),
        "mixture": Identity(mixed, first + lam / m * sp.Trace(Y.T * M * K * M * Y), scale=least(K)),
        "particles": Identity(moved, along_particles, scale=least(K)),
        "particles_dof": Identity(moved_dof, 2 * n * lam * sp.Trace(D.T * M * M * Phi), scale=n),
    },
    mutants={
        "no_lambda": Identity(slope, first / lam),
        "sign": Identity(slope, -first),
        "one_resolvent": Identity(v / n * slope_dof, v * lam * b),
        "no_lambda_dof": Identity(v / n * slope_dof, v * size),
        "sign_dof": Identity(v / n * slope_dof, -v * lam * size),
        "not_centred": Identity(mixed, first, scale=least(K)),
        "half_gradient": Identity(moved, along_particles / 2, scale=least(K)),
    },
    uses=("mean_field.representer",),
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    kernel, inverse = a.symmetric("K"), a.symmetric("M")
    a.rule(kernel * inverse, 1 - n * lam * inverse)  # (K + nλ) M = 1
    a.rule(inverse * kernel, 1 - n * lam * inverse)
    spike = a.symmetric("P")  # σ_w σ_wᵀ
    a.rule(spike * inverse * spike, b * spike)
    updated = inverse - t / (1 + t * b) * inverse * spike * inverse
    step.verify(
        "the resolvent after mass t is added at w, in every dimension",
        a.equal((kernel + n * lam + t * spike) * updated, sp.Integer(1)),
        by="multiplication, with Pσ = σ_wσ_wᵀ and PMP = (σ_wᵀMσ_w)P",
        formula=r"M_t=M-\frac{t}{1+t\,\sigma_w^\top M\sigma_w}M\sigma_w\sigma_w^\top M",
    )
    y = a.matrix("Y")
    a_y = a.transpose(y)
    step.verify(
        "the increment of F, in every dimension",
        a.equal_traces(
            lam / m * a_y * (updated - inverse) * y, -lam * t / (m * (1 + t * b)) * a_y * inverse * spike * inverse * y
        ),
        by="F = (λ/m) Tr[YᵀMY]; the trace on the right is Σ_j(σ_wᵀMy_j)²",
        formula=r"F_t-F=-\frac{\lambda t}{m}\frac{\sum_j(\sigma_w^\top My_j)^2}{1+t\,\sigma_w^\top M\sigma_w}",
    )
    step.verify(
        "the increment of DoF, in every dimension",
        a.equal_traces(
            (1 - n * lam * updated) - (1 - n * lam * inverse), n * lam * t / (1 + t * b) * inverse * spike * inverse
        ),
        by="K_tM_t = 1 − nλM_t",
        formula=r"\mathrm{DoF}_t-\mathrm{DoF}=n\lambda t\,\frac{\|M\sigma_w\|^2}{1+t\,\sigma_w^\top M\sigma_w}",
    )
    step(
        "the derivative of DoF at t = 0",
        sp.diff(v / n * n * lam * t * size / (1 + t * b), t).subs(t, 0),
        v * lam * size,
        by="differentiation",
    )
    half = sp.Rational(1, 2)
    diagonal = sp.diag(1 + 1, 2 + 1).inv()  # K = diag(1, 2), n = 2, λ = 1/2
    ones = sp.ones(2, 1)
    step(
        "K = diag(1, 2), λ = 1/2, y = σ_w = (1, 1): δF/δμ",
        -half * (ones.T * diagonal * ones)[0] ** 2,
        -sp.Rational(25, 72),
        by="rational arithmetic",
    )
    step(
        "the same, v = 1: δ(v/n DoF)/δμ", half * (ones.T * diagonal**2 * ones)[0], sp.Rational(13, 72), by="rational arithmetic"
    )
    increment = t * first / (1 + t * b)
    step.conclude(by="the derivative of the increment at t = 0", given={slope: sp.diff(increment, t).subs(t, 0)})
