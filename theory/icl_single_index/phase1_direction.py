r"""One gradient step moves a neuron along $P_Sw$, up to a component along $w$ itself that is $O(\sqrt{r/d})$ of it.

For $\Gamma=\mathrm{diag}(\gamma_j)$ the correlation part of the population loss of neuron $j$ is $-2\gamma_j\,\mathbb
E_\theta F_\theta(w_j)$ with $F_\theta(w)=\mathbb E_x[\mathrm{relu}(\langle
w,x\rangle+b)h_k(\langle\theta,x\rangle)]^2=\beta_k(|w|,b)^2\langle w/|w|,\theta\rangle^{2k}$, for every prompt length:
the context mean is linear and independent of the query. Averaged over $\theta$ this is
$\beta_k^2C_k|P_Sw|^{2k}/|w|^{2k}$ with $C_k=(2k-1)!!/(r(r+2)\cdots(r+2k-2))$; at $|w|=1$ its gradient is
$C_kp^{2k-2}[2k\beta_k^2P_Sw+2(\beta_k\beta_k'-k\beta_k^2)p^2w]$, $p=|P_Sw|$, $\beta_k'=\partial_{|w|}\beta_k$. For
$k=2$ the second bracket is $2\beta_2^2(b^2-1)$: it vanishes at $b=\pm1$ only. One neuron gives one direction of $S$, so
$N\ge r$ of them are needed.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Erratum,
    He,
    Identity,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Real,
    Source,
    phi,
)
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, d, k, positive, r, sphere_moment
from lemmata.theory.language.functions import GaussMean

b, z = sp.Symbol("b", real=True), sp.Symbol("z", real=True)
square, inside, radial = sp.symbols("p2 c_S c_w", real=True)  # |P_S w|^2, <P_S w, v>, <w, v>
F, dF = Observable("F"), Observable("dF")
beta, stretch = sp.Symbol("beta_k", real=True), sp.Symbol("beta'_k", real=True)  # coefficient, and its derivative in |w|
coefficients = {
    beta: He(k - 2, -b) * phi(b) / sp.sqrt(sp.factorial(k)),
    stretch: (He(k, -b) + k * He(k - 2, -b)) * phi(b) / sp.sqrt(sp.factorial(k)),
}


sphere = sphere_moment(k, r)


def gradient(constant: sp.Expr = sphere, power: sp.Expr = 2 * k - 2, along_w: int = 1) -> sp.Expr:
    """The derivative along v: a part in S, and a part along w."""
    tangent = 2 * k * beta**2 * inside
    return constant * square ** (power / 2) * (tangent + along_w * 2 * (beta * stretch - k * beta**2) * square * radial)


share = r / d
pull = k + (stretch / beta - k) * share
alignment = pull / sp.sqrt(pull**2 + (pull - k) ** 2 * (1 - share) / share)
double_factorial = 2**k * sp.gamma(k + sp.Rational(1, 2)) / sp.sqrt(sp.pi)

claim = Claim(
    id="icl_single_index.phase1_direction",
    title="The gradient of the correlation is C p²ᵏ⁻² [2kβ² P_S w + 2(ββ' − kβ²) p² w]: along P_S w up to O(√(r/d))",
    truth=Identity(Mean(dF), gradient()),
    source=Source(DOCUMENT, "Gradient-based Training of Transformer / Ingredient I", paper=PAPER),
    domain=Domain(
        Integer(r, positive, (1, 4)),
        Integer(d, (2, sp.oo), (r + 2, 12)),
        Integer(k, (2, 6), (2, 3)),
        Real(b, (-3, 3), (0.2, 0.8)),
    ),
    given=(square, inside, radial),
    definitions=coefficients,
    also={
        "correlation": Identity(Mean(F), sphere_moment(k, r) * beta**2 * square**k),
        "coefficient": Identity(GaussMean(sp.Max(0, z + b) * He(k, z), z), sp.sqrt(sp.factorial(k)) * beta),
        "alignment": Limit(alignment, 1, ladder=Ladder(d, (50, 200, 800, 3200, 12800)), decay=1),
    },
    printed=Identity(Mean(dF), gradient(along_w=0)),
    print_latex=r"\text{gradient of correlation term spans }r\text{-dimensional subspace}",
    erratum=Erratum.condition_missing(
        "the gradient lies in S + span(w): its component along w is O(√(r/d)) of the rest, absent only at special "
        "biases (b = ±1 for k = 2), so the statement needs d ≫ r"
    ),
    mutants={
        "moment_steps": Identity(Mean(dF), gradient(double_factorial * sp.gamma(r) / sp.gamma(r + k))),
        "moment_power": Identity(Mean(dF), gradient(double_factorial / r**k)),
        "exponent": Identity(Mean(dF), gradient(power=2 * k - 1)),
        "no_radial_part": Identity(Mean(dF), gradient(along_w=0)),
    },
    notes="The inputs are integrated by quadrature, only directions of tasks are sampled: at these sizes the signal of a "
    "single pair of inputs is a thousandth of its noise. What a finite number of prompts does is part of "
    "icl_single_index.algorithm2_end_to_end.",
    uses=("icl_single_index.algorithm2",),
)


@claim.derivation
def _(step):
    c, s, u = sp.symbols("C s beta", positive=True)
    x, y = sp.symbols("k beta'", positive=True)
    for order in (2, 3):
        scaled = s * He(order - 2, -b / s).doit() * phi(b / s) / sp.sqrt(sp.factorial(order))
        bracket = sp.expand(sp.simplify(sp.diff(scaled, s).subs(s, 1) / phi(b) * sp.sqrt(sp.factorial(order))))
        step(
            f"derivative of β_{order}(s, b) = s He_{order - 2}(−b/s)φ(b/s)/√{order}! in s at s = 1",
            bracket,
            sp.expand((He(order, -b) + order * He(order - 2, -b)).doit()),
            by="φ' = −xφ, and z He_k = He_{k+1} + k He_{k−1}",
        )
    q, m = sp.symbols("q m", positive=True)  # p^2 and |w|^2
    B = u + y * (sp.sqrt(m) - 1)  # the coefficient to first order at |w| = 1, with slope y
    energy = c * B**2 * (q / m) ** x
    step(
        "derivative of Cβ²(p²/|w|²)ᵏ in p² at |w| = 1: twice it multiplies P_S w",
        2 * sp.diff(energy, q).subs(m, 1),
        2 * x * c * u**2 * q ** (x - 1),
        by="the gradient of p² is 2 P_S w",
    )
    step(
        "derivative in |w|² at |w| = 1: twice it multiplies w",
        2 * sp.diff(energy, m).subs(m, 1),
        2 * c * (u * y - x * u**2) * q**x,
        by="the gradient of |w|² is 2w",
    )
    step("fourth moment on the sphere", sphere_moment(sp.Integer(2), r), 3 / (r * (r + 2)), by="Gamma functions")
    step("sixth moment on the sphere", sphere_moment(sp.Integer(3), r), 15 / (r * (r + 2) * (r + 4)), by="Gamma functions")
