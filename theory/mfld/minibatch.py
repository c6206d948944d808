"""Mini-batches in mean-field Langevin dynamics, exactly: one batch for all particles moves their mean, and no number of particles averages it away.

In the Gaussian model on the line with the data c_j in place of c, f_j(μ) = (a/2)E x² + (b/2)(E x − c_j)², a batch of B of n drawn without replacement gives all
particles the gradient noise b times (its mean less that of all), of variance s² = b²σ_c²(n − B)/(B(n − 1)), σ_c² that of the data with divisor n. By
mfld.gaussian_oracle the variance of √N x̄ obeys U ← (1 − η(a + b))²U + 2λ_2η + Nη²s², that of fluctuations V ← (1 − ηa)²V + 2λ_2η. So after k steps from one
point E F, with the mean of the data for c, is a closed form that keeps the term of s² as N → ∞: mini-batches cost of the order η. With a batch of its own for
each particle the noise is η²s² in both recursions, the mean of the particles averages it away, and what is left is that of the single ones.
Run for the data cos 1, ..., cos n.
"""

from lemmata import *
from lemmata.theory.mfld.notation import N, a, b, eta, lam, source, steps

n, B, i = Symbol("n", "number of data", Naturals), Symbol("B", "size of a batch", Naturals), Index("i")
m0 = Symbol("m_0", "where all particles start", Reals)
j = Symbol("h", "another number of particles", Naturals)
run = Procedure(
    "batches",
    "particles of the Gaussian model with mini-batches of cos 1, ..., cos n, all from one point",
    ("n", "B", "N", "a", "b", "λ_2", "η", "k", "m_0", "own", "again"),
    {
        "value": "F of the particles, with the mean of the data for c",
        "mean": "mean of the particles",
        "spread": "their mean square less the square of this",
    },
)
centre = Sum(cos(i), (i, 1, n)) / n
population = Sum((cos(i) - centre) ** 2, (i, 1, n)) / n
NAMED = {str(e): e for e in (n, B, N, a, b, lam, eta)}


def drawn(what, own=0, again=0):
    return run(**NAMED, **{"k": steps, "m_0": m0, "own": own, "again": again})[what]


def noise(share=(n - B) / (B * (n - 1))):
    """s²."""
    return b**2 * population * share


def variance(rate, added):
    """After k steps of x ← (1 − rate)²x + added, from 0."""
    return added * (1 - (1 - rate) ** (2 * steps)) / (1 - (1 - rate) ** 2)


rest = b * centre / (a + b)
mean = rest + (1 - eta * (a + b)) ** steps * (m0 - rest)


def mode(s2=noise(), count=N):  # noqa: B008
    """Variance of √N x̄."""
    return variance(eta * (a + b), 2 * lam * eta + count * eta**2 * s2)


def single(s2=0):
    """Variance of a fluctuation."""
    return variance(eta * a, 2 * lam * eta + eta**2 * s2)


def expected(U, V, count=N):
    """E F."""
    return a / 2 * ((count - 1) / count * V + U / count + mean**2) + b / 2 * ((mean - centre) ** 2 + U / count)


many = expected(mode(count=j), single(), j)
claim = Claim(
    "mfld.minibatch",
    source=source("Computational complexity / Single loop method"),
    procedures=(run,),
    uses=("mfld.gaussian_oracle", "mfld.sg_mfld_bound"),
    domain=Domain(
        (eta * (a + b) < 1, B < n, n >= 2, n <= 40),
        core=(
            (a >= Rational(1, 2), a <= 2, b >= 1, b <= 4, lam >= Rational(1, 20), lam <= Rational(1, 2)),
            (eta >= Rational(1, 20), eta <= Rational(3, 20), N >= 4, N <= 12, steps >= 6, steps <= 15),
            (n >= 5, n <= 12, B <= 3, m0 >= 0, m0 <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(Mean(drawn("value")), expected(mode(), single())),
            says="With one batch for all N particles E F after k steps has U_k with Nη²s² a step, s² = b²σ_c²(n − B)/(B(n − 1)), and V_k without it",
            wrong={
                "full_batch": {"right": expected(mode(0 * b), single())},
                "averaged_away": {"right": expected(mode(noise() / N), single(noise()))},
                "batches_of_their_own": {"left": Mean(drawn("value", own=1))},
            },
        ),
        "mean": Part(
            Identity(Mean((drawn("mean") - mean) ** 2), mode() / N),
            says="The mean of the particles has the variance U_k/N, which does not vanish as N → ∞",
            wrong={
                "with_replacement": {"left": Mean((drawn("mean", again=1) - mean) ** 2)},
                "divisor_n": {"right": mode(noise((n - B) / (B * n))) / N},
                "batches_of_their_own": {"left": Mean((drawn("mean", own=1) - mean) ** 2)},
            },
        ),
        "own": Part(
            Identity(Mean((drawn("mean", own=1) - mean) ** 2), mode(noise() / N) / N),
            says="With a batch of its own for each particle it has η²s² in the place of Nη²s²",
            wrong={"one_for_all": {"right": mode() / N}},
        ),
        "fluctuations": Part(
            Identity(Mean(drawn("spread")), (N - 1) / N * single()),
            says="One batch for all leaves the spread of the particles around their mean as it is, (N − 1)V_k/N",
            wrong={"batches_of_their_own": {"left": Mean(drawn("spread", own=1))}},
        ),
        "left": Part(
            Limit(
                many - expected(mode(0 * b, j), single(), j),
                (a + b) / 2 * variance(eta * (a + b), eta**2 * noise()),
                ladder=Ladder(j, (10, 100, 1000, 10**4)),
                expansion=(1 / j, j**-2),
            ),
            says="As N → ∞ the batches cost ((a + b)/2) Σ_(i<k) (1 − η(a + b))^(2i) η²s²",
            wrong={
                "nothing": {"value": 0 * b, "scale": (a + b) / 2 * variance(eta * (a + b), eta**2 * noise())},
                "with_replacement": {"value": (a + b) / 2 * variance(eta * (a + b), eta**2 * noise(1 / B))},
            },
        ),
    },
)
