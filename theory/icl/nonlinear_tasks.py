r"""Nonlinear test tasks: the attention predictor loses what linear functionals of $h_\mu$ do not explain of $g$.

With an infinite prompt of the noiseless task $g$ the prediction is $\mathbb E[gh^\top]\Gamma h(x)$; with
$\Gamma=\Sigma_{\mu,\mu}^{-1}$ its loss is $\mathbb Eg^2-\mathbb E[gh^\top]\Sigma_{\mu,\mu}^{-1}\mathbb E[gh]$ (no intercept),
the same for $Ch$, and $\mathbb Eg^2-\|\mathbb E[gf^\circ]\|^2/r^\circ$ at a global minimiser $h=\mathbf Rf^\circ$. For Gaussian
$f^\circ\sim N(0,r^\circ I_k)$: $r^\circ(\mathbb E\max^2-\frac1k)$ for $\max_jf_j$, as $\mathbb E[\max f\cdot f_j]=r^\circ\mathbb
P(\arg\max=j)=\frac{r^\circ}k$ by Stein, and $r^{\circ2}k(k+2)$ for $\|f\|^2$, of which nothing is learned.
"""

import sympy as sp

from lemmata.theory.algebra import regression
from lemmata.theory.first import (
    Choice,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Identity,
    Inequality,
    Integer,
    Mean,
    Observable,
    Phi,
    Real,
    Source,
)
from lemmata.theory.icl.first_notation import F, H, N, Q, R, definitions, k
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.matrices import Eigenvalue

d, M = sp.symbols("d M", integer=True, positive=True)
gain, r, task = sp.Symbol("g", positive=True), sp.Symbol("r", positive=True), sp.Symbol("task")
g, c, c_true = sp.MatrixSymbol("y", N, 1), sp.MatrixSymbol("b", k, 1), sp.MatrixSymbol("b_true", k, 1)
turned = sp.MatrixSymbol("H_C", N, k)
lost, lost_turned, lost_best, lost_intercept = sp.symbols("L_g L_gC L_gf L_g1", real=True)
max_loss, max_square, first, norm_loss = (Observable(n) for n in ("max_loss", "max_square", "first", "norm_loss"))
x = sp.Symbol("x", real=True)
max_second = GaussMean(k * x**2 * Phi(x) ** (k - 1), x)
square = sp.Trace(g.T * g) / N
explained = sp.Trace(c.T * Q.I * c)


def loss_of(features: str, intercept: bool = False) -> Computed:
    """Mean squared residual of the task on these features, in exact rational arithmetic."""

    def value(p) -> Enclosure:
        rows = p[features]
        ones = [[1.0]] * rows.shape[-2]
        h = rows.tolist()[0]
        both = [list(a) + b for a, b in zip(h, ones, strict=True)] if intercept else h
        return Enclosure(regression.number(regression.loss(regression.rational(p["y"]), regression.rational(both))))

    return Computed(value)


def static_ahead(name: str) -> Inequality:
    """The task's loss is smaller under the static model than under attention, on the same run, after the first steps."""
    once = (k >= 3,)  # the training does not depend on the point
    gap = Observable(f"static_{name}") - Observable(f"attention_{name}")
    return Inequality(Mean(gap), 0, variant="training", provided=once)


