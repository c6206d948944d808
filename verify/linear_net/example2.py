"""Fixed points, the best ridge estimator over λ along n up to 10^10, and exact conditional risks at n up to 40."""

import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.linear_net.linear_net import bayes_risk
from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.solve.least import least
from lemmata.numerics.solve.roots import resolve
from lemmata.theory.linear_net import example2 as theory
from lemmata.theory.linear_net.example2 import claim
from lemmata.verify import experiment

RISK, LIMIT = compile_expr(theory.ridge_risk(theory.n, theory.x)), compile_expr(theory.ridge_limit(theory.x))


def point(size, c, s2, penalty):
    return {"N": size, "c": c, "sigma2": s2, "lambda": penalty}


EXAMPLES = (point(20, 10.0, 1.0, 0.0), point(2000, 10.0, 0.05, 0.01), point(20, 4.0, 2.0, 0.1), point(50, 3.0, 0.3, 0.0))


def instance(p, draw):
    """The least ridge risk over λ, at this n and in the limit."""
    n = p.get("n", p.N)
    start = {k: v for k, v in resolve(theory.along, {"n": float(n), "c": p.c}).items()}
    low, at_infinity = (torch.as_tensor(start[name], dtype=torch.float64).reshape(1) for name in ("x_n", "x_0"))
    known = {"c": p.c, "sigma2": p.sigma2}
    _, best = least(lambda x: RISK({**known, "n": float(n), "x": x}), low, low * 1e2 * float(n))
    _, floor = least(lambda x: LIMIT({**known, "x": x}), at_infinity, at_infinity * 1e14)
    return {"R_best": best, "R_floor": floor}


@experiment(
    claim,
    instance=instance,
    examples=EXAMPLES,
    points=(2, 20),
    replicates=(512, 8192),
    first=64,
    resolution=(0.1, 0.03),
    rounding=1e-9,
)
def example2(p, draw):
    index = torch.arange(1, round(p.c * p.N) + 1, dtype=torch.float64, device=draw.device)
    inputs, tasks = 1 / index, torch.where(index == p.N, float(p.N), 1 / index)
    found = conditional_risk(inputs, tasks, p.N, p.lam, draw, random_effects=True)
    return {"trained": bayes_risk(inputs * tasks, p.N, p.sigma2, draw), "ridge": found["bias"] + p.sigma2 * found["variance"]}
