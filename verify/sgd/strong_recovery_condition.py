"""Signs of random activations against a fixed link; the rest is exact."""

from theory.sgd.strong_recovery_condition import TOP, claim
from verify import experiment


@experiment(claim, points=(6, 60), resolution=(0.05, 0.01), replicates=(2**15, 2**18), first=1024, rounding=1e-10)
def strong_recovery_condition(p, draw):
    # symmetric laws without atom: a normal of scale 1/j, and a uniform for the last coefficient
    beta = draw.normal(TOP)
    beta[:, -1] = draw.uniform(low=-1.0, high=1.0)
    products = draw.tensor(p.alpha) * beta
    return (products >= 0).all(dim=1).double()
