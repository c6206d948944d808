"""The experiment is compiled from the statement; the trace of an inverse Wishart matrix has all moments of order below g/2."""

from lemmata import Settings
from lemmata.theory.linear_net.no_reg_collapse import claim

settings = Settings(claim, core=(5, 20), rest=(2, 8), search=(120, 1500), kurtosis={"harmful": 93})
