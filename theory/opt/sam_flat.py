"""On a quadratic loss sharpness-aware minimisation ends in a two-cycle across the sharpest direction, not in the minimum.

With L = aw²/2 and ηa < 2 a step is w - ηa(w + τ sign w): from every w ≠ 0 the path tends to the cycle ±ηaτ/(2 - ηa), at the rate |1 -
ηa|, unless it meets 0, where there is no ascent step: for ηa < 1 it does in k steps from the sizes τ((1 - ηa)^(-k) - 1), k = 1, 2,
..., and from no others, for ηa ≥ 1 never; the excess loss is (a/2)(ηaτ/(2 - ηa))², of order a³: sharp wells are left at a higher
level. For L = w'Hw/2 every eigendirection has such a cycle; the multiplier across that of λ_k, in the direction of λ_i, is 1 - ηλ_i -
(λ_i²/λ_k²)(2 - ηλ_k), of modulus below 1 if and only if λ_i < λ_k (for 0 < ηλ_i < 2): only the cycle along the top eigenvector is
stable. This is what "flat" means there; it says nothing of which minimum of a nonconvex loss is found, and the picture of the slide is
not a theorem: in the network of these slides SAM and then descent stop, at the same training loss, where the Hessian has the larger
top eigenvalue and the larger trace. (For ReLU it is (1/n) Σ ℓ''_i ∇f_i∇f_i' wherever no pre-activation is 0.) n = 20, m = 16, and the
other sizes of opt.sam_benign.
"""

from lemmata import *
from lemmata.theory.opt.notation import SAM, eta, source, t

a, tau = Symbol("a", "curvature of the well", Positive), Symbol("τ", "radius of the ascent step", Positive)
w, w0 = Symbol("w", "weight", Reals), Symbol("w₀", "weight at the start", Reals, latex="w_0")


def step(at, ascent=1):
    """A step of SAM on aw²/2."""
    return at - eta * a * (at + ascent * tau * at / Abs(at))


def cycle(sign=-1):
    return eta * a * tau / (2 + sign * eta * a)


path = Iterate(w, step(w), w0, t).end
back = step(step(cycle()))
excess = a / 2 * cycle() ** 2
y = Symbol("y", "number of steps", Naturals)
long = Iterate(w, step(w), w0, y).end

returns = log(1 + Abs(w0) / tau) / log(Abs(1 - eta * a))  # minus the number of steps to 0, if it is a whole one and ηa < 1
never_zero = Or(eta * a >= 1, Ne(sin(pi * returns), 0))

first, second = Symbol("λ_k", "eigenvalue of the cycle", Positive), Symbol("λ_i", "eigenvalue across it", Positive)
multiplier = 1 - eta * second - second**2 / first**2 * (2 - eta * first)
u, v = Symbol("u", "weight along the cycle", Reals), Symbol("v", "weight across it", Reals)
h = Symbol("h", "size of a disturbance across the cycle", Positive)


def plane(top, across, start):
    """Two steps of SAM for the curvatures top and across, from (start, h)."""
    size = sqrt((top * u) ** 2 + (across * v) ** 2)
    moves = tuple(x - eta * c * (x + tau * c * x / size) for x, c in ((u, top), (v, across)))
    return Iterate((u, v), moves, (start, h), 2).end[1]


along = eta * first * tau / (2 - eta * first)
small = Symbol("x", "one over the disturbance, in units of the cycle", Naturals)
disturbed = plane(first, second, along).xreplace({h: along / small}) / (along / small)

trained = Procedure(
    "curved",
    "sharpness-aware steps and then descent on the two-layer ReLU network until a training loss is reached",
    ("n", "m", "d", "ratio", "s0", "rate", "τ", "first", "second", "stop"),
    {"top": "largest eigenvalue of the Hessian", "trace": "its trace", "loss": "training loss"},
)


def network(radius, sharp):
    """At |μ| = 3σ_ξ, d = 1000: so many steps of SAM of this radius, in units of σ_ξ, then descent to a loss of 1/50."""
    sizes = {"n": 20, "m": 16, "d": 1000, "ratio": 3, "s0": Rational(1, 100), "rate": Rational(1, 5), "second": 4000}
    return trained(**sizes, **{"τ": radius}, first=sharp, stop=Rational(1, 50))


MORE = Rational(11, 10)


def sharper(one, other, by=MORE):
    """Both have reached the loss, and one has the larger top eigenvalue and trace, by a factor."""
    reached = (one["loss"] <= Rational(1, 50), other["loss"] <= Rational(1, 50))
    return And(*reached, one["top"] > by * other["top"], one["trace"] > by * other["trace"])


