"""Records of invented claims in parts: every verdict, fault and fate that a part can have."""

from __future__ import annotations

import math
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, Evidence, LawRecord, PartRecord

ROLES = {"truth": "truth", "as-printed": "as-printed", "mutant": "mutant", "auto": "auto", "world": "world"}
TRUTH = r"\mathbb{E}\left[\cos{\left(a Z \right)}\right] = e^{- \frac{a^{2}}{2}}"
PRINT = r"\mathbb{E}\left[\cos{\left(a Z \right)}\right] = e^{- a^{2}}"
POINTS = [{"a": 0.5}, {"a": 1.0}, {"a": 2.0}]
LONG = (
    r"\sum_{i=1}^{d} \frac{\lambda_i^{2}}{\left(\lambda_i + \kappa\right)^{2}} \left(\beta_i^{2} + \frac{\sigma^{2}}{n - "
    r"\sum_{j=1}^{d} \frac{\lambda_j^{2}}{\left(\lambda_j + \kappa\right)^{2}}}\right) + \operatorname{tr}\left(\left(X^{T} X "
    r"+ \lambda I\right)^{-1} \Sigma\right) + \mathbb{E}\left[\left\|\hat{w} - w_{*}\right\|_{\Sigma}^{2}\right]"
)
NASTY = "<img src=x onerror=alert(1)> & \"both\" 'kinds'"


def law(name: str, part: str, outcome: Any = "holds", **more: Any) -> LawRecord:
    """A law of a part; what it is there for is read off its name."""
    role = ROLES[name.split(":")[0]]
    fields: dict[str, Any] = {
        "kind": "identity",
        "expected": "holds" if role == "truth" else "fails",
        "verdict": {"holds": "corroborated", "fails": "refuted"}.get(outcome, outcome),
        "statement": TRUTH,
        "text": "E[cos(a Z)] = exp(−a²/2)",
        "points": 3,
        "samples": 12288,
        "alpha": 1e-7,
        "how": "statistical",
        "statistic": 0.6,
        "predicted": 0.6065,
        "interval": (0.58, 0.63),
        "resolution": 0.03,
        "scope": {"a": [0.5, 2.0], "K:style": ["generic", "rank one"]},
        "assumptions": ["values in [-1, 1]"],
    } | more
    as_expected = fields.pop("as_expected", outcome == fields["expected"] or role == "world")
    return LawRecord(name=name, outcome=outcome, part=part, role=role, as_expected=as_expected, **fields)


def points(right: Any, samples: int = 4096) -> list[Evidence]:
    """Evidence at three points: what was measured is near exp(−a²/2), what the law says is ``right(a)``."""
    found = []
    for at in POINTS:
        a = at["a"]
        true, width = math.exp(-a * a / 2), 0.02
        measured = true + 0.1 * width
        outcome: Any = "holds" if abs(right(a) - measured) < width else "fails"
        interval = (measured - width, measured + width)
        series = [[0.0, right(a), measured, width / 5]]
        found.append(
            Evidence(outcome, measured, right(a), interval, width, samples, "statistical", point=dict(at), series=series)
        )
    return found


def part(name: str, verdict: Any = "corroborated", **more: Any) -> PartRecord:
    """A part; judged on less than what is claimed unless it is proved, derived or open."""
    whole = verdict in ("proved", "derived", "open")
    fields: dict[str, Any] = {
        "says": f"What is said of {name}",
        "kind": "identity",
        "statement": TRUTH,
        "text": "E[cos(a Z)] = exp(−a²/2)",
        "scope": {"a": [0.5, 2.0], "K:style": ["generic", "rank one"]},
        "scope_text": "" if whole else f"0.5 ≤ a ≤ {len(name)}e+05; claimed for a > 0",
        "assumptions": ["values in [-1, 1]"],
        "resolution": 0.03,
        "group": {
            key: [] for key in ("killed", "equal", "below", "survived", "named_survived", "worlds_seen", "worlds_unseen")
        },
        "detail": "" if verdict in POSITIVE else f"a reason for {verdict}",
    } | more
    return PartRecord(name=name, verdict=verdict, **fields)


