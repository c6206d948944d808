"""Sharpness-aware steps first make the error the floor of the test noise, Φ(-|μ|/σ_ξ), in dimensions where descent memorises the noise.

The ascent step lowers the noise pre-activations of a sample's own class, by τ|ℓ'_i||ξ_i|²/(nm|∇L|), at first about τ|ξ|/√(nm): for
τ above σ_0√(nm) it switches them off, so that only the signal grows, which goes on if its pre-activations change their sign,
through the other class; descent afterwards fits the rest, and before them would have memorised the noise. Descent alone needs |μ|⁴
of order d/n and gets worse as d grows at fixed |μ|. The network that SAM leaves is carried by the signal, and a network of the
signal alone errs on fresh data with probability Φ(-|μ|/σ_ξ): the printed |μ| = Ω̃(1) is needed because of the test noise along μ,
whatever the optimiser. ReLU, n = 20, m = 16, σ_0σ_ξ√d = 1/100, e_0 = 1/5, τ = 1/10 in units of σ_ξ; 3d/5 steps (9d/5 at |μ| = σ_ξ),
then 300 of descent; full batch, and with the batches of the print, half of the samples drawn anew in each step, half of each class.
"""

from lemmata import *
from lemmata.theory.cnn.common.one_step import POSITIVE, W0, Xi, entries, j, lengths, pull, stepped, y, z
from lemmata.theory.cnn.notation import d, eta, m, n
from lemmata.theory.opt.notation import SAM, source

often, small, radius = Rational(1, 2), Rational(1, 100), Rational(1, 10)
trained = Procedure(
    "sharpness",
    "sharpness-aware steps and then descent on the two-layer ReLU network",
    ("n", "m", "d", "ratio", "s0", "rate", "τ", "before", "first", "second", "tests", "batch"),
    {"error": "share of fresh data with the wrong sign", "loss": "training loss", "signal": "largest ⟨w, jμ⟩/|μ|²"},
)


def run(size, tau=radius, ratio=3, before=0, batch=0):
    """|μ| = ratio σ_ξ; 3d/5 steps of SAM, or three times as many; 300 of descent after, or before them; on batches, or (0) on all."""
    first = 0 if tau == 0 else (9 if ratio == 1 else 3) * size // 5
    sizes = {
        "n": 20,
        "m": 16,
        "s0": small,
        "rate": Rational(1, 5),
        "before": before,
        "second": 300 - before,
        "tests": 1024,
        "batch": batch,
    }
    return trained(d=size, ratio=ratio, first=first, **sizes, **{"τ": tau})


# one ascent step from any weights, noise patches orthogonal to the signal and to each other
RELU = FunctionClass("the ReLU", {"relu": Maximum(z, 0)}, open=False)
sigma = Function("σ", "activation", of=RELU, kink=0, latex=r"\sigma")
tau = Symbol("τ", "radius of the ascent step", Positive, latex=r"\tau")
slope = (W0 - stepped(sigma)) / eta
seen = W0 * Xi.T


def lowered(mean=1 / (n * m), length=None, where=None):
    """<w_r, ξ_i> less what the ascent step takes off."""
    length = norm(slope) if length is None else length
    active = entries(POSITIVE, seen) if where is None else where
    return seen - tau * mean / length * hadamard(active, j * hadamard(y, pull(sigma)).T) * lengths


ell, rho = Symbol("ℓ", "length |ξ_i| of all noise patches", Positive, latex=r"\ell"), Symbol("ρ", "length |μ|", Positive)
half = Rational(1, 2)
steep = 2 * m * (n / 2 * (ell * half / (n * m)) ** 2 + (n / 2 * rho * half / (n * m)) ** 2)  # |∇L|²
shift = tau**2 * (ell**2 * half / (n * m)) ** 2 / steep


def off(weight=half, sizes=n * m):
    return tau**2 * ell**2 / (sizes * (1 + weight * n * (rho / ell) ** 2))


def near(value):
    return Abs(run(1000, ratio=1)["error"] - value) < Rational(1, 20)


