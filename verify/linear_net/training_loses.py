"""Trainings on drawn designs: isotropic tasks, and no degrees of freedom."""

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import of_power_law
from lemmata.theory.linear_net.training_loses import claim

settings = Settings(
    claim, core=(2, 4), rest=(0, 0), replicates=(256, 1024), first=256, chunk=64, procedures={"training": of_power_law}
)
