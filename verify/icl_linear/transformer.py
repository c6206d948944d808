"""One small network for each number of tasks, trained once and read on new prompts."""

import torch

from lemmata import Settings
from lemmata.numerics.models.in_context import gpt, task_sets
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.once import once
from lemmata.theory.icl_linear.transformer import claim

READER = gpt.Shape(2, 24, 2, 2, 9)


def single(draw):
    return Draw(draw.key, draw.replicates, draw.device, torch.float32, draw.engine)


def fitted(k, steps, draw):
    return task_sets.train(READER, k, 0.1, steps, single(draw))


def trained(p, draw):
    network = once(draw, fitted, int(p.k), int(p.steps), everywhere=True)
    return {name: value.double() for name, value in task_sets.risks(network, single(draw)).items()}


settings = Settings(
    claim, core=(1, 1), rest=(0, 0), replicates=(2**13, 2**15), first=4096, chunk=512, calls=4, procedures={"trained": trained}
)
