"""The phase of benign overfitting needs a small start: not because a large one is lazy, but because what it puts out has to be undone.

At n SNR³ = 8, with the cube, networks that start small overfit benignly. Started with <w, ξ> of standard deviation 2 they fit the
same sample to the same loss and err on fresh data: f at the start is of order s_0³/√m, and it is undone along the noise of the
sample. If each neuron of sign -1 starts as its partner of sign 1, f is 0 at first, the first step relative to the start is of order
s_0^(q-2), and the same large start is benign again. Units σ_ξ²d = 1, |μ| = SNR; noise orthogonal to μ, that of fresh data too; n =
20, m = 16, d = 2000; full-batch descent to a loss of 0.05, with steps that shrink like s_0^(-4). How far activations move relative
to their start in whole runs, and the heuristic for frozen features, are not judged.
"""

from lemmata import *
from lemmata.theory.cnn.cube_growth import cube
from lemmata.theory.cnn.notation import Xi, d, m, mu, n, source, y, z

ORDINARY = Kind("general", ("generic", "sparse"))
trained = Procedure(
    "started",
    "descent with the cube at n SNR³ = v until the training loss is 0.05",
    ("n", "m", "d", "v", "s0", "rate", "paired"),
    {"error": "share of fresh data with the wrong sign", "train": "training loss"},
)


def run(s0, paired=0):
    """A run from this start; rate n SNR² is 1/20, or less for a large start."""
    rate = Rational(1, 20) / max(1, 3 * s0**4)
    return trained(n=20, m=16, d=2000, v=8, s0=s0, rate=rate, paired=paired)


def benign(one):
    return And(one["train"] <= Rational(1, 20), one["error"] <= Rational(1, 50))


def harmful(one):
    return And(one["train"] <= Rational(1, 20), one["error"] >= Rational(1, 20))


small, large, balanced = run(Rational(1, 10)), run(2), run(2, paired=1)
often = Rational(3, 4)

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
        "first_step": Part(
            Identity(first_step(c * A0, c * A0), c**2 * first_step(A0, A0)),
            says="From such a start the first step with the cube grows like the square of the start, and relative to it like its size",
            wrong={
                "like_the_start": {"right": c * first_step(A0, A0)},
                "not_paired": {"replace": {first_step(c * A0, c * A0): first_step(c * A0, 0 * A0)}},
            },
        ),
    },
    procedures=(trained,),
    uses=("cnn.cao_phase", "cnn.model"),
)
