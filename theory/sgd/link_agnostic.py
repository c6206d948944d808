"""One law of activations serves every link: by symmetry half of the neurons drift towards θ, whatever the link.

The activation has σ'(u) = s(u) = p cos(u/2) − q sin(u/2) = cos(u/2 + ψ), (p, q) = (cos ψ, sin ψ), ψ uniform, and the neuron the outer
weight a = ±1; on a label y the gradients are g₁ = ays(u) and g₂ = ays(u + tg₁), t = η|P_w x|². The drift at m = 0, A(a, ψ) =
E[z(g₁ + g₂)], changes its sign from (a, ψ) to (−a, −ψ), since u and −u have one law, and is the same at (−a, ψ + π). So exactly half of
the neurons have A > 0, unless A = 0 on a set of positive measure. For even links A = 0 and the slope in m, B = E[(z² − 1)u(g₁ + g₂)],
decides; it is the same at (a, ψ) and (−a, −ψ), so no symmetry makes its useful sign half of the neurons. For odd links A is even in ψ;
for an even activation (p = 0) it is 0. All of this holds for each t, hence in R^d, where |P_w x|² is z² plus a chi-square number.
"""

from typing import Any

from lemmata import *
from lemmata.theory.sgd.notation import Z, d, eta, sgd_step, source, zeta

PLAIN = Kind("general", ("generic", "repeated"))
half = Rational(1, 2)
sign, p, q = (Symbol("a", "outer weight", Reals), Symbol("p", "cos ψ", Reals), Symbol("q", "sin ψ", Reals))
t, y0, u0 = Symbol("t", "η|P_w x|²", Positive), Symbol("y", "label", Reals), Symbol("u", "inner product ⟨x,w⟩", Reals)
coefficients = Array("b", "orthonormal coefficients of the link, from h_1 on", 4, kind=PLAIN)
v, s, o = (
    Array("r", "a sample", d, kind=PLAIN),
    Array("s", "weights before they are brought to length 1", d, kind=PLAIN),
    Array("o", "any direction", d, kind=PLAIN),
)
W, Z2 = Sampled("ζ′", Normal()), Sampled("Z′", Normal())
direction = Procedure(
    "direction",
    "drift of a neuron with random ψ and outer weight ±1 at the equator, by the trapezoid rule, on b₁h_1 + … + b₄h_4",
    parameters=("b1", "b2", "b3", "b4", "t"),
    outputs={"drift": "A(a, ψ)"},
)
neuron = Procedure(
    "neuron",
    "spherical SGD in R^d with each sample used twice, of a neuron with random ψ, outer weight ±1 and start",
    parameters=("link", "d", "t", "kept", "samples"),
    outputs={"overlap": "⟨w,θ⟩ at the end"},
)


def label(z: Any, degrees: tuple[int, ...] = (1, 2, 3, 4)) -> Any:
    return sum(coefficients[k] * h(k, z).doit() for k in degrees)


def total(y: Any, u: Any, sign: Any = sign, p: Any = p, q: Any = q, t: Any = t) -> Any:
    """The two gradients on one sample."""

    def slope(x: Any) -> Any:
        return p * cos(x / 2) - q * sin(x / 2)

    first = sign * y * slope(u)
    return first + sign * y * slope(u + t * first)


def given(y: Any = y0, weight: Any = 1, **options: Any) -> Any:
    """The mean over u on a sample of label y."""
    return Mean(weight * total(y, zeta, **options))


mirrored, size = {"sign": -sign, "q": -q}, norm(coefficients)
even = Mean(Z * total(label(Z, (2, 4)), zeta))


def turned(k: Any, e: Any, target: Any, *flipped: Any, times: int = 1) -> Any:
    """E F(Z, ζ) = E F(±Z, ±ζ), which is a multiple of the target term by term."""
    new = {x: fresh for x, fresh in ((Z, Z2), (zeta, W)) if e.body.has(x)}
    other = k.joint_law(e, {x: -y if x in flipped else y for x, y in new.items()})
    made = k.then(other, k.joint_law(other.right, {y: x for x, y in new.items()}))
    same = k.scale(k.linear(target), times)
    return k.then(k.then(made, k.linear(made.right)), k.flip(same))


def vanishes(k: Any, e: Any, flipped: Any) -> Any:
    """From E = −E: 2E is E less what it is made of."""
    twice = k.add(turned(k, e, e, flipped, times=-1), k.linear(e))
    return k.to(k.scale(k.rewrite(twice, by=k.linear(e)), half), 0)


