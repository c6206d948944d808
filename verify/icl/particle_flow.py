"""Velocities by automatic differentiation."""

from lemmata import Settings
from lemmata.theory.icl.particle_flow import claim

settings = Settings(claim, core=(4, 24), rest=(1, 8), search=(6, 200))
