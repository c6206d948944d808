"""What the coefficients say about inner products: γ_r and ρ_ri are what training adds to <w_r, j_r μ> and <w_r, ξ_i>, up to cross terms.

For w_r = w_r(0) + j_r γ_r μ/|μ|² + Σ_i ρ_ri ξ_i/|ξ_i|², exactly: j_r <w_r - w_r(0), μ> = γ_r + j_r Σ_i ρ_ri <ξ_i, μ>/|ξ_i|², and
<w_r - w_r(0), ξ_i> = ρ_ri + j_r γ_r <μ, ξ_i>/|μ|² + Σ_{k≠i} ρ_rk <ξ_k, ξ_i>/|ξ_k|². So γ_r belongs to <w_r, j_r μ>; printed is
<w_r, μ>, which has the other sign where j_r = -1. For noise ξ ~ N(0, σ_ξ²I), whose |ξ|² is about σ_ξ²d, the mean squares of the
three factors are SNR²/d, 1/(SNR²d) and 1/d: all are small in high dimension at fixed SNR. In runs: ReLU, n = 4, m = 8,
n SNR² = 1, ten steps of descent in R^d from small weights, noise not orthogonal to μ.
"""

from lemmata import *
from lemmata.theory.cnn.coefficient_recursion import descent, gamma, lengths, path, rho, weights
from lemmata.theory.cnn.notation import W0, T, Xi, d, eta, j, m, mu, n, source

s = Symbol("σ_ξ", "standard deviation of a coordinate of the noise", Positive, latex=r"\sigma_\xi")
given = weights(gamma, rho) - W0
shorter, strength = lengths.inv(), sq(mu)
mixed = rho * shorter * offdiag(Xi * Xi.T)


def of_signal(leak=rho * shorter * Xi * mu):
    """j<w - w(0), μ> by the coefficients."""
    return gamma + hadamard(j, leak)


def trained(leak):
    """j<w, μ> after T steps by the coefficients."""
    return hadamard(j, W0 * mu + leak) + path.at(T, 0)


def of_noise(length=strength, crossing=mixed, sign=j):
    """<w - w(0), ξ_i> by the coefficients, one neuron a row."""
    return rho + hadamard(sign, gamma) * (Xi * mu).T / length + crossing


x = Sampled("ξ", Normal(s**2), d)
snr = norm(mu) / (s * sqrt(d))
aligned = snr**2 * d * Mean(dot(mu, x) ** 2)

measured = Procedure(
    "measured",
    "descent in R^d, with its coefficients",
    ("n", "m", "d", "SNR", "q", "s0", "rate", "steps"),
    {
        "noise": "root mean square of ⟨w_r − w_r(0), ξ_i⟩ − ρ_ri over that of ρ_ri",
        "signal": "root mean square of j_r⟨w_r − w_r(0), μ⟩ − γ_r over that of γ_r",
    },
)
run = measured(n=4, m=8, d=d, SNR=Rational(1, 2), q=1, s0=Rational(1, 100), rate=Rational(1, 5), steps=10)
ladder = Ladder(d, (25, 50, 100, 200, 400))

claim = Claim(
    "cnn.coefficient_meaning",
    source=source("KEY IDEA"),
    domain=Domain(T <= 6, eta <= 1, core=(n <= 5, m <= 2, d <= 10, T >= 1, T <= 3, eta >= 0.05, s >= 0.2, s <= 3)),
    parts={
        "main": Part(
            Identity(hadamard(j, given * mu), of_signal()),
            says="The coefficients add γ_r + j_r Σ_i ρ_ri⟨ξ_i, μ⟩/|ξ_i|² to ⟨w_r, j_r μ⟩",
            printed=Print(
                left=given * mu,
                erratum=Erratum.wrong(
                    "γ_r is what is added to ⟨w_r, j_r μ⟩, up to a cross term: to ⟨w_r, μ⟩ it is −γ_r where j_r = −1"
                ),
            ),
            wrong={"no_cross_term": {"right": gamma}, "unsigned_cross_term": {"right": gamma + rho * shorter * Xi * mu}},
        ),
        "noise": Part(
            Identity(given * Xi.T, of_noise()),
            says="and ρ_ri + j_r γ_r⟨μ, ξ_i⟩/|μ|² + Σ_{k≠i} ρ_rk⟨ξ_k, ξ_i⟩/|ξ_k|² to ⟨w_r, ξ_i⟩",
            wrong={
                "no_cross_terms": {"right": of_noise(crossing=0 * rho)},
                "one_length": {"right": of_noise(norm(mu))},
                "without_sign": {"right": of_noise(sign=OneMatrix(2 * m, 1))},
            },
        ),
        "trained": Part(
            Identity(hadamard(j, descent * mu), trained(path.at(T, 1) * shorter * Xi * mu)),
            says="So ⟨w_r, j_r μ⟩ after T steps of descent is its start plus that, with the coefficients that are the sums of the steps",
            wrong={"no_cross_term": {"right": trained(0 * W0 * mu)}},
        ),
        "with_the_signal": Part(
            Identity(aligned, sq(mu) ** 2),
            says="The inner product of a noise patch and a given signal has mean square |μ|⁴/(SNR² d)",
            proof="mean",
            wrong={"one_length": {"right": sq(mu)}},
        ),
        "rate": Part(
            Rate(Mean(run["noise"]), -Rational(1, 2), ladder=ladder, expansion=(1 / d, d**-2)),
            says="In runs ⟨w_r − w_r(0), ξ_i⟩ is ρ_ri up to a relative error that falls like d^(−1/2) at fixed n and SNR",
            wrong={"linear": {"exponent": -1}, "stays": {"exponent": 0}},
        ),
        "rate_of_signal": Part(
            Rate(Mean(run["signal"]), -Rational(1, 2), ladder=ladder, expansion=(1 / d, d**-2)),
            says="and so does that of j_r⟨w_r − w_r(0), μ⟩ against γ_r",
            wrong={"linear": {"exponent": -1}, "stays": {"exponent": 0}},
        ),
    },
    procedures=(measured,),
    uses=("cnn.coefficient_recursion",),
)
