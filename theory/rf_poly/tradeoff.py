"""Random features at n = d^κ₂ and p = d^κ₁: the smaller exponent decides, and no ridge beats either bottleneck.

Away from integers the equivalent tends to σ² + Σ_{k>⌊min(κ₁, κ₂)⌋} F_k² as d grows, λ fixed: the larger one of what n samples leave to the kernel and what
p features cannot approximate. Judged for four pairs of halves of integers, where corrections go down in powers of d^(-1/2). Where n and p are both of
the order N_ℓ the error is above both by finite amounts: for every ridge it is at least S + F²w, the least error of the kernel at δ, over
all its ridges and tails, and at least S + F²u, the approximation error at ψ.
"""

from lemmata import *
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import F
from lemmata.theory.rf_poly.notation import (
    F2,
    S,
    chi,
    critical,
    delta,
    finite,
    freedom,
    lam,
    m,
    mu,
    psi,
    s2,
    signal,
    source,
    t,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

half = Rational(1, 2)
far = Ladder(d, tuple(10 ** (2 + 2 * i) for i in range(5)))


def stair(floor):
    return s2 + sum(signal[floor + 1 :])


def pair(samples, features):
    """n = d^samples, p = d^features, in halves."""
    floor, other = min(samples, features) // 2, max(samples, features) // 2
    return Part(
        Limit(
            finite(d ** (samples * half), d ** (features * half), scale=d ** (min(samples, features) * half)),
            stair(floor),
            ladder=far,
            expansion=(d**-half, 1 / d, d ** -(3 * half)),
        ),
        says=f"At n = d^({samples}/2), p = d^({features}/2) the equivalent tends to σ² + Σ_(k>{floor}) F_k²",
        wrong={"larger_exponent": {"value": stair(other)}, "one_less": {"value": stair(floor - 1)}},
    )


statistical = S + F2 * krr.share(delta, S / F2)
approximation = S + F2 * krr.share(psi, t / m)
admissible = (freedom() < delta, freedom() < psi)
claim = Claim(
    "rf_poly.tradeoff",
    source=source(),
    uses=("rf_poly.bottleneck_n", "rf_poly.bottleneck_p", "krr.kernel_choice"),
    domain=Domain(
        (d >= 3, *(e > 0 for e in mu)),
        core=(
            (d <= 40, lam >= 0.05, lam <= 0.5, s2 >= 0.1, s2 <= 0.5, *(e >= 0.4 for e in mu), *(e <= 1 for e in mu)),
            (*(f >= 0.4 for f in F), *(f <= 1 for f in F), *(e >= 0.1 for e in (m, t, S, F2, chi))),
            (*(e <= 1 for e in (m, t, S, F2)), *(e >= 0.5 for e in (delta, psi)), *(e <= 4 for e in (delta, psi, chi))),
        ),
    ),
    parts={
        "main": pair(3, 5),
        "few_features": pair(5, 3),
        "few_of_both": pair(1, 3),
        "more_features": pair(5, 7),
        "statistical": Part(
            Inequality(statistical, critical()),
            when=admissible,
            says="In the limit no ridge brings the error below S + F²w, the least error of kernel ridge regression at δ",
            wrong={"at_psi": {"left": S + F2 * krr.share(psi, S / F2)}},
        ),
        "approximation": Part(
            Inequality(approximation, critical()),
            when=admissible,
            says="nor below S + F²u, the approximation error of the features at ψ",
            wrong={"at_delta": {"left": S + F2 * krr.share(delta, t / m)}},
        ),
    },
)
