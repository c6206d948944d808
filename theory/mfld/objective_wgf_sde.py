"""The gradient flow of F + λ_2 Ent, its Fokker-Planck equation and its rate of decrease, on Gaussian laws.

∂_t μ = ∇·[(∇δF/δμ + λ_2 ∇log μ)μ] is the law of dX = −∇(δF/δμ)(X) dt + √(2λ_2) dB, and dL/dt = −E|∇δF/δμ + λ_2∇log μ|² = −λ_2²
I(μ|p_μ). On the line with F of the Gaussian model the law N(m, s) is kept, with m' = −(am + b(m − c)) and s' = 2λ_2 − 2as; with b =
0 this is plain Langevin dynamics of a quadratic potential, to an entropy weight λ_2 for 1/β. The particles themselves are run in
mfld.gaussian_oracle.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import a, b, lam, source, target

x, m, s = Symbol("x", "position", Reals), Symbol("m", "mean", Reals), Symbol("s", "variance", Positive)
density = exp(-((x - m) ** 2) / (2 * s)) / sqrt(2 * pi * s)
pull = a * x + b * (m - target)  # ∇δF/δμ
speed, growth = -(a * m + b * (m - target)), 2 * lam - 2 * a * s
moving = Slope(density, m, along=speed) + Slope(density, s, along=growth)


def flow(pull=pull, weight=lam):
    return Gradient(pull * density + weight * density * sp.diff(log(density), x), x)


value = a / 2 * (m**2 + s) + b / 2 * (m - target) ** 2 - lam / 2 * log(2 * pi * sp.E * s)
decrease = Slope(value, m, along=speed) + Slope(value, s, along=growth)
fisher = speed**2 / lam**2 + s * (a / lam - 1 / s) ** 2  # I(N(m, s) | p_μ)


claim = Claim(
    "mfld.objective_wgf_sde",
    source=source("Objective of mean field NN"),
    domain=Domain(
        core=(
            (a >= 0.1, a <= 3, b <= 5, lam >= 0.1, lam <= 3, m >= -2, m <= 2),
            (s >= 0.2, s <= 3, target >= -2, target <= 2, x >= -3, x <= 3),
        )
    ),
    parts={
        "main": Part(
            Identity(moving, flow(), scale=density * (1 + a + b + lam) * (1 + 1 / s) ** 2 * (1 + x**2 + m**2 + target**2) ** 2),
            says="N(m, s) with m' = −(am + b(m − c)), s' = 2λ_2 − 2as solves ∂_t μ = ∂_x[(∂_x δF/δμ + λ_2 ∂_x log μ)μ]",
            proof=lambda k: k.le(
                k.derivative(moving),
                k.normal(k.derivative(moving).right, k.derivative(flow()).right),
                k.flip(k.derivative(flow())),
            ),
            wrong={
                "half_the_noise": {"right": flow(weight=lam / 2)},
                "no_entropy": {"right": flow(weight=Integer(0))},
                "outward": {"right": flow(pull=-pull)},
                "without_interaction": {"right": flow(pull=a * x)},
            },
        ),
        "decrease": Part(
            Identity(decrease, -(lam**2) * fisher, scale=(1 + a + b) ** 2 * (1 + m**2 + target**2) + s * (a + lam / s) ** 2),
            says="Along it F + λ_2 Ent falls at the rate λ_2² I(μ|p_μ)",
            proof=lambda k: k.le(k.derivative(decrease), k.normal(k.derivative(decrease).right, -(lam**2) * fisher)),
            wrong={"weight_once": {"right": -lam * fisher}, "half": {"right": -(lam**2) * fisher / 2}},
        ),
    },
    uses=("mfld.gaussian_oracle",),
)
