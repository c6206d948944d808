r"""Fitting the head to labels perturbed by Uniform[-s, s] adds s²/(3n) degrees of freedom to the objective.

With $v$ the variance of the perturbation, $\mathbb E[G]-F=\frac vn\operatorname{Tr}[KM]$: the cross terms vanish and
$\operatorname{Tr}[\frac1nK^2M^2+\lambda KM^2]=\frac1n\operatorname{Tr}[KM]$. Only mean zero and covariance $vI$ are used.
"""

import sympy as sp

from lemmata.theory.first import Claim, Erratum, Identity, Mean, Source
from lemmata.theory.mean_field.notation import DoF, F, G, domain, j, k, lam, n, s, u

penalty_forgotten = sp.Sum(k[j] ** 2 / (k[j] + n * lam) ** 2, (j, 1, n))

claim = Claim(
    id="mean_field.label_noise",
    title="Label noise from Uniform[-s, s] adds s²/(3n) degrees of freedom to the objective in expectation",
    truth=Identity(Mean(G), F + s**2 / (3 * n) * DoF),
    source=Source("000_ab12b188556405a2.txt", "Label noise as regularization", paper="takakura2024"),
    domain=domain,
    given=(k, u),
    printed=Identity(Mean(G), F + lam * s**2 / n * DoF),
    erratum=Erratum.wrong(
        "the variance of Uniform[-s, s] is s²/3, and the factor λ is not there; the two agree only at λ = 1/3"
    ),
    mutants={
        "variance": Identity(Mean(G), F + s**2 / n * DoF),
        "lambda": Identity(Mean(G), F + lam * s**2 / (3 * n) * DoF),
        "penalty_forgotten": Identity(Mean(G), F + s**2 / (3 * n) * penalty_forgotten),
    },
)


@claim.derivation
def _(step):
    e, v = sp.symbols("e v", real=True)
    variance = step("variance of the perturbation", sp.Integral(e**2 / (2 * s), (e, -s, s)).doit(), s**2 / 3, by="integration")
    kj, uj = sp.symbols("k_j u_j", positive=True)
    fitted = kj * (uj + e) / (kj + n * lam)
    loss = (uj - fitted) ** 2 / n + lam * kj * (uj + e) ** 2 / (kj + n * lam) ** 2
    mean = sp.expand(loss).coeff(e, 0) + v * sp.expand(loss).coeff(e, 2)
    step(
        "one eigendirection of K, averaged over a perturbation of mean 0 and variance v",
        mean,
        lam * uj**2 / (kj + n * lam) + v / n * kj / (kj + n * lam),
        by="the fitted values are KM(y + e), the norm is (y + e)ᵀMKM(y + e)",
    )
    per_direction = lam * u[j] ** 2 / (k[j] + n * lam) + variance / n * k[j] / (k[j] + n * lam)
    step.conclude(by="sum over the eigendirections", given={Mean(G): sp.Sum(per_direction, (j, 1, n))})
