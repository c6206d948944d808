"""The bias-variance trade-off behind double descent in kernel ridge regression: the bias never rises, the variance may.

On the critical curve δ = (1 - u)(L + u)/u, E = (S + F²u²)(L + u)/(L + u²) the squared bias is F_>² + F²u² and falls with u, and u falls with δ.
What is left, E - σ² - Bias², is (σ² + Bias²) r/(1 - r) with r = u(1 - u)/(L + u), the share df_2/n. With ν = S/F² the error rises in δ where
2u(ν - L)(L + u) > (ν + u²)(L + u²): never if L ≥ ν, and from δ = 0 on if L < (ν - 1)/2. Judged and proved is the algebra of this curve, and
regressions are run in krr.trade_off; S stands for σ² + F_>², so that σ² + Bias² = S + F²u².
"""

from lemmata import *
from lemmata.theory.krr.notation import F2, L, S, error, samples, source, u

nu = Symbol("ν", "S over F²", Positive)
share = u * (1 - u) / (L + u)  # df_2/n
bias = S + F2 * u**2  # σ² + squared bias
chi = u / (1 - u)  # χ/c_ℓ
gap = (nu + u**2) * (L + u**2) - 2 * u * (nu - L) * (L + u)
relative = (nu + u**2) * (L + u) / (L + u**2)  # E/F²
rise = Slope(log(relative), u, 1)


def normal(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


def derived(left, right):
    return {"statement": Identity(left, right, scale=1 / u + 1 / (1 - u) + L), "proof": "derivative"}


claim = Claim(
    "krr.bias_variance",
    source=source(),
    domain=Domain(
        u < 1, core=(u >= 0.05, u <= 0.95, L >= 0.01, L <= 2, S >= 0.1, S <= 2, F2 >= 0.1, F2 <= 2, nu >= 0.1, nu <= 4)
    ),
    parts={
        "main": Part(
            **derived(rise, gap / ((nu + u**2) * (L + u) * (L + u**2))),
            says="In the share u that is not learned, log E has the slope [(ν+u²)(L+u²) − 2u(ν−L)(L+u)]/((ν+u²)(L+u)(L+u²))",
            wrong={
                "first_power": {"right": (gap + (nu - L) * (L + u) * u) / ((nu + u**2) * (L + u) * (L + u**2))},
                "bias_alone": {"right": 2 * u / (nu + u**2)},
            },
        ),
        "samples": Part(
            **normal(L / chi + 1 / (1 + chi), samples),
            says="The root condition δ = λ_eff/χ + c_ℓ/(c_ℓ + χ) is δ = (1−u)(L+u)/u",
            wrong={"without_ridge": {"right": 1 - u}, "kernel_squared": {"right": (1 - u) * (L + u) / u**2}},
        ),
        "error": Part(
            **normal(bias / (1 - (1 - u) ** 2 / samples), error()),
            says="and the error (S + F²u²)/(1 − a²/δ) is (S + F²u²)(L+u)/(L+u²)",
            wrong={
                "degrees_for_squares": {"left": bias / (1 - (1 - u) / samples)},
                "first_power": {"left": (S + F2 * u) / (1 - share)},
            },
        ),
        "variance": Part(
            **normal(error() - bias, bias * share / (1 - share)),
            says="The variance E − σ² − Bias² is (σ² + Bias²) r/(1 − r), r = u(1−u)/(L+u)",
            wrong={"without_bias": {"right": S * share / (1 - share)}, "not_amplified": {"right": bias * share}},
        ),
        "bias_falls": Part(
            **derived(Slope(samples, u, 1), -(1 + L / u**2)),
            says="u falls as δ grows, dδ/du = −(1 + L/u²), so that the bias F_>² + F²u² falls",
            wrong={"without_ridge": {"right": -1 + 0 * u}},
        ),
        "never": Part(
            Inequality(2 * u * (nu - L) * (L + u), (nu + u**2) * (L + u**2)),
            when=(L >= nu,),
            says="For L ≥ ν the error never rises with δ",
        ),
        "at_once": Part(
            **normal(gap.subs(u, 1), (L + 1) * (2 * L + 1 - nu)),
            says="At δ = 0 (u = 1) the bracket is (L+1)(2L+1−ν): the error rises there where L < (ν−1)/2",
            wrong={"half": {"right": (L + 1) * (L + 1 - nu)}},
        ),
    },
)
