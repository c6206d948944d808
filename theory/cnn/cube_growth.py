"""What one step of gradient descent adds to the signal that a neuron sees, for the cube of the positive part.

Where the noise is orthogonal to the signal, u = <w_r, j_r μ> > 0 obeys u + (η/nm)|μ|² σ'(u) Σ_{y_i = j_r} |ℓ'_i|, for the cube
3u² times a rate, and not (1 - rate) u²; a neuron with u < 0 moves by the samples of the other class.
"""

from lemmata import *
from lemmata.theory.cnn.notation import W0, W, Xi, d, eta, j, loss, m, mu, n, pull, source, y, z

across = Definition("Ξ⊥", "noise patches without their part along the signal", Xi * (I(d) - mu * mu.T / sq(mu)))
CUBE = FunctionClass("the cube", {"cube": Maximum(z, 0) ** 3}, open=False)
cube = Function("σ₃", "cube of the positive part", of=CUBE, kink=0)
after = hadamard(j, (W0 - eta * Gradient(loss(W, across, cube), W, at=W0)) * mu)
u = Definition("u", "inner products <w_r, j_r μ> at the start", hadamard(j, W0 * mu))
force = Definition("p", "sizes of ℓ' at the start", pull(W0, across, cube))
up, down = (Entrywise(Lambda(z, Maximum(s * z, 0)), u) for s in (1, -1))
own, other = ((OneMatrix(2 * m, n) + s * j * y.T) / 2 * force for s in (1, -1))  # sums over the class of the neuron, the other
rate = eta / (n * m) * sq(mu)


def power_of(v, power):
    return Entrywise(Lambda(z, z**power), v)


def grown(power=2, factor=3, here=own):
    """u plus what one step adds."""
    return u + factor * rate * (hadamard(here, power_of(up, power)) + hadamard(other, power_of(down, power)))


claim = Claim(
    "cnn.cube_growth",
    says="For the cube and noise orthogonal to μ a step adds to u > 0 the rate (3η/nm)|μ|² Σ_{y_i = j_r}|ℓ'_i| times u²",
    statement=Identity(after, grown()),
    source=source("A COMPARISON OF FEATURE LEARNING"),
    domain=Domain(core=(n <= 6, m <= 3, d <= 12, eta >= 0.01, eta <= 1)),
    printed=Print(
        right=hadamard(OneMatrix(2 * m, 1) - 3 * rate * own, power_of(up, 2)),
        erratum=Erratum.wrong(
            "(1 − η)γ^(q−1) collapses to 0 for small γ; the step adds η u^(q−1) to u, and acts on u, not on γ"
        ),
    ),
    wrong={
        "power_q": {"right": grown(power=3)},
        "without_q": {"right": grown(factor=1)},
        "all_samples": {"right": grown(here=own + other)},
        "noise_not_orthogonal": {"replace": {across: Xi}, "count": 3},
    },
)
