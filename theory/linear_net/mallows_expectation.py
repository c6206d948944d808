"""The expected criterion is the regularised risk with the surplus σ'² - σ² on the degrees of freedom.

For W independent of the noise E[R(W) | X] = σ² + λ Tr[MXΣβX'] + (σ'² - σ²)/n Tr[KM], as λσ² Tr M = σ² (1 - DoF/n); so t = 1 in
the printed σ'² - tσ² of the optimal risk bound. Σβ = BB'/m is the second moment of the tasks' coefficients B. With Gaussian
noise the variance is known as well.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import K, M, X, d, dof, lam, m, n, regularised, s2, s2p, source

B = Array("B", "coefficients of the teachers, one task a column", d, m)
noise = Sampled("ε", Normal(s2), n, m)
labels = X * B + noise
R = regularised(K, labels * labels.T / m, s2p)
approximation = lam / m * Trace(B.T * X.T * M * X * B)
expected = s2 + approximation + (s2p - s2) / n * dof
spread = 2 * lam**2 * s2**2 / m * Trace(M * M) + 4 * lam**2 * s2 / m**2 * Trace(B.T * X.T * M * M * X * B)


def mean(k):
    found = k.mean(Mean(R))
    return found.then(k.words(found.right, expected))


def variance(k):
    found = k.mean(Variance(R))
    return found.then(k.words(found.right, spread))


claim = Claim(
    "linear_net.mallows_expectation",
    source=source("Our proposal: Mallows' C_p type regularization"),
    domain=Domain(core=(n >= 2, n <= 12, d <= 12, m <= 8, lam >= 0.01, lam <= 10, s2 >= 0.05, s2 <= 5, s2p >= 0.05, s2p <= 10)),
    parts={
        "main": Part(
            Identity(Mean(R), expected),
            proof=mean,
            says="E[R(W) | X] = σ² + λ Tr[MXΣβXᵀ] + (σ'² − σ²) DoF/n",
            wrong={
                "twice": {"right": s2 + approximation + (s2p - 2 * s2) / n * dof},
                "sum": {"right": s2 + approximation + (s2p + s2) / n * dof},
                "no_lambda": {"right": s2 + approximation / lam + (s2p - s2) / n * dof},
                "half": {"right": s2 + approximation + (s2p - s2) / (2 * n) * dof},
            },
        ),
        "variance": Part(
            Identity(Variance(R), spread),
            proof=variance,
            says="For Gaussian noise its variance is (2λ²σ⁴/m) Tr M² + (4λ²σ²/m) Tr[M²XΣβXᵀ]",
            wrong={"signal_forgotten": {"right": 2 * lam**2 * s2**2 / m * Trace(M * M)}},
        ),
    },
)
