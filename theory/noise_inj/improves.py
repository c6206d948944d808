"""When injected noise improves the test error of random features: near the peak by a large factor, over the best ridge by a little or not at all.

Judged are the limits of noise_inj.finite_ell for infinitely many injections (a weighted ridge) and for one, with σ = He_1 +
He_2/4, at three places (α, b, σ²), and runs. With S = λ + a(e + m_*²) + Δ²e + r_0 = (a + Δ²)(e + ω) and X = 1 - ωG + m_*²G
the equation of a gives Δ² = a(a - 1 + (b/α)X)/(1 - a), so that Δ², λ and both errors are rational in a and G, and "every Δ
and every λ" is every a < 1 and G at which Δ² is not negative (the bounds hold for negative λ there, too); without noise a =
1 - (b/α)X, and a ≥ 1/50 are the ridges from λ = 1.2·10⁻⁴ on at the first place and from 0.006 on at the second. Single
points are given by numbers of six digits; Δ and λ are rounded in the sentences. At (3/2, 3/2, 3/10) the peak of a nearly
ridgeless fit disappears, and a Δ tuned with λ beats every ridge without noise. At (3/2, 3, 3/10) no injection with λ ≤ 1/20
does, and a tuned one does. At (23/10, 17/5, 1/20) none does at any λ: there the best point has no noise (up to 10⁻⁵, the
margin of that part).
"""

from functools import cache

from lemmata import *
from lemmata.theory.algebra.factored import factored
from lemmata.theory.noise_inj.finite_ell import runs
from lemmata.theory.noise_inj.notation import PRIVATE, SHARED, Delta, G, a, b, errors, m2, omega, plain, r0, source, v

w = Symbol("a", "weight of the mean rows", Positive)
SIGMA = {a[0]: Integer(1), a[1]: Rational(1, 4), a[2]: Integer(0)}
PEAK = (Rational(3, 2), Rational(3, 2), Rational(3, 10))
WIDE = (Rational(3, 2), Integer(3), Rational(3, 10))
CLEAR = (Rational(23, 10), Rational(17, 5), Rational(1, 20))


def seen(place):
    """(b/α)X."""
    return (place[1] / place[0] * plain(SHARED)).xreplace({**SIGMA, b: place[1]})


@cache
def curve(place):
    """Δ², the penalty and the test error with infinitely many injections."""
    squared = w * (w - 1 + seen(place)) / (1 - w)
    values = {**SIGMA, b: place[1], v: place[2], Delta: sqrt(squared)}
    s1 = w + squared
    test = errors(w, 0, place[1] / place[0], s1, SHARED, PRIVATE)[1]
    return tuple(factored(e.xreplace(values)) for e in (squared, omega * s1 - w * m2 - r0, test))


@cache
def bare(place):
    """The penalty and the test error without noise."""
    return tuple(factored(e.xreplace({w: 1 - seen(place)})) for e in curve(place)[1:])


@cache
def single(place, noise):
    """The same with one injection: ridge regression on noisy features."""
    A = tuple(s + r for s, r in zip(SHARED, PRIVATE, strict=True))
    weight = 1 - place[1] / place[0] * plain(A) / A[1]
    test = errors(weight, 0, place[1] / place[0], weight * A[1], A, PRIVATE)[1]
    values = {**SIGMA, b: place[1], v: place[2], Delta: noise}
    return tuple(factored(e.xreplace(values)) for e in (weight * (omega * A[1] - A[0]), test))


def number(name, what, found, **digits):
    """A test error at that point, in units of 10^-6, with its Δ² and λ."""
    *given, test = (e.xreplace({symbol: Rational(digits[str(symbol)], 10**6) for symbol in e.free_symbols}) for e in found)
    shown = [f"λ = {float(given[-1]):.5f}", *(f"Δ² = {float(e):.5f}" for e in given[:-1])]
    return Definition(name, f"test error {what}, {', '.join(shown)}", test)


def run(noise, copies):
    """The mean test error at d = 32."""
    fixed = {"Δ": noise, "λ": Rational(1, 100), "σ²": Rational(3, 10), "a_1": 1, "a_2": Rational(1, 4), "a_3": 0}
    return Mean(runs(d=32, n=48, p=48, **{"ℓ": copies}, **fixed)["test"])


