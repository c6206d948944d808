"""Exact risks over designs of d = 1000 along a, against deterministic equivalents; ridge at its continuous optimum."""

from math import log2

import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index.trained_net import Setting, curves
from lemmata.numerics.solve.least import least
from lemmata.numerics.solve.roots import resolve
from lemmata.theory.first import Root
from lemmata.theory.linear_net import experiment as theory
from lemmata.theory.linear_net.experiment import claim
from lemmata.verify import experiment

RISK = compile_expr(theory.ridge_risk(theory.x, theory.a))
SCAN = str(theory.grown)
INTERPOLATING = {theory.x: Root(theory.x, theory.n - theory.effective(theory.x, 0), (1e-9, 10))}
SLIDE = {"n": 100, "a": 0.0, "sigma2": 1.0}


def exponent(p):
    """a, or the place on the scan."""
    return log2(p[SCAN]) if SCAN in p else float(p.a)


def instance(p, draw):
    """Ridge at its best penalty for a and a + 1/2, and without one."""
    known = {"n": float(p.n), "sigma2": p.sigma2}
    a = exponent(p)
    low = torch.as_tensor(resolve(INTERPOLATING, known)["x"], dtype=torch.float64).reshape(1)
    found = {}
    for name, decay in (("R_ridge", a), ("R_ridge_later", a + 0.5)):
        along = {**known, "a": decay}
        _, found[name] = least(lambda k, env=along: RISK({**env, "x": k}), low, 1e4 * low)
    return {**found, "R_ridge_0": RISK({**known, "a": a, "x": low})}


@experiment(
    claim,
    instance=instance,
    examples=(SLIDE, {**SLIDE, "n": 120, "a": 10.0}, {**SLIDE, "n": 200, "a": 1.0}),
    points=(1, 8),
    replicates=(40, 400),
    chunk=20,
    rounding=1e-7,
)
def experiment_of_the_slide(p, draw):
    index = torch.arange(1, theory.D + 1, dtype=torch.float64, device=draw.device)
    setting = Setting(1 / index, index ** -exponent(p), p.n, 50 * p.n, p.sigma2, 2 * p.sigma2)
    return curves(setting, draw)
