"""`lemmata eval` answers exponents of any link with their evidence, without loading torch, and says where it cannot."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lemmata.theory.language.errors import DomainError
from lemmata.verify.claims import load_claim
from lemmata.verify.engine.answering import answered


def test_the_bump_has_generative_exponent_four():
    found = answered(load_claim("generative.definition"), "truth", {"link": "z**2*exp(-z**2)"})
    assert found is not None
    exponent = found["quantities"]["k_star"]
    assert exponent["value"] == 4
    assert exponent["how"] == "exact"
    assert "level sets" in exponent["detail"]
    assert found["quantities"]["information_exponent"]["value"] == 4


@pytest.mark.parametrize("link", ["3", "z**", "unknown(z)", "x + z"])
def test_what_is_no_link_is_one_sentence(link):
    with pytest.raises(DomainError, match="link"):
        answered(load_claim("generative.definition"), "truth", {"link": link})


def test_laws_that_need_samples_are_left_to_the_engine():
    assert answered(load_claim("generative.definition"), "truth", {}) is None
    assert answered(load_claim("hermite.expansion"), "truth", {"link": "z"}) is None


def test_the_command_does_not_load_torch():
    code = (
        "import sys; from lemmata.verify.cli import evaluating\n"
        "evaluating.show('generative.definition', ['link=z**2*exp(-z**2)'], 'truth', True)\n"
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["quantities"]["k_star"]["value"] == 4
