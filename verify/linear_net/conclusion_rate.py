"""Power spectra: the deterministic equivalent along the noise level and along n; exact risks over designs of d = 4N."""

import torch

from lemmata.numerics.models.linear_net.linear_net import bayes_risk
from lemmata.theory.linear_net.conclusion_rate import claim
from lemmata.verify import experiment


@experiment(claim, points=(3, 16), replicates=(64, 1024))
def conclusion_rate(p, draw):
    index = torch.arange(1, 4 * p.N + 1, dtype=torch.float64, device=draw.device)
    return bayes_risk(index**-p.alpha, p.N, p.sigma2, draw)
