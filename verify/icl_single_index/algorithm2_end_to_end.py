"""Complete runs in dimension d and, with other numbers, in dimension 2d."""

from lemmata import Settings
from lemmata.numerics.models.in_context.icl_pretraining import Pretraining, algorithm2
from lemmata.theory.icl_single_index.algorithm2_end_to_end import claim

TASKS, LENGTH, PROMPTS = 1200, 100, (20, 400)


def pretrained(p, draw):
    found = algorithm2(Pretraining(p.d, 2, p.N, p.n, p.T), TASKS, LENGTH, PROMPTS, draw)
    renamed = {"whole": "aligned", "part": "few"}
    return {renamed.get(name, name): value for name, value in found.items()}


settings = Settings(claim, replicates=(128, 160), first=32, chunk=32, procedures={"pretrained": pretrained})
