"""What two noisy copies of one input share: the second moment of their features, exactly at every dimension.

Of weights with inner product ρ it is m_0² + m_1²ρ + 2a_2²ρ² + 6a_3²ρ³, with m_0 = a_2Δ², m_1 = a_1 + 3a_3Δ², and m_*² =
2a_2² + 6a_3² beside m_0² + m_1² on the diagonal. For random weights ρ is of the order d^(-1/2): to leading order this is the
second moment of m_0 + m_1⟨f, x⟩ + m_*ξ with a ξ that the copies share. Of one copy noise_inj.weighted_ridge's covariance
comes to it.
"""

from lemmata import *
from lemmata.theory.noise_inj.notation import Delta, a, activation, d, m1, m2, source

f, g = (Array(name, "weights of a feature", d, kind=UnitVector) for name in "fg")
R = Symbol("R", "√d times the inner product of two random weights", Positive)
x, z, other = (Sampled(name, Normal(), d) for name in ("x", "z", "z'"))
m0 = a[1] * Delta**2
two_copies = Mean(activation(dot(f, x) + Delta * dot(f, z)) * activation(dot(g, x) + Delta * dot(g, other)))


def moment(rho, slope=m1):
    """Of two copies."""
    return m0**2 + slope**2 * rho + 2 * a[1] ** 2 * rho**2 + 6 * a[2] ** 2 * rho**3


claim = Claim(
    "noise_inj.two_copies",
    source=source(),
    domain=Domain(
        core=(
            (d >= 2, d <= 4, Delta >= 0.3, Delta <= 1, R <= 2, a[0] >= 0.3, a[0] <= 1),
            (a[1] >= 0.3, a[1] <= 1, a[2] >= 0.1, a[2] <= 0.3),
        )
    ),
    parts={
        "main": Part(
            Identity(two_copies, moment(dot(f, g)), scale=m0**2 + m1**2 + m2),
            says="Of two copies the features have the second moment m_0² + m_1²ρ + 2a_2²ρ² + 6a_3²ρ³, m_1 = a_1 + 3a_3Δ²",
            proof="mean",
            wrong={"unsmoothed_slope": {"right": moment(dot(f, g), a[0])}, "centred": {"right": moment(dot(f, g)) - m0**2}},
        ),
        "leading": Part(
            Limit(
                (moment(R / sqrt(d)) - m0**2) * sqrt(d),
                m1**2 * R,
                ladder=Ladder(d, (10**3, 10**4, 10**5, 10**6, 10**7)),
                expansion=(1 / sqrt(d), 1 / d),
            ),
            says="For ρ = R/√d it is m_0² + m_1²ρ in leading order, as that of m_0 + m_1⟨f, x⟩ + m_*ξ",
            wrong={"unsmoothed_slope": {"value": a[0] ** 2 * R}},
        ),
    },
)
