"""With (ReLU)^q a step of descent adds η u^(q-1) to an inner product u: for q > 2 it blows up, and the larger start wins the race.

Noise orthogonal to the signal and to itself. For u = <w_r, j_rμ> > 0 the factor is η_γ = (qη/nm)|μ|² Σ_{y_i = j_r}|ℓ'_i|, for v =
<w_r, ξ_i> > 0 with y_i = j_r it is η_ξ = (qη/nm)|ξ_i|²|ℓ'_i|. The printed (1 - η)γ^(q-1) falls to 0 doubly exponentially from
below 1, and what obeys the law is <w_r, j_rμ>, not the γ that starts at 0. u' = c u^(q-1) blows up at 1/((q-2) c u_0^(q-2)); with
|ℓ'| = 1/2 the times of noise and signal have the ratio (n/2) SNR² (u_0/v_0)^(q-2), which is (n/2) SNR^q times the power q - 2 of
u_0/(SNR v_0), a ratio of two starts of one size. For q = 2 growth is exponential: "polynomial" is the word for q > 2.
"""

from lemmata import *
from lemmata.theory.cnn.common.one_step import POSITIVE, W0, Xi, entries, j, lengths, mu, own, pull, rate, stepped, strength, z
from lemmata.theory.cnn.notation import d, eta, m, n, source

UNIT = NumberSet("(0, 1)", 0, 1, ordinary=(0.05, 0.95), assumptions={"real": True, "positive": True})
c = Symbol("c", "factor of the growth law", Positive)
start = Symbol("u₀", "inner product at the start", Positive, latex="u_0")
part = Symbol("θ", "share of the time of blow-up that has passed", UNIT)
printed_rate = Symbol("η_γ", "factor of the printed law", UNIT, latex=r"\eta_\gamma")
T = Symbol("T", "number of steps", Counts)
x = Symbol("x", "inner product", Positive)
snr = Symbol("SNR", "|μ|/|ξ_i|", Positive, latex=r"\mathrm{SNR}")
length = Symbol("ℓ", "length |ξ_i| of the noise", Positive, latex=r"\ell")
other = Symbol("v₀", "inner product with the noise at the start", Positive, latex="v_0")
maxima = Symbol("a", "u₀/(SNR v₀)", Positive)

POWERS = FunctionClass("powers of the positive part", {f"power {k}": Maximum(z, 0) ** k for k in (3, 4, 5)}, open=False)
sigma = Function("σ", "activation z^q of the positive part", of=POWERS, kink=0, latex=r"\sigma")
q = Symbol("q", "power of the activation", Naturals)
after, force = stepped(sigma), pull(sigma)
u, seen = hadamard(j, W0 * mu), W0 * Xi.T
above = entries(POSITIVE, u)  # whether u > 0
faced = hadamard(own, entries(POSITIVE, seen))  # samples of the neuron's class that it sees
inverse, one = (lambda A: entries(1 / z, A)), OneMatrix(2 * m, n)


def slope(A, order=0):
    """σ'(a) = q a^(q-1) of the entries of A, times a to the power `order`."""
    return hadamard(sigma.prime(A), entries(z**order, A)) if order else sigma.prime(A)


def lower(A):
    """a^(q-1) = σ(a)/a of the entries of A."""
    return hadamard(sigma.entrywise(A), inverse(A))


def grown(gain=None, samples=own):
    """u plus what a step adds, where u > 0."""
    return hadamard(above, u + rate * strength * hadamard(samples * force, slope(u) if gain is None else gain))


def memorised(gain=None, mean=rate):
    added = hadamard(OneMatrix(2 * m, 1) * force.T, slope(seen) if gain is None else gain) * lengths
    return hadamard(faced, seen + mean * added)


printed_step = hadamard(above, lower(u) - rate * strength * hadamard(own * force, slope(u)))


printed_noise = hadamard(faced, lower(seen) - rate * hadamard(OneMatrix(2 * m, 1) * force.T, slope(seen)) * lengths)


def blow_up(factor, at, power=q - 2):
    """When u' = factor u^(q-1) from `at` is infinite."""
    return 1 / ((q - 2) * factor * at**power)


half = Rational(1, 2)
to_noise = q * rate * length**2 * half
to_signal = q * rate * (snr * length) ** 2 * (n / 2) * half
ratio = blow_up(to_noise, other) / blow_up(to_signal, maxima * snr * other)
race = n / 2 * snr**q * maxima ** (q - 2)
quadratic = Iterate(x, x + c * x, start, T)


