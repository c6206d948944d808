r"""What a first layer follows when the head was fitted to noisy labels depends on what is frozen while the layer moves.

The head is $\tilde a(w)=\sigma_w^\top M(y+\tilde\epsilon)$, then the particles move down the gradient of $G$ on clean labels. Averaged
over the noise this is the gradient flow of

* head values frozen (a neuron keeps its number, as alternating SGD does): $F+\frac vn[\log\det(I+\frac K{n\lambda})-\mathrm{DoF}]$,
* head function frozen (the number follows $\tilde a(\cdot)$ as $w$ moves): $F+\frac vn[2\log\det(I+\frac K{n\lambda})-\mathrm{DoF}]$,
* nothing frozen (differentiating through the fit): $F+\frac vn\mathrm{DoF}$, the slides' regulariser.

So label noise adds degrees of freedom to the objective, but an algorithm that freezes its head does not descend that objective.
Without noise the three agree (envelope theorem). Every particle moves along a direction of its own: the sum over particles of
$\langle\nabla_j,\cdot\rangle$ is a trace with the derivatives $D$ of the features.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Integer, Mean, Observable, Real
from lemmata.theory.mean_field.first_notation import K, N, Phi, lam, n, positive, resolvent, s, source, v

activation = sp.Symbol("sigma")
values, function, through = Observable("values"), Observable("function"), Observable("through")
D, y = sp.MatrixSymbol("D", n, N), sp.MatrixSymbol("y", n, 1)
M = resolvent(K)
data, one, two, size = sp.symbols("g_F g_1 g_2 g", real=True)
slope_data, slope_values, slope_function, slope_dof = sp.symbols("F_D A_D B_D C_D", real=True)
variance = s**2 / 3


def flow(single: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """The data part, and the part of the noise: single·Tr[DᵀMΦ] + squared·nλ Tr[DᵀM²Φ], times 2v/n."""
    return data + 2 * variance / n * (single * one + squared * n * lam * two)


by_values, by_function, by_dof = (
    flow(sp.Integer(1), -sp.Integer(1)),
    flow(sp.Integer(2), -sp.Integer(1)),
    flow(sp.Integer(0), sp.Integer(1)),
)


def drift(observed: sp.Symbol, expected: sp.Expr) -> Identity:
    return Identity(Mean(observed), expected, scale=size)


claim = Claim(
    id="mean_field.frozen_head",
    title="With the head's values frozen, label noise of variance v adds (v/n)[log det(I + K/nλ) − DoF], not (v/n) DoF",
    truth=drift(values, by_values),
    source=source("Label noise as regularization / First layer training"),
    domain=Domain(
        Integer(n, positive, (1, 15)),
        Integer(N, positive, (1, 10)),
        Choice(activation, ("tanh", "sigmoid", "relu")),
        Real(lam, positive, (1e-2, 1), log=True),
        Real(s, positive, (0.5, 2.5)),
    ),
    given=(K, Phi, D, y, size, slope_data, slope_values, slope_function, slope_dof),
    definitions={
        data: -2 * lam * sp.Trace(y.T * M * Phi * D.T * M * y),
        one: sp.Trace(D.T * M * Phi),
        two: sp.Trace(D.T * M * M * Phi),
    },
    also={
        "function_frozen": drift(function, by_function),
        "differentiated": drift(through, by_dof),
        "without_noise": Identity(slope_data, data, scale=size),
        "potential_values": Identity(slope_values, by_values, scale=size),
        "potential_function": Identity(slope_function, by_function, scale=size),
        "potential_dof": Identity(slope_dof, by_dof, scale=size),
    },
    mutants={
        "function_for_values": drift(values, by_function),
        "values_for_function": drift(function, by_values),
        "dof_for_values": drift(values, by_dof),
        "dof_for_function": drift(function, by_dof),
        "sign_of_dof": drift(values, flow(sp.Integer(1), sp.Integer(1))),
        "no_regulariser": drift(values, data),
    },
    uses=("mean_field.label_noise", "mean_field.first_variation"),
    notes="One pair (ε, −ε) is a replicate: the part of the gradient that is linear in the noise cancels in it. n = 1, one linear "
    "neuron: the noise parts at w = 1, λ = 1/2, v = 1 are 8/9, 20/9 and 4/9; the first and the third agree where K = nλ.",
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    kernel, inverse = a.symmetric("K"), a.symmetric("M")
    a.rule(kernel * inverse, 1 - n * lam * inverse)  # (K + nλ) M = 1
    a.rule(inverse * kernel, 1 - n * lam * inverse)
    f, g = a.matrix("Phi"), a.matrix("D")
    a.rule(f * a.transpose(f), N * kernel)
    label = a.matrix("y")
    error = n * lam * inverse * label
    step.verify(
        "residual at the noisy fit",
        a.equal(label - kernel * inverse * label, error),
        by="KM = 1 − nλM, so y − KM(y + ε) = nλMy − KMε",
        formula=r"y-\tilde f=n\lambda My-KM\tilde\epsilon",
    )
    # −(2/n) Σ_j (y − f)ᵀ D_j a_j, the part without noise and the part quadratic in it (εεᵀ → v I)
    quiet = -2 / n * a.transpose(error) * g * a.transpose(f) * inverse * label
    step.verify(
        "values frozen, without noise",
        a.equal_traces(quiet, -2 * lam * a.transpose(label) * inverse * g * a.transpose(f) * inverse * label),
        by="expansion, in every dimension",
        formula=r"-2\lambda\operatorname{Tr}[y^\top MD\Phi^\top My]",
    )
    loud = 2 * v / n * inverse * kernel * g * a.transpose(f) * inverse
    step.verify(
        "values frozen, the mean of what is quadratic in the noise",
        a.equal_traces(loud, 2 * v / n * a.transpose(g) * (inverse - n * lam * inverse**2) * f),
        by="E[εεᵀ] = vI and KM² = M − nλM²",
        formula=r"\tfrac{2v}n\operatorname{Tr}[D^\top(M-n\lambda M^2)\Phi]",
    )
    # what moves with the function: −(2/n)(y − f)ᵀ σ_j a'_j + 2λ a_j a'_j
    extra = 2 * v / n * inverse * kernel * f * a.transpose(g) * inverse + 2 * v * lam * inverse * f * a.transpose(g) * inverse
    step.verify(
        "function frozen, what the noise adds to it",
        a.equal_traces(extra, 2 * v / n * a.transpose(g) * inverse * f),
        by="the same rule; without noise the two new terms cancel",
        formula=r"\tfrac{2v}n\operatorname{Tr}[D^\top M\Phi]",
    )
    still = (
        -2 / n * a.transpose(error) * f * a.transpose(g) * inverse * label
        + 2 * lam * a.transpose(label) * inverse * f * a.transpose(g) * inverse * label
    )
    step.verify(
        "function frozen, without noise: nothing new",
        a.equal_traces(still, sp.Integer(0)),
        by="first-order condition of the head",
        formula=r"-\tfrac2n(n\lambda My)^\top\sigma_w a'+2\lambda aa'=0",
    )
    w, L, V = sp.symbols("w lambda_ v_", positive=True)
    kern = w**2
    potential = {
        "values": sp.log(1 + kern / L) - kern / (kern + L),
        "function": 2 * sp.log(1 + kern / L) - kern / (kern + L),
        "nothing": kern / (kern + L),
    }
    closed = {
        "values": 2 * V * w**3 / (kern + L) ** 2,
        "function": 2 * V * w * (2 / (kern + L) - L / (kern + L) ** 2),
        "nothing": 2 * V * w * L / (kern + L) ** 2,
    }
    at_one = {"values": sp.Rational(8, 9), "function": sp.Rational(20, 9), "nothing": sp.Rational(4, 9)}
    for name, formula in potential.items():
        step(f"one sample, one linear neuron, {name} frozen", sp.diff(V * formula, w), closed[name], by="differentiation")
        step(
            f"the same at w = 1, λ = 1/2, v = 1 ({name})",
            closed[name].subs({w: 1, L: sp.Rational(1, 2), V: 1}),
            at_one[name],
            by="substitution",
        )
    u = sp.Symbol("u", real=True)
    spread = step("variance of the noise", sp.Integral(u**2 / (2 * s), (u, -s, s)).doit(), s**2 / 3, by="integration")
    step.conclude(
        by="the two parts above, with the mean of the mixed terms zero",
        given={Mean(values): data + 2 * spread / n * (one - n * lam * two)},
    )
