"""Claims through the mill, in this process and without a store on disk."""

from __future__ import annotations

from typing import Any

import pytest

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.subject import Settings


@pytest.fixture
def examine() -> Any:
    def run(claim: Any, seed: int = 0, **settings: Any) -> ClaimRecord:
        return Run([Settings(claim, **settings)], profile="quick", seed=seed).all()[0]

    return run
