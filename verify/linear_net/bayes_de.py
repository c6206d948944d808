"""Spectra of many shapes, the two at which the constants are approached, and exact risks over designs."""

from lemmata.numerics.models.linear_net.linear_net import bayes_risk
from lemmata.numerics.models.ridge.spectra import spectrum
from lemmata.theory.linear_net.bayes_de import claim
from lemmata.verify import experiment

HUGE = {"shape": "flat", "n": 1000, "d": 499, "a": 0.0, "sigma2": 1e-9}
ONE = {"shape": "flat", "n": 1000, "d": 1, "a": 0.0, "sigma2": 1000.0}
FEW = {**ONE, "n": 20, "sigma2": 20.0}
TOO_MANY = {"shape": "flat", "n": 50, "d": 60, "a": 0.0, "sigma2": 1e-6}


def instance(p, draw):
    return {"mu": spectrum(p.shape, p.d, p.a, draw)}


@experiment(
    claim, instance=instance, examples=(HUGE, ONE, FEW, TOO_MANY), points=(6, 60), replicates=(2048, 2**14), rounding=1e-10
)
def bayes_de(p, draw):
    return bayes_risk(p.mu[0], p.n, p.sigma2, draw)
