"""Exact conditional bias and variance, averaged over designs; λ near 0 where d is well above n."""

from lemmata import Settings
from lemmata.theory.ridge.det_equiv import claim


def point(style="power law", **changes):
    return {"n": 16, "q": 2.0, "λ": 0.05, "σ²": 1.0, "l,h:style": style, **changes}


EXAMPLES = (point(), point(q=3.0, λ=1e-6), point("exponential", q=1.5), point("flat", q=1.0, λ=0.25))
settings = Settings(claim, examples=EXAMPLES, core=(1, 8), rest=(0, 4), replicates=(2**14, 2**16), first=1024, chunk=2048)
