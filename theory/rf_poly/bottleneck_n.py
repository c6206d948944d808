"""Far more features than samples: random features do as well as kernel ridge regression.

ρ = 1 turns the equivalent of random features at every finite size into that of kernel ridge regression with c_k = μ_k² and the same effective ridge.
At fixed λ the critical curve tends to that of the kernel as ψ → ∞, with the same λ. Where n = d^(3/2) and p = d^(5/2) the error tends to
σ² + Σ_{k>1} F_k², that of the kernel. On points of the sphere the mean risk with 12 features a sample is compared with that of the kernel.
"""

from lemmata import *
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import F
from lemmata.theory.rf_poly.notation import (
    F2,
    S,
    critical,
    delta,
    effective,
    error,
    finite,
    fitted,
    lam,
    m,
    mu,
    n,
    nu,
    p,
    psi,
    s2,
    shrunk,
    signal,
    source,
    squares,
    sums,
    t,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

half = Rational(1, 2)
a, D, D2 = sums()
finite_p = error(s2, signal, a, shrunk(p, D, D2), n, D, D2)
kernel = krr.equivalent(n, signal, krr.learned(nu, squares))
many = Ladder(psi, (10**3, 10**4, 10**5, 10**6, 10**7))
far = Ladder(d, tuple(10 ** (2 + 2 * i) for i in range(5)))


def by_kernel(ridge, own=m):
    """The critical curve of the kernel."""
    slack = (ridge + t) / own
    return krr.error(krr.share(delta, slack), slack)


ACTIVATION, TARGET = (half, Rational(7, 10), half, half), (half, Integer(1), Rational(4, 5), half)
SIZES = {"n": Integer(20), "d": Integer(10), "λ": half, "σ²": Rational(1, 5), **dict(zip(map(str, F), TARGET, strict=True))}
features = fitted(p=Integer(240), **SIZES, **dict(zip(map(str, mu), ACTIVATION, strict=True)))
few = fitted(p=Integer(20), **SIZES, **dict(zip(map(str, mu), ACTIVATION, strict=True)))
exact = krr.fitted(**SIZES, **{str(c): e**2 for c, e in zip(krr.c, ACTIVATION, strict=True)})

claim = Claim(
    "rf_poly.bottleneck_n",
    source=source(),
    uses=("rf_poly.critical", "krr.critical"),
    domain=Domain(
        (d >= 3, *(e > 0 for e in mu)),
        core=(
            (d <= 40, psi <= 5, n <= 100, n >= 50, delta >= 0.3, delta <= 3, lam >= 0.05, lam <= 0.5, s2 >= 0.1, s2 <= 0.5),
            (nu >= 0.05, nu <= 1, *(e >= 0.4 for e in mu), *(e <= 1 for e in mu), *(f >= 0.4 for f in F)),
            (*(f <= 1 for f in F), *(e >= 0.1 for e in (m, t, S, F2)), *(e <= 1 for e in (m, t, S, F2))),
        ),
    ),
    parts={
        "main": Part(
            Limit(critical(effective()), by_kernel(lam), ladder=many, expansion=(1 / psi, psi**-2, psi**-3)),
            says="As ψ → ∞ the critical curve of random features tends to that of the kernel with c_k = μ_k² and the same ridge",
            wrong={
                "coefficients_for_squares": {"value": by_kernel(lam, m**half)},
                "without_ridge": {"value": by_kernel(0 * lam)},
            },
        ),
        "kernel": Part(
            Limit(finite_p, kernel, ladder=Ladder(p, (10**3, 10**4, 10**5, 10**6, 10**7)), expansion=(1 / p, p**-2, p**-3)),
            when=(n >= 1 + D,),
            says="At finite n and d, as p → ∞ at the same ν, the equivalent tends to that of kernel ridge regression with c_k = μ_k²",
            wrong={"first_term_alone": {"value": error(s2, signal, a, Integer(0), n, D2, D2)}},
        ),
        "between": Part(
            Limit(
                finite(d ** (3 * half), d ** (5 * half), scale=d ** (3 * half)),
                s2 + sum(signal[2:]),
                ladder=far,
                expansion=(d**-half, 1 / d, d ** -(3 * half)),
            ),
            says="At n = d^(3/2), p = d^(5/2) the equivalent tends to σ² + F_2² + F_3²: n decides",
            wrong={"features_decide": {"value": s2 + signal[3]}, "nothing": {"value": s2 + sum(signal[1:])}},
        ),
        "run": Part(
            Inequality(Mean(features["E"]), Rational(6, 5) * Mean(exact["E"])),
            says="On points of the sphere (n = 20, d = 10) the mean risk with 240 features is at most 1.2 of that of the kernel",
            wrong={"few": {"left": Mean(few["E"])}},
        ),
        "run_below": Part(
            Inequality(Rational(9, 10) * Mean(exact["E"]), Mean(features["E"])),
            says="and at least 0.9 of it",
            wrong={"twice": {"left": Rational(6, 5) * Mean(exact["E"])}},
        ),
    },
    procedures=(fitted, krr.fitted),
)
