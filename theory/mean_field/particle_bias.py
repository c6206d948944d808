r"""$F$ of a network of $N$ particles drawn from $\mu$ exceeds $F(\mu)$ on average, by $\frac\lambda N\mathbb E_w[q_w^\top Mq_w]$ to first order.

$q_w=(\sigma_w\sigma_w^\top-K)My$. With $\Delta=K_N-K$ the resolvent identity
$M_N=M-M\Delta M+M\Delta M\Delta M-M\Delta M\Delta M\Delta M_N$ has a first term of mean 0, a second of mean
$\frac1N\mathbb E_w[(\sigma_w\sigma_w^\top-K)M(\sigma_w\sigma_w^\top-K)]$ between two $M$s, and a remainder of order $N^{-2}$ in the mean, $\sigma$ bounded. The excess
over the first-order term is not negative draw by draw, as $F$ is convex in $K$. Judged for one weight, $w\sim N(m_0,s_0^2)$, tanh, $n$ inputs evenly
spaced on $[-1.5,1.5]$, labels $\sin bx+.3$: at $n=6$, $\lambda=.1$, $m_0=.7$, $s_0=1$, $b=2$, $F=.3138287029$ and the limit is .0327279476.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Inequality, Integer, Ladder, Limit, Mean, Observable, Rate, Real
from lemmata.theory.mean_field.first_notation import N, lam, n, positive, source

wave, centre, width = sp.Symbol("b", positive=True), sp.Symbol("m_0", real=True), sp.Symbol("s_0", positive=True)
P = sp.Symbol("P", integer=True, positive=True)  # particles, where no ladder is climbed
excess, bias, uncentred, least = Observable("excess"), *sp.symbols("B B_raw F", positive=True)
ladder = Ladder(N, (10, 20, 40, 80, 160), quick=(10, 20, 40, 80))
steep = Ladder(N, (10, 20, 40, 80, 160, 320), quick=(10, 30, 100, 320))


def tends(value: sp.Expr) -> Limit:
    return Limit(N * Mean(excess), value, ladder=ladder, decay=1)


claim = Claim(
    id="mean_field.particle_bias",
    title="N (E F(μ_N) − F(μ)) → λ E[q_wᵀ M q_w], and E F(μ_N) ≥ F(μ) at every N",
    truth=tends(bias),
    source=source("Mean field limit"),
    domain=Domain(
        Integer(n, positive, (2, 8)),
        Integer(P, positive, (5, 50)),
        Real(lam, positive, (0.05, 0.5), log=True),
        Real(wave, positive, (1.5, 3)),
        Real(centre, (-2, 2), (-1, 1)),
        Real(width, positive, (0.6, 1.5)),
    ),
    given=(bias, uncentred, least),
    also={
        "not_below": Inequality(Mean(-excess), 0),
        "rate": Rate(Mean(excess), -1, ladder=steep, tolerance=0.2),
    },
    mutants={
        "twice": tends(2 * bias),
        "half": tends(bias / 2),
        "second_moment": tends(uncentred),
        "not_above": Inequality(Mean(excess), 0),
        "rate_2": Rate(Mean(excess), -2, ladder=steep, tolerance=0.2),
        "rate_half": Rate(Mean(excess), -sp.Rational(1, 2), ladder=steep, tolerance=0.2),
    },
    uses=("mean_field.representer", "mean_field.convexity"),
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    kernel, inverse = a.symmetric("K"), a.symmetric("M")
    finite, finite_inverse = a.symmetric("K_N"), a.symmetric("M_N")
    a.rule(kernel * inverse, 1 - n * lam * inverse)
    a.rule(inverse * kernel, 1 - n * lam * inverse)
    a.rule(finite * finite_inverse, 1 - n * lam * finite_inverse)
    a.rule(finite_inverse * finite, 1 - n * lam * finite_inverse)
    gap = finite - kernel
    expansion = inverse - inverse * gap * inverse + inverse * gap * inverse * gap * inverse
    step.verify(
        "the resolvent identity to third order, in every dimension",
        a.equal(sp.expand(expansion - inverse * gap * inverse * gap * inverse * gap * finite_inverse), finite_inverse),
        by="multiplication, with (K + nλ)M = 1 and (K_N + nλ)M_N = 1",
        formula=r"M_N=M-M\Delta M+M\Delta M\Delta M-M\Delta M\Delta M\Delta M_N",
    )
    step.verify(
        "what is left over the first-order term is a square",
        a.equal(
            sp.expand(finite_inverse - inverse + inverse * gap * inverse),
            sp.expand(inverse * gap * finite_inverse * gap * inverse),
        ),
        by="so F_N − F + λyᵀMΔMy = λ|M_N^½ΔMy|² is not negative, whatever is drawn",
        formula=r"M_N-M+M\Delta M=M\Delta M_N\Delta M",
    )
    kern, y, spread = sp.symbols("K y Var", positive=True)
    step(
        "one sample: second derivative of F times half the variance of σ²",
        sp.diff(lam * y**2 / (kern + lam), kern, 2) / 2 * spread,
        lam * y**2 * spread / (kern + lam) ** 3,
        by="F = λy²/(K + λ); this is λE[q²]M with q = (σ² − K)y/(K + λ)",
    )
    s1, s2, k = sp.symbols("s_1 s_2 k", real=True)
    size = sp.Symbol("N", positive=True)
    step(
        "N independent draws: the mean of the square of their average's deviation",
        sp.expand((size * ((s1 - k) ** 2) + size * (size - 1) * (s1 - k) * (s2 - k)) / size**2).subs(s2, k),
        sp.expand((s1 - k) ** 2 / size),
        by="different particles are independent, with E s₂ = k",
    )
    step.qed(by="the mean of the second term is the stated limit over N; the third is of order N^(-2) in the mean")
