"""Full-batch descent on the two-layer ReLU network with signal-noise data, some of whose labels are flipped once and for all.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) (units sigma_xi^2 d = 1, so that |mu|^2 = s/n); the given labels y' are -y at
`flips` samples of each class. f = sum_j j/m sum_r [relu(<w_jr, y mu>) + relu(<w_jr, xi>)], j = +-1, logistic loss of y' f,
<w, xi> of standard deviation `s0` at the start, `rate` = eta/(n m). The weights are W(0) plus combinations of mu and the xi_i:
`trained` moves these and the inner products, exact in law at every d; `literal` is descent in R^d. gamma is the coefficient of
j mu/|mu|^2, rho_i that of xi_i/|xi_i|^2. A run ends at the first training loss <= `stop`. Errors are those on fresh data with
true labels, given the weights: pre-activations are R L u, u uniform on a sphere and R chi, and the mean over R is exact.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.networks.descent import over
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError

WINDOW = 40  # steps among which those are counted at which all of stage one holds


class _Run:
    """The setting, a step of descent, and what is kept on the way; runs are rows, samples and neurons stand by classes."""

    def __init__(self, p: Mapping[str, float], draw: Draw) -> None:
        self.n, self.m, self.d, flips = (int(p[name]) for name in ("n", "m", "d", "flips"))
        self.early, self.steps, self.directions = (int(p[name]) for name in ("early", "steps", "directions"))
        self.s0, self.rate, self.stop = (float(p[name]) for name in ("s0", "rate", "stop"))
        self.length = (float(p["s"]) / self.n) ** 0.5  # |mu|
        half = self.n // 2
        if self.n % 2 or not 0 < 2 * flips < half:
            raise DomainError(
                f"{flips} flips in each class of {self.n} samples: give an even number, and less than half of a class"
            )
        if self.d <= max(self.n + 1, 2 * self.m):
            raise DomainError(f"d = {self.d} is too low for {self.n} samples and {2 * self.m} neurons: take a larger one")
        self.sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
        label = self.sign.repeat_interleave(half)  # the true one
        flipped = (torch.arange(self.n, device=draw.device) % half < flips).to(label.dtype)
        self.flipped, self.flips = flipped, 2 * flips
        self.label, self.given = label, label * (1 - 2 * flipped)
        self.own = (self.sign[:, None] == self.given)[:, None, :]  # neurons of the sign of the given label
        zero = torch.zeros(draw.replicates, dtype=torch.float32, device=draw.device)
        self.active, self.above = zero == 0, zero == 0
        names = ("gap", "clean", "noisy", "train", "fit", "share", "ratio", "times", "always", "crossings", "half", "overtaken")
        self.kept = dict.fromkeys(names, zero) | {"always": zero + 1}

    def look(self, step: int, seen: Tensor, moved: Tensor, lengths: Tensor) -> Tensor:
        """What a step adds to the coefficients `moved` (B, 2, m, 1 + n) of mu and the xi_i in the weights; `seen` is <w, .>."""
        sign = self.sign[:, None, None]
        signal, noise = seen[..., :1] * self.label, seen[..., 1:]
        margin = ((signal.clamp(min=0) + noise.clamp(min=0)) * sign).sum((1, 2)) / self.m * self.given
        size = moved * lengths[:, None, None]
        self._keep(step, margin, (size[..., :1] * sign)[..., 0], size[..., 1:])
        pull = (torch.sigmoid(-margin) * self.given * self.active[:, None])[:, None, None] * (self.rate * sign)
        return torch.cat([((signal > 0) * pull * self.label).sum(-1, keepdim=True), (noise > 0) * pull], -1)

    def _means(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The mean of (B, n) over the samples with true labels, and over the others."""
        return (x * (1 - self.flipped)).sum(-1) / (self.n - self.flips), (x * self.flipped).sum(-1) / self.flips

    def _keep(self, step: int, margin: Tensor, gamma: Tensor, rho: Tensor) -> None:
        """Updates what is kept of the runs that still move, and says which go on."""
        on = (margin > 0).to(margin.dtype)
        (clean, noisy), mean = self._means(on), gamma.mean((1, 2))
        own = rho * self.own
        on_clean, on_noisy = self._means(own.sum((1, 2)) / self.m)
        gap, above = gamma.amin((1, 2)) - own.amax((1, 2, 3)), mean > on_noisy
        now = {"train": softplus(-margin).mean(-1), "fit": on.mean(-1)}
        if step:
            old, turned = self.kept, above != self.above
            now["share"], now["ratio"] = mean / margin.mean(-1), on_noisy / on_clean.clamp(min=1e-9)
            stage = (gap > 0) & (clean == 1) & (noisy == 0)
            now["times"] = old["times"] + (stage & (step <= WINDOW))
            now["always"], now["overtaken"] = torch.minimum(old["always"], clean), old["overtaken"] + (on_clean >= mean)
            now["crossings"] = old["crossings"] + turned
            now["half"] = torch.where(turned & ~above, noisy, old["half"])
            self.above = torch.where(self.active, above, self.above)
        if step == self.early:
            now |= {"gap": gap, "clean": clean, "noisy": noisy}
        self.kept |= {
            name: torch.where(self.active, value.to(margin), self.kept[name].to(margin)) for name, value in now.items()
        }
        self.active = self.active & (self.kept["train"] > self.stop)

    def found(self, draw: Draw, signal: list[Tensor], weights: list[Tensor]) -> dict[str, Tensor]:
        """What was kept, with the errors at the early step and at the end."""
        u = draw.sphere(2 * self.m, self.directions // 2, dtype=torch.float64)
        fresh = torch.cat([u, -u], 1)  # the same directions for both
        errors = [wrong_side(u, w, self.d, fresh) for u, w in zip(signal, weights, strict=True)]
        return self.kept | {"error": errors[0], "last": errors[1]}


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """What a run keeps, in the coordinates that descent moves."""
    run = _Run(p, draw)
    n, m, d = run.n, run.m, run.d
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    across = bartlett(source, n, d - 1, draw.replicates, like)  # the noise in an orthonormal basis of its span across mu
    beyond = run.s0 * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like)  # the weights outside of all of this
    data = torch.cat([draw.normal(n, 1, dtype=torch.float32), across], -1) / d**0.5
    start = run.s0 * draw.normal(2, m, n + 1, dtype=torch.float32)
    data = torch.cat([run.length * torch.eye(1, n + 1, device=draw.device).expand(draw.replicates, 1, n + 1), data], 1)
    gram = (data @ data.mT)[:, None]
    seen = start @ data.mT[:, None]
    first = moved = torch.zeros_like(start)
    for step in range(run.steps + 1):
        pull = run.look(step, seen, moved, gram[:, 0].diagonal(dim1=-2, dim2=-1))
        if step == run.early:
            first = moved
        if step == run.steps or over(step, run.active):
            break
        moved, seen = moved + pull, seen + pull @ gram
    at = [torch.cat([(start + c @ data[:, None]).flatten(1, 2), beyond], -1) for c in (first, moved)]
    signal = [(w[..., 0] * run.length).unflatten(1, (2, m)) for w in at]
    return run.found(draw, signal, at)


