"""One spherical neuron trained by SGD on a single-index model: the symbols of the family, and what they define.

x ~ N(0, 1_d), y = h_3(<x, θ>) without noise, |w| = 1, overlap m = <w, θ>; gradients are projected at w, z = <x, θ>,
u = <x, w>, r² = |x - u w|². With interpolation ξ the fraction 1 - ξ of the move is kept.
"""

from lemmata import Array, Counts, Naturals, Normal, Positive, Reals, Sampled, Source, Symbol, Tied, h

d = Symbol("d", "dimension of the data", Naturals)
T = Symbol("T", "number of steps", Counts)
eta = Symbol("η", "step size", Positive)
xi = Symbol("ξ", "interpolation: the share of a move that is given up", Reals, latex=r"\xi")
m0 = Symbol("m0", "overlap at the start", Reals, latex="m_0")


def frame(p, draw):
    """Two orthonormal directions: the second drawn column without its part along the first."""
    pair = draw.normal(2, p.d)
    first = pair[..., 0, :] / pair[..., 0, :].norm(dim=-1, keepdim=True)
    rest = pair[..., 1, :] - (pair[..., 1, :] * first).sum(dim=-1, keepdim=True) * first
    return {"θ": first, "v": rest / rest.norm(dim=-1, keepdim=True)}


FRAME = Tied(("θ", "v"), frame)
theta = Array("θ", "hidden direction", d, kind=FRAME, latex=r"\theta")
v = Array("v", "a direction orthogonal to it", d, kind=FRAME)
w = Array("w", "weights of the neuron", d)
x = Sampled("x", Normal(), d)


def link(z):
    """The label of a sample: h_3."""
    return h(3, z)


def source(heading: str, paper: str | None = "lee2024") -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper)
