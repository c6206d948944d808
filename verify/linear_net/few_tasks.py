"""Trainings and ends of descent on the same designs and tasks."""

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import at_levels, ends_of_descent, power_law
from lemmata.theory.linear_net.few_tasks import claim


def setting(p):
    return power_law(int(p["n"]), float(p["a"]), int(p["m"]))


def levels(p, draw):
    found = at_levels(setting(p), (2.0, 4.0), draw)
    return {"below": found[0]["trained"], "above": found[1]["trained"], "ridge": found[0]["ridge"]}


def ends(p, draw):
    below, just, above, ridge = ends_of_descent(setting(p), (2.0, 3.0, 4.0), draw)
    return {"below": below, "just": just, "above": above, "ridge": ridge}


settings = Settings(
    claim, core=(0, 1), rest=(0, 0), replicates=(256, 1024), first=256, chunk=64, procedures={"levels": levels, "ends": ends}
)
