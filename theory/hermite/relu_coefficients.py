"""The Hermite coefficients of the ReLU with a bias, σ(z) = max(z + b, 0), in closed form.

E[σ h_k] = He_{k−2}(−b) φ(b)/√k! for k ≥ 2, by two integrations by parts; E[σ h_0] = bΦ(b) + φ(b) and E[σ h_1] = Φ(b). So every b that
is no zero of He_{k−2} leaves the coefficient of degree k.
"""

from lemmata import *
from lemmata.theory.hermite.notation import Z, source

i = Symbol("i", "degree of a Hermite polynomial, less 2", Counts)
b = Symbol("b", "bias of the ReLU", Reals)
ramp = Maximum(Z + b, 0)

claim = Claim(
    "hermite.relu_coefficients",
    source=source(),
    domain=Domain(core=(i <= 1, b >= -1, b <= 2)),
    parts={
        "main": Part(
            Identity(Mean(ramp * h(i + 2, Z)), He(i, -b) * phi(b) / sqrt(factorial(i + 2)), scale=1),
            says="For the ReLU with bias b the coefficient E[σ h_k] is He_{k−2}(−b) φ(b)/√k!, k ≥ 2",
            wrong={"no_sign": {"right": He(i, b) * phi(b) / sqrt(factorial(i + 2))}},
        ),
        "low": Part(
            Identity(Mean(ramp * (1 + Z)), b * Phi(b) + phi(b) + Phi(b), scale=1),
            says="The first two coefficients add up to bΦ(b) + φ(b) and Φ(b)",
        ),
    },
    uses=("hermite.expansion",),
)
