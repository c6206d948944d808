"""Message passing for ridge regression is solved in closed form: error, rate of convergence, and both against the algorithm itself.

For L = (y - z)²/2 and one output G = (y - γ)/(1 + V), Λ = α/(1 + V) and V = 1/(λ + Λ), that is λ = (1 - (α-1)V)/(V(1 + V)). State evolution has
M = ΛV = 1 - λV from the first step on, and Q = V²(Λ² + α(σ² + 1 - 2M + Q)/(1 + V)²). Its fixed point is the risk of ridge regression by the
law of Marchenko and Pastur, whose resolvent is V. With V fixed the steps shrink by ρ = αV²/(1 + V)² from the very first one:
|W^(t+1) - W^t|²/d = ρ^t Q¹, Q¹ the first value of Q, and ρ <= 1 - λV. As λ → 0 the rate tends to min(α, 1/α).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.amp.notation import V, alpha, ridge, s2, source

lam = ridge()
Lam = alpha / (1 + V)
rho = alpha * V**2 / (1 + V) ** 2
M = 1 - lam * V


def risk(rho=rho):
    """The mean squared error of the fixed point."""
    return ((1 - M) ** 2 + rho * s2) / (1 - rho)


mse = risk()
Q = mse - 1 + 2 * M


def next_square(mse=mse, alpha=alpha, M=M):
    """Q after one more step at this error."""
    return V**2 * (Lam**2 + alpha * (s2 + mse) / (1 + V) ** 2)


slope = -1 / sp.factor(sp.diff(lam, V))  # -dV/dλ, the mean of 1/(x + λ)²
resolvents = lam**2 * slope + s2 * (V - lam * slope)

# the algorithm, at fixed V
T, LOW, HIGH = 6, Rational(7, 8), Rational(9, 8)
WIDE = {"low": Rational(4, 5), "high": Rational(13, 10)}
n, d = 60, 40
setting = {alpha: Rational(n, d), V: Rational(1, 2), s2: Rational(1, 4)}
X, W0, eps = Sampled("X", Normal(Rational(1, d)), n, d), Sampled("W_0", Normal(), d), Sampled("ε", Normal(setting[s2]), n)
W, G = Array("W", "weights", d), Array("G", "messages of the samples", n)


def run(onsager=1, times=T):
    """The path of the weights for labels XW_0 + ε."""
    own = V.xreplace(setting)
    g = (X * W0 + eps - X * W + onsager * own * G) / (1 + own)
    return Iterate((W, G), (own * (X.T * g + Lam.xreplace(setting) * W), g), (0 * W, 0 * G), times)


def error(**options):
    path = run(**options)
    return Mean(sq(path.at(path.times) - W0)) / d


def move(t, **options):
    path = run(times=t + 1, **options)
    return Mean(sq(path.at(t + 1) - path.at(t))) / d


def error_after(t, rho=rho):
    """The error of state evolution after t steps, which is 1 at the start."""
    return risk(rho) + (1 - risk(rho)) * rho**t


first = next_square(mse=1)  # Q after the first step, where γ = 0


def around(value, low=LOW, high=HIGH):
    value = value.xreplace(setting)
    return {"low": value * low, "high": value * high}


y = Symbol("y", "one over the ridge", Positive)
far = Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6))
r = Symbol("r", "the lesser of α and 1/α", Positive)


def solved(alpha):
    """V at λ = 1/y, in a form without cancellation on either side of α = 1."""
    gap = 1 / y + alpha - 1
    return y * (sqrt(gap**2 + 4 / y) - gap) / 2 if alpha == r else 2 / (sqrt(gap**2 + 4 / y) + gap)


close = (1 / y, y**-2, y**-3)


def rate(alpha):
    return alpha * (1 - 1 / (1 + solved(alpha))) ** 2


claim = Claim(
    "amp.ridge_closed_form",
    source=source(),
    domain=Domain(
        (alpha - 1) * V < 1,
        rho < 1,  # this and the next follow from the one before
        alpha * V**2 - V**2 - 2 * V - 1 < 0,
        r < 1,
        core=(r >= 0.2, r <= 0.8, alpha >= 0.3, alpha <= 4, V >= 0.1, V <= 4, s2 >= 0.05, s2 <= 1),
    ),
    parts={
        "main": Part(
            Identity(next_square(), Q, scale=mse + 1),
            says="State evolution has the fixed point with mean squared error ((1−M)² + ρσ²)/(1−ρ), M = 1 − λV",
            proof="normal",
            wrong={"first_power": {"right": Q - mse + risk(alpha * V / (1 + V))}, "per_sample": {"left": next_square(alpha=1)}},
        ),
        "marchenko_pastur": Part(
            Identity(resolvents, mse),
            says="It is the risk of ridge regression by the Marchenko–Pastur law, λ²m_2 + σ²(V − λm_2) with m_2 = −dV/dλ",
            proof="normal",
            wrong={"noise_as_signal": {"left": lam**2 * slope + s2 * slope}},
        ),
        "variance": Part(
            Identity(1 / (lam + Lam), V),
            says="With Λ = α/(1 + V) and λ = (1 − (α−1)V)/(V(1 + V)) the variance is V = 1/(λ + Λ)",
            proof="normal",
            wrong={"from_dimension": {"left": 1 / (lam.subs(alpha, 2 - alpha) + Lam)}},
        ),
        "rate": Part(
            Identity((1 - lam * V) * V / (1 + V), rho),
            says="The rate αV²/(1 + V)² is (1 − λV)V/(1 + V)",
            proof="normal",
            wrong={"first_power": {"right": alpha * V / (1 + V)}},
        ),
        "contraction": Part(
            Inequality(rho, 1 - lam * V),
            says="It is at most 1 − λV",
            proof="compare",
            wrong={"squared": {"right": (1 - lam * V) ** 2}},
        ),
        "run": Part(
            Within(error(), **around(error_after(T))),
            says="After 6 steps at d = 40, α = 3/2, V = 1/2, σ² = 1/4 the algorithm has the mean squared error of state evolution to an eighth",
            wrong={"first_power": around(error_after(T, (1 + V) * rho / V))},
        ),
        "moves": Part(
            Within(move(1), **around(rho * first, **WIDE)),
            says="and its second step has a mean size between 0.8 and 1.3 times ρQ¹",
            wrong={
                "root": around(first, **WIDE),
                "no_correlation_in_time": around(rho * (2 * s2 + error_after(0) + error_after(1)), **WIDE),
                "no_onsager_term": {"quantity": move(1, onsager=0)},
            },
        ),
        "few_samples": Part(
            Limit(rate(r), r, ladder=far, expansion=close),
            says="As λ → 0 the rate tends to α for α < 1",
            wrong={"inverse": {"value": 1 / r}},
        ),
        "many_samples": Part(
            Limit(rate(1 / r), r, ladder=far, expansion=close), says="and to 1/α for α > 1", wrong={"square": {"value": r**2}}
        ),
    },
)
