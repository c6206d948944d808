"""Training and test error of random features with ℓ injections of noise, in the limit n/d → α, p/d → b, for every ℓ.

The ℓ copies of an input are rotated: one row, their mean, keeps the label and has the covariance A = m_1²e + m_*² + B/ℓ in
the eigenvalues e of FF', and ℓ - 1 rows without label have B/ℓ, B = r_1e + r_0. With a = 1/(1 + d_A), d_A = (1/n) Σ A/S, and
b_ℓ = (1 - 1/ℓ)/(1 + d_B), d_B = (1/nℓ) Σ B/S, S = λ + aA + b_ℓB is s_1(e + ω). Everything is rational in G = tr(FF' +
ω)^(-1)/p and κ = p/(ns_1): ω = 1/G - 1/(1 + bG), and α and λ are given by them. R is the mean row's squared residual and
Q(C) the mean of w'Cw: Q(C) = Q_0(C) + a²R T(A, C) + β_2 Q(B) T(B, C), β_2 = (1 - 1/ℓ)/(ℓ(1 + d_B)²); the training error is
a²R + ℓβ_2 Q(B). Labels are ⟨β, x⟩ + noise, the test error is on clean inputs. Runs at d = 32 average exactly over labels;
they are literal features of literal inputs. Labels have
mean 0: with another mean, fitted through the mean of noisy features, the clean error has a term more, which at p = 40 is far from its limit.
"""

from functools import cache

from sympy import sympify

from lemmata import *
from lemmata.theory.noise_inj.notation import PRIVATE, SHARED, Delta, G, a, b, ell, errors, injected, plain, source, v

half = Rational(1, 2)
kappa = Symbol("κ", "features per sample, over the slope of the regularised covariance", Positive)
runs = Procedure(
    "injected",
    "ridge regression on p random features of ℓ noisy copies of n inputs, averaged exactly over labels ⟨β, x⟩ + noise",
    ("d", "n", "p", "ℓ", "Δ", "λ", "σ²", "a_1", "a_2", "a_3"),
    {"train": "mean squared error on the copies", "test": "mean squared error on clean inputs"},
)
size = 32
NEAR = (Rational(24, 25), Rational(26, 25))
NUMBERS = (*a, Delta, v, b, G, kappa)
FEW = dict(
    zip(
        NUMBERS,
        (
            Integer(1),
            Rational(1, 5),
            Rational(1, 20),
            Rational(4, 5),
            Rational(3, 10),
            Rational(5, 4),
            Rational(4, 5),
            Integer(1),
        ),
        strict=True,
    )
)
MORE = dict(
    zip(
        NUMBERS,
        (
            Integer(1),
            Rational(3, 10),
            Rational(1, 10),
            half,
            Rational(1, 10),
            Rational(5, 4),
            Rational(29, 20),
            Rational(107, 100),
        ),
        strict=True,
    )
)


@cache
def limit(copies, output, few=False, **changed):
    """A number of the curve at one of the points; the options are wrong versions."""
    return injected(sympify(copies), kappa, **changed)[output].xreplace(FEW if few else MORE)


def run(copies, few=False):
    """Regressions at d = 32 with the sizes and the penalty of that point."""
    point = FEW if few else MORE
    sizes = {"n": floor(limit(copies, "α", few) * size + half), "p": point[b] * size, "λ": limit(copies, "λ", few)}
    named = {"Δ": point[Delta], "σ²": point[v], **{f"a_{k}": point[e] for k, e in enumerate(a, 1)}}
    return runs(d=size, **{"ℓ": copies}, **sizes, **named)


def judged(output, copies, says, few=False, shares=NEAR, **wrong):
    """A mean over runs lies between these shares of the limit's value; ``wrong``: changes of that."""

    def around(**changed):
        value = limit(copies, output, few, **changed)
        return {"low": shares[0] * value, "high": shares[1] * value}

    return Part(
        Within(Mean(run(copies, few)[output]), **around()),
        says=says,
        wrong={name: around(**changed) for name, changed in wrong.items()},
    )


weight = 1 / (1 + kappa * plain(SHARED))
s1 = weight * SHARED[1] + PRIVATE[1]
many = [value.xreplace(MORE) for value in errors(weight, 0, kappa * s1, s1, SHARED, PRIVATE, private=1)]
bare = weight * SHARED[1]
without = [value.xreplace(MORE) for value in errors(weight, 0, kappa * bare, bare, SHARED, PRIVATE, private=1)]
far = Ladder(ell, (10**2, 10**3, 10**4, 10**5, 10**6))
close = (1 / ell, ell**-2)

claim = Claim(
    "noise_inj.finite_ell",
    source=source(),
    domain=Domain(),
    parts={
        "main": judged(
            "test",
            4,
            "With four injections (Δ = 1/2, α = 1.5, b = 5/4, d = 32) the mean test error on clean inputs is within 4 % of the limit's",
            mean_without_noise={"mean": 0},
        ),
        "train": judged("train", 4, "and so is the mean training error", all_rows={"rest": 1}, one_copy={"rest": 0}),
        "two": judged(
            "test",
            2,
            "With two (Δ = 4/5, α = 1.04, b = 5/4, another activation, more noise) the mean test error is within 4 % of the limit's",
            few=True,
            mean_without_noise={"mean": 0},
        ),
        "two_train": judged(
            "train",
            2,
            "and the mean training error is between 0.98 and 1.08 of it",
            few=True,
            shares=(Rational(49, 50), Rational(27, 25)),
            all_rows={"rest": 1},
            one_copy={"rest": 0},
        ),
        "many": Part(
            Limit(limit(ell, "test"), many[1], ladder=far, expansion=close),
            says="As ℓ → ∞ at fixed G and κ the test error tends to that of the weighted ridge, S = λ + a(m_1²e + m_*²) + r_1e + r_0",
            wrong={"plain_ridge": {"value": without[1]}},
        ),
        "many_train": Part(
            Limit(limit(ell, "train"), many[0], ladder=far, expansion=close),
            says="and so does the training error, which is a²R plus the weighted ridge",
            wrong={"plain_ridge": {"value": without[0]}},
        ),
    },
    procedures=(runs,),
    uses=("noise_inj.weighted_ridge",),
)
