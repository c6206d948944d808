"""Networks before and after a gradient step, and kernel matrices, at the least sizes."""

from lemmata.numerics.models.one_step import erf_network, linear_kernel, tanh_network

SMALL = {"d": 3, "n": 6, "N": 4, "lam": 0.1, "v": 0.1, "eta": 1.0, "T": 2, "s": 1.0, "b1": 0.5, "b3": 0.2}

EXAMPLES = {
    "erf_network.start": [lambda draw: erf_network.start(SMALL, draw)[0]],
    "erf_network.sample": [lambda draw: erf_network.sample(SMALL, draw)[1]],
    "erf_network.ridge": [lambda draw: erf_network.ridge(SMALL, draw)],
    "erf_network.powers": [lambda draw: erf_network.powers(SMALL, draw)],
    "erf_network.floors": [lambda draw: erf_network.floors(SMALL, draw)],
    "erf_network.first_step": [lambda draw: erf_network.first_step(SMALL, draw)],
    "erf_network.remainder": [lambda draw: erf_network.remainder(SMALL, draw)],
    "erf_network.leading": [lambda draw: erf_network.leading(SMALL, draw)],
    "tanh_network.least_risk": [
        lambda draw, eta=eta, shuffled=shuffled: tanh_network.least_risk(
            SMALL | {"eta": eta, "head": 1.0, "shuffled": shuffled}, draw
        )
        for eta, shuffled in ((0, 0), (1, 0), (1, 1))
    ],
    "linear_kernel.distances": [lambda draw: linear_kernel.distances({"d": 4, "n": 3}, draw)],
}
