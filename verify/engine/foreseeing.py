"""Claims of the library that are read and outlined once, by the process that workers are forked from, and not by the run as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from lemmata.verify.engine.content import claim_key, code_of
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.outline import Outline, Points, Told, outline, plan_key
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.unprepared import Unread
from lemmata.verify.engine.workers import held


class Foreseen:
    """The claims of a run whose reading is foreseen, by id; ``news`` is called when one was read."""

    def __init__(
        self,
        engine: Engine,
        experiments: Sequence[Any],
        setting: Setting,
        profile: Profile,
        store: Store,
        news: Callable[[], None],
    ) -> None:
        self._futures: dict[str, Future[Outline]] = {}
        for unread in experiments:
            if isinstance(unread, Unread) and not engine.local:
                name = unread.claim.id
                place = plan_key(claim_key(unread, setting, code_of(name, "")), profile)
                future = engine.foresee(name, outlined, (name, ""), setting, profile, place, store.plan(place))
                if future is not None:
                    self._futures[name] = future
                    future.add_done_callback(lambda _: news())

    def ready(self, experiment: Any) -> bool:
        """Whether nobody else is still to read it."""
        future = self._futures.get(experiment.claim.id)
        return future is None or future.done()

    def take(self, experiment: Any) -> Any:
        """The settings of an experiment, or what was told of them; where another process failed to, it is read here."""
        if not isinstance(experiment, Unread):
            return experiment
        future = self._futures.get(experiment.claim.id)
        if future is None or future.exception() is not None:
            return experiment.read()
        return Told(future.result(), experiment.read)


def outlined(where: tuple[str, str], setting: Setting, profile: Profile, place: str, kept: Points | None) -> Outline:
    """The outline of a claim that is read, and held for whoever is forked from this process; ``kept``: the points of this place."""
    return outline(held(where), setting, profile, lambda key: kept if key == place else None)
