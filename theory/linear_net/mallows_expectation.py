r"""The expected criterion is the regularised risk with the surplus $\sigma'^2-\sigma^2$ on the degrees of freedom.

$\mathbb E_\epsilon[R(W)\mid X]=\sigma^2+\lambda\operatorname{Tr}[MX\Sigma_\beta
X^\top]+\frac{\sigma'^2-\sigma^2}n\operatorname{Tr}KM$ for $W$ independent of the noise, because
$\lambda\sigma^2\operatorname{Tr}M=\sigma^2(1-\mathrm{DoF}/n)$; so $t=1$ in the printed $\sigma'^2-t\sigma^2$ of the
optimal risk bound. With Gaussian noise the variance is known as well.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Mean, Real, Source
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.linear_net.first_notation import DoF, R, d, e, j, k, lam, m, n, s2, s2p

approximation = lam * sp.Sum(e[j] / (k[j] + n * lam), (j, 1, n))
expected = s2 + approximation + (s2p - s2) / n * DoF
spread = lam**2 / m * sp.Sum((2 * s2**2 + 4 * s2 * e[j]) / (k[j] + n * lam) ** 2, (j, 1, n))
positive = (0, sp.oo)

claim = Claim(
    id="linear_net.mallows_expectation",
    title="E[R(W)|X] = σ² + λ Tr[M X Σβ Xᵀ] + (σ'² − σ²) DoF/n",
    truth=Identity(Mean(R), expected),
    source=Source("000_ab12b188556405a2.txt", "Our proposal: Mallows' C_p type regularization", paper="suzuki2024"),
    domain=Domain(
        Integer(n, positive, (2, 30)),
        Integer(d, positive, (1, 40)),
        Integer(m, positive, (1, 20)),
        Real(lam, positive, (0.01, 10), log=True),
        Real(s2, positive, (0.05, 5), log=True),
        Real(s2p, (0, sp.oo), (0.05, 10), log=True),
    ),
    given=(k, e),
    also={"variance": Identity(Mean((R - expected) ** 2), spread)},
    mutants={
        "twice": Identity(Mean(R), s2 + approximation + (s2p - 2 * s2) / n * DoF),
        "sum": Identity(Mean(R), s2 + approximation + (s2p + s2) / n * DoF),
        "no_lambda": Identity(Mean(R), s2 + approximation / lam + (s2p - s2) / n * DoF),
        "half": Identity(Mean(R), s2 + approximation + (s2p - s2) / (2 * n) * DoF),
    },
)


@claim.derivation
def _(step):
    kj, ej = sp.symbols("k_j e_j", nonnegative=True)
    label = step("mean square of a label in one eigendirection of K", ej + s2, s2 + ej, by="noise is centred, of variance σ²")
    one = step(
        "what that direction adds to the criterion",
        lam * label / (kj + n * lam) + s2p / n * kj / (kj + n * lam),
        s2 / n + lam * ej / (kj + n * lam) + (s2p - s2) / n * kj / (kj + n * lam),
        by="λσ²/(k + nλ) = σ²/n − (σ²/n) k/(k + nλ)",
    )
    u, z = sp.symbols("u z", real=True)
    label_moments = [GaussMean((u + sp.sqrt(s2) * z) ** power, z).doit() for power in (2, 4)]
    step(
        "variance of a squared label with mean u",
        sp.expand(label_moments[1] - label_moments[0] ** 2),
        2 * s2**2 + 4 * s2 * u**2,
        by="Gaussian moments; the m tasks are independent, and the squares of their means add up to m e_j",
    )
    summand = one.subs({kj: k[j], ej: e[j]}) - s2 / n
    step.conclude(
        by="sum over the n eigendirections; the first terms add up to σ²", given={Mean(R): s2 + sp.Sum(summand, (j, 1, n))}
    )
