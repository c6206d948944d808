"""Slow decay of the eigenvalues, or a target off the large ones, keeps the risk away from zero whatever the penalty.

For every λ >= 0 and any second moments ν_j of the target's coordinates, R(λ) >= Σ_j ν_j l_j (κ₀/(l_j + κ₀))² with κ₀ = κ(λ = 0): κ
grows with λ, what it leaves of a coordinate grows with κ, and 1/(1 - γ) >= 1. So a direction with l_j <= κ₀ alone costs at least
ν_j l_j/4. Slow decay makes κ₀ large, misalignment puts ν_j l_j below it: l_i = 1/i for i <= n and 1/n up to d = n³, ν_i = i^-2; or
l_i = 1/i up to 10n, ν_i = 1/i but ν_n = n. In the first the tail alone gives κ₀ >= n - 2/n. The constant 1 is approached at λ = 0
on a long flat tail. Sums run over levels with multiplicities. Negative penalties are outside.
"""

from lemmata import *
from lemmata.theory.algebra.counting import positions
from lemmata.theory.ridge.notation import Spectrum, j, level, n, s2, some, source, weight

LEVELS, RANDOM = 420, 60
SHAPES = ("power law", "exponential", "two levels", "three levels", "random", "spike", "flat tail", "at kappa")
lam = Symbol("λ", "penalty beside the mean squared error", NonNegative)
q = Symbol("q", "a level of the spectrum", Naturals)
more = Symbol("t", "how much larger the effective penalty is", NonNegative)


def padded(draw, names, values, moments, counts):
    """Levels that stand for nothing are put in before the last one, with multiplicity 0."""
    columns = {names[0]: (values, values[0]), names[1]: (moments, moments[0]), names[2]: (counts, 0.0)}
    return {name: draw.tensor([*c[:-1], *[fill] * (LEVELS - len(c)), c[-1]]) for name, (c, fill) in columns.items()}


