"""The record of a job whose round is complete, or cut short by the budget; made once for the same units, by any worker."""

from __future__ import annotations

import time
from typing import Literal

from lemmata.verify.engine.campaign import Rows
from lemmata.verify.engine.making import make_record
from lemmata.verify.engine.outline import whole
from lemmata.verify.engine.planning import Job
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import ClaimRecord, LawRecord
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.stats.budget import level
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.tidy import said, tidy
from lemmata.verify.engine.unprepared import Unprepared
from lemmata.verify.engine.verdict import claim_verdict

Asked = tuple[str, Rows, Setting, Profile, float, str]  # code, evidence, setting, profile, level, key


def kept(job: Job, store: Store, profile: Profile) -> ClaimRecord | None:
    """The record that the store keeps of these units."""
    return store.record(job.record_key(profile))


def asked(job: Job, store: Store, setting: Setting, profile: Profile) -> Asked:
    """All that a record is made of beside the claim."""
    return job.code, job.rows(store), setting, profile, level(job.share, 0), job.record_key(profile)


def write(settings: Settings, code: str, rows: Rows, setting: Setting, profile: Profile, alpha: float, key: str) -> ClaimRecord:
    """The record of this evidence, by whatever process has the claim."""
    started = time.monotonic()
    record = make_record(settings, rows, setting, profile, alpha=alpha, key=key, code=code, seconds=0.0)
    record.seconds = sum(row["seconds"] for row in rows) + time.monotonic() - started
    return tidy(record)  # type: ignore[no-any-return]


def keep(job: Job, record: ClaimRecord, store: Store) -> ClaimRecord:
    """What the job knows besides is added, and the store keeps it."""
    record.rounds = len(job.rounds) - 1
    if job.waiting:
        _incomplete(record)
    store.put_record(record)
    return record


def record_here(job: Job, store: Store, setting: Setting, profile: Profile) -> ClaimRecord:
    """The record, made in this process."""
    try:
        record = write(whole(job.settings), *asked(job, store, setting, profile))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # one claim's fault is not the end of a campaign
        return tidy(unmade(job, error, setting, profile))  # type: ignore[no-any-return]
    return keep(job, record, store)


def unmade(job: Job, error: BaseException, setting: Setting, profile: Profile) -> ClaimRecord:
    """A record that says why there is none; it is not kept."""
    claim, text = job.settings.claim, said(error)
    if isinstance(job.settings, Unprepared):
        text = text if text.startswith(claim.id) else f"{claim.id}: {text}"
    else:
        text = f"{claim.id}: its record cannot be made: {text}"
    return _empty(job, "error", text, setting, profile)


def unseen(job: Job, setting: Setting, profile: Profile) -> ClaimRecord:
    """The record of a claim that the budget did not reach."""
    return tidy(_empty(job, "undecided", "the budget was spent before any point was judged", setting, profile))  # type: ignore[no-any-return]


def _empty(job: Job, verdict: Literal["error", "undecided"], text: str, setting: Setting, profile: Profile) -> ClaimRecord:
    """One verdict and one sentence for every law; of a claim that cannot be read one law is known: its truth."""
    claim = job.settings.claim
    known = [(law.name, law.kind, law.expected) for law in claim.laws()] or [("truth", claim.kind, "holds")]
    laws = [LawRecord(*law, verdict, verdict, False, "", detail=text) for law in known]
    return ClaimRecord(
        id=claim.id,
        kind=claim.kind,
        title=claim.title,
        verdict=verdict,
        as_expected=False,
        seconds=0.0,
        laws=laws,
        profile=profile.name,
        seed=setting.root,
        device=setting.device,
        key=job.record_key(profile),
        code=job.code,
        rng=setting.rng,
        address=claim.id,
    )


def _incomplete(record: ClaimRecord) -> None:
    """Nothing holds, and no wrong version survived, where nobody looked."""
    record.notes = (record.notes + " The budget was spent before every point was judged.").strip()
    for law in record.laws:
        if law.outcome in {"holds", "vacuous"} and law.verdict != "proved":
            law.outcome, law.verdict, law.as_expected = "undecided", "undecided", False
    record.verdict, record.as_expected = claim_verdict(record.laws)
