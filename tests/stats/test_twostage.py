"""The two-stage rule: false alarms multiply, stated resolutions are detected, and it resumes, refuses and explains."""

from __future__ import annotations

import json
import math
from collections import Counter

import pytest
import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.plan import Plan
from lemmata.verify.engine.stats.twostage import TwoStage, run


def normals(laws: int, shift: float | Tensor = 0.0, key: int = 0, deviation: float = 1.0):
    def sample(stage: int, chunk: int, size: int) -> Tensor:
        generator = torch.Generator().manual_seed(10_000 * key + 100 * stage + chunk)
        noise = torch.randn(laws, size, generator=generator, dtype=torch.float64)
        return deviation * noise + torch.as_tensor(shift, dtype=torch.float64).reshape(-1, 1)

    return sample


def decisions(outcomes) -> Counter:
    return Counter(law.decision for law in outcomes)


@pytest.mark.parametrize("alpha", [1e-2, 1e-4])
def test_a_true_law_fails_with_probability_at_most_alpha(law, at_most, alpha):
    _, draw, deviation = law
    runs = 2000
    plan = Plan(laws=runs, alpha=alpha, resolution=0.5 * deviation, first=32, max_samples=512, max_confirm=2560)
    outcomes = run(lambda stage, chunk, size: draw(50 * stage + chunk, (runs, size)), plan)
    counts = decisions(outcomes)
    assert at_most(counts[Decision.FAILS], runs, alpha)
    suspected = sum(o.confirm_samples > 0 or o.due > 0 for o in outcomes)
    assert at_most(suspected, runs, math.sqrt(alpha))
    assert counts[Decision.ERROR] == 0


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_law_off_by_the_resolution_fails_with_the_stated_power(sign, at_most, at_least):
    runs, r, beta = 1000, 0.5, 1e-3
    plan = Plan(laws=runs, alpha=1e-6, resolution=r, beta=beta, first=64, max_samples=1024, max_confirm=10_240)
    counts = decisions(run(normals(runs, sign * r, key=1), plan))
    assert at_most(counts[Decision.HOLDS], runs, beta)
    assert at_least(counts[Decision.FAILS], runs, 1 - 2 * beta)


def test_a_law_off_by_the_resolution_is_rarely_accepted_whatever_its_shape(law, at_most):
    _, draw, deviation = law
    runs, r, beta = 500, 0.4 * deviation, 1e-2
    plan = Plan(laws=runs, alpha=1e-4, resolution=r, beta=beta, first=64, max_samples=1024, max_confirm=2560)
    outcomes = run(lambda stage, chunk, size: draw(70 * stage + chunk, (runs, size)) - r, plan)
    assert at_most(decisions(outcomes)[Decision.HOLDS], runs, beta)


def test_truth_print_and_mutants_share_one_sample_and_stop_when_decided():
    shifts = torch.tensor([0.0, 0.1, 0.5, 3.0])
    calls: list[tuple[int, int, int]] = []

    def sample(stage: int, chunk: int, size: int) -> Tensor:
        calls.append((stage, chunk, size))
        generator = torch.Generator().manual_seed(stage * 100 + chunk)
        return torch.randn(1, size, generator=generator, dtype=torch.float64) + shifts[:, None]

    truth, *mutants = run(sample, Plan(laws=4, alpha=1e-6, resolution=0.1))
    assert truth.decision == Decision.HOLDS
    assert truth.resolution <= 0.1
    assert truth.low <= 0 <= truth.high
    assert all(m.decision == Decision.FAILS for m in mutants)
    assert mutants[2].samples <= mutants[1].samples <= mutants[0].samples
    assert all(m.confirm_samples >= 10 * m.samples for m in mutants)
    assert all(m.p <= 1e-3 and m.log_e > 0 for m in mutants)
    assert [c for s, c, _ in calls if s == 1] == list(range(sum(s == 1 for s, _, _ in calls)))
    assert sum(size for s, _, size in calls if s == 1) == truth.samples


def test_bounded_statistics_fail_at_their_level_without_a_second_stage():
    def sample(stage: int, chunk: int, size: int) -> Tensor:
        assert stage == 1
        u = torch.rand(1, size, generator=torch.Generator().manual_seed(chunk), dtype=torch.float64)
        return u - torch.tensor([[0.5], [0.52]], dtype=torch.float64)

    bounds = ([-0.5, -0.52], [0.5, 0.48])
    truth, mutant = run(sample, Plan(laws=2, alpha=1e-7, resolution=0.02, bounds=bounds))
    assert (truth.decision, mutant.decision) == (Decision.HOLDS, Decision.FAILS)
    assert mutant.confirm_samples == 0
    assert mutant.log_e > math.log(1e6)


def test_rare_events_are_judged_within_their_bounds():
    def sample(stage: int, chunk: int, size: int) -> Tensor:
        u = torch.rand(1, size, generator=torch.Generator().manual_seed(chunk), dtype=torch.float64)
        return (u < 0.003).double() - torch.tensor([[0.003], [0.006]], dtype=torch.float64)

    plan = Plan(laws=2, alpha=1e-6, resolution=0.003, bounds=([-0.003, -0.006], [0.997, 0.994]))
    assert [o.decision for o in run(sample, plan)] == [Decision.HOLDS, Decision.FAILS]


