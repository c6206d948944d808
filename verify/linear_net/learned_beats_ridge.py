"""Five trainings on the same designs: many tasks, isotropic tasks, no DoF term, and few tasks at two penalties."""

import torch

from lemmata.numerics.models.single_index.trained_net import Setting, pure_noise, trained
from lemmata.numerics.random.draw import Draw
from lemmata.theory.linear_net.learned_beats_ridge import claim
from lemmata.verify import experiment


@experiment(
    claim,
    examples=({"n": 24, "q": 50, "a": 2.0},),
    points=(0, 4),
    replicates=(64, 256),
    first=64,
    chunk=32,
    resolution=(0.25, 0.1),
)
def learned_beats_ridge(p, draw, variant):
    index = torch.arange(1, 3 * p.n + 1, dtype=torch.float64, device=draw.device)
    few = 5 * p.n // 2
    if variant == "noise":
        return pure_noise(p.n, few, 1.0, 2.0, draw)
    decay = {"isotropic": 0.0, "few_tasks": 2.0}.get(variant, p.a)
    setting = Setting(1 / index, index**-decay, p.n, few if variant == "few_tasks" else p.q * p.n)
    if variant == "few_tasks":
        again = Draw(draw.key, draw.replicates, draw.device)  # the same designs and tasks
        found, enough = trained(setting, draw), trained(Setting(1 / index, index**-decay, p.n, few, s2_prime=4.0), again)
        return {**found, "few": found["trained"], "enough": enough["trained"]}
    return trained(Setting(**{**vars(setting), "s2_prime": 0.0}) if variant == "without_dof" else setting, draw)
