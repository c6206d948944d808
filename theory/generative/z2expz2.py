r"""$\sigma_*(z)=z^2e^{-z^2}$ has generative exponent 4, as printed; $z^2e^{-az^2}$ has 2 for every other $a>0$.

With $u=z^2$ the label $y=ue^{-u}$ has two preimages $u_1<1<u_2$ of weights $\varphi/|\sigma_*'|\propto1/|1-u_j|$. Odd
$k$ vanish by symmetry. With $v_1=1-u_1$, $v_2=u_2-1$: $\mathbb E[\mathrm{He}_2\mid y]=0$ and $\mathbb
E[\mathrm{He}_4\mid y]=v_1v_2-2$, not identically 0. In terms of level sets: $|z|e^{-z^2/2}=\sqrt y$ on a level set,
so $B_2=2(z_1\varphi(z_1)-z_2\varphi(z_2))=0$, while $B_4=2(u_1-u_2)z_1\varphi(z_1)$. For $a\ne1$ both would need
$(a-1)(u_1-u_2)=0$. The two roots are parametrised by their ratio $r$: $u_1=\ln r/(r-1)$, $u_2=ru_1$.
"""

import sympy as sp

from lemmata.theory.algebra.exponents import generative_exponent, information_exponent
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.thresholds import threshold_exponent
from lemmata.theory.first import (
    Certificate,
    Claim,
    Computed,
    Domain,
    Enclosure,
    He,
    Identity,
    Mean,
    Observable,
    Real,
    phi,
)
from lemmata.theory.generative.first_notation import enclosed, ie, k_star, source, z

r, a = sp.Symbol("r", positive=True), sp.Symbol("a", positive=True)
u1, u2 = sp.Symbol("u_1", positive=True), sp.Symbol("u_2", positive=True)
k_levels, k_other = sp.Symbol("k_levels", integer=True), sp.Symbol("k_a", integer=True)
between2, between4, square = Observable("T_2"), Observable("T_4"), Observable("Q")
sigma = z**2 * sp.exp(-(z**2))
mean4 = sp.Symbol("E_4", real=True)


def weighted(order: int, density: bool = True) -> sp.Expr:
    """E[He_order | y] over the two preimages, each with weight φ/|σ'|, or 1/|σ'| where the density is forgotten."""
    weights = [(sp.exp(u / 2) if density else sp.exp(u)) / (sp.sqrt(u) * sp.Abs(1 - u)) for u in (u1, u2)]
    return sum(w * He(order, sp.sqrt(u)) for w, u in zip(weights, (u1, u2), strict=True)) / sum(weights)


def other(q):
    return enclosed(generative_exponent(z**2 * sp.exp(-sp.Rational(str(q.a)) * z**2), z))


closed4 = (1 - u1) * (u2 - 1) - 2
claim = Claim(
    id="generative.z2expz2",
    title="σ*(z) = z² exp(−z²) has generative exponent 4",
    truth=Identity(k_star, 4),
    source=source(),
    domain=Domain(Real(r, (1, sp.oo), (1.05, 300), log=True), Real(a, (0, sp.oo), (0.25, 3))),
    definitions={
        k_star: Computed(lambda q: enclosed(generative_exponent(sigma, z))),
        ie: Computed(lambda q: enclosed(information_exponent(sigma, z))),
        u1: sp.log(r) / (r - 1),
        u2: r * sp.log(r) / (r - 1),
    },
    also={
        "thresholds": Identity(
            k_levels, 4, where={k_levels: Computed(lambda q: Enclosure(threshold_exponent(sigma, z), 0.0, "ball"))}
        ),
        "information": Identity(ie, 4),
        "second_mean": Identity(weighted(2), 0, scale=1),
        "fourth_mean": Identity(weighted(4), closed4, scale=1),
        "second_level": Identity(Mean(between2), 0, scale=1),
        "fourth_level": Identity(Mean(between4), 2 * (u1 - u2) * sp.sqrt(u1) * phi(sp.sqrt(u1)), scale=1),
        "strength": Identity(Mean(square), sp.Rational(229957622504, 10**12)),
        "other_widths": Identity(k_other, 2, where={k_other: Computed(other)}, provided=(sp.Ne(a, 1),)),
    },
    mutants={
        "two": Identity(k_star, 2),
        "three": Identity(k_star, 3),
        "no_density": Identity(weighted(2, density=False), 0, scale=1),
        "plus_two": Identity(weighted(4), closed4 + 4, scale=1),
        "half_width": Identity(
            k_other, 4, where={k_other: Computed(lambda q: enclosed(generative_exponent("z**2*exp(-z**2/2)")))}
        ),
    },
    uses=("generative.definition",),
)


@claim.derivation
def _(step):
    u, v, w = sp.symbols("u v w", positive=True)
    x = sp.sqrt(u)
    slope = sp.diff(sigma, z).subs(z, x)
    step(
        "the weight of a preimage, times √y",
        sp.exp(-u / 2) / slope * sp.sqrt(u * sp.exp(-u)),
        1 / (2 * (1 - u)),
        by="φ/σ' at z = √u; so the weights of the two preimages are as 1/v₁ to 1/v₂",
    )

    def conditional(order):
        polynomial = sp.expand(hermite_expr(order, x))
        return (polynomial.subs(u, 1 - v) / v + polynomial.subs(u, 1 + w) / w) / (1 / v + 1 / w)

    step("E[He_2 | y]", conditional(2), sp.Integer(0), by="u₁ = 1 − v₁, u₂ = 1 + v₂")
    step("E[He_4 | y]", conditional(4), v * w - 2, by="He_4 = v² − 4v − 2 in v = u − 1")
    step(
        "E[σ* He_4], so that 4 is reached by T(y) = y",
        gaussian_expectation(sigma * hermite_expr(4, z), z),
        -4 * sp.sqrt(3) / 27,
        by="E[z^{2j} exp(−z²)] = (2j−1)!! 3^{−j−1/2}",
    )
    found = generative_exponent(sigma, z)
    step.verify(
        "E[He_k | y] = 0 for k = 1, 2, 3",
        Certificate(found.value == 4 and found.status == "exact", "exact", "; ".join(found.evidence)),
        by="parity for k = 1, 3; the level sets of |z| exp(−z²/2) for k = 2",
    )
    step.conclude(by="the first index whose conditional mean does not vanish", given={k_star: sp.Integer(found.value or 0)})
