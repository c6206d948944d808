"""What low task diversity memorises: the best Γ for k pretraining tasks, and its risk on a new task, exactly at every d, k and ℓ.

Averaged over k tasks of norm √d with mean b and second moment R the risk of Γ = [G | g] is icl_linear.moments' quadratic
form. Its minimum has G = (R - bb')(x + (1 + 1/ℓ)R - (1 + 2/ℓ)bb')^(-1), x = (1 + ρ)d/ℓ, and (1 + ρ)g = b/(1 + 2/ℓ) - Gb. For
k ≤ d independent tasks (rows of W), the projection P on their span and v = W'(WW')^(-1)1 (so that v·w_j = 1) the limit as ℓ
→ ∞ is [P - av' | a/(1 + ρ)], a = ((1 + ρ)dv - b)/((1 + ρ)d|v|² - 1): e_IDG → ρ and e_ICL → ρ + 1 - k/d + (|a|²/d)(1 + |v|² +
2/(d(1 + ρ)²)). Of a new task only what lies in the span is kept. For k > d tasks in general position e_ICL → ρ. For k = 1
the minimum is G = 0, g = (ℓ/(ℓ + 2)) w_1/(1 + ρ) at every ℓ, and the process is run.
"""

from lemmata import *
from lemmata.theory.icl_linear.moments import SOME, G, closed, g, of_new
from lemmata.theory.icl_linear.notation import d, k, l, pretrained, rho, source

m = Symbol("m", "how many tasks there are beyond d", Naturals)


def turned(draw, d):
    """A random orthogonal basis, one vector a row."""
    basis = draw.normal(d, d)[0]
    for i in range(d):
        basis[i] = basis[i] - (basis[i] @ basis[:i].mT) @ basis[:i]
        basis[i] = basis[i] / basis[i].norm()
    return basis


def tasks(name, rows):
    """Tasks of norm √d, one a row: up to d of them are far from dependent, more of them far from one hyperplane."""

    def make(p, draw):
        count, basis = rows(p), turned(draw, p.d)
        made = basis[:count] + 0.3 / p.d**0.5 * draw.normal(min(count, p.d), p.d)[0]
        if p.style == "correlated":
            made = made + basis.mean(0)
        if count > p.d:
            spread = 0.3 / p.d**0.5 * draw.normal(count - p.d, p.d)[0]
            made = draw.tensor([*made.flatten(), *(spread - made.mean(0) * p.d**0.5).flatten()]).reshape(count, p.d)
        return {name: made * p.d**0.5 / made.norm(dim=-1, keepdim=True)}

    return Tied((name,), make, ("generic", "correlated"))


W = Array("W", "independent tasks of norm √d, one a row", k, d, kind=tasks("W", lambda p: p.k))
U = Array("U", "more than d tasks in general position, one a row", d + m, d, kind=tasks("U", lambda p: p.d + p.m))
u = Array("u", "direction of the only task", d, kind=UnitVector)
O = Array("O", "directions of orthogonal tasks, one a row", k, d, kind=OrthonormalRows)
H, h = Array("H", "departure of the first d columns", d, d, kind=SOME), Array("h", "departure of the last column", d, kind=SOME)
one, two = 1 + 1 / l, 1 + 2 / l
far, farther = (Ladder(l, tuple(start * 4**j for j in range(5))) for start in (10**4, 10**5))
close = (1 / l, l**-2, l**-3)


def moments_of(tasks):
    """Mean and second moment of the tasks."""
    rows = tasks.shape[0]
    return tasks.T * OneMatrix(rows, 1) / rows, tasks.T * tasks / rows


def old(b, R, first, last):
    """The risk of [first | last] on tasks of that mean and second moment."""
    return closed(b, R, (1 + rho) ** 2).xreplace({G: first, g: last})


def new(first, last):
    """The risk on w ~ N(0, I)."""
    return of_new().xreplace({G: first, g: last})


def best(b, R):
    """The minimum over Γ."""
    first = (R - b * b.T) * (one * R - two * b * b.T + (1 + rho) * d / l * I(d)).inv()
    return first, (b / two - first * b) / (1 + rho)


def around(b, R, first, last):
    """The quadratic form of a departure."""
    mixed = 2 * two * (1 + rho) * dot(last, first * b)
    return ((1 + rho) * d / l * sq(first) + one * Trace(first * R * first.T) + mixed + two * (1 + rho) ** 2 * sq(last)) / d


