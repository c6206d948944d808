"""The sharp asymptotics of random features where n and p are of the order of the number of harmonics of one degree.

At n = δN_ℓ and p = ψN_ℓ, λ fixed, the equivalent at finite sizes (rf_poly.refined) tends to a curve in the effective ridge χ, (δ - D)(ψ - D) = λψ/χ with
D = m/(m + χ) + t/χ: degrees below ℓ are learned and what is above ℓ is noise and ridge. Judged for ℓ = 1 and 2 and degrees up to 3. For ℓ = 1
it is the linear regime of random features. In the share u = 1 - a that kernel ridge regression leaves, χ = mu/(1 - u), all is rational.
"""

from lemmata import *
from lemmata.theory.krr.notation import F2, F, N, S, u
from lemmata.theory.rf_poly.notation import (
    chi,
    critical,
    delta,
    effective,
    finite,
    freedom,
    lam,
    m,
    mu,
    psi,
    ridge,
    s2,
    signal,
    source,
    squares,
    t,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

far = Ladder(d, (10**3, 10**4, 10**5, 10**6, 10**7))


def limit(degree, tail=None, noise=None, power=1):
    """E on the critical curve of a degree, at the ridge λ."""
    tail = sum(squares[degree + 1 :]) if tail is None else tail
    noise = s2 + sum(signal[degree + 1 :]) if noise is None else noise
    at = {m: squares[degree], t: tail, F2: signal[degree]}
    return critical(noise=noise, power=power).subs(at).subs(chi, effective().subs(at))


def curve(degree, says, **wrong):
    return Part(
        Limit(
            finite(delta * N[degree], psi * N[degree], scale=N[degree]),
            limit(degree),
            ladder=far,
            expansion=(1 / d, d**-2, d**-3),
        ),
        says=says,
        wrong={
            "no_ridge_of_the_tail": {"value": limit(degree, tail=squares[degree + 1] / 4)},
            "no_noise_of_the_tail": {"value": limit(degree, noise=s2)},
            "amplification_dropped": {"value": limit(degree, power=0)},
            **wrong,
        },
    )


def rational(left, right, says, **wrong):
    return Part(
        Identity(left, right), says=says, proof="normal", wrong={name: {"right": value} for name, value in wrong.items()}
    )


place = m * u / (1 - u)
claim = Claim(
    "rf_poly.critical",
    source=source(),
    uses=("rf_poly.refined",),
    domain=Domain(
        (d >= 3, u < 1, *(e > 0 for e in mu)),
        core=(
            (d <= 40, *(e >= 0.3 for e in (delta, psi)), *(e <= 3 for e in (delta, psi)), lam >= 0.05, lam <= 0.5),
            (s2 >= 0.1, s2 <= 0.5, *(e >= 0.4 for e in mu), *(e <= 1 for e in mu), *(f >= 0.4 for f in F)),
            (*(f <= 1 for f in F), *(e >= 0.1 for e in (m, t, S, F2, u, chi)), *(e <= 2 for e in (m, t, S, F2, chi)), u <= 0.9),
        ),
    ),
    parts={
        "main": curve(
            2,
            "At n = δN_2, p = ψN_2 the equivalent of the error tends to that of the degree 2 alone as d grows, λ fixed, with t = μ_3², S = σ²+F_3²",
            over_monomials={"quantity": finite(delta * d**2, psi * d**2, scale=N[2])},
        ),
        "linear": curve(1, "At n = δd, p = ψd it tends to that of the degree 1 alone, with t = μ_2²+μ_3² and S = σ²+F_2²+F_3²"),
        "shares": rational(
            freedom(place),
            (1 - u) * (u + t / m) / u,
            "At χ = mu/(1−u) the degrees of freedom are D = (1−u)(u+T)/u with T = t/m",
            without_tail=1 - u + 0 * t,
        ),
        "ridge": rational(
            (delta - freedom()) * (psi - freedom()),
            ridge() * psi / chi,
            "and λ = χ(δ−D)(1−D/ψ) is the ridge of χ",
            without_features=ridge() / chi,
        ),
    },
)
