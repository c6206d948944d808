"""Double descent of random features at n = p, at every polynomial scale of n and p, and the height of its peak.

For n = δd^κ, p = ψd^κ, κ no integer, only the tail is left: t = Σ_{k>κ} μ_k², S = σ² + Σ_{k>κ} F_k², D = t/χ, and E tends to S/(1 - D²/(δψ)) with the smaller root D of
(δ - D)(ψ - D) = λψD/t. As λ → 0, after d, it tends to S/(1 - min(δ/ψ, ψ/δ)), and at δ = ψ to S√(t/λ)/2 in leading order: it diverges there where S > 0.
At the critical scale κ = ℓ the height is the approximation error S + F²u times √(δχ/λ)/2, χ = mu/(1 - u), u the share at D(χ) = δ. Fits at n = p and
with three times more or fewer features are run on points of the sphere: risks near the peak have heavy tails, so that shares of draws are
judged, with constants from a pilot on other keys (0.94; more than twice in 0.86).
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
    finite,
    fitted,
    lam,
    m,
    mu,
    psi,
    s2,
    signal,
    source,
    squares,
    t,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

y = Symbol("y", "one over the ridge", Positive)
half = Rational(1, 2)
far = Ladder(d, tuple(10 ** (2 + 2 * i) for i in range(5)))
ROOTS = (1 / sqrt(y), 1 / y, y ** -Rational(3, 2), y**-2)
weak = Ladder(y, (10**4, 10**5, 10**6, 10**7, 10**8))


def smaller(lam, t, delta=delta, psi=psi):
    """D, the smaller root, in the form that does not cancel."""
    more = lam * psi / t
    return 2 * delta * psi / (delta + psi + more + sqrt((delta - psi) ** 2 + 2 * (delta + psi) * more + more**2))


def scaled(lam, t=t, noise=S, delta=delta, psi=psi, power=2):
    """E between the critical scales."""
    return noise / (1 - smaller(lam, t, delta, psi) ** power / (delta * psi) ** (Rational(power) / 2))


def between(floor, says):
    kappa, tail, noise = floor + half, sum(squares[floor + 1 :]), s2 + sum(signal[floor + 1 :])
    value = scaled(lam, tail, noise)
    return Part(
        Limit(
            finite(delta * d**kappa, psi * d**kappa, scale=d**kappa),
            value,
            ladder=far,
            expansion=(d**-half, 1 / d, d ** -(3 * half)),
        ),
        says=says,
        wrong={
            "label_noise_alone": {"value": scaled(lam, tail, s2)},
            "first_power": {"value": scaled(lam, tail, noise, power=1)},
            "ridgeless": {"value": scaled(lam / 10**6, tail, noise)},
        },
    )


def run(p):
    """The risk at n = 30, d = 20."""
    activation, target = (half, Rational(3, 5), half, half), (half, Rational(7, 10), half, half)
    given = dict(zip(map(str, (*mu, *F)), (*activation, *target), strict=True))
    return fitted(n=Integer(30), p=Integer(p), d=Integer(20), **{"λ": Rational(1, 100), "σ²": half}, **given)["E"]


u = krr.share(delta, t / m)
height = (S + F2 * u) * sqrt(delta * m * u / (1 - u)) / 2
claim = Claim(
    "rf_poly.double_descent",
    source=source(),
    uses=("rf_poly.critical",),
    domain=Domain(
        (d >= 3, *(e > 0 for e in mu)),
        core=(
            (d <= 40, y <= 10, lam >= 0.05, lam <= 0.5, s2 >= 0.1, s2 <= 0.5, *(e >= 0.4 for e in mu)),
            (*(e <= 1 for e in mu), *(f >= 0.4 for f in F), *(f <= 1 for f in F), *(e >= 0.2 for e in (m, t, S, F2))),
            (*(e <= 1 for e in (m, t, S, F2)), *(e >= 0.3 for e in (delta, psi)), *(e <= 3 for e in (delta, psi))),
        ),
    ),
    parts={
        "main": between(
            1,
            "At n = δd^(3/2), p = ψd^(3/2) E → S/(1 − D²/(δψ)) with the smaller root of (δ−D)(ψ−D) = λψD/t, t = μ_2²+μ_3², S = σ²+F_2²+F_3²",
        ),
        "later": between(2, "At n = δd^(5/2), p = ψd^(5/2) the same with t = μ_3² and S = σ² + F_3²"),
        "ridgeless": Part(
            Limit(scaled(1 / y), S / (1 - Minimum(delta / psi, psi / delta)), ladder=weak, expansion=(1 / y, y**-2, y**-3)),
            when=(Maximum(delta / psi, psi / delta) >= Rational(5, 4),),
            says="As λ → 0 that tends to S/(1 − min(δ/ψ, ψ/δ)), for ratios away from 1",
            wrong={
                "squared": {"value": S / (1 - Minimum(delta / psi, psi / delta) ** 2)},
                "at_half": {"value": S / (1 - Minimum(delta / (2 * psi), 2 * psi / delta) / 2)},
            },
        ),
        "peak": Part(
            Limit(scaled(1 / y, psi=delta) / sqrt(y), S * sqrt(t) / 2, ladder=weak, expansion=ROOTS),
            says="At n = p it diverges like S√(t/λ)/2, whatever δ",
            wrong={
                "without_half": {"value": S * sqrt(t)},
                "unrooted": {"value": S * t / 2},
                "n_is_2p": {"quantity": scaled(1 / y, psi=delta / 2) / sqrt(y)},
            },
        ),
        "critical_peak": Part(
            Limit(critical(effective(delta, delta, 1 / y), delta, delta) / sqrt(y), height, ladder=weak, expansion=ROOTS),
            says="At n = p ~ δN_ℓ it diverges like (S + F²u)√(δχ/λ)/2, u the share at D(χ) = δ",
            wrong={
                "noise_alone": {"value": S * height / (S + F2 * u)},
                "signal_whole": {"value": (S + F2) * height / (S + F2 * u)},
            },
        ),
        "few": Part(
            Guarantee(run(30) > run(10), Rational(4, 5)),
            says="On points of the sphere (n = 30, d = 20, λ = 1/100) the risk with 30 features exceeds that with 10 in four of five pairs of draws",
            wrong={"the_other_way": {"event": run(10) > run(30)}},
        ),
        "many": Part(
            Guarantee(run(30) > run(90), Rational(9, 10)),
            says="and that with 90 in nine of ten",
            wrong={"the_other_way": {"event": run(90) > run(30)}},
        ),
    },
    procedures=(fitted,),
)
