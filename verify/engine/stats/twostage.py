"""The two-stage rule: suspicion by a sequence at level √α, refutation only on fresh numbers, ten times as many, at √α.

An unbounded statistic has no exact test, and the central limit theorem cannot be trusted at α = 1e-7, but near 1e-4 it
can. Stage 1 watches all laws on one growing sample by the mixture sequence at level √α. A law leaves it when it holds
(`decide`), or is suspected; then stage 2 draws a sample on another key whose size, at least ten times that of the
suspicion, is fixed before it is seen, and tests the suspected direction once at level √α. As the stages are
independent, a true law is refuted with probability at most √α √α = α. Where the suspicion is not confirmed, stage 2 may
still show that the law holds, never that it fails. A bounded statistic is judged by betting at level α in stage 1.

Conventions: `sample(stage, chunk, size)` returns replicates (L, size), one row per law, whose mean should be the law's
target; sizes follow one geometric schedule per stage, whatever the data, so that chunks can be stored and shared. The
state is JSON-serialisable: a check resumes exactly where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.betting import BettingSequence
from lemmata.verify.engine.stats.decide import Decision, Ruling, one_sided, rule, spread
from lemmata.verify.engine.stats.plan import Law, Plan
from lemmata.verify.engine.stats.sequential import (
    PER_SQUARED_SKEWNESS,
    Interval,
    as_tensor,
    fixed_p,
    interval_at,
    normal_quantile,
)

Sampler = Callable[[int, int, int], Tensor]


class TwoStage:
    """The rule as a resumable machine: `request` says what to draw, `feed` takes it, until `request` returns None."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.laws = [Law() for _ in range(plan.laws)]
        self.stage, self.chunk = 1, 0
        self.moments: Moments | None = None
        self.alpha, self.side = plan.per_law("alpha"), plan.side
        self.level = self.alpha.sqrt()
        self.target, self.slack = plan.per_law("target"), plan.per_law("slack")
        self.allowed = plan.per_law("resolution")
        self.betting: BettingSequence | None = None
        if plan.bounds is not None:
            low, high = (as_tensor(b).expand(plan.laws) for b in plan.bounds)
            self.betting = BettingSequence(low, high)

    @property
    def n(self) -> int:
        return 0 if self.moments is None else int(self.moments.count[0])

    def _waiting(self) -> list[int]:
        wanted = {"open"} if self.stage == 1 else {"suspect", "recheck"}
        return [i for i, law in enumerate(self.laws) if law.status in wanted]

    def request(self) -> tuple[int, int, int] | None:
        """(stage, chunk, size) of the next sample, or None when every law is decided."""
        if self.stage == 1 and not self._waiting():
            self.stage, self.chunk, self.moments = 2, 0, None
        if not self._waiting():
            return None
        size = min(self.plan.rung(self.stage, self.n) - self.n, self.plan.max_chunk)
        return self.stage, self.chunk, size

    def feed(self, x: Tensor) -> None:
        """Take the sample that was requested."""
        asked = self.request()
        if asked is None:
            raise LemmataError("every law is decided: no further sample is wanted")
        if tuple(x.shape) != (self.plan.laws, asked[2]):
            raise LemmataError(f"a sample of shape {(self.plan.laws, asked[2])} is wanted, not {tuple(x.shape)}")
        x = x.detach()
        finite = torch.isfinite(x).all(dim=1).cpu()
        for i in (~finite).nonzero().flatten().tolist():
            if self.laws[i].status != "done":
                self._close(i, Decision.ERROR, f"a replicate is NaN or infinite (stage {self.stage}, chunk {self.chunk})")
        if not bool(finite.all()):
            x = torch.where(finite.to(x.device)[:, None], x, torch.zeros_like(x))
        batch = Moments.of(x)
        batch = Moments(**{f.name: getattr(batch, f.name).cpu() for f in fields(batch)})
        self.moments = batch if self.moments is None else self.moments.merge(batch)
        self.chunk += 1
        # looks happen at the schedule's totals only: results then do not depend on how chunks were cut
        if self.n < self._next_total():
            return
        if self.stage == 1:
            self._look()
        else:
            self._confirm()

    def _next_total(self) -> int:
        return self.plan.rung(self.stage, self.n - 1)

    def _close(self, i: int, decision: Decision, reason: str = "") -> None:
        law = self.laws[i]
        law.status, law.decision, law.reason = "done", decision, reason

    def _note(self, i: int, interval: Interval, ruling: Ruling, p: Tensor) -> None:
        assert self.moments is not None
        law = self.laws[i]
        law.mean, law.standard_error = float(self.moments.mean[i]), float(self.moments.standard_error[i])
        law.low, law.high = float(interval.low[i]), float(interval.high[i])
        law.resolution, law.p = float(ruling.resolution[i]), float(p[i])

    def _rule(self, interval: Interval) -> tuple[Ruling, Tensor]:
        assert self.moments is not None
        q = spread(self.moments, self.plan.beta, self.betting)
        ruling = rule(
            self.moments.mean, interval, q, allowed=self.allowed, target=self.target, slack=self.slack, side=self.side
        )
        return ruling, self._p_value()

    def _p_value(self) -> Tensor:
        """p-value of each law at this look: 1/E where the mean is bet on, else that of the corrected statistic; slack is excused."""
        assert self.moments is not None
        inside = torch.minimum(torch.maximum(self.moments.mean, self.target - self.slack), self.target + self.slack)
        edge = torch.where(self.side == 0, inside, self._edge(self.side))
        if self.betting is not None:
            return torch.exp(-self.betting.log_e(self.moments, edge, self.side)).clamp(max=1.0)
        return fixed_p(self.moments, edge, self.side)

    def _edge(self, direction: Tensor | float) -> Tensor:
        """Nearest mean that slack still excuses."""
        return self.target + as_tensor(direction) * self.slack

    def _look(self) -> None:
        assert self.moments is not None
        level = one_sided(self.alpha if self.betting else self.level, self.side)
        source = self.betting or self.plan.sequence
        interval = source.interval(self.moments, level)
        ruling, p = self._rule(interval)
        for i in self._waiting():
            law = self.laws[i]
            law.samples = self.n
            self._note(i, interval, ruling, p)
            if bool(ruling.holds[i]):
                self._close(i, Decision.HOLDS)
            elif bool(ruling.fails[i]):
                law.direction = int(ruling.direction[i])
                law.log_e = float(self._log_e(law.direction)[i])
                self._suspect(i)
            elif self.n >= self.plan.max_samples:
                self._close(i, Decision.UNDECIDED, self._why(i))

    def _log_e(self, direction: int) -> Tensor:
        assert self.moments is not None
        edge = self._edge(direction)
        if self.betting is not None:
            return self.betting.log_e(self.moments, edge, direction)
        return self.plan.sequence.log_e(self.moments, edge, self.level)

    def _suspect(self, i: int) -> None:
        assert self.moments is not None
        law = self.laws[i]
        if self.betting is not None:
            self._close(i, Decision.FAILS, "excluded by betting")
        elif not self.plan.confirmed[i]:
            self._close(i, Decision.FAILS, "excluded at the level of one stage; no confirmation was asked for")
        else:
            skewed = 2 * PER_SQUARED_SKEWNESS * float(self.moments.skewness[i]) ** 2
            due = self.plan.rung(2, math.ceil(max(self.plan.factor * self.n, skewed)) - 1)
            if due < self.plan.factor * self.n:
                self._close(i, Decision.UNDECIDED, f"suspected at {self.n} replicates, but fresh ones are capped at {due}")
            else:
                law.status, law.due = "suspect", due

    def _why(self, i: int) -> str:
        law, wanted = self.laws[i], float(self.allowed[i])
        if not math.isfinite(law.resolution):
            return f"{self.n} replicates are too few for a statistic of this shape"
        return f"after {self.n} replicates deviations of {law.resolution:.3g} are seen, not of {wanted:.3g}"

    def _confirm(self) -> None:
        assert self.moments is not None
        level = one_sided(self.level, self.side)
        interval = interval_at(self.moments, normal_quantile(level / 2))
        ruling, p = self._rule(interval)
        for i in self._waiting():
            law = self.laws[i]
            if self.n < law.due:
                continue
            law.confirm_samples = self.n
            self._note(i, interval, ruling, p)
            # the direction is fixed by stage 1, and so one side carries the whole level
            tail = float(fixed_p(self.moments, self._edge(law.direction), law.direction)[i])
            if law.status == "suspect" and tail <= float(self.level[i]):
                law.p = tail
                self._close(i, Decision.FAILS, f"suspected at {law.samples} replicates, confirmed at {self.n} fresh ones")
            elif bool(ruling.holds[i]):
                self._close(i, Decision.HOLDS, f"suspected at {law.samples} replicates, not confirmed at {self.n} fresh ones")
            else:
                self._recheck(i)

    def _recheck(self, i: int) -> None:
        """Not confirmed, and too wide to hold: go on drawing for that alone."""
        law = self.laws[i]
        room = float(self.allowed[i]) - 2 * float(self.slack[i])
        ratio = (law.resolution - 2 * float(self.slack[i])) / room if room > 0 else math.inf
        due = self.plan.rung(2, math.ceil(1.1 * self.n * ratio**2)) if 1 < ratio < 1e4 else 0
        if law.status == "suspect" and due > self.n:
            law.status, law.due = "recheck", due
        else:
            self._close(i, Decision.UNDECIDED, f"suspected at {law.samples} replicates, not confirmed at {self.n} fresh ones")

    def state(self) -> dict[str, Any]:
        """All that changes, for a store; the plan is not part of it."""
        return {
            "stage": self.stage,
            "chunk": self.chunk,
            "moments": None if self.moments is None else self.moments.to_dict(),
            "laws": [asdict(law) for law in self.laws],
        }

    @classmethod
    def resume(cls, plan: Plan, state: dict[str, Any]) -> TwoStage:
        machine = cls(plan)
        if len(state["laws"]) != plan.laws:
            raise LemmataError(f"the stored state has {len(state['laws'])} laws, the plan {plan.laws}")
        machine.stage, machine.chunk = int(state["stage"]), int(state["chunk"])
        machine.moments = None if state["moments"] is None else Moments.from_dict(state["moments"])
        machine.laws = [replace(Law(**law), decision=Decision(law["decision"])) for law in state["laws"]]
        return machine


def run(sample: Sampler, plan: Plan, state: dict[str, Any] | None = None) -> list[Law]:
    """Draw until every law of the plan is decided or the replicates are spent."""
    machine = TwoStage(plan) if state is None else TwoStage.resume(plan, state)
    while (asked := machine.request()) is not None:
        machine.feed(sample(*asked))
    return machine.laws
