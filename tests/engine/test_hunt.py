"""The search for the worst case of an inequality: over the parameters by hypothesis, over the instance by torch."""

from __future__ import annotations

import pytest
import sympy as sp
import torch
from hypothesis.internal.conjecture import providers

from lemmata.theory.first import Choice, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Root
from lemmata.verify.engine.fuzz import climb, draw_points, shrink
from lemmata.verify.engine.hunt import hunted, worst_trials
from lemmata.verify.engine.judges.values import compare
from lemmata.verify.engine.trial import Setting

N = sp.Symbol("N", integer=True, positive=True)
x = sp.IndexedBase("x", real=True)
j = sp.Symbol("j", integer=True)
level = sp.Symbol("level", positive=True)
second, fourth = (sp.Sum(x[j] ** power, (j, 1, N)) for power in (2, 4))
SPIKES = Domain(Integer(N, (1, sp.oo), (8, 12)))


def cloud(p, draw):
    return {"x": draw.normal(p.N)}


@pytest.fixture
def spikes(lab):
    """Σx⁴ ≤ c (Σx²)² at random x: true for c = 1, attained by one spike; normals alone stay far below."""

    def build(constant):
        return lab.bind(
            Inequality(fourth, constant * second**2), instance=cloud, of={"domain": SPIKES, "given": (x,)}, points=(4, 8)
        )

    return build


def ratio(experiment, trial):
    truth = experiment.claim.truth
    pair = compare(trial, truth.left, truth.right, truth)
    return pair.left / pair.right


def test_a_bound_is_attained(spikes):
    experiment = spikes(1)
    ((trial, how),) = worst_trials(experiment, Setting())
    assert "gradient" in how
    assert 0.99 < ratio(experiment, trial) <= 1 + 1e-12


def test_a_false_bound_that_random_instances_obey_is_refuted(lab, spikes):
    (record,) = lab.run(spikes(sp.Rational(95, 100)))
    (law,) = record.laws
    assert law.outcome == "fails"
    assert [e.outcome for e in law.evidence].count("fails") == 1
    assert "gradient ascent" in law.detail


def test_the_true_bound_holds_and_says_how_nearly(lab, spikes):
    (record,) = lab.run(spikes(1))
    assert record.laws[0].outcome == "holds"
    assert record.laws[0].resolution < 0.01


def test_the_same_root_key_gives_the_same_worst_case(spikes):
    first, second_run = (worst_trials(spikes(1), Setting(root=3))[0][0].parameters()["x"] for _ in range(2))
    assert torch.equal(first, second_run)


def test_conditions_are_kept(lab):
    experiment = lab.bind(
        Inequality(fourth, second**2, provided=(fourth < second**2 / 2,)),
        instance=cloud,
        of={"domain": SPIKES, "given": (x,)},
    )
    ((trial, _),) = worst_trials(experiment, Setting())
    assert 0.45 < ratio(experiment, trial) < 0.5


def test_a_climb_finds_the_top():
    a, b = sp.Symbol("a"), sp.Symbol("b")
    domain = Domain(Real(a, (0, 1), (0, 1)), Real(b, (0, 1), (0, 1)))
    best, *_ = climb(domain, lambda p: -abs(p["a"] - 0.7) - abs(p["b"] - 0.2), 200)
    assert abs(best["a"] - 0.7) + abs(best["b"] - 0.2) < 0.001


def test_a_climb_keeps_the_best_of_every_choice():
    a, kind = sp.Symbol("a"), sp.Symbol("kind")
    domain = Domain(Choice(kind, ("low", "high")), Real(a, (0, 1), (0, 1)))
    found = climb(domain, lambda p: p["a"] + 2 * (p["kind"] == "high"), 60)
    assert [p["kind"] for p in found] == ["high", "low"]


def test_where_nothing_scores_there_is_no_point():
    assert climb(SPIKES, lambda p: None, 20) == []


def test_solvers_are_not_differentiated(lab):
    y = sp.Symbol("y", positive=True)
    root = Root(y, y**2 - level, (0, level + 1))
    experiment = lab.bind(
        Inequality(y, level + sp.Rational(1, 4)),
        instance=lambda p, draw: {"x": draw.normal(3)},
        of={"domain": Domain(Real(level, (0, 4), (0.01, 4))), "given": (x,), "definitions": {y: root}},
    )
    ((trial, how),) = worst_trials(experiment, Setting())
    assert "climb" in how
    assert ratio(experiment, trial) > 0.9


def test_only_deterministic_inequalities_are_hunted(lab):
    truth = Inequality(lab.a, 2 * lab.a)
    sampled = Inequality(Mean(Observable("C")), lab.a)
    equal = Identity(lab.a**2, lab.a)
    laws = lab.claim(truth, domain=lab.one, also={"sampled": sampled, "equal": equal}).laws()
    assert [law.name for law in hunted(laws)] == ["truth"]
    assert hunted(lab.claim(sampled, domain=lab.one).laws()) == []


def test_points_do_not_depend_on_the_modules_that_are_loaded(monkeypatch):
    a = sp.Symbol("a")
    domain = Domain(Integer(N, (1, sp.oo), (1, 4000)), Real(a, (0, 1), (0, 1)))

    def found():
        top = climb(domain, lambda p: p["N"] * p["a"], 40)
        return draw_points(domain, 20)[0], top, shrink(domain, lambda p: p["N"] > 99 and p["a"] > 0.3, 200)

    plain = found()
    constants = providers.Constants(integers={7, 123, 1234}, floats={0.125})
    monkeypatch.setattr(providers, "_get_local_constants", lambda: constants)
    providers.CONSTANTS_CACHE.cache.clear()
    assert found() == plain
    assert providers._get_local_constants() is constants  # and nobody else's tests lose theirs
