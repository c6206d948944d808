"""Training the two-layer network of the signal-noise model: 1000 steps of gradient descent for many replicates.

n = 40 samples in d = 1000 dimensions, 2 x 16 neurons, relu^3. The weights move in the span of the samples and the signal, so that what
is iterated are coefficients, and the matrix product of a step is 32 x 40 by 40 x 40; the weights in R^d take two of 32 x 1000 by 1000 x
40. It is run for 40 replicates at once: a thousand take 25 times as long, for each way of doing it.
"""

from __future__ import annotations

from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds, sample_mean

N, M, Q, SNR, SCALE, RATE = 40, 16, 3, 0.2, 0.1, 0.05


def _sizes(d: int, steps: int) -> dict[str, float]:
    return {"n": N, "m": M, "d": d, "s0": SCALE, "snr": SNR, "rate": RATE, "steps": steps, "stop": 0.0, "across": 1}


def _answer(train: object, signal: object, memorised: object) -> Answer:
    """Means of the training loss and of the largest coefficients, over the replicates."""
    import torch

    return sample_mean(torch.stack([torch.as_tensor(t).double() for t in (train, signal, memorised)]).numpy())


def ours(replicates: int, d: int, steps: int) -> Run:

    from lemmata.numerics.models.networks.coefficients import descend, start

    sizes = _sizes(d, steps)
    draw = numbers("cnn", replicates, "float32")

    def run() -> Answer:
        found = descend(sizes, start(sizes, draw), Q, draw)
        return _answer(found.train, found.signal.amax((1, 2)), found.memorised.amax((1, 2, 3)))

    return run


def weights(replicates: int, d: int, steps: int) -> Run:
    """The literal run in R^d."""

    from lemmata.numerics.models.networks.coefficients_literal import fitted

    sizes = {**_sizes(d, steps), "q": Q}
    draw = numbers("cnn", replicates, "float32")

    def run() -> Answer:
        found = fitted(sizes, draw, tests=2)
        return _answer(found["train"], found["signal"], found["noise"])

    return run


def torch_weights(replicates: int, d: int, steps: int) -> Run:
    """Gradient descent on the weights in R^d, all replicates at once, the gradient written out."""
    import torch

    sign = torch.tensor([1.0, -1.0])
    label = sign.repeat_interleave(N // 2)
    generator = torch.Generator().manual_seed(1)

    def run() -> Answer:
        mu = torch.zeros(d)
        mu[0] = SNR
        xi = torch.randn(replicates, N, d, generator=generator) / d**0.5 * (mu == 0)
        begun = SCALE * torch.randn(replicates, 2, M, d, generator=generator)
        w, train = begun.clone(), None
        for _ in range(steps):
            near = (w @ mu)[..., None].mul(label).relu()
            far = (w.flatten(1, 2) @ xi.mT).unflatten(1, (2, M)).relu()
            margin = label * ((near**Q + far**Q).mean(2) * sign[:, None]).sum(1)
            train = torch.nn.functional.softplus(-margin).mean(1)
            pull = (RATE * torch.sigmoid(-margin))[:, None, None] * sign[:, None, None]
            w += (pull * Q * near**2).sum(-1, keepdim=True) * mu
            w += ((pull * label * Q * far**2).flatten(1, 2) @ xi).unflatten(1, (2, M))
        moved = w - begun
        signal = moved[..., 0] * SNR * sign[:, None]
        inner = moved.flatten(1, 2)[..., 1:] @ xi.mT[:, 1:]
        gram = xi @ xi.mT
        memorised = torch.linalg.solve(gram, inner.mT) * gram.diagonal(dim1=1, dim2=2)[..., None]
        return _answer(train, signal.amax((1, 2)), memorised.amax((1, 2)))

    return run


def bound(replicates: int, d: int, steps: int) -> Bound:
    import torch

    def seconds(*sizes: tuple[int, int]) -> float:
        a, b = (torch.randn(replicates, *size) for size in sizes)
        out = torch.bmm(a, b)
        return steps * cpu_seconds(lambda: torch.bmm(a, b, out=out))

    whole = seconds((2 * M, d), (d, N)) + seconds((2 * M, N), (N, d))
    return Bound(
        seconds((2 * M, N), (N, N)), f"its matrix products alone, in float32 (those of the weights in R^{d}: {whole:.2g} s)"
    )


def job(small: bool = False) -> Job:
    size = (20, 100, 30) if small else (40, 1000, 1000)
    replicates, d, steps = size
    return Job(
        name="cnn",
        question=f"two-layer network, n = {N}, d = {d}, 2 x {M} neurons, {replicates} replicates, {steps} steps",
        ours=lambda: ours(*size),
        peers={"lemmata, weights in R^d": lambda: weights(*size), "torch in R^d": lambda: torch_weights(*size)},
        bound=lambda: bound(*size),
        repeat=3,
    )
