"""Hostile input of tools: one sentence that names the value and the way out, exit code 2, no traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lemmata import Library
from lemmata.theory.language.errors import LemmataError

HOSTILE = (
    ("diffusion.mixture", "v=1,-1,0", "v has the entry -1"),
    ("diffusion.mixture", "w=0,0,0", "needs Sum"),
    ("diffusion.mixture", "w=[]", "w has the shape (0,)"),
    ("diffusion.mixture", "w=1,1", "m has no value"),
    ("diffusion.mixture", "m=1,nan,2", "is not finite"),
    ("diffusion.mixture", "t=0", "t=0 lies outside (0, ∞)"),
    ("diffusion.mixture", "t=-inf", "is not finite"),
    ("diffusion.mixture", "x=1e400", "beyond 1e300"),
    ("diffusion.mixture", "K=7", "K = 7"),
    ("diffusion.mixture", "x=[[1,2],[3,4]]", "x is one number"),
    ("mfld.holley_stroock", "f=z^2", "no least value"),
    ("mfld.holley_stroock", "f=log(1+z^2)", "needs osc < 600"),
    ("mfld.holley_stroock", "f=x", "unknown name 'x'"),
    ("mfld.holley_stroock", "ε=2", "needs ε < Δ"),
    ("mfld.holley_stroock", "f=9**9**z", "towers"),
    ("mfld.holley_stroock", "λ_2=-1", "λ_2=-1 lies outside"),
    ("mfld.bakry_emery", "V=z^4", "needs m > 0"),
    ("mfld.bakry_emery", "V=abs(z)", "has a corner"),
    ("mfld.bakry_emery", "V=1/z", "no least value"),
    ("mfld.budget", "n=1", "needs n > 1"),
    ("mfld.budget", "B=5000", "needs B < n"),
    ("amp.ridge", "α=0", "α=0 lies outside"),
    ("amp.ridge", "f=system(1)", "unknown function"),
    ("amp.euclidean", "T=100000", "needs T <= 1000"),
    ("amp.euclidean", "T=1.5", "T=1.5 lies outside"),
    ("amp.message", "g=max(z,0)", "has a corner"),
    ("amp.message", "σ²=-1", "σ²=-1 lies outside"),
    ("seq_mp.posterior_mean", "m=z", "beyond the bound 1"),
    ("seq_mp.phases", "η=2", "needs η <= 1"),
    ("icl_linear.ridgeless", "τ=1", "needs Ne(τ, 1)"),
    ("generative.label", "k=13", "needs k <= 12"),
    ("generative.threshold", "σ=3", "is constant"),
    ("superorthogonal.polynomial", "I=0", "I=0 lies outside"),
    ("additive.variance", "G=[[1,2],[2,1]]", "no positive semidefinite matrix"),
    ("additive.variance", "c=[[1,2],[3]]", "rows of equal length"),
    ("ridge.ridgeless", "n=6", "needs d > n"),
)


@pytest.mark.parametrize(("tool", "pair", "text"), HOSTILE)
def test_hostile_input_is_a_sentence_that_names_it(lemmata: Callable[..., Any], tool: str, pair: str, text: str) -> None:
    found = lemmata("eval", tool, pair)
    assert found.code == 2
    assert text in found.err.splitlines()[0], found.err
    assert "Traceback" not in found.err
    assert found.out == ""


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), True, None, "x", 10**400, [], [[1.0]], {}, object(), 1j])
def test_hostile_objects_are_a_sentence(bad: object) -> None:
    for name in ("t", "v"):
        if (name, str(bad)) != ("v", "[[1.0]]"):
            with pytest.raises(LemmataError, match=name):
                Library().evaluate("diffusion.mixture", **{name: bad})
