r"""Label-noise training lowers the degrees of freedom, along $F+\frac vn[\log\det(I+\frac K{n\lambda})-\mathrm{DoF}]$ and not along $F+\frac vn\mathrm{DoF}$.

The algorithm: at every step the head is fitted to labels with fresh uniform noise of variance $v$, then the first layer takes a gradient step on
clean labels with the head's values frozen. Design: $n=12$ points $x_i=1.5(\cos i,\sin2i,\cos3i)$, $y_i=\tanh2x_{i1}+.3x_{i2}$, 40 tanh
particles from $1.5(\sin j,\cos2j,\sin3j)$, weight decay .02, time 150. At $\lambda=.02$ the mean flows end at (DoF, $F$)

| $v$ | values frozen | function frozen | nothing frozen |
|---|---|---|---|
| 0 | 1.4436, .04231 | the same | the same |
| .1 | .9786, .04358 | .9506, .04494 | .9542, .04275 |
| .3 | .9561, .04663 | .9346, .05762 | .9541, .04282 |

A step averages over $L$ draws; the gap of the algorithm to its mean flow is of order $\eta/L$, and the ladder runs in $L$. Noise that also
enters the first layer's loss raises the degrees of freedom instead (2.5 at $v=.1$).
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Guarantee, Inequality, Ladder, Limit, Mean, Observable, Real
from lemmata.theory.mean_field.first_notation import lam, positive, source, v

L, eta = sp.Symbol("L", integer=True, positive=True), sp.Symbol("eta", positive=True)
reached, fit = Observable("DoF"), Observable("F")
dof, objective, dof_without, dof_half = sp.symbols("DoF_A F_A DoF_0 DoF_half", positive=True)
objective_function, objective_dof = sp.symbols("F_B F_C", positive=True)
ladder = Ladder(L, (10, 20, 40, 80, 160), quick=(10, 20, 40))


def ends(observed: sp.Symbol, value: sp.Expr, variant: str = "") -> Limit:
    return Limit(Mean(observed), value, ladder=ladder, decay=1, variant=variant)


def lowers(variant: str) -> Guarantee:
    """Training with twenty draws a step ends with fewer degrees of freedom than training without noise, more often than not."""
    return Guarantee(sp.Heaviside(dof_without - reached, 0), sp.Rational(1, 2), variant=variant)


claim = Claim(
    id="mean_field.label_noise_training",
    title="Label-noise training with frozen head values lowers DoF, ending where F + (v/n)[log det(I + K/nλ) − DoF] flows",
    truth=ends(reached, dof),
    source=source("Label noise as regularization"),
    domain=Domain(
        Real(v, (0, 1), (0.1, 0.3)),
        Real(lam, positive, (0.015, 0.03)),
        Real(eta, positive, (0.2, 0.5)),
    ),
    given=(dof, objective, dof_without, dof_half, objective_function, objective_dof),
    also={
        "objective": ends(fit, objective),
        "lowered": lowers("twenty"),
        "decreasing": Inequality(dof, dof_half),
        "half_is_lower": Inequality(dof_half, dof_without),
    },
    mutants={
        "dof_flow": ends(fit, objective_dof),
        "function_flow": ends(fit, objective_function),
        "noisy_loss": ends(reached, dof, "noisy_loss"),
        "noisy_loss_lowers": lowers("noisy_loss_twenty"),
        "noise_once": ends(reached, dof, "noise_once"),
        "sign": ends(reached, dof, "sign"),
    },
    uses=("mean_field.frozen_head", "mean_field.label_noise"),
    notes="One design, as there is no general statement of where training ends. DoF alone cannot tell the flows with values and with "
    "nothing frozen apart for v ≥ 0.2; F does (.0466 against .0428 at v = .3).",
)


@claim.derivation
def _(step):
    k, n, ridge, noise, y = sp.symbols("k n lambda_ v_ y", positive=True)
    m = 1 / (k + n * ridge)
    e = sp.Symbol("e", real=True)
    pull = sp.expand((y - k * m * (y + e)) * (y + e) * m)
    mean = pull.coeff(e, 0) + noise * pull.coeff(e, 2)
    step(
        "the mean of Q in one eigendirection of K",
        mean,
        n * ridge * m**2 * y**2 - noise * k * m**2,
        by="residual times label, E e = 0, E e² = v",
    )
    step("its noise part", -noise * k * m**2, -noise * (m - n * ridge * m**2), by="KM = 1 − nλM: the flow with values frozen")
    loud = sp.expand((y + e) * (1 - k * m) * (y + e) * m)
    step(
        "the same when the loss is noisy too",
        loud.coeff(e, 0) + noise * loud.coeff(e, 2),
        n * ridge * m**2 * (y**2 + noise),
        by="Q = nλM(y + e)(y + e)ᵀM: the noise is learned as if it were signal",
    )
    step.qed(by="averaging over fresh noise as η/L → 0; the end point itself is found numerically")
