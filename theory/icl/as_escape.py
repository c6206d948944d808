r"""From almost every perturbation of a saddle the gradient flow leaves it, after a time $\log(1/\epsilon)/|\lambda_{\min}|$.

A normal perturbation of size $\epsilon$ has a component along an unstable direction with probability one; it grows at the
rate $|\lambda_{\min}|$ of the linearised flow, so that a perturbation ten times smaller leaves $\log
10/|\lambda_{\min}|$ later. The exceptional set is not empty: where no weight sees the input of a missed feature, none
ever will, and $\mathcal L\ge r^\circ$ for all times. The slide's theorem is informal; the law below is a probability
over perturbations of saddles of one and two missed features, and over random starts, for the flow of finitely many
particles until a stated time.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Guarantee, Identity, Integer, Mean, Observable, Real, Source

missed, gain = sp.Symbol("l", integer=True, positive=True), sp.Symbol("c", positive=True)
epsilon, activation = sp.Symbol("epsilon", positive=True), sp.Symbol("activation")
loss, later = Observable("loss"), Observable("loss_later")  # in units of r°
low, high = sp.Rational(9, 5), sp.Rational(14, 5)
delay = sp.Max(low, sp.Min(high, Observable("time_later") - Observable("time")))  # in units of 1/|λ_min|; cut at rare ends
half, often = sp.Rational(1, 2), sp.Rational(9, 10)


def below(value: sp.Expr, level: sp.Expr) -> sp.Expr:
    return sp.Piecewise((1, value < level), (0, True))


def leaves(variant: str = "") -> Guarantee:
    """The flow ends below every exceptional level r°, 2r°, ..."""
    return Guarantee(below(loss, half), often, variant=variant)


def later_by(factor: sp.Expr) -> Identity:
    return Identity(Mean(delay), factor * sp.log(10), bounds=(low, high))


claim = Claim(
    id="icl.as_escape",
    title="Random perturbations of saddles, and random starts, end below every exceptional level; escape takes log(1/ε)/|λ_min|",
    truth=leaves(),
    source=Source("000_ab12b188556405a2.txt", "Behavior around the critical point / Theorem (Informal)", paper="kim2024"),
    domain=Domain(
        Integer(missed, (1, 2), (1, 2)),
        Real(gain, (0, sp.oo), (0.7, 1)),
        Real(epsilon, (0, 0.01), (1e-5, 1e-3), log=True),
        Choice(activation, ("tanh", "erf")),
    ),
    also={
        "smaller_perturbation": Guarantee(below(later, half), often),
        "random_start": leaves("random"),
        "delay": later_by(sp.Integer(1)),
        "stable_manifold_stays": Guarantee(below(1 - loss, sp.Rational(1, 10**6)), often, variant="stable"),
    },
    mutants={
        "stable_manifold_escapes": leaves("stable"),
        "half_the_rate": later_by(sp.Integer(2)),
        "twice_the_rate": later_by(half),
        "power_law": Identity(Mean(delay), 10, bounds=(low, high)),
    },
    uses=("icl.hessian_lemma",),
    notes=(
        "Probability one and convergence to the optimum are not judged: at least 9 of 10 starts are, at a finite time (all did "
        "in what was run). Inputs: products of three equally spaced points (Gauss-Hermite), on which all statements are exact."
    ),
)


@claim.derivation
def _(step):
    e, rate, level, z = sp.symbols("epsilon h a z", positive=True)
    time = sp.log(level / (e * z)) / rate
    step(
        "the unstable amplitude εz e^(ht) reaches a at log(a/(εz))/h",
        e * z * sp.exp(rate * time),
        level,
        by="linear flow",
    )
    step(
        "a perturbation ten times smaller reaches it log 10/h later, whatever a and z are",
        sp.expand_log(time.subs(e, e / 10) - time),
        sp.log(10) / rate,
        by="difference",
    )
    x, f = sp.symbols("x f", real=True)
    step(
        "a feature that is odd in an input which no weight sees has no correlation with h",
        (sp.tanh(x) * f + sp.tanh(-x) * f) / 2,
        0,
        by="x ↦ −x keeps h and turns the sign of the feature; so its part of the loss stays r°, and no force acts on that weight",
    )
    step.cite(
        "the stable set has measure zero",
        r"\mathbb P[\theta_0\in W^s]=0",
        by="centre-stable manifold theorem at a strict saddle, for finitely many particles",
    )
