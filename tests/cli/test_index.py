"""What `list` and `show` read is made anew for the claims that have changed, and for no other."""

from __future__ import annotations

import pytest

from lemmata.theory.language.errors import ClaimError
from lemmata.verify import claims, index
from lemmata.verify.engine import content

IDS = ["superorthogonal.slide_polynomial", "mean_field.label_noise"]


@pytest.fixture
def small(monkeypatch, tmp_path):
    """An index of two claims in a cache of its own, which notes what is typeset."""
    made: list[str] = []
    usual = index.describe
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path))
    monkeypatch.setattr(claims, "claim_ids", lambda: IDS)
    monkeypatch.setattr(index, "describe", lambda claim: made.append(claim.id) or usual(claim))
    return made


def test_an_unchanged_claim_is_not_typeset_again(small, monkeypatch):
    first = index.build()
    assert small == IDS
    assert index.build() == first
    assert small == IDS
    usual = content.code_of_files
    monkeypatch.setattr(content, "code_of_files", lambda path: "new" if "label" in path.name else usual(path))
    again, unread = index.build()
    assert small == [*IDS, IDS[1]]
    assert ([entry["id"] for entry in again], unread) == (IDS, [])


def test_a_claim_that_cannot_be_read_is_left_out_and_named(small, monkeypatch, capsys):
    usual = claims.load_claim

    def load(identity):
        if identity == IDS[0]:
            raise ClaimError(f"{identity}: it does not import")
        return usual(identity)

    monkeypatch.setattr(claims, "load_claim", load)
    assert [entry["id"] for entry in index.index()] == IDS[1:]
    assert f"left out: {IDS[0]}: it does not import" in capsys.readouterr().err
    monkeypatch.setattr(claims, "load_claim", usual)
    assert [entry["id"] for entry in index.index()] == IDS  # what was left out is not kept


def test_one_claim_is_typeset_alone_and_a_list_typesets_none(small):
    assert [entry["id"] for entry in index.headings()] == IDS
    assert small == []
    assert [entry["id"] for entry in index.index([IDS[1]])] == [IDS[1]]
    assert small == [IDS[1]]
    assert {e["id"] for e in index.index()} == set(IDS)
    assert small == [IDS[1], IDS[0]]


def test_a_heading_says_what_the_entry_says(small):
    whole = {entry["id"]: entry for entry in index.index()}
    for entry in index.headings():
        assert {key: whole[entry["id"]][key] for key in entry} == entry
