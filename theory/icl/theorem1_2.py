r"""Negative curvature at exceptional points: if $SB=0\ne S$ some rotation has $\mathcal L''\le-2\mathcal L^2/\|\sigma\|^2$.

$SB=0$ makes $S=r^\circ P$ with a projection $P$ of rank $l\ge1$, so $\mathcal L=lr^\circ$. An orthogonal $\mathbf R$
that maps the range of $P$ onto $\ker B$ gives $\mathcal
L''(0)=-2r^{\circ2}\operatorname{Tr}[\Pi\,\Sigma_{\mu,\mu}^{-1}]$, $\Pi$ the projection on $\ker B$, and
$\operatorname{Tr}[\Pi\Sigma_{\mu,\mu}^{-1}]\operatorname{Tr}[\Pi\Sigma_{\mu,\mu}]\ge l^2$ by Cauchy-Schwarz, while
$\operatorname{Tr}\Sigma_{\mu,\mu}\le\|\sigma\|_\infty^2$ for heads in the unit ball. No power of $k$ enters, and the
constant 2 is sharp for all $k$ and $l$. In the loss $\mathcal L_h=\frac12\mathcal L$ the same reads $\mathcal
L_h''\le-4\mathcal L_h^2/\|\sigma\|_\infty^2$.
"""

import sympy as sp

from theory.algebra.words import MatrixAlgebra
from theory.icl.notation import B, F, H, Q, R, S, T, curvature, definitions, k, loss
from theory.language import Choice, Claim, Domain, Erratum, Identity, Inequality, Integer, Real, Source
from theory.language.matrices import FrobeniusNorm, PositiveSemidefinite

l = sp.Symbol("l", integer=True, positive=True)
sup, eta = (
    sp.Symbol("c", positive=True),
    sp.Symbol("eta", positive=True),
)  # sup norm of the activation; weight of the seen signs
r = sp.Symbol("r", positive=True)
shape, extremal = sp.Symbol("shape"), sp.Symbol("extremal", nonnegative=True)
kernel, other = PositiveSemidefinite("Pi", k), sp.MatrixSymbol("R_other", k, k)
bent, half = curvature(R), loss / 2


def bound(constant: sp.Expr, level: sp.Expr = loss) -> sp.Expr:
    return constant * level**2 / sup**2


