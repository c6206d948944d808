r"""The information exponent $k=\min\{i\ge1:\mathbb E[\sigma_*\mathrm{He}_i]\ne0\}$ and the size of the first gradient.

It does not depend on the normalisation, and it is the order of the zero at $m=0$ of the landscape $m\mapsto\mathbb
E[\sigma_*(z)\sigma_*(mz+\sqrt{1-m^2}\zeta)]-\mathbb E[\sigma_*]^2=\sum_{i\ge1}i!\,\alpha_i^2m^i$. For $w$ uniform on
the sphere $\mathbb E[m^{2j}]=(2j-1)!!/(d(d+2)\cdots(d+2j-2))$, so the gradient along $\theta$,
$kk!\alpha_k\beta_km^{k-1}(1+O(m))$, is of size $d^{-(k-1)/2}$. The start is a critical point for $k>1$; for $k=2$ the
second derivative of the loss is $-4\alpha_2\beta_2$: a saddle or maximum if $\alpha_2\beta_2>0$, a minimum, with no
escape, if $\alpha_2\beta_2<0$. All this needs $\beta_k\ne0$.
"""

from functools import cache
from math import exp, factorial, pi, sqrt

import sympy as sp

from lemmata.theory.algebra.exponents import information_exponent
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.pieces import split
from lemmata.theory.algebra.sphere import coordinate_moment
from lemmata.theory.first import (
    Choice,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Identity,
    Integer,
    Ladder,
    Mean,
    Observable,
    Rate,
)
from lemmata.theory.hermite.notation import source, z

link = sp.Symbol("link", real=True)
k, first, with_constant = (sp.Symbol(name, integer=True) for name in ("k", "k_landscape", "k_0"))
j, D = sp.symbols("j D", integer=True, positive=True)
d = sp.Symbol("d", integer=True, positive=True)
fourth, moment = sp.symbols("M_4 M_2j", real=True)
i = sp.Symbol("i", integer=True, positive=True)
grad = Observable("grad")
r = sp.Rational
LINKS = {
    "z": z,
    "relu": sp.Max(z, 0),
    "square": z**2,
    "abs": sp.Abs(z),
    "He_3": z**3 - 3 * z,
    "z^3": z**3,
    "He_4": z**4 - 6 * z**2 + 3,
    "cos": sp.cos(z),
    "sin": sp.sin(z),
    "bump": z**2 * sp.exp(-(z**2)),
    "He_5": z**5 - 10 * z**3 + 15 * z,
    "pattern": sp.sign(z) * sp.sign(sp.sqrt(2 * sp.log(2)) - sp.Abs(z)),
    "wave": z * sp.exp(-(z**2) / 2),
}
PANELS, EDGE, SEEN = 120, 10.0, 1e-7
GAUSS = [(sign * sqrt(3 / 7 + side * 2 / 7 * sqrt(6 / 5)), (18 - side * sqrt(30)) / 36) for sign in (-1, 1) for side in (-1, 1)]


def enclosed(q):
    found = information_exponent(q.link, z)
    text = found.reason if found.value is None else "; ".join(found.evidence)
    return Enclosure(found.value, 0.0, "exact" if found.status == "exact" else "ball", text)


@cache
def projections(expr: sp.Expr, top: int = 8) -> tuple[float, ...]:
    """E[σ h_i] for i = 0..top by Gauss's rule in floating point, between the kinks: independent of the exact tools."""
    basis = [sp.lambdify(z, hermite_expr(i, z), "math") for i in range(top + 1)]
    totals = [0.0] * (top + 1)
    for piece in split(expr, z):
        f = sp.lambdify(z, piece.expr.subs(sp.Symbol("z", real=True), z), "math")
        low, high = (max(-EDGE, min(EDGE, float(end))) for end in (piece.left, piece.right))
        half = (high - low) / PANELS / 2
        for panel in range(PANELS):
            for node, weight in GAUSS:
                x = low + half * (2 * panel + 1 + node)
                value = half * weight * exp(-x * x / 2) / sqrt(2 * pi) * float(f(x))
                for i, he in enumerate(basis):
                    totals[i] += value * he(x)
    return tuple(total / sqrt(factorial(i)) for i, total in enumerate(totals))


def landscape(start: int) -> Computed:
    """The first power of m, from ``start``, in Σ E[σ h_i]² m^i."""

    def order(q):
        squares = [value**2 for value in projections(q.link)]
        found = next((i for i, v in enumerate(squares) if i >= start and v > SEEN**2), None)
        return Enclosure(found, 0.0, "float", "" if found is not None else "no coefficient up to 8 is seen")

    return Computed(order)


FOURTH = Computed(lambda q: Enclosure(coordinate_moment(q.D, 4)))
moments = sp.Product(2 * i - 1, (i, 1, j)) / sp.Product(D + 2 * i - 2, (i, 1, j))


def signal(power: sp.Expr) -> Rate:
    return Rate(
        Mean(grad), power, ladder=Ladder(d, (64, 128, 256, 512, 1024, 2048, 4096), quick=(64, 256, 1024, 4096)), tolerance=0.1
    )


claim = Claim(
    id="hermite.information_exponent",
    title="The information exponent is the order of the landscape at m = 0, and the first gradient is of size d^(−(k−1)/2)",
    truth=Identity(k, first),
    source=source(),
    domain=Domain(Choice(link, LINKS, free=z), Integer(j, (0, 30), (1, 5)), Integer(D, (1, sp.oo), (2, 16))),
    definitions={k: Computed(enclosed), first: landscape(1)},
    also={
        "moments": Identity(moment, moments, where={moment: Computed(lambda q: Enclosure(coordinate_moment(q.D, 2 * q.j)))}),
        "fourth_moment": Identity(fourth, 3 / (D * (D + 2)), where={fourth: FOURTH}),
        "signal": signal(-(k - 1) / 2),
    },
    mutants={
        "zero_counts": Identity(k, with_constant, where={with_constant: landscape(0)}),
        "half_k": signal(-k / 2),
        "moment_one": Identity(fourth, 1 / D**2, where={fourth: FOURTH}),
        "moment_three": Identity(fourth, 3 / D**2, where={fourth: FOURTH}),
    },
    notes="The exponent of any link can be asked for; it is exact where every vanishing coefficient is a closed form, "
    "certified by balls where only the first non-zero one is, and undecided with its reason otherwise.",
)


@claim.derivation
def _(step):
    m, a, b = sp.symbols("m a b", real=True)
    series = [sp.Symbol(f"L{i}") for i in range(6)]
    loss = -sum(c * m**i for i, c in enumerate(series))
    for i in (1, 2, 3):
        step(
            f"derivative {i} of the loss at m = 0",
            sp.diff(loss, m, i).subs(m, 0),
            -sp.factorial(i) * series[i],
            by="Taylor's formula",
        )
    step(
        "for k = 2 the curvature is −4α₂β₂",
        sp.diff(-2 * a * b * m**2, m, 2),
        -4 * a * b,
        by="2! α₂β₂ m²: a minimum if α₂β₂ < 0",
    )
    for dim, power in ((10, 4), (10, 6)):
        exact = coordinate_moment(dim, power)
        closed = sp.factorial2(power - 1) / sp.prod(dim + 2 * s for s in range(power // 2))
        step(
            f"E[m^{power}] at d = {dim}",
            r(exact.numerator, exact.denominator),
            closed,
            by="Gaussian moments: E[x₁^{2j}] = E[m^{2j}] E|x|^{2j}",
        )
    step.qed(by="E[σ*(z) σ(u)] = Σ i! α_i β_i m^i, and √d m → N(0,1)")
