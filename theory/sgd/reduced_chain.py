"""The overlap of one spherical neuron under SGD is a Markov chain that a few scalars a step drive.

With z, ζ ~ N(0,1) and c ~ χ²(d−2) independent, p = √(1−m²)z − mζ, u = mz + √(1−m²)ζ and r² = p² + c = |P_w x|², the step
w → (w + δP_w x)/|w + δP_w x| takes m to (m + δ(z − mu))/√(1 + δ²r²), where δ = ηg_1 online and (1−ξ)η(g_1 + g_2) with reuse:
a function of z, ζ, c. So it is for the squared loss, g = 2a(y − aσ)σ' for yσ', and for a fresh second sample. x is split as
zθ + ζ(w − mθ)/√(1−m²) + x', x' across both, and is fresh at every step, so (m_t) is Markov. The run in R^d differentiates the loss.
"""

from lemmata import *
from lemmata.theory.sgd.notation import T, chain, d, eta, fresh_chain, m0, sgd, sgd_step, source, stepped, theta, x2, xi

PLAIN = Kind("general", ("generic", "repeated"))
half, quarter, kept = Rational(1, 2), Rational(1, 4), 1 - xi
v = Array("r", "a sample", d, kind=PLAIN)
b = Array("s", "weights before they are brought to length 1", d, kind=PLAIN)
o = Array("o", "any direction", d, kind=PLAIN)


def overlap(**options):
    """The overlap of the run in R^d at its end."""
    return dot(theta, sgd(T, eta, kept, **options).end)


def short(**options):
    """That of the chain."""
    return chain(T, eta, kept, **options).end


wave, above = (lambda m: Mean(cos(5 * m)), lambda m: Probability(m > half))
squared = {"outer": quarter}
unit = b / norm(b)
u = dot(unit, v)
once = dot(o, sgd_step(eta, kept, sample=v, at=unit, target=o))


def by_hand(kept=kept, length=None, **options):
    """The closed form of one step."""
    return stepped(dot(o, unit), dot(o, v), u, sq(v) - u**2 if length is None else length, eta, kept, **options)


claim = Claim(
    "sgd.reduced_chain",
    source=source("Single-index Model / SGD Training of Two-layer Neural Network"),
    domain=Domain(
        (d >= 3, xi >= 0, xi <= 1, m0 > -1, m0 < 1),
        core=(d <= 6, T >= 5, T <= 8, eta >= 0.35, eta <= 0.6, xi >= 0.3, xi <= 0.5, m0 >= 0.2, m0 <= 0.4),
    ),
    parts={
        "main": Part(
            Identity(Mean(overlap()), Mean(short()), scale=1),
            says="The overlap of a spherical neuron after T steps of SGD in R^d has the mean of a chain of three numbers a step",
            wrong={"r2_is_d": {"right": Mean(short(length=d))}, "without_reuse": {"right": Mean(short(reuse=False))}},
        ),
        "square": Part(
            Identity(Mean(overlap() ** 2), Mean(short() ** 2), scale=1),
            says="The overlap has the second moment of the chain",
            wrong={"chi2_d-1": {"right": Mean(short(freedom=d - 1) ** 2)}},
        ),
        "above_half": Part(
            Identity(above(overlap()), above(short())),
            says="The overlap exceeds 1/2 with the probability that the chain does",
            wrong={"no_normalisation": {"right": above(short(normalise=False))}},
        ),
        "oscillation": Part(
            Identity(wave(overlap()), wave(short()), scale=1), says="The overlap has the mean of cos 5m of the chain"
        ),
        "online": Part(
            Identity(Mean(overlap(reuse=False) ** 2), Mean(short(reuse=False) ** 2), scale=1),
            says="With one step a sample the overlap has the second moment of its chain",
        ),
        "fresh_second_sample": Part(
            Identity(above(overlap(again=x2)), above(fresh_chain(T, eta, kept).end)),
            says="With a fresh second sample the overlap exceeds 1/2 as often as a chain of seven numbers a step does",
            wrong={"fresh_is_reuse": {"right": above(short())}},
        ),
        "squared_loss": Part(
            Identity(Mean(overlap(**squared)), Mean(short(**squared)), scale=1),
            says="For the squared loss the overlap has the mean of the chain with 2a(y − aσ)σ' in place of yσ'",
            wrong={"plain_chain": {"right": Mean(short())}},
        ),
        "one_step": Part(
            Identity(once, by_hand(), scale=norm(o)),
            says="On any sample one step takes ⟨w,θ⟩ = m to (m + δ(z − mu))/√(1 + δ²r²)",
            wrong={
                "no_normalisation": {"right": by_hand(normalise=False)},
                "r2_is_d": {"right": by_hand(length=d)},
                "whole_move": {"right": by_hand(kept=1)},
            },
        ),
    },
    notes="In d = 2 the chi-square is 0, and in d = 3 so is that of a fresh second sample. Without the normalisation |w| drifts and "
    "the recursion does not close.",
)
