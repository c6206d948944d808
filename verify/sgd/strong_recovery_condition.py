"""Signs of random activations against a fixed link; the rest is exact."""

from lemmata.theory.sgd.strong_recovery_condition import TOP, claim
from lemmata.verify import experiment

# the example of degree 5: alpha_3 beta_3 = 1 against -1 stalls at sqrt(3/5)
REFERENCE = {
    "k": 3,
    "p": 5,
    "q": (0.5, 0.5, 1.0, 0.5, 1.0),
    "m": 0.95,
    "g": 2,
    "r": 1.0,
    "alpha": (1, 0, 2, -1),
    "beta": (1, 2, -1, 1),
}


@experiment(
    claim, points=(5, 60), resolution=(0.05, 0.01), replicates=(2**15, 2**18), first=1024, rounding=1e-10, examples=(REFERENCE,)
)
def strong_recovery_condition(p, draw):
    # symmetric laws without atom: a normal of scale 1/j, and a uniform for the last coefficient
    beta = draw.normal(TOP)
    beta[:, -1] = draw.uniform(low=-1.0, high=1.0)
    products = draw.tensor(p.alpha) * beta
    return (products >= 0).all(dim=1).double()
