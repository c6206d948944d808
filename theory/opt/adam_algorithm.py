"""How far the printed Adam moves a coordinate: at most B_t steps η for every sequence of gradients, and exactly how far for some.

From m = v = 0 one has m_t = (1 - β_1) Σ_k β_1^k g_{t-k} and v_t = (1 - β_2) Σ_k β_2^k g²_{t-k}, k < t. By Cauchy-Schwarz m_t² ≤
B_t²v_t with B_t² = (1 - β_1)²/(1 - β_2) Σ_{k<t} (β_1²/β_2)^k, attained at g_{t-k} ∝ (β_1/β_2)^k; the sum is geometric, and stays bounded only if β_1²
< β_2. A constant gradient gives c_t = (1 - β_1^t)/√(1 - β_2^t): below 1 if β_2 ≤ β_1, and above 1 from (β_2/β_1)^t = 2 on if
β_2 > β_1 (overshoot; with bias correction it would be 1). An alternating one moves by (1 - β_1)/(1 + β_1) steps in the limit. For centred
independent ones of variance 1 E m_t² = (1 - β_1)/(1 + β_1)(1 - β_1^(2t)) and E v_t = 1 - β_2^t; the mean of m_t²/v_t is near (1 - β_1)/(1 + β_1) only
where β_2 is near 1 and β_2^t near 0: for t = 12 and β = (0.5, 0.99) it is 2.9. Paths of given gradients are run on g_k = g r^k.
A common factor of all gradients leaves the path unchanged if and only if ε = 0.
"""

from lemmata import *
from lemmata.theory.opt.notation import ADAM, b1, b2, moments, source, step, t

j = Index("j")
g = Array("g", "gradients, the first is the oldest", t)
m_t = (1 - b1) * Sum(b1 ** (t - j) * g[j], (j, 1, t))
v_t = (1 - b2) * Sum(b2 ** (t - j) * g[j] ** 2, (j, 1, t))


def bound(first=2, second=1):
    """B_t²."""
    return (1 - b1) ** 2 / (1 - b2) * Sum(b1 ** (first * (t - j)) / b2 ** (second * (t - j)), (j, 1, t))


def by_cauchy_schwarz(K):
    """(Σ ab)² <= Σ a² Σ b² with ab = β_1^(t-j) g_j; the sums are those of the statement, term by term."""
    root = Symbol("σ", "root of β_2", Positive)
    first, second = b1 ** (t - j) / root ** (t - j), root ** (t - j) * g[j]
    product = K.sum(K.normal(first * second, b1 ** (t - j) * g[j]), (j, 1, t))
    found = K.cauchy_schwarz(first, second, limits=(j, 1, t))
    found = K.flip(K.rewrite(K.flip(found), by=product))
    return K.instance(K.scale(found, (1 - b1) ** 2), {root: sqrt(b2)})


r, g0 = Symbol("r", "ratio of successive gradients", Reals), Symbol("g₀", "first gradient", Positive, latex="g_0")
m, v, now = Symbol("m", "first moment", Reals), Symbol("v", "second moment", Positive), Symbol("h", "gradient", Reals)


def path(ratio=r, factor=1):
    """m and v after t steps on the gradients factor g_0 r^k."""
    return Iterate((m, v, now), (*moments(m, v, now), ratio * now), (Integer(0), Integer(0), factor * g0), t).end


def square(ratio=r, factor=1):
    first, second, _ = path(ratio, factor)
    return first**2 / second


def corrected(second=b2):
    """The square of the step on a constant gradient with bias correction."""
    return square(Integer(1)) * (1 - second**t) / (1 - b1**t) ** 2


shrink = b1**2 / b2


def geometric_sum(K):
    """Induction over t: one more term is added to the sum times β_1²/β_2."""
    x = Symbol("x", "a ratio", Positive)

    def terms(of):
        return Sum(x ** (of - j), (j, 1, of))

    def longer(known):
        times = K.normal(Sum(x ** (t + 1 - j), (j, 1, t)), x * terms(t))
        more = K.scale(K.rewrite(K.peel(terms(t + 1)), by=times), 1 - x)
        less = K.normal(-x * known.left, x**2 * terms(t) - x * terms(t))
        return K.to(K.add(K.add(more, K.scale(known, x)), less), 1 - x ** (t + 1))

    one = K.to(K.scale(K.terms_of(terms(1)), 1 - x), 1 - x)
    found = K.induction(one, longer, over=t, of=Identity((1 - x) * terms(t), 1 - x**t))
    return K.scale(K.instance(found, {x: shrink}), (1 - b1) ** 2)


def geometric(x, ratio):
    """Σ_{k<t} x^k of the two ratios: β^(t-1) Σ (r/β)^k."""
    return Sum(x ** (t - j) * ratio ** (j - 1), (j, 1, t))


unrolled = ((1 - b1) * geometric(b1, r)) ** 2 / ((1 - b2) * geometric(b2, r**2))
c2 = (1 - b1**t) ** 2 / (1 - b2**t)
swing = (1 - b1) / (1 + b1)
alternated = swing**2 * (1 - (-b1) ** t) ** 2 / (1 - b2**t)
Z = Sampled("Z", Normal())
noisy = Iterate((m, v), moments(m, v, Z), (Integer(0), Integer(0)), t, fresh=Z).end
common = Symbol("a", "common factor of all gradients", Positive)
small = Symbol("κ", "what is added to the root", Positive, latex=r"\kappa")


def moved(factor):
    first, second, _ = path(factor=factor)
    return step(first, second, small)


