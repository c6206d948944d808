"""At a fixed ridge fewer random features can be better: the first correction in the number of features, with its sign.

At fixed λ the error exceeds that of infinitely many features by C/ψ. In the share u that kernel ridge regression leaves, with L = (λ + t)/m and
T = t/m, C = (1-u)(L+u)/(L+u²) [F²(1-u)(T+u²) + (S+F²u²)(T+u²)²/(u(L+u²)) + 2u(1-u)(u+T)(L-T)(F²L-S)/(L+u²)²]. The first two terms are positive, and
the third is not negative from the best ridge on (L >= S/F²) and vanishes without ridge (L = T): C > 0 there. Between them C can be negative: the
ridge is too small, and finitely many features are a useful ridge. The example is a target of noise alone, also run on points of the
sphere. At a small ridge there is the peak at p = n besides, and p = n/5 is better than p = 3n/2. With the best ridge all this is gone (rf_poly.choose_p).
"""

from lemmata import *
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import F, L, u
from lemmata.theory.rf_poly.notation import (
    F2,
    S,
    chi,
    critical,
    delta,
    effective,
    fitted,
    lam,
    m,
    mu,
    psi,
    source,
    t,
)  # fmt: skip

T = Symbol("T", "t over m", Positive)


def first(u=u, L=L, T=T, S=S, F2=F2):
    """The first two terms of C."""
    terms = F2 * (1 - u) * (T + u**2) + (S + F2 * u**2) * (T + u**2) ** 2 / (u * (L + u**2))
    return (1 - u) * (L + u) / (L + u**2) * terms


def third(u=u, L=L, T=T, S=S, F2=F2):
    """The third one."""
    return 2 * u * (1 - u) ** 2 * (L + u) * (u + T) * (L - T) * (F2 * L - S) / (L + u**2) ** 3


slack = (lam + t) / m
left = krr.share(delta, slack)
main, beside = first(left, slack, t / m), third(left, slack, t / m)
scaled = psi * (critical(effective()) - krr.error(left, slack))
NOISE = {m: Integer(1), t: Rational(1, 10**9), F2: Integer(0), S: Integer(1)}
SMALL = {m: Rational(3, 10), t: Rational(1, 5), F2: Rational(64, 100), S: Rational(26, 100)}
ridge = Rational(1, 10)
noise = (krr.share(Integer(1), ridge), ridge, Integer(0), Integer(1), Integer(0))  # u, L, T, S, F²


def at(psi, lam, numbers=SMALL):
    """The error at numbers and δ = 1."""
    found = effective(Integer(1), Rational(psi), Rational(lam)).subs(numbers)
    return critical(delta=Integer(1), psi=Rational(psi)).subs(numbers).subs(chi, found)


def run(p):
    """The mean risk of p linear features at n = d = 30 for labels of noise."""
    zero = {str(e): Integer(0) for e in (*mu, *F)}
    given = {**zero, "μ_1": Integer(1), "λ": ridge, "σ²": Integer(1)}
    return Mean(fitted(n=Integer(30), p=Integer(p), d=Integer(30), **given)["E"])


claim = Claim(
    "rf_poly.fewer_features",
    source=source(),
    uses=("krr.critical", "rf_poly.critical"),
    domain=Domain(
        u < 1,
        core=(
            (u >= 0.05, u <= 0.95, *(e >= 0.1 for e in (m, t, T, L, S, F2))),
            (*(e <= 2 for e in (m, t, T, L, S, F2)), delta >= 0.3, delta <= 3, lam >= 0.05, lam <= 1, psi <= 5),
        ),
    ),
    parts={
        "main": Part(
            Limit(
                scaled,
                main + beside,
                ladder=Ladder(psi, (10**3, 10**4, 10**5, 10**6, 10**7)),
                expansion=(1 / psi, psi**-2, psi**-3),
            ),
            says="At fixed λ the error exceeds that of infinitely many features by C/ψ in leading order, with the constant C",
            wrong={
                "without_third_term": {"value": main},
                "third_term_once": {"value": main + beside / 2},
                "square_root": {"quantity": scaled / psi ** Rational(1, 2)},
            },
        ),
        "positive": Part(
            Inequality(first(), first() + third()),
            when=(F2 * L >= S, L >= T),
            says="For L ≥ S/F², that is from the best ridge on, C is at least its first two terms, which are positive",
            proof=lambda K: K.compare(first(), first() + third(), given=(F2 * L >= S, L >= T)),
            wrong={"any_ridge": {"when": (L >= T,)}},
        ),
        "negative": Part(
            Inequality(first(*noise) + third(*noise), -ridge),
            says="For a target of noise alone, δ = 1, λ = m/10 and t = 0 it is less than −1/10",
            wrong={"without_third_term": {"left": first(*noise)}},
        ),
        "fewer": Part(
            Inequality(Rational(11, 10) * at(1, ridge, NOISE), at(10**4, ridge, NOISE)),
            says="There, with t = 10⁻⁹, the error with one feature a harmonic is less by a tenth than with 10⁴",
            wrong={"enough_ridge": {"left": Rational(11, 10) * at(1, 1, NOISE), "right": at(10**4, 1, NOISE)}},
        ),
        "run": Part(
            Inequality(Rational(11, 10) * run(30), run(480)),
            says="and so is the mean risk of linear features at n = d = 30 and λ = 1/10 with 30 against 480 features",
            wrong={"more_is_better": {"left": run(480), "right": run(30)}},
        ),
        "peak": Part(
            Inequality(10 * at(2, "1/10000"), at(1, "1/10000")),
            says="With m = 3/10, t = 1/5, F² = 16/25, S = 13/50, δ = 1, λ = 10⁻⁴ the error at p = n is more than ten times that at p = 2n",
            wrong={"better_ridge": {"left": 10 * at(2, "476/1000"), "right": at(1, "103/100")}},
        ),
        "few": Part(
            Inequality(Rational(3, 2) * at("1/5", "1/10000"), at("3/2", "1/10000")),
            says="and p = n/5 has an error less by a third than p = 3n/2",
            wrong={"better_ridge": {"left": at("1/5", "567/100"), "right": at("3/2", "7/10")}},
        ),
    },
    procedures=(fitted,),
)
