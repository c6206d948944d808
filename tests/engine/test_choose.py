"""Which engine a run gets: how many workers, and which of them sees which device."""

from __future__ import annotations

import torch

from lemmata.verify.engine.engines import choose
from lemmata.verify.engine.engines.choose import cores, local_engine, per_gpu
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.engines.supervised import Supervised


def several(monkeypatch, count):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: count > 0)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: count)


def test_one_worker_is_this_process_unless_it_must_be_stopped(monkeypatch):
    assert isinstance(local_engine(1, None, "cpu", 900.0), InProcess)
    with local_engine(1, 5.0, "cpu", 900.0) as engine:
        assert isinstance(engine, Supervised)
        assert (engine.workers, engine.limit) == (1, 5.0)
        assert engine.submit(eval, "__import__('torch').get_num_threads()").result(120) == 1


def test_there_are_no_more_workers_than_cores(monkeypatch):
    monkeypatch.setattr(choose, "cores", lambda: 3)
    with local_engine(64, None, "cpu", 900.0) as engine:
        assert isinstance(engine, Supervised)
        assert (engine.workers, engine.limit) == (3, 900.0)
    assert cores() >= 1


def test_each_worker_sees_one_gpu(monkeypatch):
    several(monkeypatch, 4)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert [e["CUDA_VISIBLE_DEVICES"] for e in per_gpu("cuda", 4)] == ["0", "1", "2", "3"]
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "5,GPU-7")
    assert [e["CUDA_VISIBLE_DEVICES"] for e in per_gpu("auto", 2)] == ["5", "GPU-7"]


def test_a_device_that_is_named_or_alone_is_left_to_all(monkeypatch):
    several(monkeypatch, 4)
    assert per_gpu("cuda:1", 4) == per_gpu("cpu", 4) == per_gpu("cuda", 1) == []
    several(monkeypatch, 1)
    assert per_gpu("cuda", 4) == []
    several(monkeypatch, 0)
    assert per_gpu("auto", 4) == []
