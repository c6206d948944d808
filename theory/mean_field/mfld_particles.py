r"""The printed noisy particle update follows the Fokker-Planck equation as $N\to\infty$, $\eta\to0$.

$w\leftarrow w-\eta\nabla\frac{\delta F(\hat\mu)}{\delta\mu}(w)+\sqrt{2\eta\lambda_T}\,\xi$ with the head fitted at every step and $F$ with
$\frac c2\mathbb Ew^2$: the empirical law at time $t=k\eta$ tends to that of
$\partial_t\mu=\nabla\cdot(\mu\nabla\frac{\delta F}{\delta\mu})+\lambda_T\Delta\mu$. Setting of the nonlinear case of the decay theorem: one weight, tanh, ten
samples on $[-2,2]$, labels $b\sin2x$. The data must be strong for the wrong updates to differ: at ridge 1/2, $\lambda_T=1$, $c=2$, $b=8$ from
$N(\frac12,\frac14)$ the equation gives $(F,\mathbb Ew^2,\mathbb Ew)=(28.77072,1.20342,.28194)$ at $t=1$. The ladder runs in $N$, with $\eta=1/N$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Ladder, Limit, Mean, Observable, Real
from lemmata.theory.mean_field.first_notation import N, lam, positive, source

T, c, scale, time = sp.symbols("T c b t", positive=True)
centre = sp.Symbol("m_0", real=True)
second, first, objective = Observable("second"), Observable("first"), Observable("objective")
moment, mean, value = sp.symbols("mu_2 mu_1 F_t", real=True)
ladder = Ladder(N, (16, 32, 64, 128), quick=(16, 32, 64))


def follows(variant: str = "") -> Limit:
    """The second moment of the particles tends to that of the equation."""
    return Limit(Mean(second), moment, ladder=ladder, decay=1, variant=variant)


claim = Claim(
    id="mean_field.mfld_particles",
    title="N noisy particles with the head fitted at every step follow the mean-field Fokker–Planck equation",
    truth=follows(),
    source=source("Label noise and WG flow"),
    domain=Domain(
        Real(T, positive, (0.7, 1.3)),
        Real(c, positive, (1.5, 2.5)),
        Real(lam, positive, (0.4, 0.8)),
        Real(scale, positive, (6, 9)),
        Real(centre, (-2, 2), (0.3, 0.8)),
        Real(time, positive, (1, 1), edges=(1,)),
    ),
    given=(moment, mean, value),
    also={
        "mean": Limit(Mean(1 + first), 1 + mean, ladder=ladder, decay=1),
        "objective": Limit(Mean(objective), value, ladder=ladder, decay=1),
    },
    mutants={
        "head_frozen": follows("head_frozen"),
        "over_count": follows("over_count"),
        "half_noise": follows("half_noise"),
        "no_confinement": follows("free"),
    },
    uses=("mean_field.first_variation", "mean_field.wgf_print", "mean_field.mfld"),
    notes="Judged at t = 1. The step and the number of particles go together; the printed λ is the temperature λ_T.",
)


@claim.derivation
def _(step):
    x, w, ridge, confinement = sp.symbols("x w lambda c", real=True)
    dual = sp.Symbol("alpha", real=True)  # one entry of My, which the variation at fixed measure leaves alone
    head = dual * sp.tanh(w * x)
    step(
        "gradient of the first variation, one sample",
        sp.diff(-ridge * head**2 + confinement / 2 * w**2, w),
        -2 * ridge * head * dual * sp.diff(sp.tanh(w * x), w) + confinement * w,
        by="δF/δμ = −λ a(w)² + (c/2) w², with M fixed",
    )
    h, f1, f2, v, temperature = sp.symbols("eta f_1 f_2 v T", real=True)
    xi = sp.Symbol("xi", real=True)
    move = -h * v + sp.sqrt(2 * temperature) * sp.sqrt(h) * xi
    taylor = sp.expand(f1 * move + f2 * move**2 / 2)
    mean_change = taylor.coeff(xi, 0) + taylor.coeff(xi, 2)
    step(
        "mean change of a test function in one step, to first order in η",
        sp.limit(mean_change / h, h, 0),
        -v * f1 + temperature * f2,
        by="E ξ = 0, E ξ² = 1: the generator whose adjoint is ∇·(μv) + λ_TΔμ",
    )
    step.cite(
        "propagation of chaos",
        r"\hat\mu_t\to\mu_t",
        by="bounded Lipschitz interaction through K (Sznitman, 1991)",
    )
