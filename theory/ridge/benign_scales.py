"""The effective penalty and γ in the benign regime, eigenvalues j^-a, a < 1, λ = 0, n ≪ d ≪ n^(1/(1-a)), with their constants.

κ ~ d^(1-a)/((1-a)n), and γ ~ (1-a)²/(1-2a) n/d for a < 1/2, (n/2d)(log(2d/n) - 1) at 1/2, C_a(1-a)^(1/a)(n/d)^((1-a)/a) for a > 1/2,
C_a = (1 - 1/a)(π/a)/sin(π/a): below 1/2 the squares of the eigenvalues are summed by the tail, above it by the head. The scale of d
is that of ridge.benign_regime, d = 2n^(1 + xa/(1-a)).
"""

from lemmata import *
from lemmata.theory.ridge.benign_regime import a, d, far, half, inside, k, law, n, source, x

gamma = law.squares(k)
Ca = (1 - 1 / a) * (pi / a) / sin(pi / a)

claim = Claim(
    "ridge.benign_scales",
    source=source("Benign overfitting", "bartlett2019"),
    domain=Domain((a < 1, x <= 1), core=(a >= 0.3, a <= 0.7, x >= 0.45, x <= 0.6)),
    parts={
        "kappa": Part(
            Limit(k * (1 - a) * n / d ** (1 - a), 1, ladder=far),
            when=(x > 0,),
            says="The effective penalty is d^(1−a)/((1 − a)n) in the limit",
            wrong={"kappa_without_1-a": {"quantity": k * n / d ** (1 - a)}},
        ),
        "gamma_slow": Part(
            Limit(gamma * d / n * (1 - 2 * a) / (1 - a) ** 2, 1, ladder=far),
            when=(x > 0, a < Rational(3, 8)),
            says="For a < 1/2, γ is (1−a)²/(1−2a) n/d in the limit",
            wrong={"gamma_n_over_d": {"quantity": gamma * d / n}},
        ),
        "gamma_half": Part(
            Limit(gamma * 2 * d / n / (log(2 * d / n) - 1), 1, ladder=far),
            when=(Eq(a, half), *inside),
            says="At a = 1/2 it is (n/2d)(log(2d/n) − 1)",
            wrong={"gamma_half_without_log": {"quantity": gamma * 2 * d / n}},
        ),
        "gamma_fast": Part(
            Limit(gamma * (d / n) ** ((1 - a) / a) / (Ca * (1 - a) ** (1 / a)), 1, ladder=far),
            when=(*inside, a > Rational(5, 8)),
            says="For a > 1/2 it is C_a(1−a)^(1/a)(n/d)^((1−a)/a)",
        ),
    },
    uses=("ridge.benign_regime",),
)
