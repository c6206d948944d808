"""The phase of benign overfitting needs a small start: not because a large one is lazy, but because what it puts out has to be undone.

At n SNR³ = 8, with the cube, networks that start small overfit benignly. Started with <w, ξ> of standard deviation 2 they fit the
same sample to the same loss and err on fresh data: f at the start is of order s_0³/√m, and it is undone along the noise of the
sample. If each neuron of sign -1 starts as its partner of sign 1, f is 0 at first, the first step relative to the start is of order
s_0^(q-2), and the same large start is benign again. Units σ_ξ²d = 1, |μ| = SNR; noise orthogonal to μ, that of fresh data too; n =
20, m = 16, d = 2000; full-batch descent to a loss of 0.05, with steps that shrink like s_0^(-4). Undoing an output of s_0³/√m by a
relative move of each of m neurons takes one of m^(-1/2), reaching a margin of order one from 0 one of s_0^(-3): relative to their
start, activations of partners move far less, and lazier than lazy is benign again. The heuristic for frozen features, n SNR^(2q) in
the place of n SNR², is not judged: it is about orders in three sizes, and the runs are at one.
"""

from lemmata import *
from lemmata.theory.cnn.cube_growth import cube
from lemmata.theory.cnn.notation import Xi, d, m, mu, n, source, y, z

ORDINARY = Kind("general", ("generic", "sparse"))
PARAMETERS = ("n", "m", "d", "v", "s0", "rate", "paired")
trained = Procedure(
    "started",
    "descent with the cube at n SNR³ = v until the training loss is 0.05",
    PARAMETERS,
    {
        "error": "share of fresh data with the wrong sign",
        "train": "training loss",
        "moved": "root mean square of ⟨w − w(0), ξ_i⟩ over that of ⟨w(0), ξ_i⟩",
    },
)
twice = Procedure(
    "twice",
    "the same from s0 and from twice that, with its rate, on the same draws",
    PARAMETERS,
    {"exponent": "exponent of `moved` in the start between the two"},
)


def run(s0, paired=0, v=8, m=16, of=trained):
    """A run from this start; rate n SNR² is 1/20, or less for a large start."""
    rate = Rational(1, 20) / max(1, 3 * s0**4)
    return of(n=20, m=m, d=2000, v=v, s0=s0, rate=rate, paired=paired)


def benign(one):
    return And(one["train"] <= Rational(1, 20), one["error"] <= Rational(1, 50))


def harmful(one):
    return And(one["train"] <= Rational(1, 20), one["error"] >= Rational(1, 20))


small, large, balanced = run(Rational(1, 10)), run(2), run(2, paired=1)
often, half = Rational(3, 4), Rational(1, 2)
far, near = run(Rational(1, 10), v=half), run(2, v=half)
lazy, slope = run(4, paired=1), run(4, paired=1, v=half, of=twice)["exponent"]
shrinks = run(4, v=half)["moved"] / run(4, v=half, m=64)["moved"]


def about(value):
    return Abs(slope - value) < Rational(1, 5)


c = Symbol("c", "factor of the start", Positive)
A, A0 = (Array(name, f"weights of sign 1{at}", m, d, kind=ORDINARY) for name, at in (("A", ""), ("A₀", ", at the start")))


def output(weights):
    """The sum over the neurons of one sign, a column."""
    return (cube.entrywise(weights * mu * y.T) + cube.entrywise(weights * Xi.T)).T * OneMatrix(m, 1) / m


def first_step(start, partner):
    """The gradient in the weights of sign 1 where those of sign -1 are the partners."""
    margin = hadamard(y, output(A) - output(partner))
    loss = dot(OneMatrix(n, 1), Entrywise(Lambda(z, log(1 + exp(-z))), margin)) / n
    return Gradient(loss, A, at=start)


claim = Claim(
    "cnn.init_regime",
    source=source("MAIN RESULTS"),
    domain=Domain(c >= Rational(1, 10), c <= 10, core=(n <= 5, m <= 3, d <= 8, c >= 0.3, c <= 3)),
    parts={
        "main": Part(
            Guarantee(benign(small), often),
            says="At n SNR³ = 8 and s₀ = 1/10 three quarters of the networks that fit the sample to a loss of 0.05 err on at most 2 in 100 fresh data",
            wrong={"for_every_start": {"event": benign(large)}},
        ),
        "large": Part(
            Guarantee(harmful(large), often),
            says="From s₀ = 2, with all neurons independent, three quarters err on 5 in 100 at least, at the same n SNR³ and training loss",
            wrong={"benign": {"event": benign(large)}, "as_small": {"event": harmful(small)}},
        ),
        "paired": Part(
            Guarantee(benign(balanced), often),
            says="but on at most 2 in 100 where each neuron starts as a neuron of the other sign, so that the network starts at 0",
            wrong={"harmful_because_lazy": {"event": harmful(balanced)}},
        ),
        "moves": Part(
            Guarantee(And(far["moved"] >= 5, near["moved"] <= Rational(1, 5)), often),
            says="At n SNR³ = 1/2 activations on the noise move by 5 times their start at least from s₀ = 1/10, by a fifth at most from 2",
            wrong={"swapped": {"event": And(near["moved"] >= 5, far["moved"] <= Rational(1, 5))}},
        ),
        "width": Part(
            Guarantee(And(shrinks >= Rational(5, 4), shrinks <= Rational(7, 2)), half),
            says="and from s₀ = 4, in half of the runs at least, 5/4 to 7/2 times as far relative to their start with 16 neurons as with 64: like m^(−1/2)",
            wrong={"constant": {"event": shrinks < Rational(5, 4)}, "like_1_over_m": {"event": shrinks > Rational(7, 2)}},
        ),
        "lazier": Part(
            Guarantee(And(benign(lazy), lazy["moved"] <= Rational(1, 50)), often),
            says="Partners that start at s₀ = 4 are benign at n SNR³ = 8, though their activations move by less than 2 %",
            wrong={"moves": {"event": lazy["moved"] >= Rational(1, 10)}, "harmful": {"event": harmful(lazy)}},
        ),
        "power": Part(
            Guarantee(about(-3), often),
            says="How far is like s₀^(−3), relative to the start, up to 1/5 in the exponent between s₀ = 4 and 8",
            wrong={"two": {"event": about(-2)}, "one": {"event": about(-1)}},
        ),
        "first_step": Part(
            Identity(first_step(c * A0, c * A0), c**2 * first_step(A0, A0)),
            says="From such a start the first step with the cube grows like the square of the start, and relative to it like its size",
            wrong={
                "like_the_start": {"right": c * first_step(A0, A0)},
                "not_paired": {"replace": {first_step(c * A0, c * A0): first_step(c * A0, 0 * A0)}},
            },
        ),
    },
    procedures=(trained, twice),
    uses=("cnn.cao_phase", "cnn.model"),
)
