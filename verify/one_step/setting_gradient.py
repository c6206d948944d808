"""The experiment is compiled from the statement: the gradient is taken by automatic differentiation of the loss."""

from lemmata import Settings
from lemmata.theory.one_step.setting_gradient import claim

settings = Settings(claim, core=(5, 14), rest=(2, 20), size_limit=2000)
