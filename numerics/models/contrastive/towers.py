"""Contrastive training of one or two towers of ReLUs on signal-noise data, by descent on the weights in R^d.

x = [y mu, xi] with |mu|^2 = s/n and xi ~ N(0, I/d) orthogonal to mu (units sigma_xi^2 d = 1, s = n SNR^2), classes balanced; the
second modality has the same labels, an independent noise and |mu~| = C |mu|. One tower: the positive is the sample's view with the
noise xi + eps, eps ~ N(0, a^2 I/d) drawn anew at each step; negatives are the samples x_j. Two towers: the positive is the sample
in the other modality, negatives are those of the others. Negatives have the opposite label, or (`every`) are all others.
Probe: fresh labels are told by the sign of a ridge regression of the labels on the embeddings of the training samples, summed over the
patches, with a ridge of 1/1000 of their mean square.
Temperature 1; `rate` is eta |xi|^2/n; descent on the mean loss, keys included; weights start as N(0, s0^2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def _similarities(one: Tensor, two: Tensor) -> Tensor:
    """Inner products of the embeddings (B, n, patches, m) of two lists of samples."""
    return one.flatten(2) @ two.flatten(2).mT


def _probe(seen: Tensor, label: Tensor, tested: Tensor) -> Tensor:
    """The ridge regression (B, tests) of the labels on what is seen of the samples."""
    gram = seen @ seen.mT
    ridge = 1e-3 * torch.diagonal(gram, dim1=1, dim2=2).mean(1)[:, None, None].clamp(min=1e-30)
    one = torch.eye(len(label), dtype=seen.dtype, device=seen.device)
    weights = torch.linalg.solve(gram + ridge * one, label.expand(len(seen), -1)[..., None])
    return (tested @ (seen.mT @ weights))[..., 0]


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`balance`: max |<w, mu>| over max <w, xi_i>; `signal` and `noise`: these two; the rest of the loss, similarities and cosines
    at the end, and of the negatives at the start (``first_negative``, ``first_cosine``); ``same``: the cosine of equal labels; ``probe``."""
    rate = float(p["rate"])  # of the mean over n, so that it is that of the sum over the samples
    n, m, d, two, every = int(p["n"]), int(p["m"]), int(p["d"]), bool(p["two"]), bool(p["every"])
    like = torch.float32
    label = draw.tensor([1.0, -1.0], dtype=like).repeat_interleave(n // 2)
    opposite = (label[:, None] != label).to(like)
    negative = 1 - torch.eye(n, dtype=like, device=draw.device) if every else opposite
    towers = 2 if two else 1
    lengths = [(float(p["s"]) / n) ** 0.5 * (float(p["C"]) if k else 1.0) for k in range(towers)]
    noises, weights = [], []
    for _ in range(towers):
        xi = draw.normal(n, d, dtype=like) / d**0.5
        noises.append(torch.cat([torch.zeros_like(xi[..., :1]), xi[..., 1:]], -1))  # mu is along the first axis
        weights.append(float(p["s0"]) * draw.normal(m, d, dtype=like))
    augment = draw.source()
    epsilon = torch.empty_like(noises[0])
    # the noise patches whose embeddings are asked for; of one tower first the samples, then their views
    rows = noises if two else [torch.cat([noises[0], noises[0]], 1)]
    found: dict[str, Tensor] = {}

    def patches(k: int, noise: Tensor) -> list[Tensor]:
        """What tower k sees of the samples, (B, n, 2, m) for every n rows of noise, before the ReLU."""
        signal = label[:, None] * (lengths[k] * weights[k][..., 0])[:, None]
        return [torch.stack([signal, own], 2) for own in (noise @ weights[k].mT).split(n, 1)]

    def moved(k: int, pulls: Sequence[Tensor]) -> None:
        """A step of tower k against the gradient of sum(pull * z) over its patches, for every n rows of noise."""
        by_signal = sum((label[:, None] * pull[:, :, 0]).sum(1) for pull in pulls)
        weights[k].baddbmm_(torch.cat([pull[:, :, 1] for pull in pulls], 1).mT, rows[k], alpha=-rate)
        weights[k][..., 0].sub_(by_signal, alpha=rate * lengths[k])

    for step in range(int(p["steps"]) + 1):
        if not two:
            torch.add(noises[0], augment.normal_(epsilon, True), alpha=float(p["augment"]) / d**0.5, out=rows[0][:, n:])
        seen, other = patches(0, rows[0]), patches(1, rows[1])[0] if two else None
        queries = seen[0].clamp(min=0)
        keys = queries if other is None else other.clamp(min=0)
        views = keys if two else seen[1].clamp(min=0)
        similar = _similarities(queries, keys)
        positive = (queries * views).sum((2, 3))
        masses = negative * torch.exp(similar - positive[..., None])
        share = 1 / (1 + masses.sum(-1))  # of the positive
        if step in (0, int(p["steps"])):
            size, length = (t.flatten(2).norm(dim=2) for t in (queries, keys))
            cosine = similar / (size[:, :, None] * length[:, None]).clamp(min=1e-30)
            averages = {"negative": similar, "cosine": cosine}
            now = {name: (value * opposite).sum((1, 2)) / opposite.sum() for name, value in averages.items()}
            alike = 1 - opposite - torch.eye(n, dtype=like, device=draw.device)
            if step == 0:
                found |= {f"first_{name}": value for name, value in now.items()}
                found["first_loss"] = -torch.log(share).mean(1)
            else:
                found |= now | {"loss": -torch.log(share).mean(1), "positive": positive.mean(1)}
                found["same"] = (cosine * alike).sum((1, 2)) / alike.sum()
                break
        down = masses * share[..., None]  # pull of each negative, from the gradient of the loss
        up = share - 1
        to_queries = (down @ keys.flatten(2)).unflatten(2, (2, m)) + up[..., None, None] * views
        to_keys = (down.mT @ queries.flatten(2)).unflatten(2, (2, m))
        to_views = up[..., None, None] * queries
        if other is None:
            moved(0, [(to_queries + to_keys) * (seen[0] > 0), to_views * (seen[1] > 0)])
        else:
            moved(0, [to_queries * (seen[0] > 0)])
            moved(1, [(to_keys + to_views) * (other > 0)])
    fresh = draw.normal(4 * n, d, dtype=like, fast=True) / d**0.5  # along mu as well
    signs = label.repeat(4)
    signal_patch = signs[:, None] * (lengths[0] * weights[0][..., 0])[:, None]
    tested = signal_patch.clamp(min=0) + (fresh @ weights[0].mT).clamp(min=0)
    found["probe"] = ((_probe(patches(0, noises[0])[0].clamp(min=0).sum(2), label, tested) * signs) <= 0).to(like).mean(1)
    signal = (lengths[0] * weights[0][..., 0]).abs().amax(1)
    noise = (noises[0] @ weights[0].mT).amax((1, 2))
    return found | {"signal": signal, "noise": noise, "balance": signal / noise.clamp(min=1e-30)}