claim = Claim(
    "opt.sam_benign",
    source=source(SAM, "chen2023sam"),
    domain=Domain(d >= n + 1, sq(slope) > 0, core=(n <= 5, m <= 3, d >= 6, d <= 12, tau >= 0.05, tau <= 1)),
    parts={
        "main": Part(
            Guarantee(run(2000)["error"] < small, often),
            says="At |μ| = 3σ_ξ, n = 20 and d = 2000 SAM with τ = σ_ξ/10 and then descent end, more often than not, with an error below 0.01",
            wrong={
                "small_radius": {"event": run(2000, Rational(1, 10**4))["error"] < small},
                "descending_step": {"event": run(2000, -radius)["error"] < small},
                "descent": {"event": run(2000, Integer(0))["error"] < small},
                "descent_first": {"event": run(2000, before=300)["error"] < small},
            },
        ),
        "ascent": Part(
            Identity((W0 + tau * slope / norm(slope)) * Xi.T, lowered(), scale=norm(seen) + tau * norm(Xi)),
            says="With noise orthogonal to μ and to itself the ascent step lowers ⟨w_r, ξ_i⟩ > 0 by j_ry_i τ|ℓ'_i||ξ_i|²/(nm|∇L|), and no others",
            wrong={
                "raised": {"right": lowered(-1 / (n * m))},
                "not_normalised": {"right": lowered(length=1)},
                "everywhere": {"right": lowered(where=OneMatrix(2 * m, n))},
            },
        ),
        "at_the_start": Part(
            Identity(shift, off()),
            says="If each sample is seen by half of the neurons, with |ℓ'| = 1/2, the square of this is τ²|ξ|²/(nm(1 + n SNR²/2))",
            proof="normal",
            wrong={
                "noise_alone": {"right": off(0 * n)},
                "one_neuron": {"right": off(sizes=n)},
                "whole_sample": {"right": off(1)},
            },
        ),
        "lower_dimension": Part(
            Guarantee(run(1000)["error"] < small, often),
            says="as, more often than not, at d = 1000",
            wrong={"descent": {"event": run(1000, Integer(0))["error"] < small}},
        ),
        "batches": Part(
            Guarantee(run(1000, batch=10)["error"] < small, often),
            says="and there, more often than not, with batches of 10 of the 20 samples in both phases",
            wrong={
                "stochastic_descent": {"event": run(1000, Integer(0), batch=10)["error"] < small},
                "descending_step": {"event": run(1000, -radius, batch=10)["error"] < small},
            },
        ),
        "stochastic_descent": Part(
            Guarantee(run(1000, Integer(0), batch=10)["error"] > Rational(3, 100), often),
            says="where stochastic descent alone ends, more often than not, with an error above 0.03",
            wrong={"benign": {"event": run(1000, Integer(0), batch=10)["error"] < small}},
        ),
        "descent": Part(
            Guarantee(run(1000, Integer(0))["error"] > Rational(1, 20), often),
            says="Descent alone ends, more often than not, with an error above 0.05 at d = 1000",
            wrong={"benign": {"event": run(1000, Integer(0))["error"] < small}},
        ),
        "descent_worse": Part(
            Guarantee(run(8000, Integer(0))["error"] > Rational(3, 20), often),
            says="and, more often than not, above 0.15 at d = 8000",
            wrong={"no_worse": {"event": run(8000, Integer(0))["error"] < Rational(1, 20)}},
        ),
        "floor": Part(
            Guarantee(near(Phi(-1)), often),
            says="At |μ| = σ_ξ and d = 1000 the error with SAM is, more often than not, Φ(−1) = 0.159 up to 0.05: the floor of the test noise along μ",
            wrong={"zero": {"event": near(Integer(0))}, "of_three": {"event": near(Phi(-3))}},
        ),
        "weak_signal": Part(
            Guarantee(run(1000, ratio=Rational(3, 10))["error"] > Rational(3, 10), often),
            says="and at |μ| = 0.3σ_ξ it is above 0.3, more often than not",
            wrong={"benign": {"event": run(1000, ratio=Rational(3, 10))["error"] < small}},
        ),
    },
    procedures=(trained,),
    uses=("opt.sam_update", "opt.lngd_benign"),
)
