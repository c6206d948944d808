"""Explicit tails for the moments, any length by multiplicities for the ranks, exact (orthonormal) and random tails beside a head."""

import torch

from lemmata.numerics.models.ridge.ridge_tail import head_coefficients, tail_moments
from lemmata.numerics.solve.power_law import endless, positions
from lemmata.theory.ridge.tail_is_ridge import claim
from lemmata.verify import experiment

HEAD = 3
EXPLICIT, TWICE = 2000, 2  # every eigenvalue of an explicit tail comes twice


def instance(p, draw):
    if p.d <= EXPLICIT:
        place = torch.arange(1, p.d // TWICE + 1, dtype=torch.float64, device=draw.device)[None]
        count = torch.full_like(place, TWICE)
    else:
        place, count = positions(p.d, draw)
    past, weight = positions(endless(p.n, p.a), draw, after=p.n) if p.a > 1 else (place[:, :1], count[:, :1])
    n = min(p.n, 40)
    x, loose = draw.normal(n, HEAD), draw.normal(n, 40 * n) / (40 * n) ** 0.5 * p.t**0.5
    tail = torch.linalg.qr(draw.normal(2 * n, n)).Q.mT * p.t**0.5
    gap = (torch.linalg.eigvalsh(loose @ loose.mT) / p.t - 1).abs().amax(dim=-1)
    select = torch.eye(HEAD, HEAD + 2 * n, dtype=x.dtype, device=draw.device)[None]
    return {
        "l": place**-p.a, "m": count, "L": place.shape[1], "u": past**-p.a, "w": weight, "U": past.shape[1],
        "X": x, "T": tail, "A": torch.cat([x, tail], dim=-1), "P": select, "Z": loose, "delta": gap, "t_G": p.t,
        "Y": draw.normal(n, 1), "v": draw.normal(HEAD, 1), "q": draw.normal(n, 1), "h": HEAD, "D": 2 * n, "G": 40 * n,
        "normal": int(p.m_4_label == "gaussian"),
    }  # fmt: skip


def point(**changes):
    return {"m_4": "gaussian", "n": 5, "d": 100, "a": 0.4, "lambda": 0.2, "t": 5.0, **changes}


@experiment(
    claim,
    instance=instance,
    examples=(
        point(m_4="rademacher", a=0.7),
        point(m_4="uniform", a=0.3),
        point(a=0),
        point(a=0.5, d=60),
        point(a=1, d=60),
        point(a=1.5),
        point(a=2.5),
    ),
    points=(1, 20),
    replicates=(2**13, 2**17),
    resolution=(0.08, 0.03),
    rounding=1e-10,
)
def tail_is_ridge(p, draw, variant):
    if variant == "head":
        return head_coefficients(10, 4, p["size"], 12.0, draw)
    return tail_moments(p.l[0].repeat_interleave(TWICE), p.n, p.m_4_label, draw)
