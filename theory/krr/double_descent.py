"""Double descent of kernel ridge regression at n ≍ d^ℓ: a curve that rises and falls, one that does not, and where the peak diverges.

On the critical curve (krr.bias_variance) u is ½[1 - L - δ + √((δ+L-1)² + 4L)]. With S = F² = 3/10 the error at δ = 1/5, 1, 3 is 0.611, 1.240, 0.446
for L = 1/50, and falls for L = 1/2. As L → 0 it tends to (S + (1-δ)²F²)/(1-δ) before δ = 1 and to Sδ/(δ-1) after it, and √L E to S/2 at δ = 1: it
diverges there where S > 0. With S = 0 there is no peak: the same limits are (1-δ)F² and 0. Kernel ridge regression on drawn points of the sphere,
with a population risk that is exact by the formula of Funk and Hecke, is compared with the equivalent at finite sizes: ν is the root of
n - λ/ν = Σ_k df_k, df_k = N_k a_k, a_k = c_k/(c_k + N_kν), and E = (σ² + Σ_k F_k²(1 - a_k)²)/(1 - Σ_k N_k a_k²/n).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.krr.notation import F2, L, S, delta, error, samples, source, u
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sphere.notation import d, harmonics, polynomials

n = Symbol("n", "number of samples", Naturals)
lam = Symbol("λ", "ridge", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
nu = Symbol("ν", "effective ridge per eigenvalue", Positive)
y = Symbol("y", "one over the effective ridge L", Positive)
C, F = (Rational(1), Rational(1), Rational(1, 2)), (Rational(1, 2), Rational(1), Rational(1, 2))  # of degrees 0, 1, 2
N = (Integer(1), *(harmonics(k) for k in (1, 2)))
X = Sampled("X", Sphere(), n, d)
beta = Array("β", "direction of the target", d, kind=UnitVector)


def function(coefficients, matrix):
    """Σ_k coefficient_k q_k, entry by entry."""
    q = polynomials(z, 2)
    return Entrywise(Lambda(z, sum(c * p for c, p in zip(coefficients, q, strict=True))), sqrt(d) * matrix)


gram = function([c / sqrt(m) for c, m in zip(C, N, strict=True)], X * X.T)
inverse = Definition("G", "inverse of the kernel matrix with its ridge", (gram + lam * I(n)).inv())
square = function([c**2 / sqrt(m) ** 3 for c, m in zip(C, N, strict=True)], X * X.T)
labels = function(F, X * beta)
overlap = function([c * f / m for c, f, m in zip(C, F, N, strict=True)], X * beta)
fitted = inverse * labels
risk = (
    s2
    + sum(f**2 for f in F)
    - 2 * Trace(overlap.T * fitted)
    + Trace(fitted.T * square * fitted)
    + s2 * Trace(inverse * square * inverse)
)

balance = n - lam / nu - sum(m * c / (c + m * nu) for c, m in zip(C, N, strict=True))
ridge = Definition("ν", "effective ridge", Root(nu, balance))


def equivalent(level=ridge, power=2, squares=2):
    a = [c / (c + m * level) for c, m in zip(C, N, strict=True)]
    left = s2 + sum(f**2 * (1 - e) ** power for f, e in zip(F, a, strict=True))
    return left / (1 - sum(m * e**squares for m, e in zip(N, a, strict=True)) / n)


def around(value):
    return {"low": value * Rational(19, 20), "high": value * Rational(6, 5)}


far = Ladder(y, (10**4, 10**5, 10**6, 10**7, 10**8))
near = (1 / y, y**-2, y**-3)
half, tenths = Rational(1, 2), Rational(3, 10)


def share(delta, L):
    """u at δ."""
    return (1 - L - delta + sqrt((delta + L - 1) ** 2 + 4 * L)) / 2


def at(delta, L):
    return error(share(sp.sympify(delta), L), L, tenths).subs(F2, tenths)


explicit = error(share(delta, 1 / y), 1 / y)
claim = Claim(
    "krr.double_descent",
    source=source(),
    uses=("krr.bias_variance", "sphere.gegenbauer"),
    domain=Domain(
        (u < 1, d >= 3),
        core=(
            (u >= 0.05, u <= 0.95, L >= 0.01, L <= 2, S >= 0.1, S <= 2, F2 >= 0.1, F2 <= 2, delta >= 0.2, delta <= 3),
            (n >= 20, n <= 40, d >= 6, d <= 10, lam >= 0.1, lam <= 0.5, s2 >= 0.1, s2 <= 0.5),
        ),
    ),
    parts={
        "main": Part(
            Inequality(2 * at(Rational(1, 5), Rational(1, 50)), at(1, Rational(1, 50))),
            says="For L = 1/50 and S = F² = 3/10 the error at δ = 1 is more than twice that at δ = 1/5",
            wrong={"with_more_ridge": {"right": at(1, half)}},
        ),
        "second_descent": Part(
            Inequality(Rational(5, 2) * at(3, Rational(1, 50)), at(1, Rational(1, 50))),
            says="and more than 2.5 times that at δ = 3",
            wrong={"later": {"right": at(Rational(3, 2), Rational(1, 50))}},
        ),
        "monotone": Part(
            Inequality(at(1, half), Rational(9, 10) * at(Rational(1, 5), half)),
            says="For L = 1/2 there is no peak: at δ = 1 the error is below 0.9 of that at δ = 1/5",
            wrong={"with_less_ridge": {"left": at(1, Rational(1, 50))}},
        ),
        "share": Part(
            Identity(share(samples, L), u),
            says="The share that is not learned is ½[1 − L − δ + √((δ+L−1)² + 4L)]",
            wrong={"other_root": {"left": (1 - L - samples - sqrt((samples + L - 1) ** 2 + 4 * L)) / 2}},
        ),
        "before": Part(
            Limit(explicit, (S + (1 - delta) ** 2 * F2) / (1 - delta), ladder=far, expansion=near),
            when=(delta <= Rational(4, 5),),
            says="As L → 0 the error tends to (S + (1−δ)²F²)/(1−δ) for δ < 1",
            wrong={
                "bias_alone": {"value": S + (1 - delta) ** 2 * F2},
                "first_power": {"value": (S + (1 - delta) * F2) / (1 - delta)},
            },
        ),
        "after": Part(
            Limit(explicit, S * delta / (delta - 1), ladder=far, expansion=near),
            when=(delta >= Rational(5, 4),),
            says="and to Sδ/(δ−1) for δ > 1",
            wrong={"from_2": {"value": S * (delta + 1) / delta}, "with_signal": {"value": (S + F2) * delta / (delta - 1)}},
        ),
        "peak": Part(
            Limit(explicit.subs(delta, 1) / sqrt(y), S / 2, ladder=far, expansion=(1 / sqrt(y), 1 / y, y ** -Rational(3, 2))),
            says="At δ = 1 it diverges like S/(2√L)",
            wrong={"whole": {"value": S}, "with_signal": {"value": (S + F2) / 2}},
        ),
        "drawn": Part(
            Within(Mean(risk), **around(equivalent())),
            says="On drawn points (n ≤ 40, d ≤ 10, degrees 0 to 2) the mean risk is between 0.95 and 1.2 of its equivalent at finite sizes",
            wrong={"degrees_for_squares": around(equivalent(squares=1)), "first_power": around(equivalent(power=1))},
        ),
    },
)
