"""Langevin dynamics of a potential L as a gradient flow of ∫L dμ + (1/β) Ent(μ) in W_2: a proximal step moves as the flow does.

For L = κx²/2 on the line a proximal step of length τ from N(0, r²), the minimiser of the objective plus W_2²/(2τ), is N(0, r'²)
with r' = (r + √(r² + 4(1 + τκ)τ/β))/(2(1 + τκ)): among centred Gaussian laws, and the slope (r' − r)/τ tends to −(κr − 1/(βr)). So
V = r² solves V' = 2/β − 2κV. The objective exceeds its least value, at exp(−βL), by KL/β.
"""

from lemmata import *
from lemmata.theory.mfld.notation import excess, source

kappa, beta = Symbol("κ", "curvature of the potential", Positive), Symbol("β", "inverse temperature", Positive)
r, w = Symbol("r", "deviation before the step", Positive), Symbol("w", "deviation after it", Reals)
tau, t = Symbol("τ", "length of a step", Positive), Symbol("t", "time", Positive)
n, V = Symbol("n", "number of steps", Naturals), Symbol("V", "a variance", Positive)
v0 = Symbol("V_0", "variance at the start", Positive)


def objective(deviation):
    """Less a constant."""
    return kappa * deviation**2 / 2 - log(deviation**2) / (2 * beta)


def step(before, length, heat=1 / beta):
    return (before + sqrt(before**2 + 4 * (1 + length * kappa) * length * heat)) / (2 * (1 + length * kappa))


closed = 1 / (beta * kappa) + exp(-2 * kappa * t) * (v0 - 1 / (beta * kappa))
small = Ladder(n, (10**4, 10**5, 10**6, 10**7, 10**8))
gap = objective(sqrt(V)) - objective(1 / sqrt(beta * kappa))
claim = Claim(
    "mfld.gld_wgf",
    source=source("GLD as a Wasserstein gradient flow / Vanilla GLD"),
    domain=Domain(
        core=(
            (kappa >= 0.1, kappa <= 3, beta >= 0.5, beta <= 10, r >= 0.5, r <= 2),
            (tau >= 0.01, tau <= 0.2, t >= 0.2, t <= 2, v0 >= 0.01, v0 <= 5, V >= 0.01, V <= 5),
        )
    ),
    parts={
        "main": Part(
            Optimality(objective(w) + (w - r) ** 2 / (2 * tau), {w: step(r, tau)}),
            says="Among centred Gaussian laws ∫L dμ + Ent(μ)/β + W_2²/(2τ) is least at the deviation (r + √(r² + 4(1+τκ)τ/β))/(2(1+τκ))",
            wrong={"root_of_heat": {"at": {w: step(r, tau, 1 / sqrt(beta))}}, "not_halved": {"at": {w: step(r, 2 * tau)}}},
        ),
        "slope": Part(
            Limit(
                n * (step(r, 1 / n) - r),
                1 / (beta * r) - kappa * r,
                ladder=small,
                expansion=(1 / n, n**-2, n**-3),
                scale=1 / (beta * r) + kappa * r,
            ),
            says="The step over its length τ = 1/n tends to −(κr − 1/(βr))",
            wrong={"twice": {"value": 2 / (beta * r) - 2 * kappa * r}},
        ),
        "flow": Part(
            Identity(Flow(V, 2 / beta - 2 * kappa * V, v0, t), closed),
            says="so that the variance solves V' = 2/β − 2κV: it is 1/(βκ) + e^(−2κt)(V_0 − 1/(βκ))",
            wrong={"half_the_heat": {"right": closed.subs(beta, 2 * beta)}, "rate": {"right": closed.subs(t, t / 2)}},
        ),
        "gap": Part(
            Identity(gap, excess(beta * kappa * V) / (2 * beta), scale=1 / beta + kappa * V),
            says="The objective exceeds its least value by KL(μ | exp(−βL))/β",
            wrong={
                "without_heat": {"right": excess(beta * kappa * V) / 2},
                "inverse": {"right": excess(kappa * V / beta) / (2 * beta)},
            },
        ),
    },
)