def literal(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The same by descent on the 2m weight vectors in R^d; the coefficients are read off the weights.

    In single precision, which is far below what the starts vary; the dual basis of the data, off which coefficients are read, is
    solved for in double.
    """
    run = _Run(p, draw)
    d, size = run.d, run.n + 1
    mu = torch.zeros(draw.replicates, 1, d, dtype=torch.float32, device=draw.device)
    mu[..., 0] = run.length
    data = torch.cat([mu, draw.normal(run.n, d, dtype=torch.float32) / d**0.5], 1)
    wide = data.double()
    both = torch.cat([data, torch.linalg.solve(wide @ wide.mT, wide).float()], 1).mT.contiguous()
    lengths = data.square().sum(-1)
    start = first = weights = run.s0 * draw.normal(2 * run.m, d, dtype=torch.float32)
    began = (start @ both[..., size:]).unflatten(1, (2, run.m))
    for step in range(run.steps + 1):
        seen = (weights @ both).unflatten(1, (2, run.m))
        pull = run.look(step, seen[..., :size], seen[..., size:] - began, lengths)
        if step == run.early:
            first = weights
        if step == run.steps or over(step, run.active):
            break
        weights = torch.baddbmm(weights, pull.flatten(1, 2), data)
    at = [first, weights]
    return run.found(draw, [(w @ mu.mT)[..., 0].unflatten(1, (2, run.m)) for w in at], at)


def wrong_side(signal: Tensor, weights: Tensor, d: int, fresh: Tensor) -> Tensor:
    """The error on fresh data of weights (B, 2m, .) with <w, mu> = `signal` (B, 2, m), over the directions `fresh`."""
    m = signal.shape[2]
    sign = torch.tensor([1.0, -1.0], dtype=torch.float64, device=fresh.device)
    weights, signal = weights.double(), signal.double()
    factor = torch.linalg.cholesky(weights @ weights.mT / d)
    seen = (fresh @ factor.mT).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
    noise = (seen * sign).sum(-1)[..., None] * sign  # y times what fresh noise adds at R = 1, for y = 1 and -1
    steady = ((signal[:, None] * sign[:, None, None]).clamp(min=0).sum(-1) * sign).sum(-1) * sign
    steady = steady[:, None].expand_as(noise)
    turn = torch.where(steady * noise < 0, -steady / noise, torch.inf)  # the R at which the sign changes
    beyond = torch.special.gammaincc(torch.full_like(turn, m), turn.square() / 2)
    chance = torch.where(steady > 0, beyond, 1 - beyond)
    idle = torch.where((steady == 0) & (noise >= 0), torch.where(noise == 0, 0.5, 0.0), chance)
    return idle.mean((1, 2))


RUNS = {  # how claims about these runs draw them
    **{"replicates": (512, 1024), "first": 208, "chunk": 208, "calls": 4, "search": (20, 200)},
    "procedures": {"flipped": trained},
}
