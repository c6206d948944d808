r"""Benign overfitting turns into harmful overfitting at one value of $n\,\mathrm{SNR}^q$, whatever the sample size.

With $\sigma=\max(\cdot,0)^q$, $q>2$, and a small start, signal and noise race: an inner product obeys $\dot
u=cu^{q-1}$ and blows up at $1/((q-2)cu_0^{q-2})$, with $c\propto\mathrm{SNR}^2/2$, $u_0\propto s_0\mathrm{SNR}$ for
the signal and $c\propto1/n$, $u_0\propto s_0$ for the noise. So the ratio of the two times is $\frac
n2\mathrm{SNR}^q$ times a ratio of Gaussian maxima, of which only the logarithms in the tilde of $\tilde\Omega$ are
left. The tilde matters: with plain $\Omega$ both hypotheses would hold at $n\,\mathrm{SNR}^q=\Theta(1)$ and the
conclusions contradict each other. Judged: at $d=\infty$, that the test loss at the first $L_S\le0.05$ crosses 0.35 at
a value of $n\,\mathrm{SNR}^q$ that does not move with $n$; at $d=2000$, both sides, with $L_S\le0.02$ on either.
"""

import sympy as sp

from lemmata.theory.cnn.first_notation import n, q, s0, snr
from lemmata.theory.first import Claim, Domain, Guarantee, Integer, Ladder, Mean, Observable, Phase, Real, Source

r = sp.Rational
loss = Observable("loss")
benign, harmful = (
    Observable("benign"),
    Observable("harmful"),
)  # L_S <= 0.02 and: L_D <= 0.05, error <= 0.01; L_D >= 0.6, error >= 0.4
GRID = (0.6, 0.9, 1.3, 1.7, 2.2, 3.0, 4.0)
ladder = Ladder(n, (8, 16, 32, 64, 128), quick=(4, 8, 20, 40))
HARMFUL, BENIGN = ("harmful_0.1", "harmful_0.2"), ("benign_15", "benign_40")


def phase(control: sp.Expr, **options) -> Phase:
    return Phase(
        Mean(loss),
        r(35, 100),
        control,
        sweep=snr,
        grid=GRID,
        ladder=ladder,
        tolerance=0.1,
        ends=(r(55, 100), r(1, 5)),
        **options,
    )


def side(event: Observable, name: str) -> Guarantee:
    """On this side of the boundary the event happens with probability at least 0.9, over samples and starts."""
    return Guarantee(event, r(9, 10), variant=name, provided=(sp.Eq(q, 3),))


claim = Claim(
    id="cnn.cao_phase",
    title="For (ReLU)^q with q > 2 overfitting is benign or harmful according to n SNR^q alone",
    truth=phase(n * snr**q),
    source=Source("001_4c481594b380f97e.txt", "MAIN RESULTS", paper="cao2022"),
    domain=Domain(Integer(q, (3, sp.oo), (3, 4)), Real(s0, (0, 0.3), (0.05, 0.1), log=True)),
    also={**{name: side(harmful, name) for name in HARMFUL}, **{name: side(benign, name) for name in BENIGN}},
    mutants={
        "power_q-1": phase(n * snr ** (q - 1)),
        "power_q+1": phase(n * snr ** (q + 1)),
        "n_squared": phase(n**2 * snr**q),
        "snr_alone": phase(snr**q),
        "swapped": phase(n * snr**q, rising=True),
        "swapped_harmful": side(benign, HARMFUL[1]),
        "swapped_benign": side(harmful, BENIGN[0]),
    },
    notes="The polylogarithmic thresholds and d = poly(n, m) of the theorem are not covered; the crossing of the "
    "loss is followed over a decade "
    "of n. At q = 2 it drifts (logarithmically), and q = 1 has another law. L_D is the logistic loss on fresh "
    "data, not the 0-1 error.",
)


@claim.derivation
def _(step):
    u, u0, c, t, p = sp.symbols("u u_0 c t p", positive=True)  # p = q - 2
    step(
        "how u^(−p) moves when u' = c u^(p+1), p = q − 2",
        sp.diff(u**-p, u) * c * u ** (p + 1),
        -p * c,
        by="chain rule: u^(−p) = u₀^(−p) − pct",
    )
    blow_up = step("u blows up at", sp.solve(u0**-p - p * c * t, t)[0], 1 / (p * c * u0**p), by="where u^(−p) vanishes")
    eta, qq, m, a, b, s = sp.symbols("eta q m a b s_0", positive=True)  # a, b: the Gaussian maxima
    signal = blow_up.subs({c: eta * qq * snr**2 / (4 * m), u0: s * snr * a})
    noise = blow_up.subs({c: eta * qq / (2 * n * m), u0: s * b})
    step(
        "noise time over signal time",
        sp.powsimp(sp.expand_power_base(noise / signal, force=True)),
        sp.powsimp(n * snr ** (p + 2) / 2 * (a / b) ** p, force=True),
        by="units σ_ξ²d = 1, ‖μ‖ = SNR; ℓ' = −1/2 at the start, half of the samples in a class",
    )
    step.cite(
        "the theorem",
        r"n\,\mathrm{SNR}^q=\tilde\Omega(1)\Rightarrow L_D\le6\varepsilon+e^{-n^2};\quad "
        r"n^{-1}\mathrm{SNR}^{-q}=\tilde\Omega(1)\Rightarrow L_D\ge0.1",
        by="Cao, Chen, Belkin and Gu (2022), Theorems 4.3 and 4.4",
    )
