"""The crossing at d = infinity along n, and the two sides at d = 2000 with fresh noise integrated by sampling."""

from numerics.models import cnn
from theory.cnn.cao_phase import claim
from verify import experiment

N, D, NEURONS = 20, 2000, 16
CUBIC = {"q": 3, "s_0": 0.1}


@experiment(claim, examples=(CUBIC,), points=(0, 2), resolution=(0.05, 0.02), replicates=(240, 400), first=8, chunk=120)
def cao_phase(p, draw, variant):
    if not variant:
        return {"loss": cnn.infinite_dimension(cnn.Training(n=p.n, snr=p.SNR, q=p.q, m=NEURONS, scale=p.s_0), draw)["loss"]}
    snr = (float(variant.split("_")[1]) / N) ** (1 / p.q)
    rate = 0.05 / max(1.0, N * snr**2)
    return cnn.finite_dimension(cnn.Training(n=N, snr=snr, q=p.q, m=NEURONS, scale=p.s_0, rate=rate, stop=0.02), D, draw)
