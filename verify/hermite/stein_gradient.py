"""Random frames: θ, w at overlap m and a test direction u; only the inputs are redrawn."""

import sympy as sp

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index.links import stein_component
from lemmata.theory.hermite.notation import z
from lemmata.theory.hermite.stein_gradient import claim
from lemmata.verify import experiment


def instance(p, draw):
    theta, other = draw.sphere(p.d), draw.normal(p.d)
    other = other - (other * theta).sum(dim=-1, keepdim=True) * theta
    w = p.m * theta + (1 - p.m**2) ** 0.5 * other / other.norm(dim=-1, keepdim=True)
    u = draw.normal(1) * theta + draw.normal(1) * w + draw.sphere(p.d)  # the vector lies in the span of θ and w
    u = u / u.norm(dim=-1, keepdim=True)
    return {"theta": theta, "w": w, "u": u, "u_theta": (u * theta).sum(dim=-1), "u_w": (u * w).sum(dim=-1)}


# links and students whose two components are both far from zero, so that a wrong one shows whatever points are drawn
TELLING = tuple(
    {"sigma_star": "sine", "sigma": sigma, "d": 12, "m": m} for sigma, m in (("cubic", 0.78), ("sine", 0.5), ("sine", -0.7))
)


@experiment(
    claim, instance=instance, points=(5, 30), resolution=(0.12, 0.05), replicates=(2**18, 2**20), first=1024, examples=TELLING
)
def stein_gradient(p, draw):
    star, slope = compile_expr(p.sigma_star), compile_expr(sp.diff(p.sigma, z))
    return stein_component(lambda x: star({"z": x}), lambda x: slope({"z": x}), p.theta[0], p.w[0], p.u[0], draw)