sharp, plain = network(Rational(3, 10), 600), network(0, 0)
claim = Claim(
    "opt.sam_flat",
    source=source(SAM, "foret2021"),
    domain=Domain(
        (Ne(w0, 0), never_zero, eta * a < 2, eta * first < 2, eta * second < 2),
        core=(
            (eta >= Rational(1, 20), eta <= Rational(3, 10), a >= Rational(1, 2), a <= 5),
            (tau >= Rational(1, 20), tau <= Rational(3, 10), first >= 1, first <= 5),
            (second >= Rational(1, 2), second <= 5, w0 >= Rational(11, 100), w0 <= 2, t <= 20),
        ),
    ),
    parts={
        "main": Part(
            Limit(Abs(long), cycle(), ladder=Ladder(y, (50, 100, 200, 400, 800)), expansion=(1 / y, y**-2)),
            when=(eta * a >= Rational(1, 2),),
            says="On aw²/2 with 1/2 ≤ ηa < 2 the path of SAM tends in size to ηaτ/(2 − ηa), not to the minimum, from every w_0 but 0 and, for ηa < 1, "
            "±τ((1 − ηa)^(−k) − 1) with k = 1, 2, …, which lead to 0, where no step is defined",
            printed=Print(
                value=Integer(0),
                scale=cycle(),
                erratum=Erratum.condition_missing(
                    "a minimum is not what SAM finds: it ends in a two-cycle across the sharpest direction, the higher the sharper the well; "
                    "which of several minima it ends near is another question"
                ),
            ),
            wrong={"plus": {"value": cycle(1)}, "half": {"value": eta * a * tau / 2}},
        ),
        "cycle": Part(
            Identity(back, cycle()),
            says="It is a two-cycle: two steps lead back",
            wrong={"plus": {"left": step(step(cycle(1)))}},
        ),
        "rate": Part(
            Inequality((Abs(path) - cycle()) ** 2, (1 - eta * a) ** (2 * t) * (Abs(w0) + cycle()) ** 2),
            says="The distance from it falls like |1 − ηa|^t, from at most |w_0| + ηaτ/(2 − ηa), for every ηa < 2 and w_0 that leads not to 0",
            wrong={"squared": {"right": (1 - eta * a) ** (4 * t) * (Abs(w0) + cycle()) ** 2}},
        ),
        "across": Part(
            Limit(
                disturbed,
                multiplier**2,
                ladder=Ladder(small, (10**2, 10**3, 10**4, 10**5, 10**6)),
                expansion=(1 / small, small**-2),
                scale=1 + multiplier**2,
            ),
            says="A small disturbance across the cycle of λ_k is multiplied in two steps by the square of 1 − ηλ_i − (λ_i/λ_k)²(2 − ηλ_k)",
            wrong={"one_power": {"value": (1 - eta * second - second / first * (2 - eta * first)) ** 2}},
        ),
        "stable": Part(
            Inequality(multiplier**2, 1),
            when=(second <= first,),
            says="which is at most 1 if λ_i ≤ λ_k",
            wrong={"sharper_across": {"when": (second >= first,)}},
        ),
        "unstable": Part(
            Inequality(1, multiplier**2),
            when=(second >= first,),
            says="and at least 1 if λ_i ≥ λ_k: across a direction as sharp or sharper it does not shrink",
            wrong={"flatter_across": {"when": (second <= first,)}},
        ),
        "excess": Part(
            Inequality(a**3 * (eta * tau) ** 2 / 8, excess),
            says="The excess loss is at least a³(ητ)²/8, so that sharp wells are left at a higher level",
            wrong={"first_order": {"left": a * (eta * tau) ** 2 / 8}},
        ),
        "network": Part(
            Guarantee(sharper(sharp, plain), Rational(1, 2)),
            says="In the network of these slides, at n = 20, d = 1000 and |μ| = 3σ_ξ, 600 steps of SAM with τ = 3σ_ξ/10 and then descent "
            "end, at the training loss 0.02, with a top eigenvalue and a trace of "
            "the Hessian larger by a tenth at least than those of descent, more often than not",
            printed=Print(
                event=sharper(plain, sharp, 1),
                erratum=Erratum.condition_missing(
                    "in the two-layer ReLU network of these slides the solution of SAM, which generalises, is the sharper one at the same training loss"
                ),
            ),
            wrong={
                "no_ascent": {"event": sharper(network(Rational(1, 10**4), 600), plain)},
                "twice": {"event": sharper(sharp, plain, 2)},
            },
        ),
    },
    procedures=(trained,),
    notes="Two wells on the line are opt.sam_landscape. Other measures of sharpness were not tried in the network: the weights of SAM are the longer ones.",
    uses=("opt.sam_benign",),
)
