"""The deterministic equivalents of bias, variance, degrees of freedom and training bias of ridge regression.

As n -> oo with d/n = q fixed they are exact. What is stated is how near they are at a size: within a share of a few n-ths,
for Gaussian inputs, spectra j^-a or e^(-aj/d), a <= 2, and away from the peak at d = n, λ = 0, where nothing of the kind
holds. Bias and variance are exact given the design; only designs are averaged. Hastie et al. (2022), Bach (2023).
"""

from lemmata import *
from lemmata.theory.ridge.notation import Spectrum, j, lam, n, s2, source

q = Symbol("q", "dimensions per sample", Positive)
d = floor(q * n)


def spectrum(p, draw):
    """Eigenvalues j^-a or e^(-aj/d), 0 <= a <= 2, and β_j² = 1/j."""
    index, a = draw.tensor(range(1, int(p.q * p.n) + 1)), 2 * draw.uniform(1)[0]
    a = 0 * a if p.style == "flat" else 0 * a + 2 if p.style == "steep" else a
    values = (-a * index / len(index)).exp() if p.style == "exponential" else index**-a
    return {"l": values, "h": (values / index) ** 0.5}


LAW = Tied(("l", "h"), spectrum, ("power law", "exponential", "flat", "steep"))
l = Array("l", "eigenvalues of the covariance of the inputs, j^-a or e^(-aj/d) with 0 ≤ a ≤ 2", d, of=Positive, kind=LAW)
h = Array("h", "target in the eigenbasis, times the roots of the eigenvalues", d, kind=LAW)
Z = Sampled("Z", Normal(), n, d)
at = Spectrum(l[j], h[j] ** 2 / l[j], d)
k = Definition("κ", "effective penalty, from n − nλ/κ = Σ l_j/(l_j + κ)", at.effective())
D = diag(l)
P = (Z * D * Z.T + n * lam * I(n)).inv()
bias = Definition("Bias", "squared bias given the design", sq(h - D * Z.T * P * Z * h))
spread = Definition("V", "variance given the design, over σ²", Trace(P * P * Z * D * D * Z.T))
dof, train = Trace(Z * D * Z.T * P), lam * quad(P, Z * h)
from_n1 = 1 - at.seen(k) / n  # 1 − γ with N1 in the place of nγ
once = lam / (1 - at.seen(lam) / n)


def near(measured, equivalent, share, says, **wrong):
    """The mean over its equivalent is within share/n of 1; the same is said of wrong equivalents."""
    low, high = 1 - share / n, 1 + share / n
    versions = {name: {"low": low * other / equivalent, "high": high * other / equivalent} for name, other in wrong.items()}
    return Part(Within(Mean(measured) / equivalent, low, high), says=says, wrong=versions)


def kept(level):
    """The equivalent of what the signal leaves of the objective."""
    return lam * at.over(h[j] ** 2 / (l[j] + level))


claim = Claim(
    "ridge.det_equiv",
    source=source("Predictive error", "bach2023"),
    domain=Domain(
        (Or(q >= Rational(3, 2), lam >= Rational(1, 4)), n >= 12),
        core=(n <= 24, q >= 0.25, q <= 3, lam >= 1e-6, lam <= 1, s2 >= 0.05, s2 <= 5),
    ),
    parts={
        "main": near(
            bias + s2 * spread,
            at.risk(k),
            4,
            "The mean ridge risk is within a share 4/n of its deterministic equivalent",
            no_gain=at.left(k) + s2 * at.spread(k),
            kappa_is_lambda=at.risk(lam),
            one_step=at.risk(once),
            gamma_from_n1=at.left(k) / from_n1 + s2 * (1 - from_n1) / from_n1,
        ),
        "bias": near(
            bias,
            at.bias(k),
            4,
            "The mean squared bias is within a share 4/n of κ² Σ β_j² l_j/(l_j + κ)²/(1 − γ)",
            no_gain=at.left(k),
        ),
        "variance": near(
            spread, at.spread(k), 4, "The mean variance is within a share 4/n of σ²γ/(1 − γ)", gamma_alone=at.squares(k)
        ),
        "dof": near(dof, at.seen(k), 1, "The mean degrees of freedom are within a share 1/n of N₁", second=n * at.squares(k)),
        "train_bias": near(
            train,
            kept(k),
            1,
            "The part of the least objective that the signal leaves is within a share 1/n of λ Σ β_j² l_j/(l_j + κ)",
            at_lambda=kept(lam),
        ),
    },
    notes="The constants 4 and 1 are not the best ones: the shares that were seen are at most 2/n and 0.3/n.",
)
