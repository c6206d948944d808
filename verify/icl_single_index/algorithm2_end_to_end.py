"""Complete runs in dimension d and, with other numbers, in dimension 2d."""

from lemmata.numerics.models.in_context.icl_pretraining import Pretraining, algorithm2
from lemmata.theory.icl_single_index.algorithm2_end_to_end import claim
from lemmata.verify import experiment

EXAMPLE = {"d": 4, "N": 12, "n": 20, "T": 5000}
TASKS, LENGTH, PROMPTS = 1200, 100, (20, 400)


@experiment(claim, examples=(EXAMPLE,), points=(0, 2), resolution=(0.5, 0.25), replicates=(128, 512), first=32)
def algorithm2_end_to_end(p, draw):
    low, high = (algorithm2(Pretraining(d, 2, p.N, p.n, p.T), TASKS, LENGTH, PROMPTS, draw) for d in (p.d, 2 * p.d))
    return {
        "a": low["whole"],
        "a_250": high["part"],
        "a_foreign": low["foreign"],
        "a_2d": high["whole"],
        "q_short": low["short"],
        "q_long": low["long"],
        "q_untrained": low["untrained"],
        "q_2d": high["long"],
    }
