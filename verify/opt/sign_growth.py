"""Steps are taken in full; the noise of the constant is drawn."""

from lemmata import Settings
from lemmata.theory.opt.sign_growth import claim

settings = Settings(claim, core=(1, 8), rest=(0, 0), search=(40, 400), replicates=(2**14, 2**17), kurtosis={"constant": 10})
