"""A random transformer on prompts of its tasks, at the least sizes."""

from lemmata.numerics.models.in_context import gpt, task_sets

SHAPE = gpt.Shape(3, 8, 2, 2, 4)


def random_network(draw):
    return task_sets.Network(SHAPE, draw.normal(5, 3)[0], 0.1, gpt.initial(SHAPE, draw))


EXAMPLES = {"task_sets.risks": [lambda draw: task_sets.risks(random_network(draw), draw)]}
