"""Every simulator of `numerics.models` runs on a fake CUDA device: it makes no tensor elsewhere and reads no value.

A simulator is a public function with a parameter `draw` that returns tensors; one without an example, here or in a file of
`examples/` (one per subject, with a dictionary EXAMPLES like the one below), fails.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from lemmata.numerics import models
from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.models.additive import additive, additive_chain, additive_features
from lemmata.numerics.models.diffusion import diffusion
from lemmata.numerics.models.feature_attention import icl_escape, icl_particles, icl_training
from lemmata.numerics.models.in_context import gpt, icl_pretraining, icl_prompts, icl_single_index, linear_in_context
from lemmata.numerics.models.langevin import langevin, mean_field_flow
from lemmata.numerics.models.linear_net import linear_net, linear_net_training
from lemmata.numerics.models.mean_field import head_noise, kernels, label_noise_training
from lemmata.numerics.models.networks import cnn, two_layer
from lemmata.numerics.models.ridge import ridge, spectra
from lemmata.numerics.models.single_index import chain, links, random_activation, second_layer, smoothing, trained_net
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key

SGD = chain.Sgd(link=lambda z: z**3 - 3 * z, slope=lambda z: (z / 2).cos(), d=10, eta=0.1, mix=0.5)
HALF = [1.0, 0.5, 0.25]
# these give parameters or blocks of designs, not one value per replicate
HELPERS = {"icl_single_index.trained_plane", "quadratic.ratio", "ridge.designs", "spectra.spectrum"}


def small_net() -> trained_net.Setting:
    return trained_net.Setting(torch.ones(6), torch.ones(6), 4, 50, steps=3)


TRAINED = {"N": 3, "T": 20, "n_2": 5, "λ_2": 0.1, "n": 5, "d": 4, "scale": 1.0, "transposed": 1}
EXAMPLES: dict[str, list[Callable[[Draw], Tensor | dict[str, Tensor]]]] = {
    "links.bump_levels": [lambda draw: links.bump_levels(3.0, draw)],
    "links.stein_component": [lambda draw: links.stein_component(torch.tanh, torch.cos, *torch.eye(3).unbind(), draw)],
    "links.first_gradient": [lambda draw: links.first_gradient((0.0, 0.5, 1.0), 10, draw)],
    "links.pattern_product": [lambda draw: links.pattern_product((1.0, 2.0), (1, -1), True, torch.tanh, draw)],
    "links.averaged_inputs": [lambda draw: links.averaged_inputs(draw.normal(9), draw.normal(9), 4, draw)],
    "links.net_search": [lambda draw: links.net_search(3, 6, draw, members=40, kept=3, steps=2)],
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
    "chain.full_paths": [lambda draw: chain.full_paths(SGD, 0.1, 6, 3, draw)],
    "chain.full_hitting_times": [lambda draw: chain.full_hitting_times(SGD, 0.1, 0.5, 20, draw, two_sided=True)],
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
    "linear_net.in_sample_losses": [
        lambda draw: linear_net.in_sample_losses(torch.ones(4, 2), torch.ones(4, 3), 0.1, 1.0, 2.0, draw)
    ],
    "trained_net.curves": [lambda draw: trained_net.curves(small_net(), draw)],
    "trained_net.trained": [lambda draw: trained_net.trained(small_net(), draw)],
    "trained_net.of_power_law": [lambda draw: trained_net.of_power_law({"n": 3, "m": 9, "a": 2.0, "σ'²": 2.0}, draw)],
    "trained_net.at_levels": [lambda draw: trained_net.at_levels(small_net(), (2.0, 4.0), draw)[1]],
    "trained_net.ends_of_descent": [lambda draw: trained_net.ends_of_descent(small_net(), (2.0, 4.0), draw)[0]],
    "linear_net.least_criterion": [
        lambda draw: linear_net.least_criterion(HALF, HALF, 5, 4, 1.0, 2.0, draw),
        lambda draw: linear_net.least_criterion(HALF, HALF, 2, 9, 1.0, 2.0, draw, tasks="fixed"),
    ],
    "linear_net_training.first_layer": [
        lambda draw: linear_net_training.first_layer("tall", 3, draw)[0],
        lambda draw: linear_net_training.first_layer("deficient", 3, draw)[0],
    ],
    "linear_net_training.fitted_heads": [
        lambda draw: linear_net_training.fitted_heads(
            draw.normal(4, 3)[0], draw.normal(2, 3)[0], draw.normal(3, 2)[0], torch.eye(3), 0.1, 1.0, 2.0, draw
        )
    ],
    "linear_net_training.bayes_risk_of_designs": [
        lambda draw: linear_net_training.bayes_risk_of_designs(torch.eye(3), torch.eye(3), 4, 1.0, draw)
    ],
    "linear_net.bayes_risk": [lambda draw: linear_net.bayes_risk(HALF, 4, 1.0, draw, multiplicities=[1, 1, 50])],
    "ridge.power_law_designs": [lambda draw: ridge.power_law_designs({"n": 3, "d": 7, "a": 0.5, "λ": 0.1}, draw)],
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
    "cnn.infinite_dimension": [lambda draw: cnn.infinite_dimension(cnn.Training(n=4, snr=0.7, m=3), draw)],
    "cnn.finite_dimension": [lambda draw: cnn.finite_dimension(cnn.Training(n=4, snr=0.7, m=3), 40, draw, tests=6)],
    "cnn.literal": [lambda draw: cnn.literal(cnn.Training(n=4, snr=0.7, m=3, scale=1.0), 9, draw, tests=6)],
    "diffusion.shifted_endpoint": [lambda draw: diffusion.shifted_endpoint(torch.cos, 0.5, 1.0, draw, steps=4)],
}

SMALL_GPT = gpt.Shape(3, 8, 2, 2, 4)
PRETRAINING = icl_pretraining.Pretraining(4, 2, 6, 20, 100, block=50)
EXAMPLES |= {
    "gpt.squared_errors": [lambda draw: gpt.squared_errors(gpt.initial(SMALL_GPT, draw), SMALL_GPT, 2, draw, 5)],
    "gpt.change_before": [
        lambda draw: gpt.change_before(gpt.initial(SMALL_GPT, draw), SMALL_GPT, draw),
        lambda draw: gpt.change_before(gpt.initial(SMALL_GPT, draw), SMALL_GPT, draw, causal=False, label_first=True),
    ],
    "icl_single_index.train_attention": [
        lambda draw: icl_single_index.train_attention(draw.normal(3, 2)[0], draw.normal(3)[0], 20, 5, 0.1, draw)
    ],
    "icl_single_index.ambient_risk": [
        lambda draw: icl_single_index.ambient_risk(
            torch.ones(3, 2), torch.ones(3), torch.eye(3), torch.eye(3), torch.ones(3, 7), 5, 4, draw
        )
    ],
    "icl_single_index.trained_risk": [lambda draw: icl_single_index.trained_risk(TRAINED, draw)],
    "icl_pretraining.phase1": [lambda draw: icl_pretraining.phase1(PRETRAINING, draw)],
    "icl_pretraining.algorithm2": [lambda draw: icl_pretraining.algorithm2(PRETRAINING, 30, 5, (2, 5), draw, tests=4)],
    "linear_in_context.lasso_against_minimum_norm": [
        lambda draw: linear_in_context.lasso_against_minimum_norm(6, 3, 2, 0.01, draw, steps=5)
    ],
    "additive.random_overlaps": [lambda draw: additive.random_overlaps(3, 5, 0.1, draw)],
    "additive.flow_to_rest": [lambda draw: additive.flow_to_rest(torch.tensor([1.0, 0.7, 0.9]), 3, draw, steps=4)],
    "additive_chain.task_overlaps": [lambda draw: additive_chain.task_overlaps(draw.sphere(6)[:, :2], 6, 0.01, 5, draw)],
    "additive_chain.growth_time": [lambda draw: additive_chain.growth_time(2, 6, 0.3, 1.5, 0.01, 5, draw)],
    "additive_chain.localised": [lambda draw: additive_chain.localised(2, 6, 0.01, 5, draw)],
    "additive_features.rotated_cubics_error": [lambda draw: additive_features.rotated_cubics_error(3, 2, draw)],
    "additive_features.subspace_relu_error": [lambda draw: additive_features.subspace_relu_error(3, 4, draw)],
    "additive_features.localised_relu_error": [lambda draw: additive_features.localised_relu_error(4, draw)],
    "additive_features.least_squares_cost": [
        lambda draw: additive_features.least_squares_cost(2, 2, 9, draw),
        lambda draw: additive_features.least_squares_cost(2, 2, 30, draw, "hermite"),
    ],
    "additive_features.l1_cost": [lambda draw: additive_features.l1_cost(3, 1, 2, 20, 0.5, draw, steps=5)],
    "kernels.span_error": [
        lambda draw: kernels.span_error("chaos", 4, 2, 5, draw),
        lambda draw: kernels.span_error("traces", 4, 3, 3, draw),
        lambda draw: kernels.span_error("rbf", 4, 3, 5, draw),
        lambda draw: kernels.span_error("cubic", 4, 2, 5, draw),
    ],
    "random_activation.random_neuron_drift": [
        lambda draw: random_activation.random_neuron_drift(random_activation.LABELS["mixed"], 1.0, draw, (0.5, 0.5))
    ],
    "second_layer.conditional_residual": [lambda draw: second_layer.conditional_residual((0.5, 0.2, 1.0), 0.3, draw, inner=6)],
    "second_layer.random_bias_errors": [lambda draw: second_layer.random_bias_errors((2, 5), draw)],
    "smoothing.neighbour_powers": [lambda draw: smoothing.neighbour_powers(0.3, 1.0, 6, 3, draw, inner=4)],
    "smoothing.gradient_noise": [lambda draw: smoothing.gradient_noise(1.0, 6, draw, inner=4)],
    "icl_prompts.tabulated": [lambda draw: icl_prompts.tabulated(2, 8, 0.5, draw)],
    "icl_prompts.prompt_loss": [
        lambda draw: icl_prompts.prompt_loss(draw.normal(8, 2), draw.normal(8, 2), draw.normal(2, 2), 3, draw)
    ],
}

EXAMPLES |= {
    "ridge.drawn_risk": [
        lambda draw: ridge.drawn_risk(draw.normal(4, 3)[0], draw.normal(3)[0], draw.tensor(torch.eye(3)), 0.1, 2.0, draw)
    ]
}


LANDSCAPE = mean_field_flow.Landscape(0.5, 2.0, 1.0, samples=4)
TRAINING = label_noise_training.Training(0.1, step=0.2, steps=3, samples=4, particles=5)
EXAMPLES |= {
    "head_noise.network": [
        lambda draw, name=name: head_noise.network(4, 3, 2, name, draw, radial=1.0) for name in head_noise.ACTIVATIONS
    ],
    "head_noise.frozen_gradients": [
        lambda draw: head_noise.frozen_gradients(torch.ones(4, 3), torch.ones(4, 3), torch.ones(4), 0.1, 1.0, draw)
    ],
    "mean_field_flow.particles": [
        lambda draw, variant=variant: mean_field_flow.particles(LANDSCAPE, 0.5, 0.25, 6, 0.2, 0.1, draw, variant)
        for variant in ("", "head_frozen", "over_count", "half_noise", "free")
    ],
    "label_noise_training.train": [
        lambda draw, variant=variant: label_noise_training.train(TRAINING, 2, draw, variant)
        for variant in ("", "noisy_loss", "noise_once", "sign")
    ],
}


SMALL = icl_training.Setup(d=3, k=2, true=3, neurons=6, inputs=20, teacher=8, steps=6, every=2, share=0.2)


def _started(kind: str, draw: Draw) -> dict[str, Tensor]:
    """A critical point: chances, particles, and its linearised flow."""
    make = icl_particles.student if kind == "student" else lambda *rest: icl_particles.saddle(2, *rest, half=True)
    problem, theta = make(1.0, 4, draw, "erf")
    return _each({"theta": theta, "inputs": problem.inputs, "chances": problem.chances, **problem.linearised(theta)}, draw)


def _each(values: dict[str, Tensor], draw: Draw) -> dict[str, Tensor]:
    """What does not depend on the replicate, as one value per replicate."""
    return {name: value[None].expand(draw.replicates, *value.shape) for name, value in values.items()}


EXAMPLES |= {
    "icl_particles.gauss_hermite": [lambda draw: _each({"nodes": icl_particles.gauss_hermite(3, 2, draw)[0]}, draw)],
    "icl_particles.saddle": [lambda draw: _started("saddle", draw)],
    "icl_particles.student": [lambda draw: _started("student", draw)],
    "icl_escape.saddle_escape": [
        lambda draw, stable=stable: icl_escape.saddle_escape(1, 0.8, 1e-3, draw, stable=stable, steps=3)
        for stable in (True, False)
    ],
    "icl_escape.random_start": [lambda draw: icl_escape.random_start(3, 0.8, 1.0, draw, steps=2)],
    "icl_escape.kicked_escape": [
        lambda draw, white=white: icl_escape.kicked_escape(0.8, 1e-3, draw, white=white, steps=3) for white in (False, True)
    ],
    "icl_escape.resting": [lambda draw: icl_escape.resting(0.8, draw, steps=3)],
    "icl_training.compare": [lambda draw: icl_training.compare(("static", "attention", "modified"), SMALL, draw)],
    "icl_training.gaussian_tasks": [lambda draw: icl_training.gaussian_tasks(3, 0.5, 6, draw)],
}


for subject in sorted((Path(__file__).parent / "examples").glob("*.py")):
    EXAMPLES |= runpy.run_path(str(subject))["EXAMPLES"]


@pytest.mark.parametrize("shape", spectra.SHAPES)
def test_spectra_stay_on_the_device(shape: str) -> None:
    assert run_on_fake_cuda(lambda draw: spectra.spectrum(shape, 40, 1.5, draw), replicates=1)["value"].shape == (1, 40)


def simulators() -> set[str]:
    found = set()
    for info in pkgutil.walk_packages(models.__path__, f"{models.__name__}."):
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            signature = inspect.signature(function)
            public = function.__module__ == module.__name__ and not name.startswith("_")
            if public and "draw" in signature.parameters and "Tensor" in str(signature.return_annotation):
                found.add(f"{info.name.rsplit('.')[-1]}.{name}")
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