number = Symbol("j", "number of a link: h_3, h_4, (h_2 + h_3)/√2", Naturals)

run = neuron(link=number, d=32, t=1, kept=Rational(1, 5), samples=120 * 32)
unit = s / norm(s)
u, along = dot(unit, v), dot(o, v)
moved = sgd_step(
    eta, link=label, activation=lambda x: sign * 2 * (p * sin(x / 2) + q * cos(x / 2)),
    sample=v, at=unit, target=o, normalise=False,
)  # fmt: skip
in_space = eta * (along - dot(o, unit) * u)

claim = Claim(
    "sgd.link_agnostic",
    source=source("SGD is Almost Information Theoretically Optimal"),
    procedures=(direction, neuron),
    domain=Domain(
        d >= 2,
        core=(
            (t >= half, t <= 1.5, d <= 6, sign >= 0.9, sign <= 1, p >= 0.3, p <= 1),
            (q >= 0.3, q <= 1, eta >= 0.1, eta <= 0.5, y0 >= 1, y0 <= 2, number <= 3),
        ),
    ),
    parts={
        "main": Part(
            Identity(given(**mirrored), -given(), scale=abs(y0)),
            says="Given the label, the mean over u of the two gradients changes its sign from (a, ψ) to (−a, −ψ)",
            proof=lambda k: turned(k, given(**mirrored), given(), zeta, times=-1),
            wrong={"drift_even_in_psi": {"left": given(q=-q), "right": given()}},
        ),
        "half_turn": Part(
            Identity(total(y0, u0, -sign, -p, -q), total(y0, u0), scale=1 + abs(y0)),
            says="A neuron with (−a, ψ + π) has the gradients of one with (a, ψ), on any sample",
            proof="normal",
            wrong={"phase_alone": {"left": total(y0, u0, sign, -p, -q)}},
        ),
        "odd_link": Part(
            Identity(given(-y0, q=-q), -given(), scale=abs(y0)),
            says="At the label −y and the phase −ψ it changes its sign",
            proof=lambda k: turned(k, given(-y0, q=-q), given(), zeta, times=-1),
            wrong={"same_label": {"left": given(q=-q)}},
        ),
        "even_link": Part(
            Identity(even, 0, scale=size),
            says="For even links there is no drift at the equator",
            proof=lambda k: vanishes(k, even, Z),
            wrong={"even_link_drifts": {"right": size / 10}, "any_link": {"left": Mean(Z * total(label(Z), zeta))}},
        ),
        "even_activation": Part(
            Identity(given(p=0), 0, scale=abs(y0)),
            says="For an even activation the mean of the two gradients is zero at every label",
            proof=lambda k: vanishes(k, given(p=0), zeta),
            wrong={"even_activation_drifts": {"right": abs(y0) / 10}, "any_activation": {"left": given()}},
        ),
        "slope_is_even": Part(
            Identity(given(weight=zeta, **mirrored), given(weight=zeta), scale=abs(y0)),
            says="Given the label, the mean of u times the two gradients is the same at (a, ψ) and (−a, −ψ)",
            proof=lambda k: turned(k, given(weight=zeta, **mirrored), given(weight=zeta), zeta),
            wrong={"slope_is_odd": {"right": -given(weight=zeta)}},
        ),
        "half_of_the_neurons": Part(
            Guarantee(direction(**{f"b{k}": coefficients[k] for k in (1, 2, 3, 4)}, t=t)["drift"] > 0, half, exactly=True),
            says="Half of the neurons drift towards θ",
            wrong={"three_quarters": {"probability": Rational(3, 4)}},
        ),
        "a_fraction_learns": Part(
            Guarantee(Abs(run["overlap"]) > half, Rational(1, 10)),
            when=(number <= 3,),
            says="On h_3, h_4 and (h_2 + h_3)/√2 a tenth of the neurons have |m| > 1/2 after 120 d samples in R^32, with one step size",
        ),
        "in_space": Part(
            Identity(
                dot(o, moved - unit), in_space * total(label(along), u, t=eta * (sq(v) - u**2)), scale=norm(o) * (1 + size)
            ),
            says="In R^d two steps on any sample move w by η(g₁ + g₂)P_w x with t = η|P_w x|², at any unit w",
            wrong={"length_d": {"right": in_space * total(label(along), u, t=eta * d)}},
        ),
    },
    uses=("sgd.reduced_chain",),
    notes="How many neurons learn, and how fast, depends on the link; the step sizes are 1/d and a fifth of it that is kept.",
)
