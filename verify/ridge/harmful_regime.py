"""Any d by multiplicities; exact conditional risks of drawn designs."""

from lemmata import Settings
from lemmata.numerics.models.ridge.ridge import DRAWN
from lemmata.theory.ridge.harmful_regime import claim


def point(**changes):
    return {"a": 0.35, "c": 2.0, "y": 1.5, "λ": 0.0, "n": 10**7, "N": 24, "σ²": 1.0, "q": 8.0, **changes}


EXAMPLES = (point(), point(a=0.32, c=4.0, λ=0.5, n=10**8), point(n=100), point(a=0.75))
settings = Settings(claim, examples=EXAMPLES, core=(1, 12), rest=(0, 0), replicates=(2**12, 2**14), **DRAWN)
