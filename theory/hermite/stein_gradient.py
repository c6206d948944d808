"""Stein's lemma splits the population gradient into a θ-part and a w-part.

For x ~ N(0, I_d), E[x σ'(⟨x,w⟩) σ*(⟨x,θ⟩)] = θ E[σ*'σ'] + w E[σ*σ''] for any θ and w: the bracket that the slide leaves open is
E[σ*σ'']. Its ≈ hides a factor 2 of the squared loss, the outer weight, and −E[f_NN ∇f_NN], which for one neuron is parallel to w
and so drops out of the spherical gradient. For the ReLU σ'' is a point mass: E[σ*σ''] = φ(0) E[σ* | ⟨x,w⟩ = 0] for a unit w.
The vectors are tested along an arbitrary direction u.
"""

from lemmata import *
from lemmata.theory.hermite.notation import WAVES, source
from lemmata.theory.language.calculus import Applied

d = Symbol("d", "dimension", Naturals)
r = Symbol("r", "length of the student's weight", Positive)
theta = Array("θ", "direction of the target", d, kind=UnitVector)
v = Array("v", "direction of the student's weight w = r v", d, kind=UnitVector)
u = Array("u", "direction along which the vectors are tested", d, kind=UnitVector)
x = Sampled("x", Normal(), d)
star = Function("σ*", "link of the target", of=WAVES, latex=r"\sigma_*")
student = Function("σ", "activation of the student", of=WAVES)

z, s, along = dot(theta, x), r * dot(v, x), dot(u, x)  # ⟨x,θ⟩, ⟨x,w⟩, ⟨x,u⟩
to_theta, to_w = dot(u, theta), r * dot(u, v)
slopes, curvature = star.prime(z) * student.prime(s), star(z) * Applied(student, s, 2)
step = Piecewise((1, dot(v, x) > 0), (0, True))  # the derivative of the ReLU
height = phi(Integer(0)) * Mean(star(z - dot(theta, v) * dot(v, x)))  # x without its component along v

claim = Claim(
    "hermite.stein_gradient",
    source=source(),
    domain=Domain(d >= 2, core=(d <= 32, r >= 0.5, r <= 2)),
    parts={
        "main": Part(
            Identity(Mean(along * student.prime(s) * star(z)), to_theta * Mean(slopes) + to_w * Mean(curvature), scale=1),
            says="E[x σ'(⟨x,w⟩) σ*(⟨x,θ⟩)] = θ E[σ*'σ'] + w E[σ*σ'']",
            wrong={
                "both_slopes": {"replace": {curvature: star.prime(z) * Applied(student, s, 2)}},
                "no_slope": {"replace": {slopes: star(z) * student.prime(s)}},
                "theta_only": {"right": to_theta * Mean(slopes)},
                "twice": {"right": 2 * (to_theta * Mean(slopes) + to_w * Mean(curvature))},
            },
        ),
        "relu": Part(
            Identity(Mean(along * step * star(z)), to_theta * Mean(star.prime(z) * step) + dot(u, v) * height, scale=1),
            says="For a ReLU with a unit weight w the bracket beside w is φ(0) E[σ* | ⟨x,w⟩ = 0]",
            wrong={"density": {"replace": {phi(Integer(0)): 1}}},
        ),
        "self": Part(
            Identity(
                Mean(along * student(s) * student.prime(s)),
                to_w * Mean(student.prime(s) ** 2 + student(s) * Applied(student, s, 2)),
                scale=1,
            ),
            says="The self-interaction E[σ(⟨x,w⟩) σ'(⟨x,w⟩) x] of one neuron is a multiple of w",
            wrong={"without_curvature": {"right": to_w * Mean(student.prime(s) ** 2)}},
        ),
    },
)