claim = Claim(
    id="icl.theorem1_2",
    title="At an exceptional point some rotation has L'' ≤ −2L²/‖σ‖² (in the halved loss −4L²/‖σ‖²), with no factor 1/k",
    truth=Inequality(bound(sp.Integer(2)), -bent),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle / Theorem 1 (2)", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(l, (1, k), (1, k)),
        Choice(shape, ("random", "extremal")),
        Real(sup, (0, sp.oo), (0.3, 3), log=True),
        Real(eta, (0, 1), (0.03, 0.3), log=True),
    ),
    given=(F, H, R, other, kernel, extremal),
    definitions={**definitions, r: sp.Trace(T) / k},
    also={
        "closed_form": Identity(bent, -2 * r**2 * sp.Trace(kernel * Q.I)),
        "critical": Identity(FrobeniusNorm(S * B), 0, scale=r * (1 + FrobeniusNorm(B))),
        "level": Identity(loss, l * r),
        "half_loss": Inequality(bound(sp.Integer(4), half), -bent / 2),
        "print_in_half_loss": Inequality(bound(4 / k, half), -bent / 2),
        "print_from_k_2": Inequality(bound(4 / k), -bent, provided=(k >= 2,)),
        "sharp": Identity(-bent * sup**2 / (2 * loss**2), 1 + (k - l) * eta**2, provided=(sp.Eq(extremal, 1),)),
    },
    printed=Inequality(bound(4 / k), -bent),
    print_latex=r"\mathcal L(\mu)>\frac{r_0}2,\quad\frac{d^2\mathcal "
    r"L(\bar\mu_s)}{ds^2}\Big|_{s=0}\le-\frac{4}{k\|\sigma\|_\infty^2}\mathcal L(\mu)^2",
    erratum=Erratum.wrong(
        "with the loss E‖·‖² of the slide the constant is 2 and not 4/k, which fails at k = 1 (L = r° = 1, L'' = "
        "−2 for two "
        "independent signs); with half that loss the print holds, is 1/k too weak, and needs L ≥ r°/2 in place of L > r°/2"
    ),
    mutants={
        "constant_2.2": Inequality(bound(sp.Rational(11, 5)), -bent),
        "four": Inequality(bound(sp.Integer(4)), -bent),
        "unaligned": Inequality(bound(sp.Integer(2)), -curvature(other)),
        "no_sup_norm": Inequality(2 * loss**2, -bent),
        "half_loss_4.4": Inequality(bound(sp.Rational(22, 5), half), -bent / 2),
        "trace_of_inverse": Identity(bent, -2 * r**2 * sp.Trace(Q.I)),
        "level_counts_k": Identity(loss, k * r),
    },
    uses=("icl.derivatives",),
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, (q, qi) = m.matrix("B"), m.inverse_pair("Q")
    radius, t, size = sp.symbols("r t l", positive=True)
    s = radius - b * q * m.transpose(b)
    step.verify(
        "S(r° − S) = SB·QBᵀ, so it vanishes and S = r°P with a projection P",
        m.equal(s * (radius - s), s * b * q * m.transpose(b)),
        by="S = r° − BQBᵀ",
        formula=r"S(r^\circ-S)=SB\,\Sigma_{\mu,\mu}B^\top=0",
    )
    n = MatrixAlgebra()
    b, rot, (q, qi), p = n.matrix("B"), n.matrix("R"), n.inverse_pair("Q"), n.symmetric("P")
    n.rule(p * p, p)
    n.rule(b * rot * p, 0)
    s = radius * p
    bent = (
        2 * b * rot * s * n.transpose(rot) * n.transpose(b)
        + 4 * (b * rot * b * rot - b * rot) * s
        - 2 * s * n.transpose(rot) * qi * rot * s
    )
    step.verify(
        "at a rotation with BRP = 0 one term is left",
        n.equal_traces(bent, -2 * radius**2 * rot * p * n.transpose(rot) * qi),
        by="L'' of icl.derivatives with S = r°P; RPRᵀ is the projection on ker B, whose dimension is l = rank P",
        formula=r"\mathcal L''(0)=-2r^{\circ2}\operatorname{Tr}[\mathbf RP\mathbf R^\top\Sigma_{\mu,\mu}^{-1}]",
    )
    w = MatrixAlgebra()
    (g, gi), pi = w.inverse_pair("G"), w.symmetric("Pi")
    w.rule(pi * pi, pi)
    square = (pi * g - t * pi * gi) * (g * pi - t * gi * pi)
    step.verify(
        "a sum of squares, with G the root of Σ_μμ and any t",
        w.equal_traces(square, pi * g * g - 2 * t * pi + t**2 * pi * gi * gi),
        by="expansion; the trace of a matrix times its transpose is not negative",
        formula=r"0\le\operatorname{Tr}[\Pi\Sigma]-2tl+t^2\operatorname{Tr}[\Pi\Sigma^{-1}]",
    )
    x, y = sp.symbols("x y", positive=True)  # Tr[ΠΣ], Tr[ΠΣ⁻¹]
    step("at t = l/Tr[ΠΣ⁻¹]", (x - 2 * t * size + t**2 * y).subs(t, size / y), x - size**2 / y, by="so Tr[ΠΣ] Tr[ΠΣ⁻¹] ≥ l²")
    step(
        "the bound",
        -2 * radius**2 * size**2 / sup**2,
        -2 * (radius * size) ** 2 / sup**2,
        by="Tr[ΠΣ] ≤ Tr Σ = E‖h‖² ≤ ‖σ‖² for heads in the unit ball, and L = lr°",
    )
    weight = sup**2 / (size * (1 + (k - size) * eta**2))  # second moment of each unused sign, of which there are l
    step(
        "equality as η → 0: the unused signs share the mass equally, each of the k − l seen ones has η times √l of one",
        2 * radius**2 * (size / weight) * sup**2 / (2 * (radius * size) ** 2),
        1 + (k - size) * eta**2,
        by="Tr[ΠΣ⁻¹] is l over the second moment of an unused sign",
    )
    step.qed(by="the closed form of L'' at the aligned rotation, and Cauchy-Schwarz")