at_peak, plain_peak = curve(PEAK), bare(PEAK)
at_wide, plain_wide = curve(WIDE), bare(WIDE)
at_clear = curve(CLEAR)
none = number("E_0", "without noise", plain_peak, G=3394722)
noisy = number("E_1", "with noise", at_peak, G=2595472, a=450313)
loud = number("E_2", "with more noise", at_peak, G=1321752, a=835294)
alone = number("E_3", "with one injection, Δ = 1/2", single(PEAK, Rational(1, 2)), G=2846425)
tuned = number("E_4", "with noise and ridge", at_peak, G=1285857, a=547357)
best_wide = number("E_5", "of a ridge without noise", plain_wide, G=567885)
tuned_wide = number("E_6", "with noise and ridge", at_wide, G=816811, a=417748)
noisy_wide = number("E_7", "with noise and less ridge", at_wide, G=2379758, a=264718)
best_clear = number("E_8", "of a ridge without noise", bare(CLEAR), G=1413046)


claim = Claim(
    "noise_inj.improves",
    source=source(),
    domain=Domain(w < 1, core=(G >= 0.2, G <= 3, w >= 0.05, w <= 0.95)),
    parts={
        "main": Part(
            Inequality(10 * noisy, none),
            says="At α = b = 3/2, σ² = 3/10, λ = 10⁻⁴ the limit's test error with Δ = 1/2 is below a tenth of that without noise",
            wrong={"one_injection": {"left": 10 * alone}},
        ),
        "interior": Part(
            Inequality(Rational(10, 9) * noisy, loud),
            says="and below 9/10 of that with Δ = 3/2",
            wrong={"no_noise": {"left": none}},
        ),
        "one": Part(
            Inequality(Rational(6, 5) * none, alone),
            says="One injection with Δ = 1/2 is worse there by a fifth than none",
            wrong={"many": {"right": noisy}},
        ),
        "beats": Part(
            Inequality(Rational(51, 50) * tuned, plain_peak[1]),
            when=(seen(PEAK) <= Rational(49, 50),),
            says="Δ = 0.42 at λ = 0.20 beats every ridge λ ≥ 2·10⁻⁴ without noise there, by 1/50 or more",
            wrong={"untuned": {"left": Rational(51, 50) * noisy}},
        ),
        "loses": Part(
            Inequality(Rational(21, 20) * best_wide, at_wide[2]),
            when=(at_wide[0] >= 0, at_wide[1] <= Rational(1, 20)),
            says="At b = 3 every Δ with λ ≤ 1/20 is worse by 1/20 or more than the ridge λ = 0.55 without noise",
            wrong={"any_ridge": {"when": (at_wide[0] >= 0,)}, "by_a_fifth": {"left": Rational(6, 5) * best_wide}},
        ),
        "tuned": Part(
            Inequality(Rational(201, 200) * tuned_wide, plain_wide[1]),
            when=(seen(WIDE) <= Rational(49, 50),),
            says="but Δ = 0.26 at λ = 0.38 beats every ridge λ ≥ 1/100 without noise there, by 1/200 or more",
            wrong={"untuned": {"left": Rational(201, 200) * noisy_wide}},
        ),
        "no_help": Part(
            Inequality((1 - Rational(1, 10**5)) * best_clear, at_clear[2]),
            when=(at_clear[0] >= 0,),
            says="At α = 2.3, b = 3.4, σ² = 1/20 no Δ at any λ improves on the ridge λ = 0.16 by more than 10⁻⁵",
            wrong={"by_a_tenth": {"left": Rational(11, 10) * best_clear}},
        ),
        "runs": Part(
            Inequality(Rational(5, 4) * run(Rational(1, 2), 4), run(0, 1)),
            says="In runs with d = 32, n = p = 48, λ = 1/100 the mean test error with four injections, Δ = 1/2, is below 4/5 of that without noise",
            wrong={"one_injection": {"left": Rational(5, 4) * run(Rational(1, 2), 1)}},
        ),
    },
    procedures=(runs,),
    uses=("noise_inj.finite_ell",),
)
