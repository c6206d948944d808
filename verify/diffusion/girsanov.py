"""Laws of the sampler by its differential equations; paths and end points drawn; two Gaussians on two grids."""

from functools import cache

import torch

from lemmata import Settings
from lemmata.numerics.models.diffusion import diffusion
from lemmata.theory.diffusion.girsanov import WEIGHT, WIDTH, claim

WEIGHTS = [float(WEIGHT), 1 - float(WEIGHT)]
CUT = 1e-5  # what lies beyond the grid or where the target is too thin to be compared
COMMON = {
    "g": 3.0,
    "a": 0.3,
    "ε": 0.4,
    "ω": 1.0,
    "b": 1.0,
    "h": 0.1,
    "N": 10,
    "r": "tanh",
    "q": "cosine",
    "α": 0.5,
    "β": 0.0,
    "V": 1.0,
}
MORE = {"μ": 0.5, "ϱ": 0.3, "m": 2, "d": 3}
PLACES = ((1.0, 1.2564312, "constant"), (1.0, 1.6, "decay"), (4.0, 1.0, "ramp"))


@cache
def ends(T, eps, omega, b):
    """The density of the sampler at the end, as Fourier coefficients, and the error of its divergence; one for all replicates."""
    means, weights = torch.tensor([-b, b], dtype=torch.float64), torch.tensor(WEIGHTS, dtype=torch.float64)

    def wrong(y, tau):
        return eps * torch.sin(omega * y)

    found = [diffusion.mixture_end(wrong, means, weights, float(WIDTH), T, points=k) for k in (72, 88)]
    coarse, fine = (diffusion.divergence_on_grid(*both) for both in found)
    return found[1][1], 2 * abs(float(fine - coarse)) + CUT


def mixture(p, draw):
    density, error = ends(p["T"], p["ε"], p["ω"], p["b"])
    x = p["b"] * (2 * (draw.uniform() > WEIGHTS[0]).to(draw.dtype) - 1) + float(WIDTH) ** 0.5 * draw.normal()
    ratio = diffusion.log_ratio(x, density.to(x.device), draw.tensor([-p["b"], p["b"]]), draw.tensor(WEIGHTS), float(WIDTH))
    return {"low": ratio - error, "high": ratio + error}


def sampler(p, draw):
    def shift(tau):
        return torch.full_like(tau, p["g"] / p["v"] ** 0.5)

    first, second = (
        diffusion.shifted_endpoint(shift, p["v"], p["T"], draw, factor=float(p["factor"]), steps=192) for _ in range(2)
    )
    return {"first": first, "second": second}


settings = Settings(
    claim,
    examples=tuple({"v": v, "T": T, "c": c, **COMMON, **MORE} for v, T, c in PLACES),
    core=(0, 20),
    rest=(0, 0),
    replicates=(2**16, 2**19),
    kurtosis={"sampled_variance": 15},  # the square of a normal number
    first=2**12,
    search=(4, 200),
    procedures={"mixture": mixture, "sampler": sampler},
)