claim = Claim(
    id="icl.nonlinear_tasks",
    title="A test task g is lost up to E g² − E[ghᵀ]Σ⁻¹E[gh]; at the optimum E g² − |E[g f°]|²/r°",
    truth=Identity(lost, square - explained),
    source=Source("000_ab12b188556405a2.txt", "Numerical experiment", paper="kim2024"),
    domain=Domain(
        Choice(task, ("max", "norm")),
        Integer(k, (1, sp.oo), (2, 4)),
        Integer(N, (1, sp.oo), (2 * k + 2, 30)),
        Integer(d, (1, sp.oo), (2, 5)),
        Integer(M, (k, sp.oo), (k + 1, k + 6)),
        Real(gain, (0, sp.oo), (0.5, 3), log=True),
        Real(r, (0, sp.oo), (0.3, 3), log=True),
    ),
    given=(F, H, R, g, turned),
    definitions={
        **definitions,
        c: H.T * g / N,
        c_true: F.T * g / N,
        lost: loss_of("H"),
        lost_turned: loss_of("H_C"),
        lost_best: loss_of("F"),
        lost_intercept: loss_of("H", intercept=True),
    },
    provided=(Eigenvalue(Q, 1) < 10**4 * Eigenvalue(Q, k),),
    also={
        "invariant": Identity(lost_turned, square - explained),
        "at_the_optimum": Identity(lost_best, square - sp.Trace(c_true.T * c_true) / r, scale=square),
        "gaussian_max": Identity(Mean(max_loss), r * (max_second - 1 / k)),
        "stein": Identity(Mean(first), r / k),
        "gaussian_norm": Identity(Mean(norm_loss), r**2 * k * (k + 2)),
        "static_ahead_max": static_ahead("max"),
        "static_ahead_norm": static_ahead("norm"),
    },
    mutants={
        "gamma_identity": Identity(lost, square - 2 * sp.Trace(c.T * c) + sp.Trace(c.T * Q * c)),
        "no_r": Identity(lost_best, square - sp.Trace(c_true.T * c_true), scale=square),
        "not_learned": Identity(Mean(max_loss), r * max_second),
        "intercept": Identity(lost_intercept, square - explained),
        "norm_with_intercept": Identity(Mean(norm_loss), 2 * k * r**2),
        "max_square_is_1": Identity(Mean(max_square), r / k),
        "attention_ahead": Inequality(
            Mean(Observable("attention_max") - Observable("static_max")), 0, variant="training", provided=(k >= 3,)
        ),
        "r_not_squared": Identity(Mean(norm_loss), r * k * (k + 2)),
    },
    uses=("icl.two_timescale",),
    notes=(
        "Finite prompts add the 1/n term of icl.expected_risk. The orderings are those of the set-up of icl.experiment in its "
        "first steps, where they are visible at this sample size; later both models come close to the value at the true features."
    ),
)


@claim.derivation
def _(step):
    q = sp.Symbol("q", positive=True)
    m, w = sp.symbols("m w", real=True)
    step(
        "the square of the error at prediction cΓh, one feature",
        sp.expand(w - 2 * m * (m / q) + (m / q) ** 2 * q),
        w - m**2 / q,
        by="E g² − 2E[g·cᵀQ⁻¹h] + cᵀQ⁻¹QQ⁻¹c; the same with matrices",
    )
    step("two normals: E max²", GaussMean(2 * x**2, x).doit() / 2, 1, by="max² + min² = f₁² + f₂², and −min has the law of max")
    root = sp.sqrt(2) / 2
    table = [(s, t) for s in (1, -1) for t in (1, -1)]
    maxima = [sp.Max(s * root, t * root) for s, t in table]
    square_max = sum(v**2 for v in maxima) / 4
    inner = [sum(v * pair[i] * root for v, pair in zip(maxima, table, strict=True)) / 4 for i in (0, 1)]
    step(
        "two signs f° = (s₁, s₂)/√2, r° = 1/2: the loss of max",
        square_max - sum(v**2 for v in inner) / sp.Rational(1, 2),
        sp.Rational(1, 4),
        by="enumeration; E g² = 1/2",
    )
    radius = sp.Symbol("rho", positive=True)
    density = radius ** (k / 2 - 1) * sp.exp(-radius / 2)
    step(
        "E‖f‖⁴ of k unit normals",
        sp.gammasimp(sp.integrate(radius**2 * density, (radius, 0, sp.oo)) / sp.integrate(density, (radius, 0, sp.oo))),
        k * (k + 2),
        by="second moment of χ²_k; E[‖f‖² f_j] = 0 by symmetry",
    )
    step.cite(
        "Stein",
        r"\mathbb E[\max f\cdot f_j]=r^\circ\,\mathbb E[\partial_j\max f]=r^\circ\,\mathbb P(\arg\max=j)=r^\circ/k",
        by="Gaussian integration by parts and exchangeability",
    )
