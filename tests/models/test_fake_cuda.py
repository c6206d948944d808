"""Every simulator of `numerics.models` runs on a fake CUDA device: it makes no tensor elsewhere and reads no value.

A simulator is a public function with a parameter `draw` that returns tensors; one without an example below fails.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from numerics import models
from numerics.draw import Draw
from numerics.fake import run_on_fake_cuda
from numerics.keys import Key
from numerics.models import chain, langevin, linear_net, ridge, spectra, two_layer

SGD = chain.Sgd(link=lambda z: z**3 - 3 * z, slope=lambda z: (z / 2).cos(), d=10, eta=0.1, mix=0.5)
HALF = [1.0, 0.5, 0.25]
# these give parameters or blocks of designs, not one value per replicate
HELPERS = {"ridge.designs", "spectra.spectrum"}
EXAMPLES: dict[str, list[Callable[[Draw], Tensor | dict[str, Tensor]]]] = {
    "chain.reduced_chain": [
        lambda draw: chain.reduced_chain(SGD, 0.1, 20, draw),
        lambda draw: chain.reduced_chain(chain.Sgd(torch.tanh, torch.cos, 3, 0.1, r2=3.0), draw.uniform(), 5, draw),
    ],
    "chain.reduced_paths": [
        lambda draw: chain.reduced_paths(replace(SGD, fresh=True), 0.1, 20, 7, draw),
        lambda draw: chain.reduced_paths(replace(SGD, activation=torch.sin), 0.1, 20, 7, draw),
        lambda draw: chain.reduced_paths(SGD, 0.1, 20, 7, draw),
    ],
    "chain.hitting_times": [lambda draw: chain.hitting_times(SGD, 0.1, 0.5, 20, draw, two_sided=True)],
    "chain.one_step": [lambda draw: chain.one_step(SGD, 0.1, draw)],
    "chain.full_sgd": [
        lambda draw: chain.full_sgd(SGD, 0.1, 5, draw),
        lambda draw: chain.full_sgd(replace(SGD, fresh=True, activation=torch.sin, outer=0.5), 0.1, 5, draw),
    ],
    "langevin.overdamped": [lambda draw: langevin.overdamped(torch.sin, draw.tensor([0.0, 1.0]), 0.1, 5, draw)],
    "linear_net.criterion_after_noise": [
        lambda draw: linear_net.criterion_after_noise(draw.tensor(torch.eye(3)), torch.ones(3, 2), 0.1, 1.0, 2.0, draw)
    ],
    "linear_net.second_moment": [
        lambda draw: linear_net.second_moment(draw.normal(4, 2), 5, 1.0, draw),
        lambda draw: linear_net.second_moment(draw.normal(4, 2), 5, 1.0, draw, "fixed"),
    ],
    "linear_net.least_criterion": [
        lambda draw: linear_net.least_criterion(HALF, HALF, 5, 4, 1.0, 2.0, draw),
        lambda draw: linear_net.least_criterion(HALF, HALF, 2, 9, 1.0, 2.0, draw, tasks="fixed"),
    ],
    "linear_net.bayes_risk": [lambda draw: linear_net.bayes_risk(HALF, 4, 1.0, draw, multiplicities=[1, 1, 50])],
    "ridge.conditional_risk": [
        lambda draw: ridge.conditional_risk(HALF, HALF, 2, 0.0, draw),
        lambda draw: ridge.conditional_risk(HALF, HALF, 4, 0.0, draw, entries="rademacher"),
        lambda draw: ridge.conditional_risk(HALF, HALF, 70, [0.1, 1.0], draw, random_effects=True),
        lambda draw: ridge.conditional_risk(HALF, HALF, 4, 0.1, draw, multiplicities=[1, 3, 50]),
    ],
    "two_layer.label_noise": [
        lambda draw: two_layer.label_noise(torch.eye(3), torch.ones(3), 0.1, 1.0, draw),
        lambda draw: two_layer.label_noise(torch.eye(3), torch.ones(3, 2), 0.1, 1.0, draw),
    ],
}


@pytest.mark.parametrize("shape", spectra.SHAPES)
def test_spectra_stay_on_the_device(shape: str) -> None:
    assert run_on_fake_cuda(lambda draw: spectra.spectrum(shape, 40, 1.5, draw), replicates=1)["value"].shape == (1, 40)


def simulators() -> set[str]:
    found = set()
    for info in pkgutil.iter_modules(models.__path__):
        module = importlib.import_module(f"{models.__name__}.{info.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            signature = inspect.signature(function)
            public = function.__module__ == module.__name__ and not name.startswith("_")
            if public and "draw" in signature.parameters and "Tensor" in str(signature.return_annotation):
                found.add(f"{info.name}.{name}")
    return found - HELPERS


@pytest.mark.parametrize("name", sorted(simulators() | set(EXAMPLES)))
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
def test_simulator(name: str, dtype: torch.dtype) -> None:
    assert name in EXAMPLES, f"{name} has no example here: add one"
    for example in EXAMPLES[name]:
        fake = run_on_fake_cuda(example, dtype=dtype)
        real = example(Draw(Key(0, "tests.models", stage=name), 3, dtype=dtype))
        named = real if isinstance(real, dict) else {"value": real}
        assert {key: (out.shape, out.dtype) for key, out in fake.items()} == {
            key: (tuple(value.shape), value.dtype) for key, value in named.items()
        }
        assert all(bool(value.isfinite().all()) for value in named.values())
