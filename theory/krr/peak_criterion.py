"""The exact criterion of double descent on the critical curve of kernel ridge regression, in closed form.

With ν = S/F² and v = √(ν/3) the bracket whose sign is that of dE/du, hence of -dE/dδ (krr.bias_variance), is for every L
(u - v)²(u² + 2uv + 3L) + 2u(L² + 3v(1 - v)L - v³): the first term is a square times a positive number, and 0 at u = v. So for v < 1 the error rises
somewhere if and only if L² + 3v(1 - v)L < v³, that is L < L* = ½[√(9v²(1-v)² + 4v³) - 3v(1-v)]. For ν >= 3 it does if and only if
L < (ν - 1)/2: the bracket is linear in ν and not negative at ν = 3 and at ν = 2L + 1, and at u = 1 it is (L + 1)(2L + 1 - ν). The two
thresholds meet at ν = 3, L = 1.
"""

from lemmata import *
from lemmata.theory.krr.bias_variance import gap, nu, relative
from lemmata.theory.krr.notation import L, source, u

v = Symbol("v", "root of ν/3", Positive)
t = Symbol("t", "share that is not learned at fewer samples", Positive)
bracket = gap.subs(nu, 3 * v**2)
excess = L**2 + 3 * v * (1 - v) * L - v**3
square = (u - v) ** 2 * (u**2 + 2 * u * v + 3 * L)
threshold = (sqrt(9 * v**2 * (1 - v) ** 2 + 4 * v**3) - 3 * v * (1 - v)) / 2
turn = L - u**2 - 2 * L * u  # the slope of the bracket in ν


def curve(at):
    """E/F² at u."""
    return relative.subs({u: at, nu: 3 * v**2}, simultaneous=True)


def equal(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


def not_negative(K):
    """A square, and twice u times the excess."""
    more = K.scale(K.compare(0, excess, given=(excess >= 0,)), 2 * u)
    return K.to(K.add(K.nonneg(square), more), bracket)


def not_negative_at_large(K):
    """From the nearer end of 3 <= ν <= 2L + 1."""
    at_3 = K.nonneg((1 - u) ** 2 * (u**2 + 2 * u + 3 * L) + 2 * u * (L - 1) * (L + 1), given=(L >= 1,))
    from_3 = K.add(at_3, K.nonneg((nu - 3) * turn, given=(nu >= 3, turn >= 0)))
    at_end = (1 - u) * (L * (1 - u) + 2 * (L - 1) * (L + 1) + (1 - u) * (1 + u) + (1 - u) * (1 + u + u**2))
    from_end = K.add(K.nonneg(at_end, given=(L >= 1,)), K.nonneg((2 * L + 1 - nu) * -turn, given=(2 * L + 1 >= nu, turn < 0)))
    return K.cases({turn >= 0: K.to(from_3, gap), turn < 0: K.to(from_end, gap)})


claim = Claim(
    "krr.peak_criterion",
    source=source(),
    uses=("krr.bias_variance",),
    domain=Domain(
        (u < 1, t < 1),
        core=(u >= 0.02, u <= 0.98, t >= 0.02, t <= 0.98, L >= 0.001, L <= 4, v >= 0.02, v <= 0.98, nu >= 0.1, nu <= 9),
    ),
    parts={
        "main": Part(
            Inequality(0, bracket),
            when=(excess >= 0,),
            says="If L² + 3v(1−v)L ≥ v³, v = √(ν/3), the bracket of the slope is nowhere negative: the error never rises with δ",
            proof=not_negative,
        ),
        "rises": Part(
            **equal(bracket.subs(u, v), 2 * v * excess),
            says="At u = v the bracket is 2v(L² + 3v(1−v)L − v³): if that is negative and v < 1 the error rises there",
            wrong={"half": {"right": v * excess}, "other_place": {"left": bracket.subs(u, sqrt(3) * v)}},
        ),
        "completed": Part(
            **equal(bracket, square + 2 * u * excess),
            says="For every L the bracket is (u−v)²(u²+2uv+3L) + 2u(L²+3v(1−v)L−v³)",
            wrong={
                "once": {"right": square + u * excess},
                "without_ridge": {"right": (u - v) ** 2 * (u**2 + 2 * u * v) + 2 * u * excess},
            },
        ),
        "threshold": Part(
            Identity(excess.subs(L, threshold), 0, scale=v**3),
            proof="normal",
            says="The condition is L ≥ L* = ½[√(9v²(1−v)² + 4v³) − 3v(1−v)], where it is an equation",
            wrong={"noise_to_signal": {"left": excess.subs(L, 3 * v**2)}},
        ),
        "curve": Part(
            Inequality(curve(u), curve(t)),
            when=(excess >= 0, u <= t),
            says="Then E at the larger δ is at most E at the smaller one",
            wrong={"half_the_threshold": {"when": (L >= threshold / 2, u <= t)}},
        ),
        "large": Part(
            Inequality(0, gap),
            when=(nu >= 3, L >= 1, 2 * L + 1 >= nu),
            says="For ν ≥ 3 the bracket is nowhere negative if L ≥ (ν−1)/2",
            proof=not_negative_at_large,
            wrong={"half_the_threshold": {"when": (nu >= 3, L >= 1, 4 * L + 1 >= nu)}},
        ),
    },
)
