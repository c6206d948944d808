r"""One law of activations serves every link: by symmetry half of the neurons drift towards θ, whatever the link.

Activation with $\sigma'(u)=s(u)=\cos(u/2+\psi)$, $\psi$ uniform, $a_j=\pm1$, $g_1=a_jys(u)$, $g_2=a_jys(u+tg_1)$,
$t=\eta d$. The drift at $m=0$, $A(a_j,\psi)=\mathbb E[z(g_1+g_2)]$, obeys $A(-a_j,-\psi)=-A(a_j,\psi)$ and
$A(-a_j,\psi+\pi)=A(a_j,\psi)$, so exactly half of the pairs have $A>0$ unless $A=0$ on a set of positive measure. For even
links $A=0$ and the slope $B=dA/dm=\mathbb E[(z^2-1)u(g_1+g_2)]$ decides; it is even, $B(-a_j,-\psi)=B(a_j,\psi)$, and no
symmetry makes its useful sign half of the pairs. For odd links $A$ is also even in $\psi$; for even $\sigma$ ($\psi=\pi/2$)
$A=0$. The link is $b_1h_1+\dots+b_4h_4$.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Guarantee, Identity, Inequality, Observable, Real, Source
from lemmata.theory.first.domain import Vector
from lemmata.theory.sgd.first_notation import DOCUMENT, t

b = sp.IndexedBase("b", real=True)
psi = sp.Symbol("psi", real=True)
link = sp.Symbol("link")
# A and B at (a_j, psi), (-a_j, -psi), (-a_j, psi + pi), (a_j, -psi); of links of one parity, and at psi = pi/2
A, A_both, A_half, A_minus, A_odd, A_odd_minus = sp.symbols("A A_both A_half A_minus A_odd A_odd_minus", real=True)
A_even, A_flat, B, B_both, size = sp.symbols("A_even A_flat B B_both size", real=True)
towards, learns = Observable("towards"), Observable("learns")
LINKS = ("he3", "he4", "mixed")

claim = Claim(
    id="sgd.link_agnostic",
    title="With σ' = cos(u/2 + ψ), ψ uniform and a = ±1, half of the neurons drift towards θ for every link that is not even",
    truth=Identity(A_both, -A, scale=size),
    source=Source(DOCUMENT, "SGD is Almost Information Theoretically Optimal", paper="lee2024"),
    domain=Domain(
        Vector(b, 4, (0.3, 1.0)), Real(t, (0, sp.oo), (0.5, 1.5)), Real(psi, (-sp.pi, sp.pi), (0.3, 1.2)), Choice(link, LINKS)
    ),
    given=(A, A_both, A_half, A_minus, A_odd, A_odd_minus, A_even, A_flat, B, B_both, size),
    also={
        "half_turn": Identity(A_half, A, scale=size),
        "odd_link": Identity(A_odd_minus, A_odd, scale=size),
        "even_link": Identity(A_even, 0, scale=size),
        "even_activation": Identity(A_flat, 0, scale=size),
        "slope_is_even": Identity(B_both, B, scale=size),
        "half_of_the_neurons": Guarantee(towards, sp.Rational(1, 2), exactly=True),
        "a_fraction_learns": Guarantee(learns, sp.Rational(1, 10), variant="chain"),
    },
    mutants={
        "drift_even_in_psi": Identity(A_minus, A, scale=size),
        "slope_is_odd": Identity(B_both, -B, scale=size),
        "even_link_drifts": Inequality(size / 1000, sp.Abs(A_even)),
        "even_activation_drifts": Inequality(size / 1000, sp.Abs(A_flat)),
        "three_quarters": Guarantee(towards, sp.Rational(3, 4), exactly=True),
    },
    uses=("sgd.reduced_chain",),
    notes="Fractions that learn are those of chains at d = 64 with |m| > 1/2 after 120 d samples, for h_3, h_4 and "
    "(h_3 + h_2)/√2, with the same step sizes; how fast depends on the link.",
)


@claim.derivation
def _(step):
    u, y, q = sp.symbols("u y a_j", real=True)

    def gradients(point: sp.Expr, phase: sp.Expr, sign: sp.Expr, label: sp.Expr = y) -> tuple[sp.Expr, sp.Expr]:
        first = sign * label * sp.cos(point / 2 + phase)
        return first, sign * label * sp.cos((point + t * first) / 2 + phase)

    here, both, half = gradients(u, psi, q), gradients(-u, -psi, -q), gradients(u, psi + sp.pi, -q)
    for name, i in (("first", 0), ("second", 1)):
        step(f"{name} gradient at (−a, −ψ, −u)", both[i], -here[i], by="cos is even, u and −u have the same law")
        step(f"{name} gradient at (−a, ψ + π)", half[i], here[i], by="cos(x + π) = −cos x, so A is unchanged")
        other = gradients(-u, -psi, q, -y)
        step(f"{name} gradient of an odd link at (−ψ, −u, −z)", other[i], -here[i], by="z g is unchanged: A is even in ψ")
    flat = gradients(u, sp.pi / 2, q)
    back = gradients(-u, sp.pi / 2, q)
    step("even activation: the sum is odd in u", back[0] + back[1], -(flat[0] + flat[1]), by="the mean over u is 0")
    step.cite("even link", sp.Symbol(r"\mathbb E[z\,G(y,u)]=0"), by="z is odd and y even in z")
