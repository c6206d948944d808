"""Parts of a run: which part a scheduler means, that they cover everything once, and that joined they are the whole."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.shards import Shard, shard

ARRAY = {"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "4"}


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({**ARRAY, "SLURM_ARRAY_TASK_MIN": "4"}, "4/4"),
        ({**ARRAY, "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "3"}, "3/4"),
        ({"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4"}, "1/4"),
        ({"RANK": "0", "WORLD_SIZE": "8"}, "1/8"),
        ({"RANK": "7", "WORLD_SIZE": "8", "SLURM_PROCID": "0", "SLURM_NTASKS": "2"}, "8/8"),
        ({"SLURM_PROCID": "1", "SLURM_NTASKS": "2"}, "2/2"),
        ({**ARRAY, "SLURM_ARRAY_TASK_MIN": "4", "RANK": "0", "WORLD_SIZE": "8"}, "4/4"),
    ],
)
def test_what_the_scheduler_says(environment, found):
    assert str(shard("auto", environment)) == found


@pytest.mark.parametrize(
    ("text", "environment", "message"),
    [
        ("auto", {}, r"no batch scheduler is seen \(none of SLURM_ARRAY_TASK_ID and .* is set\); write --shard i/n"),
        ("auto", {"RANK": "1"}, "RANK is set but WORLD_SIZE is not; write --shard i/n"),
        ("auto", {"RANK": "one", "WORLD_SIZE": "2"}, "RANK=one is not a number"),
        ("auto", {"RANK": "2", "WORLD_SIZE": "2"}, "--shard 3/2: part i of n is written i/n"),
        ("auto", ARRAY, "task 7 is not one of 4 in equal steps; use --array=1-4"),
        ("0/4", {}, "--shard 0/4: part i of n is written i/n with 1 ≤ i ≤ n"),
        ("5/4", {}, "--shard 5/4"),
        ("1/0", {}, "--shard 1/0"),
        ("2", {}, "--shard 2: write i/n, such as 1/4, or auto under a batch scheduler"),
        ("-1/2", {}, "write i/n"),
    ],
)
def test_what_is_no_shard(text, environment, message):
    with pytest.raises(UsageError, match=message):
        shard(text, environment)


def test_every_unit_belongs_to_one_part():
    keys = [blake2b(bytes([k]), digest_size=16).hexdigest() for k in range(200)]
    for count in (1, 2, 5):
        parts = [Shard(number, count) for number in range(1, count + 1)]
        assert all(sum(part.owns(key) for part in parts) == 1 for key in keys)
        assert all(any(part.owns(key) for key in keys) for part in parts)
