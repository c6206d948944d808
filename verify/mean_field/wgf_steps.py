"""Gaussian integrals by quadrature."""

from lemmata import Settings
from lemmata.theory.mean_field.wgf_steps import claim

settings = Settings(claim, core=(3, 20), rest=(0, 0))
