"""Records of invented claims: every kind, verdict and fault that the report must be able to show."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, Evidence, LawRecord
from lemmata.verify.report import page

sys.path.append(str(Path(__file__).parent))  # tests share the invented records of parted.py
from parted import LONG

NASTY = "<script>alert('x')</script> & \"quotes\" </article>"
DECLINE = [[float(2**k), 2.0**-k, 2.0**-k * (1 + 0.04 * math.sin(3 * k)), 0.02 * 2.0**-k] for k in range(3, 12)]


def law(
    name: str = "truth",
    outcome: Any = "holds",
    *,
    expected: str = "holds",
    kind: str = "identity",
    verdict: Any = None,
    **more: Any,
) -> LawRecord:
    """A law; its verdict follows from its outcome unless given."""
    plain: Any = {"holds": "corroborated", "fails": "refuted"}.get(outcome, outcome)
    fields: dict[str, Any] = {
        "statement": r"\mathbb{E}\left[G\right] = F",
        "samples": 4096,
        "points": 8,
        "alpha": 1e-7,
        "how": "statistical",
        "statistic": 1.2345678,
        "predicted": 1.2345,
        "interval": (1.21, 1.26),
        "resolution": 0.02,
    } | more
    return LawRecord(
        name=name,
        kind=kind,
        expected=expected,
        outcome=outcome,
        verdict=verdict or plain,
        as_expected=outcome == expected,
        **fields,
    )


def claim(
    identity: str = "ridge.optimal_bound",
    verdict: Any = "corroborated",
    *,
    kind: str = "identity",
    laws: Sequence[LawRecord] | None = None,
    **more: Any,
) -> ClaimRecord:
    """A claim; a true law, a named mutant and some automatic mutants unless others are given."""
    outcome: Any = {"refuted": "fails"}.get(verdict, "holds" if verdict in POSITIVE else verdict)
    chosen = (
        list(laws)
        if laws is not None
        else [
            law(kind=kind, outcome=outcome, verdict=verdict, detail="" if verdict in POSITIVE else f"a reason for {verdict}"),
            law(
                "mutant:twice", "fails", expected="fails", kind=kind, statement=r"\mathbb{E}\left[G\right] = 2 F", killed_at=256
            ),
        ]
    )
    fields: dict[str, Any] = {
        "title": f"A sentence of mathematics about {identity}",
        "statement": r"\mathbb{E}\left[G\right] = F + \frac{s^{2}}{3 n}",
        "seconds": 1.5,
        "profile": "quick",
        "seed": 0,
        "device": "cpu",
        "key": "ab12" * 16,
        "code": "cd34" * 16,
        "rng": "torch",
        "simulations": 8,
        "source": {"document": "000.txt", "heading": "Label noise as regularization", "paper": "takakura2024"},
        "assumptions": [r"1 \le n \le \infty \in \mathbb{Z}", r"\text{the noise has mean zero}"],
        "definitions": [r"\kappa: n = \sum_i \frac{\lambda_i}{\lambda_i + \kappa} + \frac{\lambda}{\kappa}"],
        "automatic": {
            "killed": {"auto:x2": 256, "auto:x1.1": 4096, "auto:sign": 256},
            "equal": [],
            "below": ["auto:x1.02"],
            "unseen": [],
            "survived": [],
            "smallest_factor": 1.1,
        },
        "replay": "lemmata replay ab12ab12ab12",
    }
    return ClaimRecord(
        id=identity,
        kind=kind,
        verdict=verdict,
        as_expected=verdict in POSITIVE and all(item.as_expected for item in chosen),
        laws=chosen,
        **fields | more,
    )


@pytest.fixture
def invented() -> list[ClaimRecord]:
    """All of them."""
    return library()


# fmt: off
def library() -> list[ClaimRecord]:
    """A dozen claims that use one another, in all states."""
    points = [Evidence("holds", 1.0, 1.0 + 0.01 * k, (0.98, 1.02 + 0.01 * k), 0.02, 512, "statistical", point={"n": 4 + k})
              for k in range(8)]
    print_ = r"\mathbb{E}\left[G\right] = F + \frac{\lambda s^{2}}{n} N(\lambda)"
    wrong = [
        law(evidence=points),
        law("as-printed", "fails", expected="fails", statistic=0.3333, predicted=1.0, interval=(0.331, 0.336), statement=print_,
            counterexample={"n": 4, "s": 1.0, "lam": 0.5}, detail="outside the interval by 280 standard errors", killed_at=256),
        law("mutant:twice", "fails", expected="fails", killed_at=512,
            statement=r"\mathbb{E}\left[G\right] = F + \frac{2 s^{2}}{3 n}")]
    along = Evidence("holds", -1.0, -1.0, (-1.04, -0.97), 0.07, 2**15, "statistical", point={"alpha": 1.0}, series=DECLINE,
                     axes=["n", r"\mathbb{E}\left[R\right]"])
    printed = Evidence("fails", -1.0, -0.5, (-1.04, -0.97), 0.07, 2**15, "statistical", point={"alpha": 1.0},
                       series=[[x, math.sqrt(p) / 3, m, e] for x, p, m, e in DECLINE], axes=["n", "risk"])
    rate = [law(kind="rate", evidence=[along]),
            law("as-printed", "fails", expected="fails", kind="rate", evidence=[printed], counterexample={"alpha": 1.0},
                statement=r"R \sim n^{-1/2}")]
    exact = law(kind="existence", how="exact", verdict="proved", statistic=None, predicted=None, interval=None, resolution=None,
                samples=0)
    empty = law(outcome="vacuous", points=0, statistic=None, interval=(-math.inf, 1.0))
    return [
        claim("mean_field.label_noise", laws=wrong, printed=print_, erratum={
            "fault": "wrong", "text": "the variance of Uniform[-s, s] is $s^2/3$, and the factor $\\lambda$ is not there"}),
        claim("mean_field.feature_limit", kind="limit", uses=["mean_field.label_noise", "ridge.det_equiv"]),
        claim("mean_field.phase", "undecided", kind="phase", uses=["mean_field.feature_limit"]),
        claim("ridge.det_equiv", "proved", statement=f"R = {LONG}", uses=["elsewhere.marchenko_pastur"]),
        claim("ridge.optimal_bound", "certified", kind="inequality", uses=["ridge.det_equiv"]),
        claim("ridge.rate", kind="rate", laws=rate, uses=["ridge.optimal_bound", "ridge.det_equiv"],
              printed=r"R \sim n^{-1/2}", erratum={"fault": "condition missing", "text": "needs a source condition"}),
        claim("ridge.order", "error", kind="order", uses=["ridge.rate"]),
        claim("icl.guarantee", kind="guarantee", title=f"In context: {NASTY}", notes=NASTY,
              uses=["ridge.rate", "mean_field.phase"]),
        claim("icl.witness", "proved", kind="existence", automatic={}, laws=[exact]),
        claim("icl.argmin", "refuted", kind="optimality",
              laws=[law(kind="optimality", outcome="fails", counterexample={"d": [1.0] * 40})]),
        claim("icl.empty", "vacuous", kind="identity", laws=[empty]),
        claim("icl.weak", laws=[law(), law("mutant:near", "holds", expected="fails")],
              automatic={"killed": {"auto:x2": 0}, "survived": ["auto:x1.5"], "equal": ["auto:sign"],
                         "unseen": ["auto:drop_term1"]}),
    ]
# fmt: on


@pytest.fixture
def records() -> list[ClaimRecord]:
    return library()


@pytest.fixture
def make() -> Callable[..., ClaimRecord]:
    return claim


@pytest.fixture(name="law")
def a_law() -> Callable[..., LawRecord]:
    return law


@pytest.fixture(scope="session")
def html() -> str:
    """The page of the library, rendered once: tests only read it."""
    return page.render(library())
