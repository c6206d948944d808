"""At low n SNR² and high n SNR⁴ d ReLU overfits benignly where (ReLU)³ does not; and its signal yields to its noise gently, not at once.

κ = (n SNR²)² d/n, so that κ ≥ 10 at n SNR² = s takes a dimension of 10n/s²: there n SNR³ is far below 1, and (ReLU)³ memorises. The
ratio of the largest γ to the largest ρ is proportional to n SNR² for ReLU. For (ReLU)^q the loser of the race gains an amount of
order SNR² u_0^(q-1) with u_0 of order SNR when the signal loses, so the ratio goes like SNR^(q+1) or (n SNR²)^((q+1)/2), and like (n
SNR²)^(q/2) when the noise loses. "Constant separation" compares the hypotheses of two theorems, C_3 and C_1 of one κ against powers
of logarithms: it is no statement about runs. Units σ_ξ²d = 1, m = 16, training loss at most 1/50, starts of size 1/100 for ReLU and
1/10 for (ReLU)³ (3/10 for the exponents of the harmful side); exponents between two values of n SNR² on the same data and start.
"""

from lemmata import *
from lemmata.theory.cnn.common.runs import PARAMETERS, STOP, cube, h, relu, training
from lemmata.theory.cnn.notation import source

n, often = 2 * h, Rational(3, 4)
s = Symbol("s", "n SNR²", Positive)
q = Symbol("q", "power of the activation", Naturals)
compared = Procedure(
    "compared",
    "two trained networks on the same data from the same start, at two values of n SNR²",
    ("s", "times", *(name for name in PARAMETERS if name not in ("snr", "tests"))),
    {"slope": "local exponent of max γ/max ρ in n SNR²"},
)
ratio = sqrt(s / n)
wide = floor(10 * n / s**2) + 1  # κ is 10 there


def benign(network):
    found = network(n, wide, ratio)
    return And(found["train"] <= STOP, found["error"] <= Rational(1, 100))


def harmful(network):
    found = network(n, wide, ratio)
    return And(found["train"] <= STOP, found["error"] >= Rational(9, 20))


def slope(power, start, times, s0, count=20):
    """The local exponent from n SNR² = start to `times` it, in dimension 100n, noise orthogonal to the signal."""
    rate = Rational(3, 10) if power == 1 else Rational(1, 10)
    sizes = {"m": 16, "across": 1, "stop": STOP, "steps": 6000, "s0": s0, "rate": rate}
    return compared(n=count, d=100 * count, q=power, s=start, times=times, **sizes)["slope"]


def about(found, value, error):
    return Abs(found - value) <= error


first, tenth, third = slope(1, s, 30, Rational(1, 100)), Rational(1, 10), Rational(3, 10)
deep = slope(q, Rational(1, 100), 10, third)
far, middle = slope(3, 30, 10, tenth), slope(3, 3, 2, tenth)
snr = Symbol("SNR", "signal-to-noise ratio", Positive, latex=r"\mathrm{SNR}")
c = Symbol("c", "start of the signal over SNR", Positive)
v0 = Symbol("v₀", "start of the noise", Positive, latex="v_0")
S = Symbol("S", "what the race spends, apart from SNR", Positive)


def gained(start, spent):
    """What the loser of the race u' = a u² has gained when the winner has blown up."""
    return 1 / (1 / start - spent) - start


signal_gain, noise_gain = gained(c * snr, S * snr**2), gained(v0, S / snr**3)
signal_form, noise_form = c**2 * S * snr**4 / (1 - c * S * snr**3), v0**2 * S / (snr**3 - v0 * S)


claim = Claim(
    "cnn.relu_vs_poly",
    source=source("BENIGN OVERFITTING WITH FEATURE LEARNING (ReLU)", "kou2023"),
    domain=Domain(
        (h >= 5, h <= 8, s >= tenth, s <= Rational(1, 4), q >= 3, q <= 4, 1 - c * S * snr**3 > 0),
        (snr**3 - v0 * S > 0, 1 / (c * snr) - S * snr**2 > 0, 1 / v0 - S / snr**3 > 0),
        core=(c <= 2, v0 <= 2, S <= Rational(1, 5), snr >= 1, snr <= Rational(5, 4)),
    ),
    parts={
        "main": Part(
            Guarantee(benign(relu), often),
            says="At n SNR² from 1/10 to 1/4, in dimension 10n/(n SNR²)², three quarters of the ReLU networks fit the sample with an error of at most 0.01",
            wrong={"cube": {"event": benign(cube)}, "needs_n_snr_squared": {"event": harmful(relu)}},
        ),
        "cube": Part(
            Guarantee(harmful(cube), often),
            says="where three quarters of the (ReLU)³ networks fit it with an error of at least 0.45",
            wrong={"benign": {"event": benign(cube)}},
        ),
        "relu_exponent": Part(
            Guarantee(about(first, 1, Rational(1, 4)), often),
            says="For ReLU max γ/max ρ grows like n SNR² from n SNR² = s to 30s: the exponent between the two is 1 up to 1/4 in three quarters of the runs",
            wrong={
                "two": {"event": about(first, 2, Rational(1, 4))},
                "half": {"event": about(first, Rational(1, 2), Rational(1, 4))},
            },
        ),
        "harmful_exponent": Part(
            Guarantee(about(deep, (q + 1) / 2, tenth), often),
            says="For (ReLU)^q, q = 3 or 4, its exponent is (q+1)/2 up to 1/10 from n SNR² = 1/100 to 1/10",
            wrong={"q_half": {"event": about(deep, q / 2, tenth)}, "q-1": {"event": about(deep, q - 1, tenth)}},
        ),
        "benign_exponent": Part(
            Guarantee(about(far, Rational(3, 2), Rational(1, 5)), often),
            says="and q/2 up to 1/5 from 30 to 300, for q = 3",
            wrong={"as_before": {"event": about(far, 2, Rational(1, 5))}, "one": {"event": about(far, 1, Rational(1, 5))}},
        ),
        "between": Part(
            Guarantee(middle >= 3, Rational(1, 2)),
            says="From 3 to 6 it is 3 at least, for q = 3, in half of the runs: the change is sharp there",
            wrong={"gentle": {"event": middle <= 2}},
        ),
        "harmful_gain": Part(
            Identity(signal_gain, signal_form),
            says="A signal that starts at cSNR and loses the race for q = 3 gains c²S SNR⁴/(1 − cS SNR³): of order SNR^(q+1)",
            proof="normal",
            wrong={"cube": {"right": signal_form / snr}},
        ),
        "benign_gain": Part(
            Identity(noise_gain, noise_form),
            says="and noise that loses v₀²S/(SNR³ − v₀S): of order SNR^(−q)",
            proof="normal",
            wrong={"square": {"right": noise_form * snr}},
        ),
    },
    procedures=(training, compared),
    uses=("cnn.kou_phase", "cnn.cao_phase", "cnn.dominance"),
)