def fact(number: int, premises: tuple[int, ...] = (), how: str = "exact", **more: Any) -> dict[str, Any]:
    """A fact of a derivation."""
    by = ", ".join(f"({p})" for p in premises)
    fields = {"formula": TRUTH, "rule": "mean", "why": f"By mean from {by}:" if by else "By mean:", "conditions": ["$a$ $> 0$"]}
    return {"number": number, "premises": list(premises), "how": how, **fields, **more}


def claim(identity: str, parts: list[PartRecord], laws: list[LawRecord], **more: Any) -> ClaimRecord:
    """A claim of parts; its verdict is that of its weakest part, as the first part given here unless told otherwise."""
    fields: dict[str, Any] = {
        "kind": parts[0].kind,
        "title": parts[0].says,
        "verdict": parts[0].verdict,
        "as_expected": all(p.verdict in (*POSITIVE, "open") for p in parts) and all(item.as_expected for item in laws),
        "seconds": 1.0,
        "profile": "quick",
        "seed": 0,
        "device": "cpu",
        "statement": parts[0].statement,
        "source": {"document": "000.txt", "heading": "Label noise as regularization"},
        "definitions": [r"Z \sim N\left(0, 1\right)", r"a:\ \text{frequency, in hertz},\ \text{in}\ (0, \infty)"],
        "where": ["Z ~ N(0, 1)", "a: frequency, in hertz, in (0, ∞)"],
        "automatic": {"killed": {}, "survived": [], "equal": [], "below": [], "unseen": [], "differences": {}},
        "replay": "lemmata replay ab12ab12ab12",
        "key": "ab12" * 8,
    } | more
    return ClaimRecord(id=identity, laws=laws, parts=parts, **fields)


def single() -> ClaimRecord:
    """One part with a refuted print, a named mutant, automatic ones that died, survived, are equal or below, and three worlds."""
    truth = law("truth", "main", evidence=points(lambda a: math.exp(-a * a / 2)))
    wrong = law(
        "as-printed", "main", "fails", statement=PRINT, text="E[cos(a Z)] = exp(−a²)", difference="−a²/2 → −a²", evidence=points(lambda a: math.exp(-a * a), 512),
        difference_latex=r"- \frac{a^{2}}{2} \to - a^{2}", counterexample={"a": 2.0, "K:style": "rank one"}, killed_at=512, predicted=0.0183,
    )  # fmt: skip
    linear = law(
        "mutant:linear", "main", "fails", statement=r"\mathbb{E}\left[G\right] = e^{- \frac{a}{2}}", difference="a² → a", killed_at=4096,
        difference_latex=r"a^{2} \to a", counterexample={"a": 5.0}, evidence=points(lambda a: math.exp(-a / 2)), statistic=0.01, predicted=0.0821,
    )  # fmt: skip
    worlds = [
        law("world:Z.scale", "main", "fails", killed_at=4096, counterexample={"a": 0.5}, statistic=0.7, predicted=0.75),
        law("world:Z.shift", "main"),
        law("world:asymmetric.K", "main", "error", detail="K must be symmetric"),
    ]
    group = {
        "killed": ["mutant:linear", "auto:x2"], "equal": ["auto:swap_a_b"], "below": ["auto:x1.02"], "survived": ["auto:drop_term1"],
        "named_survived": [], "worlds_seen": ["world:Z.scale"], "worlds_unseen": ["world:Z.shift"],
    }  # fmt: skip
    automatic = {
        "killed": {"auto:x2": 4096}, "survived": ["auto:drop_term1"], "equal": ["auto:swap_a_b"], "below": ["auto:x1.02"],
        "unseen": ["auto:sign"], "differences": {"auto:drop_term1": "without s²/(3n)", "auto:x1.02": "right × 51/50"},
    }  # fmt: skip
    erratum = {"fault": "wrong", "text": "the exponent is half the variance of $a Z$"}
    main = part("main", group=group, erratum=erratum)
    return claim(
        "second.single",
        [main],
        [truth, wrong, linear, *worlds],
        printed=PRINT,
        erratum={**erratum, "part": "truth"},
        automatic=automatic,
    )


