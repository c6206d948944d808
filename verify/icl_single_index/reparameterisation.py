"""ReLU features of random inputs, and weight matrices whose free entries are random."""

import torch

from lemmata.theory.icl_single_index.reparameterisation import claim
from lemmata.verify import bind

DIMENSION = 4


def instance(p, draw):
    weights, bias = draw.normal(p.N, DIMENSION), draw.normal(p.N, 1)
    context, query = draw.normal(DIMENSION, p.n), draw.normal(DIMENSION, 1)
    features, last = torch.relu(weights @ context + bias), torch.relu(weights @ query + bias)
    labels, label = draw.normal(p.n, 1), draw.normal()
    kq, pv = draw.normal(p.N + 1, p.N + 1), draw.normal(p.N + 1, p.N + 1)
    pv[..., -1, :] = 0.0
    pv[..., -1, -1] = p.v
    restricted = kq.clone()
    restricted[..., -1, :-1] = 0.0
    top, bottom = torch.cat((features, last), -1), labels.mT
    embedding = torch.cat((top, torch.cat((bottom, torch.zeros_like(label)[..., None, None]), -1)), -2)
    labelled = torch.cat((top, torch.cat((bottom, label[..., None, None]), -1)), -2)
    return {
        "E": embedding,
        "E_1": labelled,
        "W_PV": pv,
        "W_KQ": restricted,
        "W_KQ1": kq,
        "K": kq[..., :-1, :-1].contiguous(),
        "Phi": features,
        "varphi": last,
        "k_21": kq[..., -1:, :-1].mT.contiguous(),
        "y": labels,
        "y_q": label,
    }


reparameterisation = bind(claim, instance=instance, points=(12, 100), rounding=1e-11)
