"""A worker holds what it has compiled of the last claims alone, and gives the same numbers when it comes back to one."""

from __future__ import annotations

from lemmata.verify.engine import workers
from lemmata.verify.engine.campaign import draw, units
from lemmata.verify.engine.content import code_hash
from lemmata.verify.engine.loading import load_settings
from lemmata.verify.engine.profiles import profile
from lemmata.verify.engine.setting import Setting

QUICK, SETTING = profile("quick"), Setting(automatic=8)


def evidence(identity):
    settings = load_settings(identity)
    (unit,) = units(settings, draw(settings, QUICK, SETTING), 0)[:1]
    rows = workers.work(workers.reference(settings), code_hash(settings), unit, SETTING, 1e-6)
    return [{**row, "seconds": 0} for row in rows]


def test_a_worker_lets_go_of_claims_and_comes_back_to_them(monkeypatch):
    monkeypatch.setattr(workers, "HELD", 1)
    first, other = "mean_field.label_noise", "cnn.growth_linear"
    before = evidence(first)
    held = next(iter(workers._recent.values()))
    assert held._literals
    evidence(other)
    assert not held._literals
    assert not held._made
    assert evidence(first) == before


def test_what_is_compiled_is_shared_by_settings_with_other_replicates():
    settings = load_settings("mean_field.label_noise")
    other = settings.but(replicates=(4096, 4096))
    assert other.replicates != settings.replicates
    assert other.depends is settings.depends
    assert other._literals is settings._literals
