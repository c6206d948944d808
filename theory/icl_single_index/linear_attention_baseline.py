r"""One layer of linear attention on noiseless linear functions has the least risk $(d+1)/(n+d+1)$; layers are gradient
steps.

Conventions: $f(x)=\langle x,\theta\rangle$, $\theta$ uniform on the unit sphere, $x\sim N(0,I_d)$. The prediction is
$\langle\Gamma\frac1n\sum_iy_ix_i,x\rangle$; by rotation invariance the best $\Gamma$ is $\gamma I$, of risk
$1-2\gamma+\gamma^2(1+\frac{d+1}n)$, least at $\gamma=n/(n+d+1)$. The best linear model on the same prompt, minimum-norm
least squares, has risk $(1-n/d)_+$: nothing for $n\ge d$, where the ratio of the two is infinite. Layers: with
$W^{KQ}=\mathrm{diag}(I_d,0)$, $W^{PV}=-\eta ee^\top$ and the query left out of the sums over the context ($M$), $L$
layers put minus the prediction of $L$ gradient steps (loss $\frac1{2n}\sum(y-\langle w,x\rangle)^2$, start 0) in the
last entry; without $M$ that is true for $L=1$ only.
"""

import sympy as sp

from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.first import (
    Claim,
    Domain,
    Erratum,
    Identity,
    Inequality,
    Integer,
    Mean,
    Observable,
    Optimality,
    Real,
    Source,
)
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, d, n, positive

gamma, eta = sp.symbols("gamma eta", positive=True)
L = sp.Symbol("L", integer=True, positive=True)
risk, least_squares, difference = Observable("R"), Observable("R_ls"), Observable("difference")
best = n / (n + d + 1)
least = (d + 1) / (n + d + 1)


def expected(g: sp.Expr, size: sp.Expr = d + 1) -> sp.Expr:
    return 1 - 2 * g + g**2 * (1 + size / n)


minimum_norm = sp.Max(0, 1 - n / d)
claim = Claim(
    id="icl_single_index.linear_attention_baseline",
    title="Linear attention learns linear functions to risk (d+1)/(n+d+1); L masked layers are L steps of gradient descent",
    truth=Identity(Mean(risk), expected(gamma)),
    source=Source(DOCUMENT, "Motivation: Why Single-index Models?", paper="zhang2023"),
    domain=Domain(
        Integer(d, positive, (2, 12)),
        Integer(n, positive, (2, 32)),
        Real(gamma, (0, 2), (0.3, 1.3)),
        Real(eta, (0, 1), (0.1, 0.4)),
        Integer(L, positive, (2, 6)),
    ),
    also={
        "optimum": Optimality(expected(gamma), {gamma: best}),
        "least_risk": Identity(expected(best), least),
        "least_squares": Identity(Mean(least_squares), minimum_norm, scale=1),
        "gap": Identity(least - 1 + n / d, n * (n + 1) / (d * (n + d + 1))),
        "layers": Identity(Mean(difference), 0, scale=1, variant="masked"),
    },
    printed=Inequality(least, 2 * minimum_norm),
    print_latex=r"\text{linear TF achieves in-context (roughly) prediction risk competitive with the best linear model}",
    erratum=Erratum.condition_missing(
        "the best linear model on the prompt has risk (1 − n/d)₊, which vanishes for n ≥ d while the transformer keeps "
        "(d+1)/(n+d+1): no factor (2 is judged) bounds the ratio; it holds up to an error O(d/n)",
        part="gap",
    ),
    mutants={
        "d_for_d_plus_1": Identity(Mean(risk), expected(gamma, d)),
        "unit_gamma": Optimality(expected(gamma), {gamma: sp.Integer(1)}),
        "unmasked_layers": Identity(Mean(difference), 0, scale=1, variant="unmasked"),
        "equals_least_squares": Identity(least, minimum_norm, scale=1),
    },
)


@claim.derivation
def _(step):
    g = sp.Symbol("gamma", positive=True)
    z = sp.Symbol("z", real=True)
    square, fourth = (expectation_normals(z**power, (z,)) for power in (2, 4))
    same = step(
        "E x₁²|x|²: an input against itself",
        fourth + (d - 1) * square**2,
        d + 2,
        by="moments of N(0, 1); the other entries vanish by parity",
    )
    second = step(
        "E(n⁻¹XᵀX)², a multiple of I",
        (n * same + n * (n - 1)) / n**2,
        1 + (d + 1) / n,
        by="n equal pairs of inputs, n(n − 1) independent ones",
    )
    step("risk of γI", 1 - 2 * g + g**2 * second, expected(g), by="E n⁻¹XᵀX = I")
    step("stationary point", sp.diff(expected(g), g).subs(g, best), 0, by="a quadratic in γ")
    step("its value", expected(best), least, by="substitution")
    step("for n < d least squares is better by", least - (1 - n / d), n * (n + 1) / (d * (n + d + 1)), by="common denominator")
    step.conclude(by="the first two steps at this γ", given={Mean(risk): 1 - 2 * gamma + gamma**2 * second})
