"""What the choice of the kernel changes at the critical regime, and the best kernel and ridge in closed form.

On the critical curve the kernel enters through L = (λ + Σ_{k>ℓ} c_k)/c_ℓ alone. At fixed δ let w be the share that is not learned with
L = ν_0 = S/F², the ratio of noise to signal: δ = (1 - w)(ν_0 + w)/w. For every other L, with its share u, E - (S + F²w) is exactly
F²(ν_0 + w)(u - w)²/(w(δ - (1 - u)²)). So L = ν_0 is the unique optimum, λ = c_ℓν_0 - Σ_{k>ℓ} c_k where that is not negative, and λ = 0
where the tail regularises too much already. At the optimum E = S + F²w falls with δ: no double descent is left. Lower degrees of the
kernel and the shape of its tail make no difference in the limit; at finite d they do (krr.refined).
"""

from lemmata import *
from lemmata.theory.krr.notation import (
    F2,
    L,
    S,
    delta,
    equivalent,
    error,
    lam,
    learned,
    needed,
    nu,
    s2,
    samples,
    share,
    source,
    u,
)
from lemmata.theory.sphere.notation import d, harmonics

w = Symbol("w", "share that is not learned at the optimum", Positive)
nu0 = Symbol("ν_0", "S over F²", Positive)
tail = Symbol("T", "sum of the kernel's coefficients above ℓ", NonNegative)
own = Symbol("c", "the kernel's coefficient of degree ℓ", Positive)
less = Symbol("λ'", "another ridge", NonNegative)
more = Symbol("t", "additional samples per harmonic", Positive)

at_w = samples.subs({u: w, L: nu0}, simultaneous=True)


def fixed(at):
    """E/F² at fixed δ, by the share that is not learned."""
    return (nu0 + at**2) * at_w / (at_w - (1 - at) ** 2)


excess = (nu0 + w) * (u - w) ** 2 / (w * (at_w - (1 - u) ** 2))


def by_ridge(ridge, total=tail, noise=S):
    """E at δ by the ridge."""
    slack = (ridge + total) / own
    return error(share(delta, slack), slack, noise)


def best(delta, power=1):
    """The optimal error."""
    return S + F2 * share(delta, S / F2) ** power


def optimal(K):
    """What any other share costs more is a square."""
    return K.to(K.compare(fixed(w), fixed(w) + excess), fixed(u))


NUMBERS = {s2: Rational(1, 10), lam: Rational(1, 100)}
TARGET = [Rational(e, 100) for e in (25, 100, 64, 16, 0)]
COUNTS = [harmonics(k) for k in range(5)]
KERNELS = {
    "A": (10, 10, 5, 3, 2),
    "lower": (1, 30, 5, 3, 2),
    "shorter": (10, 10, 5, 5, 0),
    "longer": (10, 10, 5, 0, 5),
    "other": (10, 10, 3, 5, 2),
}


def finite(name):
    """The equivalent at n = N_2 for one of the kernels."""
    c = [Rational(e, 10) for e in KERNELS[name]]
    a = learned(Root(nu, COUNTS[2] - needed(c=c, N=COUNTS)), c, COUNTS)
    return equivalent(COUNTS[2], TARGET, a, COUNTS).subs(NUMBERS)


def at_limit(slack):
    return error(share(1, slack), slack, Rational(26, 100)).subs(F2, TARGET[2])


far = Ladder(d, (10**2, 10**3, 10**4, 10**5, 10**6))
claim = Claim(
    "krr.kernel_choice",
    source=source(),
    uses=("krr.critical",),
    domain=Domain(
        (u < 1, w < 1, (1 - u) ** 2 < at_w),
        core=(
            (*(e >= 0.05 for e in (u, w)), *(e <= 0.95 for e in (u, w))),
            *(e >= 0.1 for e in (nu0, S, F2, own, delta, tail, lam)),
            (*(e <= 2 for e in (nu0, S, F2, own, tail, lam, less, more)), delta <= 4, d <= 50, s2 <= 1, nu <= 1),
        ),
    ),
    parts={
        "main": Part(
            Inequality(fixed(w), fixed(u)),
            says="At fixed δ the error on the critical curve is least at L = S/F²: with its share w it is at most that with any share u",
            proof=optimal,
            wrong={"half_learned": {"left": fixed(w / 2)}},
        ),
        "excess": Part(
            Identity(fixed(u) - fixed(w), excess),
            says="With another share u it is larger by F²(ν_0+w)(u−w)²/(w(δ−(1−u)²)) exactly",
            proof="normal",
            wrong={"without_signal": {"right": excess * nu0 / (nu0 + w)}, "without_w": {"right": excess * w}},
        ),
        "value": Part(
            Identity(fixed(w), nu0 + w),
            says="The least error is S + F²w, in units of F² ν_0 + w",
            proof="normal",
            wrong={"bias_alone": {"right": nu0 + w**2}},
        ),
        "ridge": Part(
            Identity(by_ridge(own * S / F2 - tail), best(delta)),
            says="At λ = c_ℓS/F² − Σ_{k>ℓ} c_k it is S + F²·½[1 − δ − S/F² + √((δ + S/F² − 1)² + 4S/F²)]",
            wrong={
                "bias_alone": {"right": best(delta, 2)},
                "half_the_tail": {"left": by_ridge(own * S / F2 - tail / 2)},
                "whole": {"left": by_ridge(own * S / F2)},
                "inverted": {"left": by_ridge(own * F2 / S)},
            },
        ),
        "no_ridge": Part(
            Inequality(by_ridge(lam), by_ridge(lam + less)),
            when=(tail * F2 >= own * S,),
            says="Where the tail is at least c_ℓS/F² every ridge costs: the error does not fall with λ",
            wrong={"half_the_tail": {"when": (2 * tail * F2 >= own * S,)}},
        ),
        "falls": Part(Inequality(best(delta + more), best(delta)), says="The least error does not rise with δ"),
        **{
            name: Part(
                Limit(finite(name), at_limit(Rational(51, 50)), ladder=far, expansion=(1 / d, d**-2, d**-3)),
                says=says,
                wrong={"other_ratio": {"quantity": finite("other")}},
            )
            for name, says in (
                (
                    "lower",
                    "At n = N_2, d → ∞, a kernel with other coefficients of degrees 0 and 1 has the error of its L = 1.02",
                ),
                ("shorter", "and so has one whose tail has degree 3 alone"),
                ("longer", "or degree 4 alone"),
            )
        },
    },
)
