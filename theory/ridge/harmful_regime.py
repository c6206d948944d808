"""The harmful regime: eigenvalues j^-a, a < 1. From d of the order n^(1/(1-a)) on, the bias stays, whatever the penalty.

At d = cn^(1/(1-a)): κ -> λ + κ₀, κ₀ = c^(1-a)/(1-a); at λ = 0 the variance vanishes and the risk tends to
Σ β_j² l_j κ₀²/(l_j + κ₀)² > 0. If d/n^(1/(1-a)) -> ∞, then κ -> ∞ and the risk tends to that of predicting 0, for every
λ >= 0. No penalty helps: κ increases with λ, and the bias with κ. So at λ = 0 one value of c decides at every size: half of
the signal is left where κ₀ is the κ that leaves half of it. The print's d ≫ Ω(n^(1/(1-a))) means d = Ω(n^(1/(1-a))); what is
harmful there is not the noise that is fitted, but the signal that is not. Targets: β_j = 1/j.
"""

from lemmata import *
from lemmata.theory.ridge.notation import N, designs, kappa, n, power_law, q, s2, simulated, source

a, c = Symbol("a", "decay of the spectrum", Positive), Symbol("c", "d over n^(1/(1-a))", Positive)
y = Symbol("y", "growth of d, in units of 1/(1-a)", Positive)
lam = Symbol("λ", "penalty beside the mean squared error", NonNegative)

law = power_law(a, lambda p: p.c * p.n ** (1 / (1 - p.a)))
swept = power_law(a, lambda p: p.c * p.n ** (1 / (1 - p.a)), ("t", "o"), unit=c * n ** (1 / (1 - a)))
wide = power_law(a, lambda p: p.c * p.n ** (p.y / (1 - p.a)), ("u", "v"), levels=3300, unit=c * n ** (y / (1 - a)))
endless = power_law(a, lambda p: 1e40, ("e", "w"), levels=1400)  # the target's coordinates beyond are below 1e-40
k, k0 = Definition("κ", "effective penalty", law.effective(lam)), Definition("κ₀", "κ at λ = 0", law.effective(0))
floor_ = Definition("κ∞", "limit of κ₀", c ** (1 - a) / (1 - a))
risk = law.risk(k, lam)
null = endless.over(endless.target * endless.eigenvalue)
ridgeless = swept.bias(swept.effective(0), 0) / null
share = endless.target * endless.eigenvalue / (1 + endless.eigenvalue / kappa) ** 2  # of which it is seen that it rises with κ
half = Definition("κ½", "the κ that leaves half of the signal", Root(kappa, endless.over(share) - null / 2, inside=(0, 100)))
critical = ((1 - a) * half) ** (1 / (1 - a))
far = Ladder(n, (10**4, 10**7, 10**10, 10**13, 10**16), quick=(10**4, 10**7, 10**10, 10**13))

claim = Claim(
    "ridge.harmful_regime",
    source=source("Harmful overfitting (too difficult)", "bartlett2019"),
    domain=Domain(
        (a < 1, y > 1),
        core=(
            (a >= 0.3, a <= 0.6, c >= 1, c <= 10, y >= 1.3, y <= 2, lam <= 3),
            (n >= 10**6, n <= 10**8, s2 >= 0.2, s2 <= 5, q >= 6, q <= 20, N >= 24, N <= 30),
        ),
    ),
    parts={
        "main": Part(
            Phase(ridgeless, Rational(1, 2), critical, control=c, rising=True),
            says="For eigenvalues j^−a, a < 1, and λ = 0 half of the signal is not learnt from one value of d/n^(1/(1−a)) on, at every size",
            wrong={
                "control_d_over_n": {"critical": critical * (n / 10**7) ** (-a / (1 - a))},
                "control_square": {"critical": critical * (n / 10**7) ** ((1 - 2 * a) / (1 - a) / 2 + Rational(1, 4))},
                "control_inverse": {"critical": critical * (n / 10**7) ** ((1 - a) / a - a / (1 - a) + Rational(1, 2))},
                "falling": {"rising": False},
            },
        ),
        "kappa": Part(
            Limit(k, lam + floor_, ladder=far),
            says="At d = cn^(1/(1−a)) the effective penalty tends to λ + c^(1−a)/(1−a)",
            wrong={"floor_without_1-a": {"value": lam + c ** (1 - a)}, "floor_without_penalty": {"value": floor_}},
        ),
        "risk": Part(
            Limit(risk / endless.left(lam + floor_), 1, ladder=far),
            says="At d = cn^(1/(1−a)) the deterministic equivalent of the risk tends to what that κ leaves of the signal",
            wrong={"noise_stays": {"value": 1 + s2 / endless.left(lam + floor_)}, "learns": {"value": 0}},
        ),
        "noise": Part(Limit(law.spread(k, lam), 0, ladder=far), says="while the variance vanishes"),
        "noise_rate": Part(
            Rate(law.spread(k0, 0), -a / (1 - a), ladder=far),
            when=(a < Rational(3, 8),),
            says="At λ = 0 it falls like n^(−a/(1−a)), for a < 3/8",
        ),
        "null_risk": Part(
            Limit(wide.risk(wide.effective(lam), lam) / null, 1, ladder=far),
            says="At d = cn^(y/(1−a)), y > 1, the risk tends to that of predicting 0, for every penalty",
        ),
        "no_penalty_helps": Part(
            Inequality(law.left(k0) / risk, 1),
            says="For every penalty λ ≥ 0 the risk is at least what κ₀ leaves of the signal",
            wrong={"penalty_helps": {"right": Rational(2, 3)}},
        ),
        "simulated": simulated(a, lam, 350, "6 to 20"),
    },
    procedures=(designs,),
    uses=("ridge.det_equiv", "ridge.misalignment"),
    notes="The rate of the variance is stated for a < 3/8: at a = 1/2 it turns, with a logarithm, into 1/n.",
)
