"""The experiment is compiled from the statement; in the example the quadratic term weighs most."""

from lemmata import Settings
from lemmata.theory.hermite.gradient_series import claim

STYLES = {f"{name}:style": "repeated" for name in ("α", "β", "A", "B")}
settings = Settings(
    claim, core=(3, 12), rest=(0, 0), replicates=(2**18, 2**20), first=2**16, examples=({"p": 3, "m": 0.9, **STYLES},)
)
