"""In-context learning with an MLP and linear attention in the mean-field limit: the symbols of the family, and what they define.

There are N equally likely inputs; the rows of F and H are the true and the learned features at them, so that E f h' = F'H/N.
The loss has no factor 1/2.
"""

from typing import Any

from lemmata import Array, Definition, Naturals, Source, Symbol, Tied, Trace

N = Symbol("N", "number of equally likely inputs", Naturals)
k = Symbol("k", "number of features", Naturals)


def features(p: Any, draw: Any) -> dict[str, Any]:
    """True and learned features, these of full column rank where N >= k: of networks, nearly dependent, small, zero."""
    f, h = draw.normal(p.N, p.k), draw.normal(p.N, p.k)
    if p.style == "networks":
        f, h = ((draw.normal(p.N, 3) @ draw.normal(3, 3 * p.k)).tanh() @ draw.normal(3 * p.k, p.k) / 9 for _ in range(2))
    elif p.style == "nearly dependent":
        h = h + 30 * h.mean(-1, keepdim=True)
    elif p.style == "small":
        h = 1e-3 * h
    elif p.style == "nothing to learn":
        f = 0 * f
    return {"F": f, "H": h}


TIED = Tied(("F", "H"), features, ("generic", "networks", "nearly dependent", "small", "nothing to learn"))
F = Array("F", "true features, one input a row", N, k, kind=TIED)
H = Array("H", "learned features, one input a row", N, k, kind=TIED)

Q = H.T * H / N  # second moment of the learned features
B = Definition("B", "regression of the true features on the learned ones", F.T * H / N * Q.inv())
S = Definition("S", "second moment of what the regression leaves", F.T * F / N - B * (F.T * H / N).T)


def loss(h: Any) -> Any:
    """The loss of features h with the best linear map on them."""
    return Trace(F.T * F / N - (F.T * h / N) * (h.T * h / N).inv() * (h.T * F / N))


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("000_ab12b188556405a2.txt", heading, "kim2024")
