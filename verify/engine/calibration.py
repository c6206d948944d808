"""Do the error rates hold? The sampled claims again under many fresh root keys, and what came of it against what was promised.

Four questions, each with a test; together they call a sound library unsound with probability at most `LEVEL`:
- alarms: runs in which a true law was rejected, against the sum of the levels at which true laws were judged;
- suspicions: points at which the first stage of the two-stage rule suspected the leading law, against the level of that stage;
- p-values: the ECDF of those of the leading law, over points and root keys, may nowhere exceed the band of valid p-values;
- kills: the runs in which a wrong version was killed, against its predicted power (see `power`).

The leading law of a claim is the first that should hold and is judged as a mean; others share its samples, and so would
not be independent. Its p-value at a point is taken at the last look. For a bounded statistic it is 1/E, where E is the
e-value of betting (Ville: valid at every stopping time, and conservative). Otherwise it is the tail of the corrected
statistic as if the size had been fixed beforehand: looks stop when the interval is narrow, which depends on the sample's
spread and not on its mean, so it is valid as far as the central limit theorem is; where the oracle's own error excuses
a part of the gap, or an inequality has room, it is conservative. Exponents, crossings and extrapolated limits have
intervals at their level but no p-value: they count among the alarms.
Conventions: a root key is the start of a BLAKE2b hash of (base, number), so none was used in developing a claim.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Any

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Guarantee, Identity, Inequality
from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.content import versions
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.power import Kill, kills
from lemmata.verify.engine.records import ClaimRecord, Evidence
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.stats.budget import RUN
from lemmata.verify.engine.stats.coverage import at_least, at_most, cover, too_small
from lemmata.verify.engine.stats.distribution import holm
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.subject import Settings

SCHEMA = "lemmata-calibration/1"
LEVEL = 1e-3
TESTS = 4
GROUPS = {
    "equality": "equal means, by the corrected statistic",
    "bound": "means at most a bound, by the corrected statistic",
    "bounded": "bounded statistics and probabilities, by betting",
}


def root_keys(count: int, base: int = 0) -> list[int]:
    """Root keys that depend on the base and on nothing else."""
    if count < 1:
        raise UsageError(f"--seeds {count}: at least one root key is needed")
    texts = (f"lemmata-calibration/{base}/{number}".encode() for number in range(count))
    return [int.from_bytes(hashlib.blake2b(text, digest_size=5).digest(), "big") for text in texts]


def leading(experiment: Experiment) -> Law | None:
    """The first law that should hold and is judged as a mean; none in the second language, whose intervals have no p-value."""
    if isinstance(experiment, Settings):
        return None
    laws = (law for law in experiment.claim.laws() if law.expected == "holds" and law.statement.stochastic)
    return next((law for law in laws if isinstance(law.statement, Identity | Inequality | Guarantee)), None)


def sampled(experiments: Sequence[Experiment]) -> list[Experiment]:
    """The claims that can raise a false alarm: some law that should hold is sampled."""
    return [
        e
        for e in experiments
        if (
            e.sampled
            if isinstance(e, Settings)
            else any(law.expected == "holds" and law.statement.stochastic for law in e.claim.laws())
        )
    ]


def group(law: Law) -> str:
    """How the p-values of a law are obtained."""
    if isinstance(law.statement, Guarantee) or getattr(law.statement, "bounds", None) is not None:
        return "bounded"
    return "bound" if isinstance(law.statement, Inequality) else "equality"


def runs(
    experiments: Sequence[Experiment],
    roots: Sequence[int],
    engine: Callable[[], Engine],
    store: Store,
    *,
    deadline: float | None = None,
    **options: Any,
) -> Iterator[tuple[int, list[ClaimRecord]]]:
    """The records of every root key, by one engine that stays warm; units that the store holds are not run again.

    At the deadline (of the monotonic clock) no unit is begun any more, and the key under way is left out: its finished
    units are kept, and the next run goes on inside it.
    """
    with engine() as warm:
        for root in roots:
            lent: Callable[[], Any] = lambda: nullcontext(warm)  # noqa: E731
            left = None if deadline is None else max(deadline - time.monotonic(), 1e-9)
            run = Run(experiments, seed=root, engine=lent, store=store, budget=left, extend=False, **options)
            records = run.all()
            if run.spent:
                return
            yield root, records


@dataclass
class Tally:
    """What a claim did under all root keys."""

    experiment: Experiment
    lead: Law | None
    roots: list[int] = field(default_factory=list)
    alarms: list[dict[str, Any]] = field(default_factory=list)
    open: int = 0
    seconds: float = 0.0
    budget: float = 0.0
    p_values: list[float] = field(default_factory=list)
    staged: int = 0
    suspected: int = 0
    stage_level: float = 0.0
    fates: dict[str, list[Kill]] = field(default_factory=dict)

    def add(self, record: ClaimRecord, root: int) -> None:
        """Take in the record of one run."""
        self.roots.append(root)
        self.seconds += record.seconds
        true = [law for law in record.laws if law.expected == "holds"]
        self.budget = max(self.budget, sum((law.alpha or 0.0) * law.points for law in true))
        self.open += any(law.outcome not in {"holds", "fails"} for law in true)
        for law in true:
            if law.outcome == "fails":
                self.alarms.append({"root": root, "law": law.name, "point": law.counterexample, "key": record.key})
            if self.lead is not None and law.name == self.lead.name:
                judged = [e for e in law.evidence if e.p is not None]
                self.p_values += [e.p for e in judged if e.p is not None]
                if group(self.lead) != "bounded" and judged:
                    self.staged += len(judged)
                    self.suspected += sum(map(_suspected, judged))
                    self.stage_level = max(self.stage_level, math.sqrt(law.alpha or 0.0))
        for kill in kills(self.experiment, record):
            self.fates.setdefault(kill.law, []).append(kill)

    def mutants(self) -> list[dict[str, Any]]:
        """Kill rates, with their intervals and what was predicted."""
        found = []
        for name, fates in self.fates.items():
            powers = [fate.predicted for fate in fates]
            known = [power for power in powers if power is not None]
            power = sum(known) / len(powers) if len(known) == len(powers) else None
            count = at_least(sum(fate.killed for fate in fates), len(fates), power or 0.0)
            found.append({"law": name, "predicted": power, **_row(count)})
        return found


def _suspected(evidence: Evidence) -> bool:
    """Whether the first stage rejected, whatever the fresh numbers said."""
    return evidence.outcome == "fails" or evidence.detail.startswith("suspected at")


def _row(count: Any) -> dict[str, Any]:
    return asdict(count)


def document(tallies: Sequence[Tally], facts: dict[str, Any]) -> dict[str, Any]:
    """All findings and the four verdicts as JSON data."""
    tallies = [tally for tally in tallies if tally.roots]
    found = {
        "alarms": _alarms(tallies),
        "suspicions": _suspicions(tallies),
        "p_values": _p_values(tallies),
        "kills": _kills(tallies),
    }
    return {
        "schema": SCHEMA,
        "versions": versions(),
        **facts,
        "level": LEVEL,
        "passed": all(part["passed"] for part in found.values()),
        **found,
        "claims": [_claim(tally) for tally in tallies],
    }


def _alarms(tallies: Sequence[Tally]) -> dict[str, Any]:
    """A run has an alarm with probability at most the sum of the levels that it spends."""
    trials = {root for tally in tallies for root in tally.roots}
    bad = {alarm["root"] for tally in tallies for alarm in tally.alarms}
    spent = sum(tally.budget for tally in tallies)
    count = at_most(len(bad), len(trials), spent)
    alarms = [{"claim": t.experiment.claim.id, **alarm} for t in tallies for alarm in t.alarms]
    # the budget of a run of the whole library as well: what a user is promised
    promised = at_most(len(bad), len(trials), RUN)
    passed = count.p > LEVEL / TESTS
    return {**_row(count), "spent": spent, "budget": RUN, "p_budget": promised.p, "list": alarms, "passed": passed}


def _suspicions(tallies: Sequence[Tally]) -> dict[str, Any]:
    staged = sum(tally.staged for tally in tallies)
    rate = max((tally.stage_level for tally in tallies if tally.staged), default=0.0)
    count = at_most(sum(tally.suspected for tally in tallies), staged, rate)
    return {**_row(count), "rate": rate, "passed": count.p > LEVEL / TESTS}


def _p_values(tallies: Sequence[Tally]) -> dict[str, Any]:
    """Half the level for the pooled ECDFs, half for the claims one by one (Holm)."""
    share = LEVEL / TESTS / 2
    pooled: dict[str, list[float]] = {}
    for tally in tallies:
        if tally.lead is not None and tally.p_values:
            pooled.setdefault(group(tally.lead), []).extend(tally.p_values)
    curves = []
    for name, values in sorted(pooled.items()):
        curve = cover(values, share / len(pooled))
        curves.append({"group": name, "words": GROUPS[name], **asdict(curve), "valid": curve.valid, "uniform": curve.uniform})
    single = {t.experiment.claim.id: too_small(t.p_values) for t in tallies if t.p_values}
    rejected = holm(list(single.values()), share)[0].tolist() if single else []
    bad = [name for name, is_bad in zip(single, rejected, strict=True) if is_bad]
    return {"curves": curves, "rejected": bad, "passed": not bad and all(curve["valid"] for curve in curves)}


def _kills(tallies: Sequence[Tally]) -> dict[str, Any]:
    rows = [{"claim": tally.experiment.claim.id, **row} for tally in tallies for row in tally.mutants()]
    tested = [row for row in rows if row["predicted"] is not None]
    rejected = holm([row["p"] for row in tested], LEVEL / TESTS)[0].tolist() if tested else []
    bad = [row for row, is_bad in zip(tested, rejected, strict=True) if is_bad]
    stated = [row for row in rows if not row["law"].startswith("auto:")]
    return {
        "wrong": sum(row["trials"] for row in stated),
        "killed": sum(row["events"] for row in stated),
        "rows": rows,
        "short": [{"claim": row["claim"], "law": row["law"]} for row in bad],
        "passed": not bad,
    }


def _claim(tally: Tally) -> dict[str, Any]:
    claim = tally.experiment.claim
    return {
        "id": claim.id,
        "title": claim.title,
        "kind": claim.kind,
        "law": tally.lead.name if tally.lead else None,
        "group": group(tally.lead) if tally.lead else None,
        "runs": len(tally.roots),
        "alarms": len({alarm["root"] for alarm in tally.alarms}),
        "open": tally.open,
        "budget": tally.budget,
        "suspected": tally.suspected,
        "p_values": sorted(tally.p_values),
        "too_small": too_small(tally.p_values) if tally.p_values else None,
    }
