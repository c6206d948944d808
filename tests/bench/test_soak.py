"""Memory of a long verification stays where it is after the first minutes.

With LEMMATA_LONG=1 in the environment half an hour of fuzzing the library; otherwise the measurement itself, on made-up
curves and on a run of seconds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from lemmata.bench.soak import Curve, Soak, soak

LONG = os.environ.get("LEMMATA_LONG")
CLAIM = """
from lemmata import Claim, Domain, Identity, Mean, Normal, Positive, Sampled, Settings, Symbol

a = Symbol("a", "a mean", Positive)
Z = Sampled("Z", Normal())
claims = [
    Settings(
        Claim(f"soak.claim{k}", says="a mean", statement=Identity(Mean(a + Z), a), domain=Domain(a >= 1, a <= 2)),
        core=(4, 4), rest=(0, 0), search=(0, 0), replicates=(256, 256), first=256,
    )
    for k in range(2)
]
first, second = claims
"""


def curve(*sizes: float) -> Curve:
    """One sample in each half minute."""
    return Curve([30.0 * k for k in range(len(sizes))], list(sizes))


def test_growth_is_seen_and_a_single_high_sample_is_not() -> None:
    level = [100.0] * 60
    assert curve(*level).spread() == (0.0, 0.0)
    assert Soak(curve(*range(1, 10), *level)).flat(), "the first minutes are left out"
    assert Soak(Curve([*range(3600)], [100.0] * 1000 + [900.0] + [100.0] * 2599)).flat()
    assert not Soak(curve(*(100 + k for k in range(60)))).flat()
    assert not Soak(curve(*level), curve(*level[:40], *[130.0] * 20)).flat()
    with pytest.raises(ValueError, match="took less than 300 s"):
        curve(1.0).spread()


def test_a_run_of_seconds(tmp_path: Path) -> None:
    (tmp_path / "claims.py").write_text(CLAIM)
    found = soak([str(tmp_path / "claims.py")], seconds=90, workers=2, pause=0.1)
    assert found.code in (0, 1), found.output
    assert 1 <= len(found.pids) <= 6, "two at a time, and others for what had not been read when they were forked"
    assert all(50e6 < max(curve.bytes) < 2e9 for curve in (found.parent, found.stem, found.workers))
    assert sys.platform.startswith("linux")


@pytest.mark.timeout(4000)
def test_half_an_hour_of_fuzzing() -> None:
    if not LONG:
        return
    found = soak([], seconds=1800, workers=2)
    assert found.code in (0, 1, 3), found.output
    assert found.flat(), (found.parent.figures(), found.stem.figures(), found.workers.figures())