def exponential(k):
    """Induction over the number of steps."""

    def longer(h):
        path = Iterate(x, x + c * x, start, T + 1)
        one = k.rewrite(k.step(path.at(T + 1)), by=k.horizon(path.at(T), T))
        return k.rewrite(one, by=h).to(start * (1 + c) ** (T + 1))

    return k.induction(k.start(Iterate(x, x + c * x, start, 0).at(0)), longer, over=T)


printed_path = Iterate(x, (1 - printed_rate) * x ** (q - 1), start, T).end
claim = Claim(
    "cnn.growth_poly",
    source=source("A COMPARISON OF FEATURE LEARNING"),
    domain=Domain(
        (q >= 3, d >= n + 1),
        core=(
            (n <= 5, m <= 3, d >= 6, d <= 16, q <= 5, eta >= 0.01, eta <= 1, T <= 4),
            (start >= 0.3, start <= 2, c <= 1, part <= 0.95, printed_rate <= 0.95),
        ),
    ),
    parts={
        "main": Part(
            Identity(hadamard(above, hadamard(j, after * mu)), grown()),
            says="With σ = (ReLU)^q and noise orthogonal to μ a step adds (η/nm)|μ|² Σ_{y_i = j_r}|ℓ'_i| σ'(u), σ'(u) = q u^(q−1), to u = <w_r, j_rμ> > 0",
            printed=Print(
                right=printed_step,
                erratum=Erratum.wrong(
                    "it is u + η_γ u^(q−1), of u = <w_r, j_rμ> and not of γ: (1 − η_γ)γ^(q−1) falls to 0 for q > 2"
                ),
            ),
            wrong={
                "power_q": {"right": grown(slope(u, 1))},
                "power_q-2": {"right": grown(slope(u, -1))},
                "without_q": {"right": grown(lower(u))},
                "all_samples": {"right": grown(samples=one)},
            },
        ),
        "noise": Part(
            Identity(hadamard(faced, after * Xi.T), memorised()),
            says="and (η/nm)|ξ_i|²|ℓ'_i| σ'(v) to v = <w_r, ξ_i> > 0 with y_i = j_r, if the noise patches are orthogonal to each other",
            printed=Print(
                right=printed_noise,
                erratum=Erratum.wrong(
                    "it is v + η_ξ v^(q−1), of v = <w_r, ξ_i> and not of ρ: (1 − η_ξ)ρ^(q−1) falls to 0 for q > 2"
                ),
            ),
            wrong={
                "power_q": {"right": memorised(slope(seen, 1))},
                "without_q": {"right": memorised(lower(seen))},
                "without_n": {"right": memorised(mean=eta / m)},
            },
        ),
        "blow_up": Part(
            Identity(Flow(x, c * x ** (q - 1), start, part * blow_up(c, start)), start * (1 - part) ** (-1 / (q - 2))),
            says="The solution of u' = c u^(q−1), q > 2, blows up at the time 1/((q−2) c u₀^(q−2)): at its share θ it is u₀(1−θ)^(−1/(q−2))",
            wrong={
                "sooner": {"replace": {part * blow_up(c, start): part * blow_up(c, start, q - 1)}},
                "exponential": {"replace": {c * x ** (q - 1): c * x}},
            },
        ),
        "race": Part(
            Identity(ratio, race),
            says="At |ℓ'| = 1/2 and n/2 samples a class the time of the noise over that of the signal is (n/2) SNR^q (u₀/(SNR v₀))^(q−2)",
            proof="normal",
            wrong={
                "power_q-1": {"right": n / 2 * snr ** (q - 1) * maxima ** (q - 2)},
                "whole_sample": {"right": n * snr**q * maxima ** (q - 2)},
                "without_maxima": {"right": n / 2 * snr**q},
            },
        ),
        "printed_collapses": Part(
            Inequality(printed_path, start ** ((q - 1) ** T)),
            says="The printed map x → (1 − η_γ)x^(q−1), q > 2, is after T steps at most the start to the power (q−1)^T, which falls for a start below 1",
            wrong={"next_power": {"right": start ** ((q - 1) ** (T + 1))}},
        ),
        "quadratic": Part(
            Identity(quadratic.end, start * (1 + c) ** T),
            says="For q = 2 the law u + c u gives exponential growth: u₀(1 + c)^T after T steps",
            proof=exponential,
            wrong={"polynomial": {"right": start * (1 + c * T)}},
        ),
    },
    uses=("cnn.coefficient_recursion",),
)
