"""A wrong experiment that is left undecided is not called needless."""

from __future__ import annotations

from lemmata.verify.cli.parts import group_lines


def test_what_a_spared_world_leaves_undecided_is_not_called_needless() -> None:
    group = {"killed": ["auto:x2"], "worlds_seen": ["world:Z.scale"], "worlds_unseen": ["world:Z.shift", "world:S.shift"]}
    said = "\n".join(group_lines({**group, "worlds_open": ["world:S.shift"]}))
    assert "nothing needs Z.shift; undecided: S.shift" in said
