r"""The overlap of one spherical neuron with the hidden direction is a Markov chain that a few scalars per step drive.

With $z,\zeta\sim N(0,1)$ and $c\sim\chi^2_{d-2}$ independent, $p=\sqrt{1-m^2}\,z-m\zeta$, $u=mz+\sqrt{1-m^2}\,\zeta$ and
$r^2=p^2+c=|P_wx|^2$, a step $w\mapsto(w+\delta P_wx)/|w+\delta P_wx|$ takes $m$ to
$(m+\delta(z-mu))/\sqrt{1+\delta^2r^2}$, with $\delta=\eta g_1$ online and $\delta=(1-\xi)\eta(g_1+g_2)$ with reuse; every
$\delta$ is a function of $z,\zeta,c$. The same holds for the squared loss, with $g=2a(y-a\sigma(v))\sigma'(v)$ in place
of $y\sigma'(v)$, and for a fresh second sample. The law of the chain is compared with that of SGD in $\mathbb R^d$
through means of functions of $m$ after some steps.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Mean, Observable, Real, Source
from lemmata.theory.sgd.first_notation import DOCUMENT, d, eta, he3, m, m0, u, xi, z, zeta

steps = sp.Symbol("T", integer=True, positive=True)
full, chain = Observable("full"), Observable("chain")
after, Z, Zeta, R2 = Observable("after"), Observable("Z"), Observable("Zeta"), Observable("R2")


def moved(start: sp.Expr, along: sp.Expr, other: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """The overlap after one step with reuse for the link h_3 and the slope -cos(v/2)."""
    v = u.subs({m: start, z: along, zeta: other})
    y = he3.doit().subs(z, along)
    first = -y * sp.cos(v / 2)
    size = (1 - xi) * eta * (first - y * sp.cos((v + eta * squared * first) / 2))
    return (start + size * (along - start * v)) / sp.sqrt(1 + size**2 * squared)


def same(f, variant: str = "") -> Identity:
    """The mean of f is the same for the chain and for SGD in R^d."""
    return Identity(Mean(f(full) - f(chain)), 0, scale=1, bounds=(-sp.Integer(2), 2), variant=variant)


def above(value: sp.Expr) -> sp.Expr:
    return sp.Piecewise((1, value > sp.Rational(1, 2)), (0, True))


def itself(value: sp.Expr) -> sp.Expr:
    return value


claim = Claim(
    id="sgd.reduced_chain",
    title=(
        "The overlap of one spherical neuron under SGD is a Markov chain driven by two normals and a chi-square of d "
        "− 2 degrees"
    ),
    truth=same(itself),
    source=Source(DOCUMENT, "Single-index Model / SGD Training of Two-layer Neural Network", paper="lee2024"),
    domain=Domain(
        Integer(d, (2, sp.oo), (3, 8)),
        Integer(steps, (1, sp.oo), (6, 10)),
        Real(eta, (0, sp.oo), (0.35, 0.6)),
        Real(xi, (0, 1), (0.3, 0.5)),
        Real(m0, (-1, 1), (0.2, 0.4)),
    ),
    also={
        "square": same(lambda v: v**2),
        "above_half": same(above),
        "oscillation": same(lambda v: sp.cos(5 * v) / 2),
        "online": same(lambda v: v**2, "online"),
        "fresh_second_sample": same(itself, "fresh"),
        "squared_loss": same(itself, "squared"),
        "one_step": Identity(Mean(after - moved(m0, Z, Zeta, R2)), 0, scale=1, variant="one_step"),
    },
    mutants={
        "chi2_d-1": same(itself, "df"),
        "r2_is_d": same(above, "r2"),
        "no_normalisation": same(above, "plain"),
        "squared_loss_by_the_plain_chain": same(itself, "squared_plain"),
        "fresh_is_reuse": same(itself, "fresh_reuse"),
    },
    notes=(
        "In d = 2 the chi-square is 0; with a fresh second sample d >= 3. Without the normalisation |w| drifts and "
        "the recursion does not close."
    ),
)


@claim.derivation
def _(step):
    c, size = sp.symbols("c delta", real=True)
    s = sp.sqrt(1 - m**2)
    p = s * z - m * zeta
    step("P_w x along the part of θ off w: z − m u = √(1−m²) p", z - m * u, s * p, by="u = mz + √(1−m²) ζ")
    step("z² + ζ² = u² + p², so r² = z² + ζ² + c − u² = p² + c", z**2 + zeta**2 - u**2, p**2, by="(u, p) is (z, ζ) rotated")
    step("overlap before normalisation", m + size * s * p, m + size * (z - m * u), by="both updates move w along P_w x")
    step(
        "squared norm: w and P_w x are orthogonal",
        1 + size**2 * (p**2 + c),
        1 + size**2 * (z**2 + zeta**2 + c - u**2),
        by="Pythagoras",
    )
    step.cite(
        "z, ζ, c are independent of the past",
        r"x=z\theta+\zeta\,\tfrac{w-m\theta}{\sqrt{1-m^2}}+x',\quad x'\perp\operatorname{span}(w,\theta),\ "
        r"|x'|^2\sim\chi^2_{d-2}",
        by="rotation invariance of the normal law; the sample is fresh at every step, so (m_t) is Markov",
    )
