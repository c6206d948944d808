"""The crossing at d = infinity along n, and the two sides at d = 2000 with fresh noise integrated by sampling."""

from lemmata.numerics.models.networks import cnn
from lemmata.theory.cnn.cao_phase import claim
from lemmata.verify import experiment

N, D, NEURONS, FITTED = 20, 2000, 16, 0.02
CUBIC = {"q": 3, "s_0": 0.1}


@experiment(claim, examples=(CUBIC,), points=(0, 2), resolution=(0.1, 0.05), replicates=(240, 400), first=64, chunk=120)
def cao_phase(p, draw, variant):
    if not variant:
        return {"loss": cnn.infinite_dimension(cnn.Training(n=p.n, snr=p.SNR, q=p.q, m=NEURONS, scale=p.s_0), draw)["loss"]}
    snr = (float(variant.split("_")[1]) / N) ** (1 / p.q)
    rate = 0.05 / max(1.0, N * snr**2)
    what = cnn.Training(n=N, snr=snr, q=p.q, m=NEURONS, scale=p.s_0, rate=rate, stop=FITTED)
    found = cnn.finite_dimension(what, D, draw, tests=512)
    fitted = found["train"] <= FITTED
    benign = fitted & (found["loss"] <= 0.05) & (found["error"] <= 0.01)
    harmful = fitted & (found["loss"] >= 0.6) & (found["error"] >= 0.4)
    return {"benign": benign.double(), "harmful": harmful.double()}
