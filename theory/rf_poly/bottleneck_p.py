"""Far more samples than features: the error of random features is what p features can approximate at best.

As δ → ∞ at fixed λ the critical curve tends to S + F²u with u the share at D(χ) = ψ: the share that kernel ridge regression would leave at
ψ samples with L = t/m, u = ½[1 − T − ψ + √((ψ + T − 1)² + 4T)], T = t/m. At finite sizes the approximation error of p features is
σ² + Σ_k F_k²(1 − a_k) at the root ν of D = p; on weights of the sphere the best combination of p features, given the population's moments of the
features exactly, is compared with it. Where n = d^(5/2) and p = d^(3/2) the error tends to σ² + Σ_{k>1} F_k². As t → 0 and ψ > 1 the degree is
represented completely; at ψ < 1 a share 1 − ψ is left.
"""

from lemmata import *
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import F, L, u
from lemmata.theory.rf_poly.notation import (
    F2,
    S,
    critical,
    delta,
    effective,
    finite,
    freedom,
    lam,
    m,
    mu,
    nu,
    p,
    projected,
    psi,
    s2,
    signal,
    source,
    sums,
    t,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

SHARE, half = Rational(7, 100), Rational(1, 2)
level = Root(nu, p - sums()[1])
shares = sums(level)[0]
best = s2 + sum(f * (1 - e) for f, e in zip(signal, shares, strict=True))
squared = s2 + sum(f * (1 - e) ** 2 for f, e in zip(signal, shares, strict=True))
many = Ladder(delta, (10**3, 10**4, 10**5, 10**6, 10**7))
far = Ladder(d, tuple(10 ** (2 + 2 * i) for i in range(5)))
left = krr.share(psi, t / m)
run = projected(**{str(e): e for e in (p, d, s2, *mu, *F)})
place = m * u / (1 - u)


def instead(wrong):
    """The same about a wrong equivalent."""
    return {"low": (1 - SHARE) * wrong / best, "high": (1 + SHARE) * wrong / best}


claim = Claim(
    "rf_poly.bottleneck_p",
    source=source(),
    uses=("rf_poly.critical",),
    domain=Domain(
        (d >= 3, u < 1, *(e > 0 for e in mu)),
        core=(
            (d >= 10, d <= 14, p >= 20, p <= 90, psi >= 0.3, psi <= 3, lam >= 0.05, lam <= 0.5, s2 >= 0.1, s2 <= 0.5),
            (*(e >= 0.4 for e in mu), *(e <= 1 for e in mu), *(f >= 0.4 for f in F), *(f <= 1 for f in F)),
            (*(e >= 0.1 for e in (m, t, S, F2, u, L)), *(e <= 1 for e in (m, t, S, F2, L)), u <= 0.9, delta <= 5),
        ),
    ),
    parts={
        "main": Part(
            Limit(critical(effective()), S + F2 * left, ladder=many, expansion=(1 / delta, delta**-2, delta**-3)),
            says="As δ → ∞ the critical curve tends to S + F²·½[1 − T − ψ + √((ψ+T−1)² + 4T)], T = t/m, whatever the ridge",
            wrong={
                "squared_share": {"value": S + F2 * left**2},
                "without_tail": {"value": F2 * left},
                "ridge_left": {"value": S + F2 * krr.share(psi, (t + lam) / m)},
            },
        ),
        "share": Part(
            Identity(freedom(place, m, L * m), krr.samples),
            says="D at the share u is (1−u)(T+u)/u, the samples of kernel ridge regression with T in the place of L",
            proof="normal",
            wrong={"without_tail": {"right": 1 - u}},
        ),
        "approximation": Part(
            Within(Mean(run["A"]) / best, 1 - SHARE, 1 + SHARE),
            says="The mean error of the best combination of p random features is within 7 % of σ² + Σ F_k²(1 − a_k), D = p, at these sizes",
            wrong={"squared_shares": instead(squared)},
        ),
        "between": Part(
            Limit(
                finite(d ** (5 * half), d ** (3 * half), scale=d ** (3 * half)),
                s2 + sum(signal[2:]),
                ladder=far,
                expansion=(d**-half, 1 / d, d ** -(3 * half)),
            ),
            says="At n = d^(5/2), p = d^(3/2) the equivalent tends to σ² + F_2² + F_3²: p decides",
            wrong={"samples_decide": {"value": s2 + signal[3]}, "nothing": {"value": s2 + sum(signal[1:])}},
        ),
    },
    procedures=(projected,),
)
