"""The ridge risk has the order of B_k + σ²V_k, with k = #{j : l_j >= κ} <= n/2, τ = λ + Σ_{j>k} l_j/n.

B = τ² Σ_{j<=k} β_j²/l_j + Σ_{j>k} β_j² l_j and V = k/n + Σ_{j>k} l_j²/(nτ²): the print with its nλ + Σ_{j>k} l_j = nτ. It leaves out σ², and k
open: a wrong k is off by an unbounded factor, and k <= n/2 cannot be dropped (at d = n + 1, λ = 0 the variance is of order n,
while V_0 < 1). The constants 1/8 and 8 are those of ridge.de_vs_bv, none of which can be improved; a constant interval cannot see
a term that is never the largest, so each of the four (bias and noise of head and tail) carries the risk alone in some family.
At d = cn the deterministic equivalent is judged at every size (eigenvalues by multiplicities, which need not be integers); on drawn
designs the mean risk itself. Target: β_j = 1/j.
"""

from lemmata import *
from lemmata.theory.algebra.counting import positions
from lemmata.theory.ridge.notation import Spectrum, Split, j, n, s2, source

a, c = Symbol("a", "steepness of the spectrum", NonNegative), Symbol("c", "dimensions per sample", Positive)
lam = Symbol("λ", "penalty beside the mean squared error", NonNegative)
N = Symbol("N", "number of samples of a drawn design", Naturals)
LEVELS, SHAPES = 500, ("power law", "flat", "two levels", "just over")


def eigenvalues(p, places, end, samples):
    """j^-a, all ones, 10^a on a tenth of them, or one more than n ones and next to nothing."""
    first = {"two levels": max(1, end // 10), "just over": samples + 1}.get(p.style, 0)
    shape = {
        "power law": lambda x: x**-p.a,
        "flat": lambda x: 1.0,
        "two levels": lambda x: 10.0**p.a if x <= first else 1.0,
        "just over": lambda x: 1.0 if x <= first else 1e-12,
    }[p.style]
    return [shape(x) for x in places]


def levels(p, draw):
    """By multiplicities; a step of the spectrum lies between two blocks."""
    size = p.n
    end = int(p.c * size)
    step = {"two levels": max(1, end // 10), "just over": size + 1}.get(p.style, end // 2)
    (near, often), (far, count) = positions(step), positions(end, after=step)
    places = [*near, *[1.0] * (LEVELS - len(near) - len(far)), *far]
    counts = [*often, *[0.0] * (LEVELS - len(near) - len(far)), *count]
    values = eigenvalues(p, places, end, size)
    return {"l": draw.tensor(values), "b": draw.tensor([x**-2 for x in places]), "m": draw.tensor(counts)}


def explicit(p, draw):
    """The same, one by one."""
    end = int(p.c * p.N)
    values = draw.tensor(eigenvalues(p, range(1, end + 1), end, p.N))
    rows = draw.tensor([[1.0] * end] * p.N) * values
    return {"s": values, "S": rows, "h": values**0.5 / draw.tensor(range(1, end + 1))}


ALL, DRAWN = (Tied(("l", "b", "m"), levels, SHAPES, uses=(a, c)), Tied(("s", "S", "h"), explicit, SHAPES, uses=(a, c)))
l = Array("l", "eigenvalues of the covariance", LEVELS, of=Positive, kind=ALL)
b = Array("b", "squared coordinate of the target there", LEVELS, of=Positive, kind=ALL)
m = Array("m", "multiplicities", LEVELS, of=NonNegative, kind=ALL)
s = Array("s", "eigenvalues of the covariance of a drawn design", floor(c * N), of=Positive, kind=DRAWN)
S = Array("S", "the same, once a sample", N, floor(c * N), of=Positive, kind=DRAWN)
h = Array("h", "its target in the eigenbasis, times the roots of the eigenvalues", floor(c * N), kind=DRAWN)


class Sizes(Split):
    """B + σ²V of a spectrum."""

    def size(self, level=None, noise=s2, power=2, head=1, tail=1):
        """The sum, and the same with a factor wrong."""
        tau, (l, b) = self.tau if level is None else level, (self.at.eigenvalue, self.at.target)
        variance = self.k / self.at.samples + tail * self.below(l**2) / (self.at.samples * tau**2)
        return head * tau**power * self.above(b / l) + self.below(b * l) + noise * variance

    def no_head(self):
        """The sum at k = 0."""
        l, b = self.at.eigenvalue, self.at.target
        tau = lam + self.at.over(l) / self.at.samples
        return self.at.over(b * l) + s2 * self.at.over(l**2) / (self.at.samples * tau**2)


at = Spectrum(l[j], b[j], LEVELS, m[j])
along, drawn = Sizes(at, lam), Sizes(Spectrum(s[j], h[j] ** 2 / s[j], floor(c * N), samples=N), lam, "'")
risk = at.risk(along.kappa, lam)

Z = Sampled("Z", Normal(), N, floor(c * N))
Y = hadamard(Z, S)  # the design is Z∘√S
P = (Y * Z.T + N * lam * I(N)).inv()
measured = Mean(sq(h - Y.T * P * Z * h) + s2 * sq(P * Y))

claim = Claim(
    "ridge.tsigler_bartlett",
    source=source("Predictive error", "tsigler2020"),
    domain=Domain(
        (a <= Rational(5, 2), c >= Rational(3, 2), c <= 8, n >= 24, N >= 8, N <= 24),
        core=(c >= 3, c <= 5, lam <= 10, s2 >= 1e-3, s2 <= 1e3, n <= 10**4, N <= 16),
    ),
    parts={
        "main": Part(
            Within(risk / along.size(), Rational(1, 8), 8),
            when=along.k <= n / 2,
            says="With k = #{l_j ≥ κ} ≤ n/2 the deterministic equivalent of the risk is between an eighth and eight times B + σ²V",
            printed=Print(
                quantity=risk / along.size(noise=1),
                erratum=Erratum.wrong(
                    "the variance term must be multiplied by σ², and k must be the effective dimension, at most n/2"
                ),
            ),
            wrong={
                "head_by_n": {"quantity": risk / along.size(head=n)},
                "tail_variance": {"quantity": risk / along.size(tail=1 / n)},
                "head_linear": {"quantity": risk / along.size(power=1)},
                "lambda_unscaled": {"quantity": risk / along.size(along.tau - lam + lam / n)},
                "any_k": {"when": ()},
                "no_head": {"quantity": risk / along.no_head(), "when": ()},
            },
        ),
        "simulated": Part(
            Within(measured / drawn.size(), Rational(1, 10), 10),
            when=drawn.k <= N / 2,
            says="On Gaussian designs with 8 to 24 samples the mean risk is between a tenth and ten times B + σ²V",
            wrong={
                "without_the_noise": {"quantity": measured / drawn.size(noise=1)},
                "no_head": {"quantity": measured / drawn.no_head()},
            },
        ),
    },
    uses=("ridge.de_vs_bv", "ridge.det_equiv"),
)
