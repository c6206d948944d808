"""Devices are named clearly or refused clearly; chunks follow from a stated budget; the fake device catches strays."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.devices.device import memory_budget, replicates_per_chunk, resolve_device
from lemmata.numerics.devices.fake import Output, run_on_fake_cuda
from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DeviceError, SimulatorError


def pretend(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: count > 0)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: count)


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, 0)
    assert resolve_device() == torch.device("cpu")
    assert resolve_device(torch.device("cpu")) == torch.device("cpu")
    pretend(monkeypatch, 2)
    assert resolve_device("auto") == torch.device("cuda", 0)
    assert resolve_device("cuda") == torch.device("cuda", 0)
    assert resolve_device("cuda:1") == torch.device("cuda", 1)


@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("cuda", 0, "no CUDA device"),
        ("cuda:1", 0, "use cpu or auto"),
        ("cuda:2", 2, "use cuda:0 to cuda:1"),
        ("cuda:1", 1, "one CUDA device, cuda:0"),
        ("gpu", 2, "use auto, cpu, cuda or cuda:N"),
        ("cuda:", 2, "use auto, cpu, cuda or cuda:N"),
        ("cuda:x", 2, "use auto, cpu, cuda or cuda:N"),
        ("cpu:0", 2, "use auto, cpu, cuda or cuda:N"),
    ],
)
def test_what_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, count: int, words: str) -> None:
    pretend(monkeypatch, count)
    with pytest.raises(DeviceError, match=words) as caught:
        resolve_device(name)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_chunks_fit_the_budget() -> None:
    cpu = torch.device("cpu")
    assert replicates_per_chunk(1 << 20, cpu) == memory_budget(cpu) >> 20
    assert replicates_per_chunk(300, cpu, budget=1000) == 3
    assert memory_budget(torch.device("cuda")) > memory_budget(cpu)
    for bytes_per_replicate in (1001, 0, float("nan")):
        with pytest.raises(DeviceError):
            replicates_per_chunk(bytes_per_replicate, cpu, budget=1000)


def test_the_fake_device_reports_outputs() -> None:
    parameter = torch.ones(4)

    def simulator(scale: torch.Tensor, draw: Draw) -> dict[str, torch.Tensor]:
        return {"a": draw.normal(4) * scale, "b": draw.integers(0, 2)}

    assert run_on_fake_cuda(simulator, parameter, replicates=5, dtype=torch.float32) == {
        "a": Output("cuda:0", (5, 4), torch.float32),
        "b": Output("cuda:0", (5,), torch.int64),
    }


def test_every_law_runs_on_the_fake_device() -> None:
    def simulator(draw: Draw) -> torch.Tensor:
        laws = [draw.normal(), draw.uniform(), draw.rademacher(), draw.exponential(), draw.sphere(3)[:, 0]]
        laws += [draw.gamma(0.3), draw.gamma(draw.uniform()), draw.chi2(50), draw.chi2(3), draw.integers(0, 9)]
        return torch.stack(laws, dim=1)

    assert run_on_fake_cuda(simulator)["value"].shape == (3, 10)


@pytest.mark.parametrize(
    "stray",
    [
        lambda draw: torch.zeros(draw.replicates),
        lambda draw: draw.normal(2).sum(),
        lambda draw: 1.0,
        lambda draw: draw.normal() + torch.zeros(draw.replicates),
        lambda draw: draw.normal() if draw.normal()[0] > 0 else draw.uniform(),
        lambda draw: draw.normal() * draw.normal()[0].item(),
    ],
)
def test_the_fake_device_catches(stray: object) -> None:
    with pytest.raises(SimulatorError):
        run_on_fake_cuda(stray)


def test_a_mask_has_no_shape_on_the_fake_device() -> None:
    def simulator(draw: Draw) -> torch.Tensor:
        x = draw.normal()
        return x[x > 0]

    with pytest.raises(SimulatorError):
        run_on_fake_cuda(simulator)


def test_indexing_and_decomposed_operations_work_on_the_fake_device() -> None:
    def simulator(draw: Draw) -> torch.Tensor:
        x = draw.normal(4)
        x[:, 0] = x[:, None, 1:3].sum(dim=(1, 2))
        y = torch.where(x.isnan(), 0.0, x).uniform_()
        return torch.special.ndtr(y)[..., [0, 2]]

    assert run_on_fake_cuda(simulator)["value"].shape == (3, 2)
    with pytest.raises((RuntimeError, AssertionError)):
        torch.zeros(1, device="cuda")
