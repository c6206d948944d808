"""The training strategies beside descent on all weights, by automatic differentiation of the loss."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.strategies import label_noise, sharpness
from lemmata.numerics.models.strategies.rules import rule
from lemmata.numerics.models.strategies.sparse import compared, with_momentum
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.wishart import bartlett

P = {"n": 4, "m": 3, "s": 5, "d": 40, "s0": 0.05, "α": 0.2, "σ": 0.4, "eta": 0.01, "descent": 2.0, "stop": 0.5, "tests": 8}


def drawn(count: int = 3) -> Draw:
    return Draw(Key(0, "test", "{}", "strategies", 0), count)


def by_coordinates(p: dict[str, float], name: str, steps: int) -> tuple[Tensor, Tensor]:
    """Displacements of every weight after the steps, and the last loss that was seen."""
    n, m, s, draw = int(p["n"]), int(p["m"]), int(p["s"]), drawn()
    xi = p["σ"] * draw.normal(n, s)
    start = torch.cat([p["s0"] * draw.normal(2, m, 1), p["s0"] * draw.normal(2, m, n, s).flatten(3)], -1)
    label = torch.tensor([1.0, -1.0], dtype=torch.float64).repeat(n // 2)
    patches = torch.zeros(len(xi), n, 1 + n * s, dtype=torch.float64)
    patches[..., 0] = -p["α"] * label
    for i in range(n):
        patches[:, i, 1 + i * s : 1 + (i + 1) * s] = xi[:, i]

    def loss(w: Tensor) -> Tensor:
        near, far = w[..., :1] * label, w @ patches.mT[:, None]
        by_sign = (near.clamp(min=0) ** 3 + far.clamp(min=0) ** 3).mean(2)
        return softplus(-label * (by_sign[:, 0] - by_sign[:, 1])).mean(-1)

    update = rule(name, p["descent"] if name == "descent" else p["eta"], p["first"], p["second"])
    w, state = start.clone(), (torch.zeros_like(start), torch.zeros_like(start))
    active = torch.ones(len(xi), dtype=torch.float64)
    for _ in range(steps):
        at = w.detach().requires_grad_()
        value = loss(at)
        (g,) = torch.autograd.grad(value.sum(), at)
        active = active * (value.detach() > p["stop"])
        change, state = update(g, state)
        w = w - active[:, None, None, None] * change
    return w - start, value.detach()


@pytest.mark.parametrize(("first", "second"), [(0.9, 0.99), (0.0, 0.0)])
def test_sparse_noise_is_learned_along_one_direction(first: float, second: float) -> None:
    p = P | {"first": first, "second": second, "steps": 60}
    found = compared(p, drawn())
    ends = {name: by_coordinates(p, name, 60)[0] for name in ("descent", "sign", "adam")}
    for name, end in ends.items():
        by = end.square().sum((1, 2))
        torch.testing.assert_close(found[f"{name}_off"], by[:, 1:].sum(-1) / by.sum(-1))
        torch.testing.assert_close(found[f"{name}_wide"], by.sum(-1) ** 2 / by.square().sum(-1))
    for name in ("descent", "adam"):
        cosine = torch.cosine_similarity(ends[name].flatten(1), ends["sign"].flatten(1))
        torch.testing.assert_close(found[f"{name}_cosine"], cosine)
    for name in ends:
        steps = int(found[f"{name}_steps"].max())
        if steps < 60:  # it stops at the first loss below the stop
            assert bool((by_coordinates(p, name, steps + 1)[1] <= p["stop"]).all())
    once = by_coordinates(p, "sign", 1)[0].square()
    torch.testing.assert_close(found["once"], once[..., 0].sum((1, 2)) / once.sum((1, 2, 3)))


def test_gradients_at_the_end_and_the_clock_of_adam() -> None:
    p = P | {"first": 0.9, "second": 0.99, "steps": 12, "stop": 0.0}
    found = compared(p, drawn())
    clock = sum((1 - 0.9**t) / (1 - 0.99**t) ** 0.5 for t in range(1, 13))
    torch.testing.assert_close(found["adam_clock"], torch.full_like(found["adam_clock"], clock))
    places = [by_coordinates(p, "descent", steps)[0] for steps in range(1, 13)]
    sizes = torch.stack([(b - a).flatten(1).norm(dim=1) for a, b in zip([0 * places[0], *places], places, strict=False)])
    torch.testing.assert_close(found["descent_flat2"], sizes[-1] / sizes.amax(0))


def test_signs_of_a_moment_without_memory_are_those_of_the_gradient() -> None:
    found = with_momentum(P | {"first": 0.0, "second": 0.99, "steps": 20}, drawn())
    torch.testing.assert_close(found["momentum_cosine"], torch.ones_like(found["momentum_cosine"]))
    torch.testing.assert_close(found["momentum_adam"], found["adam_cosine"])


def test_adam_without_memory_takes_the_steps_of_sign_descent_however_small_the_gradient() -> None:
    update = rule("adam", 0.5)
    g = torch.tensor([1e-3, -1e-25, 0.0, 1e-100], dtype=torch.float64)
    assert update(g, (0 * g, 0 * g))[0].tolist() == [0.5, -0.5, 0.0, 0.5]


@pytest.mark.parametrize("flips", [0.0, 0.3])
def test_label_noise_is_descent_on_the_loss_of_the_flipped_labels(flips: float) -> None:
    """Beside the gradient of sum_i log(1 + exp(-b_i y_i f_i)), b_i = 1 or -1: in the span of the data, along mu first."""
    p = {"n": 4, "m": 3, "d": 30, "s": 0.8, "s0": 0.3, "rate": 0.2, "p": flips, "fixed": 0, "steps": 9, "tests": 4}
    n, m, d, draw = 4, 3, 30, drawn()
    like, source = torch.empty(0, dtype=torch.float32), draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5
    bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True)
    sign, length = torch.tensor([1.0, -1.0]), (p["s"] / n) ** 0.5
    label = sign.repeat_interleave(n // 2)
    along = p["s0"] * draw.normal(2, m, dtype=torch.float32)[..., None]
    w = torch.cat([along, p["s0"] * draw.normal(2, m, n, dtype=torch.float32)], -1)
    kept = (draw.source().uniform_(torch.empty(p["steps"], draw.replicates, n), True) >= flips).float() if flips else None
    for step in range(p["steps"]):
        at = w.detach().requires_grad_()
        near, far = length * at[..., :1] * label, at[..., 1:] @ noise.mT[:, None]
        by_sign = (near.clamp(min=0) ** 2 + far.clamp(min=0) ** 2).mean(2)
        margin = label * (by_sign[:, 0] - by_sign[:, 1])
        seen = 1.0 if kept is None else 2 * kept[step] - 1
        (g,) = torch.autograd.grad(softplus(-seen * margin).sum(), at)
        w = w - p["rate"] * m * g
    found = label_noise.trained(p, drawn())
    torch.testing.assert_close(found["signal"], (length * w[..., 0] * sign[:, None]).amax((1, 2)))
    own = (sign[:, None] == label)[:, None]
    torch.testing.assert_close(found["noise"], (far.detach().clamp(min=0) * own).amax((1, 2, 3)))
    assert bool((found["peak"] >= found["noise"]).all()) and bool((found["peak"] >= found["half"]).all())


@pytest.mark.parametrize("batch", [0, 2])
def test_sharpness_aware_steps_are_descent_on_the_gradient_at_the_ascended_weights(batch: int) -> None:
    n, m, d, counts = 4, 2, 12, {"before": 1, "first": 3, "second": 2, "batch": batch}
    p = {"n": n, "m": m, "d": d, "ratio": 2.0, "s0": 0.1, "rate": 0.3, "τ": 0.1, "tests": 4, **counts}
    draw, like = drawn(), torch.empty(0, dtype=torch.float32)
    source, sign = draw.source(), torch.tensor([1.0, -1.0])
    noise = bartlett(source, n, d - 1, 3, like, True) / d**0.5
    bartlett(source, 2 * m, d - 1 - n, 3, like, True)
    w = 0.1 * torch.cat([draw.normal(2 * m, 1, dtype=like.dtype), draw.normal(2 * m, n, dtype=like.dtype)], -1)
    label, neuron = sign.repeat_interleave(n // 2), sign.repeat_interleave(m)
    signal = torch.zeros(3, n, n + 1)
    signal[..., 0] = 2 / d**0.5 * label
    noise = torch.cat([torch.zeros(3, n, 1), noise], -1)

    chosen = sharpness._batches(n, batch, 6, draw) if batch else torch.ones(6, 3, n)
    assert bool((chosen.unflatten(-1, (2, n // 2)).mean(-1) == 1).all())  # half of a batch from either class

    def loss(w: Tensor, share: float | Tensor = 1.0) -> Tensor:
        hidden = (w @ signal.mT).clamp(min=0) + (w @ noise.mT).clamp(min=0)
        return (share * softplus(-label * (neuron[:, None] * hidden).sum(1) / m)).mean(-1)

    def slope(w: Tensor, share: Tensor) -> Tensor:
        at = w.detach().requires_grad_()
        return torch.autograd.grad(loss(at, share).sum(), at)[0]

    for step in range(6):
        g = slope(w, chosen[step])
        if 1 <= step < 4:
            g = slope(w + 0.1 * d**0.5 * g / g.flatten(1).norm(dim=1)[:, None, None], chosen[step])
        w = w - 0.3 * n * m * g
    found = sharpness.trained(p, drawn())
    torch.testing.assert_close(found["loss"], loss(w))
    torch.testing.assert_close(found["signal"], (w[..., 0] * neuron).amax(1) * d**0.5 / 2)


def test_the_curvature_of_a_network_is_that_of_its_full_hessian() -> None:
    """Steps of descent to a loss, and the Hessian by automatic differentiation of the loss in all weights."""
    n, m, d = 4, 2, 12
    p = {"n": n, "m": m, "d": d, "ratio": 2.0, "s0": 0.1, "rate": 0.3, "τ": 0.1, "first": 2, "second": 400, "stop": 0.4}
    draw, like = drawn(), torch.empty(0, dtype=torch.float32)
    noise = bartlett(draw.source(), n, d - 1, 3, like, True) / d**0.5
    w = 0.1 * torch.cat([draw.normal(2 * m, 1, dtype=like.dtype), draw.normal(2 * m, n, dtype=like.dtype)], -1)
    sign = torch.tensor([1.0, -1.0])
    label, neuron = sign.repeat_interleave(n // 2), sign.repeat_interleave(m)
    signal = torch.zeros(3, n, n + 1, dtype=torch.float64)
    signal[..., 0] = 2 / d**0.5 * label
    noise = torch.cat([torch.zeros(3, n, 1), noise], -1).double()
    found = sharpness.curved(p, drawn())
    for k in range(3):

        def loss(flat: Tensor, k: int = k) -> Tensor:
            at = flat.view(2 * m, n + 1)
            hidden = (at @ signal[k].mT).clamp(min=0) + (at @ noise[k].mT).clamp(min=0)
            return softplus(-label * (neuron[:, None] * hidden).sum(0) / m).mean()

        at = w[k].double().flatten()
        for step in range(400):
            if step >= 2 and float(loss(at)) <= 0.4:
                break
            g = torch.autograd.functional.jacobian(loss, at)
            if step < 2:
                g = torch.autograd.functional.jacobian(loss, at + 0.1 * d**0.5 * g / g.norm())
            at = at - 0.3 * n * m * g
        values = torch.linalg.eigvalsh(torch.autograd.functional.hessian(loss, at))
        torch.testing.assert_close(found["loss"][k].double(), loss(at), rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(found["top"][k], values[-1], rtol=1e-3, atol=1e-7)
        torch.testing.assert_close(found["trace"][k], values.sum(), rtol=1e-3, atol=1e-7)