def kept(tasks, direction=None, second=2 / d):
    """The limit of the risk on a new task."""
    inverse, b = (tasks * tasks.T).inv(), moments_of(tasks)[0]
    v = tasks.T * inverse * OneMatrix(k, 1)
    a = ((1 + rho) * d * v - b) / ((1 + rho) * d * sq(v) - 1) if direction is None else direction(v)
    return rho + 1 - k / d + sq(a) / d * (1 + sq(v) + second / (1 + rho) ** 2)


b, R = moments_of(W)
first, last = best(b, R)
minimum = old(b, R, first, last) + around(b, R, H, h)
departed = old(b, R, first + H, last + h)
weight = l / (l + 2) * sqrt(d) / (1 + rho)
alone, both = sqrt(d) * u, d * u * u.T
single = old(alone, both, H, weight * u + h)
recalled = 1 + rho + l / (l + 2) * (1 + 2 / (d * (1 + rho) ** 2))
orthogonal = kept(sqrt(d) * O)
in_words = rho + 1 - k / d + 1 / k + 1 / d + 2 / (k * d * (1 + rho) ** 2)
runs = pretrained(d=3, k=1, n=2000, **{"ℓ": 4, "ρ": Rational(1, 4), "λ": Rational(1, 1000)})
at_three = recalled.subs({d: 3, l: 4, rho: Rational(1, 4)})


def words(left, right):
    return {"statement": Identity(left, right), "proof": "words"}


claim = Claim(
    "icl_linear.memorisation",
    source=source(),
    domain=Domain(k <= d, d >= 2, core=(d >= 3, d <= 8, k <= 5, m <= 3, l >= 2, l <= 10, rho >= 0.05, rho <= 1)),
    parts={
        "main": Part(
            Limit(new(first, last), kept(W), ladder=far, expansion=close),
            says="As ℓ → ∞ the risk on a new task of the best Γ for k ≤ d independent tasks tends to "
            "ρ + 1 − k/d + (|a|²/d)(1 + |v|² + 2/(d(1 + ρ)²))",
            wrong={
                "span_alone": {"value": rho + 1 - k / d},
                "square": {"value": rho + (1 - k / d) ** 2},
                "leading_order": {"value": kept(W, lambda v: v / sq(v))},
                "norm_held_fixed": {"value": kept(W, second=0)},
            },
        ),
        "own": Part(
            Limit(old(b, R, first, last), rho, ladder=far, expansion=close),
            says="on these tasks it tends to ρ",
            wrong={"new_task": {"value": kept(W)}},
        ),
        "many": Part(
            Limit(new(*best(*moments_of(U))), rho, ladder=farther, expansion=close),
            says="and for more than d tasks in general position the risk on a new task tends to ρ",
            wrong={"null": {"value": rho + 1}},
        ),
        "minimum": Part(
            Identity(departed, minimum),
            says="G = (R − bbᵀ)(x + (1 + 1/ℓ)R − (1 + 2/ℓ)bbᵀ)⁻¹, (1 + ρ)g = b/(1 + 2/ℓ) − Gb is the minimum: a departure adds its quadratic form",
            wrong={"one_moment": {"left": old(b, R, R * (R + (1 + rho) * d / l * I(d)).inv() + H, last + h)}},
        ),
        "single": Part(
            **words(single, rho + 2 / (l + 2) + around(alone, both, H, h)),
            says="For one task the minimum is G = 0, g = (ℓ/(ℓ + 2)) w_1/(1 + ρ) at every ℓ, with the risk ρ + 2/(ℓ + 2) on that task",
            wrong={"long_contexts": {"right": rho + around(alone, both, H, h)}},
        ),
        "orthogonal": Part(
            Identity(orthogonal, in_words),
            says="For orthogonal tasks the limit is ρ + 1 − k/d + 1/k + 1/d + 2/(kd(1 + ρ)²)",
            wrong={"correction_in_d": {"right": in_words - 1 / k + 1 / d}},
        ),
        "runs": Part(
            Within(Mean(runs["ICL"]), Rational(23, 25) * at_three, Rational(11, 10) * at_three),
            says="Pretrained on one task at d = 3, ℓ = 4, n = 2000, ρ = 1/4, λ = 1/1000: the mean risk on a new task is between 0.92 and 1.1 of "
            "1 + ρ + (ℓ/(ℓ + 2))(1 + 2/(d(1 + ρ)²)), above that of the null predictor",
            wrong={"null": {"low": Rational(6, 5), "high": Rational(27, 20)}},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.moments",),
)
