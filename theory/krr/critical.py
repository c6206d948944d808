"""The sharp learning curve of kernel ridge regression where n is of the order of the number of harmonics of one degree.

With ν = χ/N_ℓ in the equivalent at finite sizes (krr.refined) degrees below ℓ have N_k/N_ℓ → 0 and are learned completely, and of those
above ℓ, N_k/N_ℓ → ∞, Σ c_k is left as a ridge and Σ F_k² as noise: n = δN_ℓ gives the curve δ = (1 - u)(L + u)/u,
E = (S + F²u²)(L + u)/(L + u²) with L = (λ + Σ_{k>ℓ} c_k)/c_ℓ and S = σ² + Σ_{k>ℓ} F_k². Judged for ℓ = 1 and 2 and degrees up to 3. How far n is
from δN_ℓ at given χ is bounded at every d. Before the regime, δ → 0, the error is S + F², and after it, δ → ∞, it is S.
"""

from lemmata import *
from lemmata.theory.krr.notation import (
    F2,
    F,
    L,
    N,
    S,
    c,
    delta,
    equivalent,
    error,
    lam,
    learned,
    needed,
    nu,
    s2,
    samples,
    share,
    source,
    u,
)  # fmt: skip
from lemmata.theory.sphere.notation import d

chi = Symbol("χ", "effective ridge", Positive)
squares = [f**2 for f in F]
far = Ladder(d, (10**3, 10**4, 10**5, 10**6, 10**7))
y = Symbol("y", "one over the share that is learned, or that is not", Positive)
away = Ladder(y, (10**3, 10**4, 10**5, 10**6, 10**7))
ORDERS = (1 / d, d**-2, d**-3)


def finite(n):
    """The equivalent at n samples; ν is searched for in units of 1/n."""
    return equivalent(n, squares, learned(Root(nu, 1 - needed(nu / n) / n) / n))


def limit(degree, ridge=None, noise=None):
    """E on the critical curve of a degree."""
    ridge = lam + sum(c[degree + 1 :]) if ridge is None else ridge
    noise = s2 + sum(squares[degree + 1 :]) if noise is None else noise
    slack = ridge / c[degree]
    return error(share(delta, slack), slack, noise).subs(F2, squares[degree])


def curve(degree):
    return Limit(finite(delta * N[degree]), limit(degree), ladder=far, expansion=ORDERS)


low, high = needed(chi / N[2]) / N[2], lam / chi + c[3] / chi + c[2] / (c[2] + chi)
below, above = (1 + d) / N[2], (c[3] / chi) ** 2 * N[2] / N[3]

a = learned(chi / N[2])


ratio = N[2] / N[3]


def most(K):
    """What lower degrees and the tail are short of."""
    short = sum(N[k] / N[2] * (N[k] * chi) / (c[k] * N[2] + N[k] * chi) for k in (0, 1))
    short += c[3] ** 2 * ratio / (chi * (ratio * c[3] + chi))
    return K.to(K.compare(low, low + short), high + below)


def least(K):
    """Lower degrees, and the second order of the tail."""
    more = sum(N[k] / N[2] * a[k] for k in (0, 1)) + c[3] ** 3 * ratio**2 / (chi**2 * (ratio * c[3] + chi))
    return K.to(K.compare(high - above, high - above + more), low)


claim = Claim(
    "krr.critical",
    source=source(),
    uses=("krr.refined", "krr.bias_variance"),
    domain=Domain(
        (u < 1, d >= 3, *(e > 0 for e in c)),
        core=(
            (d <= 40, delta >= 0.3, delta <= 3, lam >= 0.01, lam <= 0.1, s2 >= 0.1, s2 <= 0.5),
            (chi >= 0.1, chi <= 2, *(e >= 0.2 for e in c), *(e <= 1 for e in c), *(f >= 0.4 for f in F)),
            (*(f <= 1 for f in F), u >= 0.05, u <= 0.95, L >= 0.05, L <= 2, S >= 0.1, S <= 1, F2 >= 0.2, F2 <= 1),
        ),
    ),
    parts={
        "main": Part(
            curve(2),
            says="At n = δN_2 the equivalent of the error tends to (S + F_2²u²)(L+u)/(L+u²) as d grows, λ fixed, L = (λ+c_3)/c_2, S = σ²+F_3²",
            wrong={
                "no_ridge_of_the_tail": {"value": limit(2, ridge=lam)},
                "no_noise_of_the_tail": {"value": limit(2, noise=s2)},
                "samples_over_d_squared": {"quantity": finite(delta * d**2)},
            },
        ),
        "linear": Part(
            curve(1),
            says="At n = δd it tends to that of degree 1, with L = (λ+c_2+c_3)/c_1 and S = σ²+F_2²+F_3²",
            wrong={
                "no_ridge_of_the_tail": {"value": limit(1, ridge=lam)},
                "next_degree_alone": {"value": limit(1, ridge=lam + c[2])},
                "no_noise_of_the_tail": {"value": limit(1, noise=s2)},
            },
        ),
        "samples_above": Part(
            Inequality(low, high + below),
            says="At every d, ν = χ/N_2 belongs to at most λ/χ + c_3/χ + c_2/(c_2+χ) + (1+d)/N_2 samples per harmonic of degree 2",
            proof=most,
            wrong={"without_lower_degrees": {"right": high}},
        ),
        "samples_below": Part(
            Inequality(high - above, low),
            says="and to at least λ/χ + c_3/χ + c_2/(c_2+χ) − (c_3/χ)² N_2/N_3",
            proof=least,
            wrong={"exact_tail": {"left": high}},
        ),
        "root": Part(
            Identity(share(samples), u),
            says="On the curve u = ½[1 − L − δ + √((δ+L−1)² + 4L)]",
            wrong={"other_root": {"left": 1 - L - samples - share(samples)}},
        ),
        "before": Part(
            Limit(error(1 - 1 / y), S + F2, ladder=away, expansion=(1 / y, y**-2, y**-3)),
            says="Before the regime, u → 1, the error tends to S + F²",
            wrong={"learned": {"value": S}},
        ),
        "after": Part(
            Limit(error(1 / y), S, ladder=away, expansion=(1 / y, y**-2, y**-3)),
            says="and after it, u → 0, to S",
            wrong={"not_learned": {"value": S + F2}},
        ),
    },
)
