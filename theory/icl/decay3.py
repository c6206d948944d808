r"""Negative curvature $\mathcal L''(0)=-\Lambda$ of a mixture gives $H_\mu$ an eigenvalue below $-\frac\Lambda{R+3}$, sharp for every $R$.

$H_\mu$ acts on $L^2(\mu;\mathbb R^k\times\mathbb R^d)$, $\rho=\frac{d\mu^\circ}{d\mu}\le R$, heads are in the unit
ball. The field $v_c=(\mathbf Ra\rho-(1-c)a,0)$ moves $h$ by $\mathbf Rf^\circ-h+ch$, and since $\mathcal L$ does not
change under $h\mapsto Ch$, $\langle v_c,Hv_c\rangle=\mathcal L''(0)-2c\,\mathcal L'(0)$. With $c=0$ and
$\|v_0\|^2\le R+3$ this is the bound; it is attained, for every $R>1$, by two features with heads 1 and $\mathbf R=-1$,
for which $v_0$ is an eigenvector. With $c=1$ and $\|v_1\|^2\le R$, $\lambda_{\min}\le\frac{\mathcal L''(0)-2\mathcal
L'(0)}R$: so the slide's $-\Lambda/R$ is right where $\mathcal L'(0)\ge0$, in particular at critical points, and
false elsewhere.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import (
    Certificate,
    Choice,
    Claim,
    Domain,
    Erratum,
    Existence,
    Identity,
    Inequality,
    Integer,
    Real,
    Source,
)
from lemmata.theory.icl.first_notation import B, F, H, N, Q, R, S, curvature, definitions, k, rotated_spread, slope
from lemmata.theory.language.matrices import Eigenvalue, SymmetricMatrix

D, heads = sp.symbols("D D_a", integer=True, positive=True)  # coordinates of all particles, and of their heads
d = sp.Symbol("d", integer=True, positive=True)
shape, gain = sp.Symbol("shape"), sp.Symbol("g", positive=True)
density, near = sp.Symbol("R_mu", positive=True), sp.Symbol("t", nonnegative=True)
operator, head_block = SymmetricMatrix("H_mu", D), SymmetricMatrix("H_a", heads)
v0, v1 = sp.MatrixSymbol("v_0", D, 1), sp.MatrixSymbol("v_1", D, 1)
critical, attained = sp.symbols("critical attained", nonnegative=True)
depth, bent = -Eigenvalue(operator, D), -curvature(R)
regular = Eigenvalue(Q, 1) < 10**5 * Eigenvalue(Q, k)
curved = bent > 0


def deep(bound: sp.Expr, *conditions: sp.Basic) -> Inequality:
    """−λ_min(H) is at least the bound."""
    return Inequality(bound, depth, provided=(regular, curved, *conditions))


def form(v: sp.MatrixSymbol, value: sp.Expr) -> Identity:
    return Identity(sp.Trace(v.T * operator * v), value, scale=sp.Abs(curvature(R)) + sp.Abs(slope(R)) + depth)


def counterexample(witness: dict, p: dict) -> Certificate:
    """λ_min(H) > −Λ/R in exact arithmetic: H + Λ/R is positive definite."""
    gram, mass, mean, turn = (sp.Matrix(witness[name]) for name in ("gram", "mass", "mean", "turn"))
    weight = sp.Matrix([m * a for m, a in zip(mass, mean, strict=True)])
    first = sp.Matrix([1, 0])
    q, a = (weight.T * gram * weight)[0], (first.T * gram * weight)[0]
    zeta = first - a / q * weight
    u = a / q * gram * weight - gram * zeta
    second = 2 * (a / q) ** 2 * gram - 2 * u * u.T / q
    direction = turn[0] * first - weight
    threshold = (direction.T * second * direction)[0] * mass[0]  # −Λ/R
    matrix = second * sp.diag(*mass) - threshold * sp.eye(2)  # similar to H + Λ/R
    holds = threshold < 0 and matrix.det() > 0 and matrix.trace() > 0
    return Certificate(
        bool(holds), detail=f"L = {1 - a**2 / q}, -Λ/R = {threshold}, det = {matrix.det()}, trace = {matrix.trace()}"
    )


WITNESS = {
    "gram": [[1, sp.Rational(9, 10)], [sp.Rational(9, 10), sp.Rational(21, 25)]],
    "mass": [sp.Rational(2, 5), sp.Rational(3, 5)],
    "mean": [1, -sp.Rational(5, 6)],
    "turn": [-1],
}
WITNESS_LATEX = (
    r"\lambda_{\min}(H)>-\Lambda/R:\ k=1,\ \|\phi_1\|^2=1,\ \|\phi_2\|^2=\tfrac{21}{25},\ "
    r"\langle\phi_1,\phi_2\rangle=\tfrac9{10},\ h=\tfrac25\phi_1-\tfrac12\phi_2,\ \mathbf R=-1,\ R=\tfrac52"
)


def stated(p) -> bool:
    """the constructed examples have their own k and R"""
    fixed = {"counterexample": p["k"] == 1 and p["R_mu"] == 2.5, "attained": p["k"] == 1, "exceptional": p["R_mu"] >= 2.5}
    return fixed.get(p["shape"], True)


claim = Claim(
    id="icl.decay3",
    title="L''(0) = −Λ < 0 gives λ_min(H) ≤ −Λ/(R+3), attained for every R; and ≤ −Λ/R where L'(0) ≥ 0, not elsewhere",
    truth=deep(bent / (density + 3)),
    source=Source(
        "000_ab12b188556405a2.txt", "Decay speed of objective / Negative curvature around a saddle point (3)", paper="kim2024"
    ),
    domain=Domain(
        Choice(shape, ("joint", "uphill", "exceptional", "attained", "counterexample")),
        Integer(k, (1, sp.oo), (1, 3)),
        Integer(d, (1, sp.oo), (1, 3)),
        Real(gain, (0, sp.oo), (0.3, 3), log=True),
        Real(density, (1, sp.oo), (1.1, 30), log=True),
        Real(near, (0, 1), (0, 1), edges=(1,)),
        assume=(stated,),
    ),
    given=(F, H, R, N, D, heads, operator, head_block, v0, v1, critical, attained),
    definitions=definitions,
    also={
        "form": form(v0, curvature(R)),
        "form_at_1": form(v1, curvature(R) - 2 * slope(R)),
        "norm": Inequality(sp.Trace(v0.T * v0), density + 3),
        "norm_at_1": Inequality(sp.Trace(v1.T * v1), density),
        "with_slope": Inequality((bent + 2 * slope(R)) / density, depth, provided=(regular, bent + 2 * slope(R) > 0)),
        "print_uphill": deep(bent / density, slope(R) >= 0),
        "print_at_critical_points": deep(bent / density, sp.Eq(critical, 1)),
        "attained": Identity(depth, bent / (density + 3), provided=(sp.Eq(attained, 1),)),
        "counterexample": Existence(WITNESS, counterexample, text=WITNESS_LATEX),
    },
    printed=deep(bent / density),
    print_latex=r"\frac{d^2\mathcal L(\bar\mu_s)}{ds^2}\le-\Lambda\Rightarrow\text{min-eigen-value}(H_{\mu_t})\le-\Lambda/R",
    erratum=Erratum.condition_missing(
        "it needs L'(0) ≥ 0, as at a critical point; elsewhere the bound is −Λ/(R+3), or (L''(0) − 2L'(0))/R where that is negative"
    ),
    mutants={
        "r_plus_2": deep(bent / (density + 2)),
        "r_plus_2.9": deep(bent / (density + sp.Rational(29, 10))),
        "root_of_r": deep(bent / sp.sqrt(density), sp.Eq(critical, 1)),
        "heads_alone": Identity(depth, -Eigenvalue(head_block, heads)),
        "form_without_slope": form(v1, curvature(R)),
        "slope_once": form(v1, curvature(R) - slope(R)),
        "norm_r": Inequality(sp.Trace(v0.T * v0), density),
    },
    uses=("icl.derivatives", "icl.hessian_lemma"),
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, r, (q, qi), s = m.matrix("B"), m.matrix("R"), m.inverse_pair("Q"), m.symmetric("S")
    c = sp.Symbol("c")
    t = s + b * q * m.transpose(b)
    # moments with h and with zeta of a direction Xf° + Yh
    x, y = r, c - 1
    seen = b * (x * t * m.transpose(x) + x * b * q * y + y * q * m.transpose(b) * m.transpose(x) + y * y * q) * m.transpose(b)
    u = b * (x * b * q + y * q) - s * m.transpose(x)
    form_c = 2 * seen - 2 * u * qi * m.transpose(u)
    slope_0 = -2 * s * b * r
    bent_0 = (
        2 * b * r * s * m.transpose(r) * m.transpose(b) + 4 * (b * r * b * r - b * r) * s - 2 * s * m.transpose(r) * qi * r * s
    )
    step.verify(
        "the second variation along Rf° − h + ch, in every dimension",
        m.equal_traces(form_c, bent_0 - 2 * c * slope_0),
        by="D²L[δ,δ] = 2E|Bδ|² − 2Tr UQ⁻¹Uᵀ, U = BE[δhᵀ] − E[ζδᵀ], with E[ζhᵀ] = 0, E[ζf°ᵀ] = S; words compared",
        formula=r"\langle v_c,Hv_c\rangle=D^2\mathcal L[\delta_c,\delta_c]=\mathcal L''(0)-2c\,\mathcal L'(0)",
    )
    rho, size, turned, cross = sp.symbols("rho a2 Ra2 aRa", real=True)
    step(
        "the norm of v_0 at one particle",
        turned * rho**2 - 2 * cross * rho + size,
        density * rho + 2 * rho + 1 - ((density - rho) * rho + rho**2 * (1 - turned) + 2 * rho * (1 + cross) + 1 - size),
        by="the bracket is not negative: ρ ≤ R, ‖Ra‖² ≤ 1, aᵀRa ≥ −1, ‖a‖² ≤ 1; and ∫ρ dμ = 1, so ‖v_0‖² ≤ R + 3",
    )
    p = sp.Symbol("p", positive=True)
    low = -3 * p / (2 * (1 - p))
    # the extremal family: phi_1, phi_2 with second moments a, sa, 1, masses p and 1 - p, heads 1, rotation -1
    quadratic = p**4 + 5 * p**3 + (9 * p**2 - 6 * p**3 - 3 * p**4) * low + (2 * p**4 + 2 * p**3 - 10 * p**2 + 6 * p) * low**2
    aa = sp.cancel(((1 - p) ** 4 * low - (p**4 - 5 * p**3 + 7 * p**2 - 3 * p)) / quadratic)
    gram, weight, first = sp.Matrix([[aa, low * aa], [low * aa, 1]]), sp.Matrix([p, 1 - p]), sp.Matrix([1, 0])
    qq, cc = (sp.cancel((side.T * gram * weight)[0]) for side in (weight, first))
    zeta = first - cc / qq * weight
    uu = cc / qq * gram * weight - gram * zeta
    second = 2 * (cc / qq) ** 2 * gram - 2 * uu * uu.T / qq
    image = second * (-first - weight)
    step(
        "equality: v_0 = −(1 + 1/p, 1) is an eigenvector",
        sp.cancel(sp.together(image[0] - (1 + 1 / p) * image[1])),
        0,
        by=f"two features with ‖φ₁‖² = a = {sp.factor(aa)}, ⟨φ₁,φ₂⟩ = −3pa/(2(1−p)), ‖φ₂‖ = 1, masses p = 1/R and 1 − p, heads "
        "1, rotation −1",
    )
    size = (13 - p) * (1 - p) * (p + 3) ** 2 / (256 * p**3 * (p + 5))
    step("its eigenvalue is negative", sp.cancel(-image[1]), -(1 - p) * size, by="the second entry of Hv_0 = λv_0")
    step(
        "the other one is positive",
        sp.cancel(second[0, 0] * p + second[1, 1] * (1 - p) + (1 - p) * size),
        4 * p * size,
        by="trace minus the first: so v_0 belongs to the least eigenvalue, for every p in (0, 1)",
    )
    step(
        "its norm is R + 3",
        p * (1 + 1 / p) ** 2 + (1 - p),
        1 / p + 3,
        by="so λ_min = ⟨v_0,Hv_0⟩/‖v_0‖² = L''(0)/(R + 3)",
    )
    step.verify(
        "the print at two explicit features, R = 5/2: L = 3/4, Λ = 15",
        counterexample(WITNESS, {}),
        by="rational arithmetic: H + Λ/R is positive definite",
        formula=r"\lambda_{\min}(H)>-\Lambda/R=-6",
    )
    lam, extra, slack = sp.symbols("Lambda extra slack", nonnegative=True)
    norm = sp.Symbol("n", positive=True)
    # curvature(R) = -Lambda, solved for its last trace
    others = rotated_spread(R) + 2 * sp.Trace((B * R * B * R - B * R) * S)
    step.conclude(
        given={
            sp.Trace(S * R.T * Q.I * R * S): lam / 2 + others,
            Eigenvalue(operator, D): -lam / norm - extra,
            density: norm + slack - 3,
        },
        by="λ_min = −Λ/‖v_0‖² − extra, extra ≥ 0 by the variational principle, and R + 3 = ‖v_0‖² + slack",
    )