def many() -> ClaimRecord:
    """A part of every verdict, two prints, one of them unclear."""
    parts = [
        part("fails", "refuted"),
        part("exact", "proved", facts=[fact(1, conditions=[]), fact(2, (1,), "identity test")], erratum={"fault": "condition missing", "text": "for a > 1 only"}),
        part("given", "derived", cited=["Stein's lemma (1981)"], facts=[fact(1, how="cited", why="Cited: Stein's lemma (1981):"), fact(2, (1,))]),
        part("ball", "certified", kind="existence", resolution=None),
        part("bound", "corroborated", kind="inequality", sharpness="attained up to 0.31 (loose)", resolution=0.31),
        part("grows", "undecided", kind="order", assumptions=["given the expansion k^-1, k^-0.5"], erratum={"fault": "unclear", "text": "of which order?"}),
        part("nothing", "vacuous"),
        part("blind", "insensitive"),
        part("later", "open", open=f"the judge is missing {NASTY}"),
        part("broken", "error", detail=NASTY),
    ]  # fmt: skip
    outcomes = {"fails": "fails", "grows": "undecided", "nothing": "vacuous", "broken": "error"}
    laws = [
        law(
            f"truth:{p.name}", p.name, outcomes.get(p.name, "holds"), verdict=p.verdict, kind=p.kind, assumptions=p.assumptions, open=p.open,
            as_expected=p.verdict in (*POSITIVE, "open"), detail=p.detail, counterexample={"a": 3.0} if p.verdict == "refuted" else None,
            statement=TRUTH + (r"\ \text{if}\ a > 1" if p.name == "exact" else ""),
        )
        for p in parts
    ]  # fmt: skip
    laws += [
        law("as-printed:exact", "exact", "fails", statement=TRUTH, difference="without a > 1", counterexample={"a": 0.5}),
        law("as-printed:grows.of_d", "grows", "fails", kind="order", statement=r"f \asymp d", counterexample={"a": 0.25}),
        law("as-printed:grows.upper", "grows", "holds", kind="order", expected="holds", statement=r"f \lesssim \sqrt{d}"),
        law("mutant:exact.half", "exact", "undecided", detail="too few samples", difference="d → d/2"),
    ]
    return claim("second.many", parts, laws, title=f"Ten parts {NASTY}")


def ladder() -> ClaimRecord:
    """A limit along a ladder with a print and a mutant, and a phase with a print: figures of all laws in one frame."""
    sizes = [8.0, 16.0, 32.0, 64.0, 128.0]

    def rungs(value: float, shift: float = 0.0) -> list[Evidence]:
        rows = [[d, value, 1 - 0.25 / d + shift, 0.001] for d in sizes]
        return [
            Evidence("holds", 1.0, value, (0.99, 1.01), 0.02, 1000, "statistical", point={"a": 1.0}, series=rows, axes=["d"])
        ]

    def crossing(power: int) -> list[Evidence]:
        return [
            Evidence("holds", t, t**power, (0.97 * t, 1.03 * t), 0.03, how="float", point={"T": t}, axes=["t"],
                     series=[[t * u, 0.5, math.exp(-0.693 * u), 0.0] for u in (0.3, 0.6, 1.0, 1.5, 3.0)])
            for t in (0.5, 2.0)
        ]  # fmt: skip

    laws = [
        law("truth:tends", "tends", kind="limit", evidence=rungs(1.0), assumptions=["given the expansion k^-1, k^-2"]),
        law(
            "as-printed:tends",
            "tends",
            "fails",
            kind="limit",
            statement=r"f \to 2",
            evidence=rungs(1.02, 0.0005),
            counterexample={},
        ),
        law("mutant:tends.more", "tends", "fails", kind="limit", evidence=rungs(0.99)),
        law("truth:crosses", "crosses", kind="phase", evidence=crossing(1)),
        law(
            "as-printed:crosses",
            "crosses",
            "fails",
            kind="phase",
            statement=r"t = T^{2}",
            evidence=crossing(2),
            counterexample={"T": 2.0},
        ),
    ]
    parts = [
        part("tends", kind="limit", erratum={"fault": "misprint", "text": "2 for 1"}),
        part("crosses", kind="phase", erratum={"fault": "wrong", "text": "not its square"}),
    ]
    return claim("second.ladder", parts, laws)


def second() -> list[ClaimRecord]:
    """All of them."""
    return [single(), many(), ladder()]