claim = Claim(
    "opt.adam_algorithm",
    source=source(ADAM, "kingma2015"),
    domain=Domain(
        (Ne(r, 0), b2 > 0),
        core=(
            (t >= 2, t <= 12, b1 >= 0.1, b1 <= 0.9, b2 >= 0.1, b2 <= 0.99, r >= -2, r <= 2, Abs(r) >= 0.1, g0 >= 0.1, g0 <= 10),
            (common >= 0.1, common <= 10),
        ),
    ),
    parts={
        "main": Part(
            Inequality(m_t**2, bound() * v_t),
            says="For every sequence of gradients |m_t|/√v_t is at most B_t, B_t² = (1 − β_1)²/(1 − β_2) Σ_{k<t} (β_1²/β_2)^k",
            proof=by_cauchy_schwarz,
            wrong={"at_most_eta": {"right": v_t}, "first_step": {"right": (1 - b1) ** 2 / (1 - b2) * v_t}},
        ),
        "attained": Part(
            Identity(square(b2 / b1), bound()),
            says="attained at each t by gradients that change by the factor β_2/β_1 from step to step",
            wrong={"beta_ratio": {"right": bound(first=1)}, "first_step": {"right": (1 - b1) ** 2 / (1 - b2)}},
        ),
        "closed": Part(
            Identity((1 - b2) * (1 - shrink) * bound(), (1 - b1) ** 2 * (1 - shrink**t)),
            says="(1 − β_2)(1 − β_1²/β_2)B_t² is (1 − β_1)²(1 − (β_1²/β_2)^t)",
            proof=geometric_sum,
            wrong={"beta_ratio": {"right": (1 - b1) ** 2 * (1 - (b1 / b2) ** t)}, "limit": {"right": (1 - b1) ** 2}},
        ),
        "no_bound": Part(
            Inequality(t * (1 - b1) ** 2 / (1 - b2), bound()),
            when=(b1**2 >= b2,),
            says="For β_1² ≥ β_2 B_t² is at least t times its first value: then no bound holds for all t",
            wrong={"any_betas": {"when": ()}, "squared": {"left": t**2 * (1 - b1) ** 2 / (1 - b2)}},
        ),
        "unrolled": Part(
            Identity(square(), unrolled, scale=(1 - b1) ** 2 / (1 - b2) * (1 + (b1**2 / b2) ** t)),
            says="On gradients g r^k the quotient m_t²/v_t of the printed recursion is that of the sums in the bound",
            wrong={"no_bias": {"right": unrolled / (1 - b1) ** 2}},
        ),
        "constant": Part(
            Identity(square(Integer(1)), c2),
            says="A constant gradient moves by c_t = (1 − β_1^t)/√(1 − β_2^t) steps",
            wrong={"corrected": {"right": 1 + 0 * t}, "swapped": {"right": (1 - b2**t) ** 2 / (1 - b1**t)}},
        ),
        "corrected": Part(
            Identity(corrected(), Integer(1)),
            says="With bias correction, m_t/(1 − β_1^t) and v_t/(1 − β_2^t) in their places, a constant gradient moves by one step at all t",
            wrong={"not_corrected": {"left": square(Integer(1))}, "mean_alone": {"left": corrected(0 * b2)}},
        ),
        "below": Part(
            Inequality(c2, 1),
            when=(b2 <= b1,),
            says="Without it c_t is at most 1 if β_2 ≤ β_1",
            wrong={"any_betas": {"when": ()}, "one_per_cent_more": {"when": (b2 <= Rational(101, 100) * b1,)}},
        ),
        "overshoot": Part(
            Inequality(1, c2),
            when=(b2**t >= 2 * b1**t,),
            says="and at least 1 if β_2^t ≥ 2β_1^t, so from some t on for every β_2 > β_1",
            wrong={"any_betas": {"when": ()}},
        ),
        "alternating": Part(
            Identity(square(Integer(-1)), alternated),
            says="On alternating gradients it moves by (1 − β_1)/(1 + β_1) times (1 − (−β_1)^t)/√(1 − β_2^t) steps",
            wrong={
                "inverse": {"right": (1 - (-b1) ** t) ** 2 / (1 - b2**t) / swing**2},
                "in_the_limit": {"right": swing**2 + 0 * t},
            },
        ),
        "alternating_limit": Part(
            Limit(alternated, swing**2, ladder=Ladder(t, (10**5, 2 * 10**5, 4 * 10**5, 8 * 10**5)), expansion=(1 / t, t**-2)),
            says="whose square tends to that of (1 − β_1)/(1 + β_1)",
            wrong={"inverse": {"value": 1 / swing**2}, "first_step": {"value": (1 - b1) ** 2 / (1 - b2)}},
        ),
        "independent": Part(
            Identity(Mean(noisy[0] ** 2), swing * (1 - b1 ** (2 * t))),
            says="On independent standard normal gradients E m_t² = (1 − β_1)/(1 + β_1)(1 − β_1^(2t))",
            wrong={"inverse": {"right": (1 - b1 ** (2 * t)) / swing}, "constant_gradient": {"right": (1 - b1**t) ** 2}},
        ),
        "mean_square": Part(
            Identity(Mean(noisy[1]), 1 - b2**t), says="and E v_t = 1 − β_2^t", wrong={"first_decay": {"right": 1 - b1**t}}
        ),
        "scale": Part(
            Identity(square(factor=common), square()),
            says="For ε = 0 a common factor of all gradients g r^k leaves m_t²/v_t unchanged",
            wrong={"with_epsilon": {"left": moved(common), "right": moved(1)}},
        ),
    },
)
