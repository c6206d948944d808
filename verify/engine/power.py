"""How often a wrong version of a mean is killed, predicted from what the truth's own record says of its resolution.

With n replicates the truth's estimate has standard error s and its interval reaches z s from the mean. Another law of the
same mean whose value is δ away is followed until n* replicates, where its resolution is a quarter of that asked for (or
the replicates are spent), so its interval leaves it out there with probability about Φ(δ √(n*/n)/s - z*), where
z*² = z² + log(n*/n) allows for the boundary's growth. Earlier looks can only add to it. At several points the chances of
survival multiply; what is predicted is never more than 1 - β, the power that a check promises.
Conventions: s, z and n are read from the truth's evidence at the same point; no prediction where it has none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy import special

from lemmata.theory.first.claim import Law
from lemmata.theory.first.expressions import names
from lemmata.theory.first.kinds import Identity
from lemmata.verify.engine.campaign import automatic
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.judges.means import CLOSE
from lemmata.verify.engine.records import ClaimRecord, Evidence
from lemmata.verify.engine.stats.decide import BETA
from lemmata.verify.engine.subject import Settings


@dataclass(frozen=True)
class Kill:
    """What became of a wrong version in one run, and how probable its end was; None where nothing is predicted."""

    law: str
    killed: bool
    predicted: float | None


def kills(experiment: Experiment, record: ClaimRecord) -> list[Kill]:
    """The print, the named mutants and the ladder of factors of a claim in one run."""
    laws = {law.name: law for law in record.laws}
    claim = experiment.claim
    if isinstance(experiment, Settings):
        wrong = [law for law in claim.laws() if law.expected == "fails" and law.name in laws]
        return [Kill(law.name, laws[law.name].outcome == "fails", None) for law in wrong]
    truth = laws["truth"].evidence
    wanted, most = (float(pair[record.profile != "quick"]) for pair in (experiment.resolution, experiment.replicates))
    found = []
    for law in claim.laws():
        if law.expected == "fails" and law.name in laws:
            values = {_place(e): e.predicted for e in laws[law.name].evidence}
            same = law.name != "as-printed" and _same_mean(experiment, law)  # a print is confirmed on fresh numbers as well
            power = predicted(truth, values, wanted, most) if same else None
            found.append(Kill(law.name, laws[law.name].outcome == "fails", power))
    if not _sampled(claim.truth):
        return found
    judged = {name for name in (*record.automatic.get("killed", ()), *record.automatic.get("survived", ()))}
    judged |= set(record.automatic.get("below", ()))
    for law in automatic(experiment)[0]:
        if law.name.startswith("auto:x") and law.name in judged:
            factor = float(law.name.removeprefix("auto:x"))
            values = {_place(e): None if e.predicted is None else factor * e.predicted for e in truth}
            found.append(Kill(law.name, law.name in record.automatic["killed"], predicted(truth, values, wanted, most)))
    return found


def predicted(truth: Sequence[Evidence], values: Mapping[str, float | None], wanted: float, most: float) -> float | None:
    """The probability that at one point or another the law with these values is killed; None where no point tells."""
    chances = [_at(e, values.get(_place(e)), wanted, most) for e in truth]
    known = [chance for chance in chances if chance is not None]
    return min(1 - BETA, 1 - math.prod(1 - chance for chance in known)) if known else None


def _at(evidence: Evidence, value: float | None, wanted: float, most: float) -> float | None:
    """At one point; None where the truth was not judged there on one sample, or has no interval."""
    if value is None or evidence.how != "statistical" or evidence.interval is None or len(evidence.series) != 1:
        return None
    _, target, mean, error = evidence.series[0]
    if evidence.resolution is None or evidence.detail.startswith("suspected") or not error or not evidence.samples:
        return None
    z = max(mean - evidence.interval[0], evidence.interval[1] - mean) / error
    scale = max(1.0, abs(value / target)) if target else 1.0
    enough = evidence.samples * (evidence.resolution / (CLOSE * wanted * scale)) ** 2
    ratio = min(most, enough) / evidence.samples
    reach = math.sqrt(max(0.0, z**2 + math.log(ratio))) if ratio > 1 else z
    return float(special.ndtr(abs(value - target) * math.sqrt(ratio) / error - reach)) if math.isfinite(z) else 0.0


def _sampled(statement: object) -> bool:
    return isinstance(statement, Identity) and statement.stochastic


def _same_mean(experiment: Experiment, law: Law) -> bool:
    """Whether a law differs from the truth in what the mean should be, and in nothing else."""
    truth, other = experiment.claim.truth, law.statement
    if not (isinstance(truth, Identity) and isinstance(other, Identity) and truth.stochastic):
        return False
    moved = {str(symbol) for symbol in other.where if other.where[symbol] != truth.where.get(symbol)} & names(truth.left)
    alike = (truth.left, truth.variant, truth.bounds is None) == (other.left, other.variant, other.bounds is None)
    return alike and not moved


def _place(evidence: Evidence) -> str:
    return repr(sorted(evidence.point.items()))