def any_spectrum(p, draw):
    """Many shapes with sparse targets; the corners at which the bound or a constant is approached."""
    tail = 0.001
    if p.style in ("spike", "flat tail"):
        counts, moments = [1.0, 200.0 * p.n], [100.0, 1e-9] if p.style == "spike" else [1e-9, 1.0]
        return padded(draw, "lνm", [50.0, tail], moments, counts)
    if p.style == "at kappa":  # the target on one coordinate just below κ₀
        near = 0.999 * (200 * p.n * tail / (p.n - 0.5) - tail)
        return padded(draw, "lνm", [near, tail], [1.0, 1e-12], [1.0, 200.0 * p.n])
    size = min(4 * p.n, RANDOM)
    index, a, one = draw.tensor(range(1, size + 1)), 2.5 * draw.uniform(1)[0], draw.tensor([1.0] * size)
    values = {
        "power law": index**-a,
        "exponential": (-(a * index / 4).clamp(max=60)).exp(),
        "two levels": 1 + (10**a - 1) * (index <= max(1, size // 10)),
        "three levels": 10**-a + (1 - 10**-a) * (index <= size // 4) + (10**a - 1) * (index <= max(1, size // 20)),
        "random": (18.4 * draw.uniform(size)[0] - 13.8).exp().sort(descending=True).values,
    }[p.style]
    sparse = 1e-12 + (draw.uniform(size)[0] < 0.3) / index**0.5
    return padded(draw, "lνm", *(c.tolist() for c in (values, sparse, one * -(-4 * p.n // size))))


def slowly(p, draw):
    """1/i up to n, then 1/n up to n³."""
    places, counts = positions(p.n)
    outer, often = positions(p.n**3, after=p.n)
    size = p.n**3 - p.n
    mean = sum(c * x**-2 for c, x in zip(often, outer, strict=True)) / size
    return padded(
        draw, ("l'", "ν'", "m'"), [*(1 / x for x in places), 1 / p.n], [*(x**-2 for x in places), mean], [*counts, size]
    )


def badly(p, draw):
    """1/i up to 10n, the target's weight at n."""
    before, counts = positions(p.n - 1)
    after, often = positions(10 * p.n, after=p.n)
    places = [*before, p.n, *after]
    moments = [1 / x if x != p.n else p.n for x in places]
    return padded(draw, ("l°", "ν°", "m°"), [1 / x for x in places], moments, [*counts, 1.0, *often])


def spectrum(names, generator, styles=("the example",)):
    """A spectrum by levels, and its arrays."""
    kind = Tied(tuple(names), generator, styles)
    l = Array(names[0], "distinct eigenvalues of the covariance", LEVELS, of=Positive, kind=kind)
    nu = Array(names[1], "second moments of the target's coordinates there", LEVELS, of=Positive, kind=kind)
    m = Array(names[2], "multiplicities", LEVELS, of=NonNegative, kind=kind)
    return Spectrum(l[j], nu[j], LEVELS, m[j]), (l, nu, m)


at, (l, nu, m) = spectrum("lνm", any_spectrum, SHAPES)
slow, _ = spectrum(("l'", "ν'", "m'"), slowly)
bad, _ = spectrum(("l°", "ν°", "m°"), badly)


def risk_of(law, name="κ"):
    k = Definition(name, "effective penalty, from n − nλ/κ = Σ l_j/(l_j + κ)", law.effective(lam))
    return law.risk(k, lam)


k0 = Definition("κ₀", "κ at λ = 0", at.effective(0))
risk = risk_of(at)
alone = nu[q] * l[q] * m[q]


def grows(k):
    """What is left of each coordinate grows with κ."""
    higher = level + more
    each = k.compare(level / (some + level), higher / (some + higher))
    each = k.scale(k.monotone(each, "square"), some * weight)
    each = k.instance(each, {some: at.eigenvalue, weight: at.often * at.target})
    return k.to(k.sum(each, (j, 1, LEVELS)), at.left(higher))


claim = Claim(
    "ridge.misalignment",
    source=source("Optimal regularization"),
    domain=Domain(
        (q <= LEVELS, n >= 2, n <= 10**5),
        core=(n >= 4, n <= 40, lam <= 10, s2 >= 1e-3, s2 <= 10, level >= 1e-4, level <= 10, more <= 10, q <= 4),
    ),
    parts={
        "main": Part(
            Inequality(at.left(k0) / risk, 1),
            says="For every penalty λ ≥ 0 the deterministic equivalent of the risk is at least Σ ν_j l_j (κ₀/(l_j + κ₀))², with κ₀ = κ(λ = 0)",
            wrong={
                "without_the_factor": {"left": at.over(at.target * at.eigenvalue) / risk},
                "four_kappa": {"left": at.left(4 * k0) / risk},
                "first_power": {"left": at.over(at.target * at.eigenvalue * k0 / (at.eigenvalue + k0)) / risk},
            },
        ),
        "one_direction": Part(
            Inequality(alone * (k0 / (l[q] + k0)) ** 2 / risk, 1), says="One level alone costs at least its share of that"
        ),
        "quarter": Part(
            Inequality(alone / risk, 4),
            when=And(l[q] <= k0, m[q] > 0),
            says="A level with l ≤ κ₀ costs at least a quarter of its signal",
            wrong={"half_for_a_quarter": {"right": 2}},
        ),
        "kappa": Part(Inequality(k0 / at.effective(lam), 1), says="The effective penalty is at least κ₀"),
        "grows": Part(
            Inequality(at.left(level), at.left(level + more)),
            proof=grows,
            says="What an effective penalty leaves of the signal grows with it",
            wrong={"falls": {"left": at.left(level + more), "right": at.left(level)}},
        ),
        "slow_decay": Part(
            Inequality(1 / risk_of(slow), 1),
            when=n >= 10,
            says="For l_i = 1/i up to n, 1/n up to n³, and ν_i = i^−2, the risk is at least 1 from n = 10 on, for every penalty",
            wrong={"slow_decay_learns": {"left": risk_of(slow), "right": Rational(1, 2)}},
        ),
        "misaligned": Part(
            Inequality(1 / risk_of(bad), Rational(20, 11)),
            says="For l_i = 1/i up to 10n, ν_i = 1/i but ν_n = n, it is at least 0.55",
        ),
    },
    uses=("ridge.det_equiv",),
    notes="The bias alone satisfies the bound, even without its factor 1/(1 − γ).",
)