def test_an_unconfirmed_suspicion_never_fails_and_can_still_hold():
    def sample(stage: int, chunk: int, size: int) -> Tensor:
        shift = 1.0 if stage == 1 else 0.0
        return normals(1, shift, key=3)(stage, chunk, size)

    (wide,) = run(sample, Plan(laws=1, alpha=1e-6, resolution=0.5))
    assert wide.decision == Decision.HOLDS
    (fine,) = run(sample, Plan(laws=1, alpha=1e-6, resolution=0.05))
    assert fine.decision == Decision.HOLDS
    assert fine.confirm_samples > 10 * fine.samples
    (capped,) = run(sample, Plan(laws=1, alpha=1e-6, resolution=0.05, max_confirm=3000))
    assert capped.decision == Decision.UNDECIDED
    assert "not confirmed" in capped.reason


def test_confirmation_needs_ten_times_the_numbers_and_may_be_declined():
    plan = Plan(laws=1, alpha=1e-6, resolution=0.05, max_confirm=700)
    (outcome,) = run(normals(1, 0.3), plan)
    assert outcome.decision == Decision.UNDECIDED
    assert "capped at 700" in outcome.reason
    (outcome,) = run(normals(1, 0.3), Plan(laws=1, alpha=1e-6, resolution=0.05, confirm=False))
    assert outcome.decision == Decision.FAILS
    assert outcome.confirm_samples == 0
    with pytest.raises(LemmataError, match="factor ≥ 10"):
        Plan(laws=1, alpha=1e-6, resolution=0.1, factor=2)


def test_one_sided_laws_and_slack():
    shifts = torch.tensor([-1.0, 0.0, 1.0, -1.0, 0.04, 0.2])
    relations = ["at_most", "at_most", "at_most", "at_least", "equal", "equal"]
    slack = [0.0, 0.0, 0.0, 0.0, 0.05, 0.05]
    outcomes = run(normals(6, shifts), Plan(laws=6, alpha=1e-6, resolution=0.2, relations=relations, slack=slack))
    assert [o.decision.value for o in outcomes] == ["holds", "holds", "fails", "fails", "holds", "fails"]
    assert outcomes[0].samples < outcomes[1].samples, "a clear inequality needs no resolution"


def test_too_few_replicates_leave_a_law_undecided_and_say_so():
    (outcome,) = run(normals(1), Plan(laws=1, alpha=1e-6, resolution=0.01, max_samples=1000))
    assert outcome.decision == Decision.UNDECIDED
    assert "after 1000 replicates deviations of" in outcome.reason
    (outcome,) = run(normals(1), Plan(laws=1, alpha=1e-6, resolution=0.5, first=8, max_samples=16))
    assert "too few" in outcome.reason


def test_a_number_that_is_none_is_an_error_of_its_law_alone():
    def sample(stage: int, chunk: int, size: int) -> Tensor:
        x = normals(3)(stage, chunk, size)
        x[1, -1] = math.nan if chunk == 0 else 0.0
        return x

    outcomes = run(sample, Plan(laws=3, alpha=1e-6, resolution=0.3))
    assert [o.decision.value for o in outcomes] == ["holds", "error", "holds"]
    assert "NaN or infinite" in outcomes[1].reason


def test_a_check_resumes_from_its_json_state_exactly():
    plan = Plan(laws=3, alpha=1e-6, resolution=[0.05, 0.1, 0.1])
    sample = normals(3, torch.tensor([0.0, 0.08, 2.0]), key=5)
    whole = run(sample, plan)
    machine = TwoStage(plan)
    while (asked := machine.request()) is not None:
        machine.feed(sample(*asked))
        machine = TwoStage.resume(plan, json.loads(json.dumps(machine.state())))
    assert machine.laws == whole


def test_cutting_chunks_smaller_changes_nothing():
    numbers = {s: normals(2, torch.tensor([0.0, 0.2]), key=s)(s, 0, 40_000) for s in (1, 2)}

    def cut(plan: Plan):
        position = {1: 0, 2: 0}

        def sample(stage: int, chunk: int, size: int) -> Tensor:
            position[stage] += size
            return numbers[stage][:, position[stage] - size : position[stage]]

        return run(sample, plan)

    large = cut(Plan(laws=2, alpha=1e-6, resolution=0.2, max_samples=4000))
    small = cut(Plan(laws=2, alpha=1e-6, resolution=0.2, max_samples=4000, max_chunk=100))
    assert [(o.decision, o.samples, o.confirm_samples) for o in large] == [
        (o.decision, o.samples, o.confirm_samples) for o in small
    ]
    assert [o.mean for o in large] == pytest.approx([o.mean for o in small])


def test_samples_of_the_wrong_shape_and_plans_that_do_not_fit_are_refused():
    machine = TwoStage(Plan(laws=2, alpha=1e-6, resolution=0.1))
    with pytest.raises(LemmataError, match=r"shape \(2, 64\) is wanted, not \(2, 3\)"):
        machine.feed(torch.zeros(2, 3))
    with pytest.raises(LemmataError, match="there are 2 laws"):
        TwoStage(Plan(laws=2, alpha=1e-6, resolution=[0.1, 0.2, 0.3]))
    with pytest.raises(LemmataError, match="2 laws"):
        TwoStage(Plan(laws=2, alpha=1e-6, resolution=0.1, relations=["equal"]))
    with pytest.raises(LemmataError, match="1 laws, the plan 2"):
        TwoStage.resume(Plan(laws=2, alpha=1e-6, resolution=0.1), TwoStage(Plan(laws=1, alpha=1e-6, resolution=0.1)).state())
