r"""Negative curvature at exceptional points: if $SB=0\ne S$ some rotation has $\mathcal L''\le-2l\mathcal L^2/\|\sigma\|^2$.

$SB=0$ makes $S=r^\circ P$ with a projection $P$ of rank $l\ge1$, so $\mathcal L=lr^\circ$. An orthogonal $\mathbf R$
that maps the range of $P$ onto $\ker B$ gives $\mathcal
L''(0)=-2r^{\circ2}\operatorname{Tr}[\Pi\,\Sigma_{\mu,\mu}^{-1}]$, $\Pi$ the projection on $\ker B$. With
$C=\Pi\Sigma_{\mu,\mu}\Pi$ and heads in the unit ball, $\operatorname{Tr}C^{1/2}=\int a^\top\Pi
C^{-1/2}\mathbb E[\Pi h\,\sigma]d\mu\le\|\sigma\|_\infty$ by Bessel, so $\operatorname{Tr}[\Pi\Sigma_{\mu,\mu}^{-1}]\ge
\operatorname{Tr}C^{-1}\ge l^3/\|\sigma\|^2_\infty$: the constant is $2l$, sharp for all $k$ and $l$. If only
$\|h\|\le\|\sigma\|_\infty$ is asked, $\operatorname{Tr}[\Pi\Sigma_{\mu,\mu}^{-1}]\operatorname{Tr}[\Pi\Sigma_{\mu,\mu}]\ge
l^2$ gives the sharp constant 2. No power of $1/k$ enters. In the loss $\mathcal L_h=\frac12\mathcal L$ the same reads
$\mathcal L_h''\le-4l\mathcal L_h^2/\|\sigma\|_\infty^2$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Erratum, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import B, F, H, Q, R, S, T, curvature, definitions, k, loss
from lemmata.theory.language.matrices import FrobeniusNorm, PositiveSemidefinite

l = sp.Symbol("l", integer=True, positive=True)
sup, eta = (
    sp.Symbol("c", positive=True),
    sp.Symbol("eta", positive=True),
)  # sup norm of the activation; weight of the seen signs
r = sp.Symbol("r", positive=True)
shape, extremal, unit = sp.Symbol("shape"), sp.Symbol("extremal", integer=True), sp.Symbol("unit_heads", integer=True)
UNIT, BOUNDED = (sp.Eq(unit, 1),), (sp.Eq(unit, 0),)
kernel, other = PositiveSemidefinite("Pi", k), sp.MatrixSymbol("R_other", k, k)
bent, half = curvature(R), loss / 2


def bound(constant: sp.Expr, level: sp.Expr = loss) -> sp.Expr:
    return constant * level**2 / sup**2


claim = Claim(
    id="icl.theorem1_2",
    title="At an exceptional point L = l r° some rotation has L'' ≤ −2l L²/‖σ‖² (in the halved loss −4l L²/‖σ‖²)",
    truth=Inequality(bound(2 * l), -bent, provided=UNIT),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle / Theorem 1 (2)", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(l, (1, k), (1, k)),
        Choice(shape, ("random", "extremal", "bounded")),
        Real(sup, (0, sp.oo), (0.3, 3), log=True),
        Real(eta, (0, 1), (0.03, 0.3), log=True),
    ),
    given=(F, H, R, other, kernel, extremal, unit),
    definitions={**definitions, r: sp.Trace(T) / k},
    also={
        "closed_form": Identity(bent, -2 * r**2 * sp.Trace(kernel * Q.I)),
        "critical": Identity(FrobeniusNorm(S * B), 0, scale=r * (1 + FrobeniusNorm(B))),
        "level": Identity(loss, l * r),
        "half_loss": Inequality(bound(4 * l, half), -bent / 2, provided=UNIT),
        "bounded_features": Inequality(bound(sp.Integer(2)), -bent),
        "bounded_half_loss": Inequality(bound(sp.Integer(4), half), -bent / 2),
        "print_in_half_loss": Inequality(bound(4 / k, half), -bent / 2),
        "print_from_k_2": Inequality(bound(4 / k), -bent, provided=(k >= 2,)),
        "sharp": Identity(
            -bent * sup**2 / (2 * l * loss**2),
            (1 + (k - l) * eta / l) ** 2,
            provided=(*UNIT, sp.Eq(extremal, 1)),
        ),
        "sharp_if_bounded": Identity(-bent * sup**2 / (2 * loss**2), 1 + (k - l) * eta**2, provided=BOUNDED),
    },
    printed=Inequality(bound(4 / k), -bent),
    print_latex=r"\mathcal L(\mu)>\frac{r_0}2,\quad\frac{d^2\mathcal "
    r"L(\bar\mu_s)}{ds^2}\Big|_{s=0}\le-\frac{4}{k\|\sigma\|_\infty^2}\mathcal L(\mu)^2",
    erratum=Erratum.wrong(
        "with the loss E‖·‖² of the slide the constant is 2l, l = L/r°, and not 4/k, which fails at k = 1 (L = r° = 1, "
        "L'' = −2 for two independent signs); with half that loss the print holds, is lk too weak, and needs L ≥ r°/2 in "
        "place of L > r°/2"
    ),
    mutants={
        "constant_2.2": Inequality(bound(sp.Rational(11, 5) * l), -bent, provided=UNIT),
        "two_k": Inequality(bound(2 * k), -bent, provided=UNIT),
        "two_l_squared": Inequality(bound(2 * l**2), -bent, provided=UNIT),
        "four": Inequality(bound(sp.Integer(4)), -bent),
        "two_l_if_bounded": Inequality(bound(2 * l), -bent, provided=BOUNDED),
        "bounded_2.2": Inequality(bound(sp.Rational(11, 5)), -bent, provided=BOUNDED),
        "unaligned": Inequality(bound(2 * l), -curvature(other), provided=UNIT),
        "no_sup_norm": Inequality(2 * l * loss**2, -bent, provided=UNIT),
        "half_loss_4.4": Inequality(bound(sp.Rational(22, 5) * l, half), -bent / 2, provided=UNIT),
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
    step(
        "at t = l/Tr[ΠΣ⁻¹]",
        (x - 2 * t * size + t**2 * y).subs(t, size / y),
        x - size**2 / y,
        by="so Tr[ΠΣ⁻¹] ≥ l²/Tr[ΠΣ] ≥ l²/‖σ‖² if ‖h‖ ≤ ‖σ‖, and L = lr°: the constant 2",
    )
    v = MatrixAlgebra()
    phi, mass, a, root = v.matrix("Phi"), v.symmetric("P"), v.matrix("b"), v.symmetric("C^-1/2")
    u = phi * mass * a
    step.verify(
        "for heads in the unit ball: Tr C^(1/2) = E[uᵀC^(−1/2)u] is a mean over the heads of u = Πh",
        v.equal_traces(v.transpose(u) * u * root, mass * a * root * v.transpose(u) * phi),
        by="u = ΦPb, b = aΠ; the entries of C^(−1/2)u are orthonormal, so |C^(−1/2)E[uσ]| ≤ ‖σ‖ by Bessel",
        formula=r"\operatorname{Tr}C^{1/2}=\int b^\top C^{-1/2}\mathbb E[u\,\sigma(w^\top x)]d\mu\le\|\sigma\|_\infty",
    )
    step(
        "1/x² lies above its tangent at y = ‖σ‖/l; the x are the eigenvalues of C^(1/2)",
        1 / x**2 - 3 / y**2 + 2 * x / y**3,
        (x - y) ** 2 * (2 * x + y) / (x**2 * y**3),
        by="the right side is not negative",
    )
    step(
        "so Tr C⁻¹ ≥ l³/‖σ‖²",
        3 * size / (sup / size) ** 2 - 2 * sup / (sup / size) ** 3,
        size**3 / sup**2,
        by="sum of the tangents with Σx ≤ ‖σ‖; and the block of Σ⁻¹ on ker B is at least C⁻¹ (Schur complement)",
    )
    step(
        "the bound",
        -2 * radius**2 * size**3 / sup**2,
        -2 * size * (radius * size) ** 2 / sup**2,
        by="L = lr°",
    )
    weight = (sup / (size + (k - size) * eta)) ** 2  # second moment of each unused sign, of which there are l
    step(
        "equality as η → 0: the unused signs share the mass equally, each of the k − l seen ones has η of one",
        2 * radius**2 * (size / weight) * sup**2 / (2 * size * (radius * size) ** 2),
        (1 + (k - size) * eta / size) ** 2,
        by="Tr[ΠΣ⁻¹] is l over the second moment of an unused sign",
    )
    step.qed(by="the closed form of L'' at the aligned rotation, Bessel and the tangent")
