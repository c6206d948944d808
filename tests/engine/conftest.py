"""Tiny claims, experiments and judgements, and the binomial bounds that calibration tests use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
import sympy as sp
from scipy import stats

from theory.language import Claim, Domain, Observable, Real, Source, Statement
from verify.engine import judges
from verify.engine.experiment import Experiment
from verify.engine.records import ClaimRecord, Evidence
from verify.engine.runner import Run
from verify.engine.trial import Setting, Trial

SIZE = 1e-4  # of every binomial test here


class Lab:
    """Makes and judges claims that are about the machinery, not about a theory."""

    a = sp.Symbol("a", positive=True)
    n = sp.Symbol("n", integer=True, positive=True)
    C = Observable("C")
    one = Domain(Real(a, (0, sp.oo), (1, 2)))

    def claim(self, truth: Statement, **options: Any) -> Claim:
        settings = {"id": "test.claim", "title": "A statement for a test", "source": Source("none", "none"), "domain": Domain()}
        return Claim(truth=truth, **{**settings, **options})

    def bind(
        self,
        truth: Statement,
        simulate: Callable[..., Any] | None = None,
        *,
        of: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Experiment:
        """An experiment on a claim; ``of`` holds further fields of the claim."""
        return Experiment(self.claim(truth, **(of or {})), simulate, **options)

    def judge(
        self,
        experiment: Experiment,
        alpha: float = 1e-6,
        root: int = 0,
        point: Mapping[str, Any] | None = None,
        profile: int = 0,
    ) -> dict[str, Evidence]:
        """Evidence of the stated laws at one point."""
        trial = Trial(experiment, dict(point or {}), Setting(root=root, profile=profile))
        laws = experiment.claim.laws()
        groups: dict[type, list[Any]] = {}
        for law in laws:
            groups.setdefault(type(law.statement), []).append(law)
        found: dict[str, Evidence] = {}
        for kind, members in groups.items():
            found.update({law.name: e for law, e in zip(members, judges.measure(kind, trial, members, alpha), strict=True)})
        return found

    def outcomes(self, experiment: Experiment, alpha: float, roots: Iterable[int], law: str = "truth") -> list[str]:
        return [self.judge(experiment, alpha, root)[law].outcome for root in roots]

    def run(self, *experiments: Experiment, **options: Any) -> list[ClaimRecord]:
        return Run(experiments, device="cpu", **options).all()

    @staticmethod
    def at_most(count: int, trials: int, rate: float) -> bool:
        """Whether so many events are compatible with a rate of at most ``rate``."""
        return bool(stats.binom.sf(count - 1, trials, rate) > SIZE)

    @staticmethod
    def at_least(count: int, trials: int, rate: float) -> bool:
        """Whether so many events are compatible with a rate of at least ``rate``."""
        return bool(stats.binom.cdf(count, trials, rate) > SIZE)


@pytest.fixture(scope="session")
def lab() -> Lab:
    return Lab()
