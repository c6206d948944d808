"""What the first lemmas of a newcomer run into: each is answered in a sentence, or simply works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sympy as sp
import torch

from lemmata import (
    Array,
    Claim,
    Domain,
    Edit,
    Erratum,
    I,
    Identity,
    Inequality,
    Naturals,
    Normal,
    Part,
    Positive,
    Print,
    Probability,
    Reals,
    Sampled,
    Symbol,
)
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Ladder, Optimality, Rate
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.words import sq
from lemmata.verify.cli.parts import part_lines
from lemmata.verify.engine.judging.fixed import BALLS, Pair, sharpened
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.scope import narrower
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings

a, x = Symbol("a", "a positive number", Positive), Symbol("x", "a number", Reals)
n = Symbol("n", "size", Naturals)
v, u = Array("v", "a column", n), Array("u", "another column", n)


def test_a_chained_condition_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from lemmata import Claim, Domain, Identity, Positive, Reals, Symbol\n"
        "a, x = Symbol('a', 'a number', Positive), Symbol('x', 'a number', Reals)\n"
        "claim = Claim(id='mine.chain', says='a', statement=Identity(a + a**2, a * (1 + a)), domain=Domain(0 < x < 1))\n"
    )
    with pytest.raises(ClaimError, match=r"write 0 < a, a < 1.*line 3"):
        load_file(file)


def test_a_refused_proof_says_why_and_the_examination_goes_on(examine: Any) -> None:
    statement = Identity((a + 1) ** 2, a**2 + 2 * a + 1)
    record = examine(Claim(id="mine.proof", says="a square", statement=statement, proof=lambda k: k.normal(a + a, 3 * a)))
    part = record.parts[0]
    shown = "\n".join(part_lines(record, part))
    assert part.verdict == "error" and "the proof was refused, because" in part.detail
    assert "the examination goes on: without it the part is corroborated" in part.detail
    assert "its proof was refused" in shown and "broke off" not in shown


def test_an_unclear_print_may_be_read_as_the_statement_itself(examine: Any) -> None:
    readings = {"as_meant": (Edit(), "holds"), "as_written": ({"right": 2 * a}, "fails")}
    printed = Print(erratum=Erratum.unclear("the exponent is set so that it may be a factor"), readings=readings)
    part = Part(Identity(a * (a + 1), a**2 + a), says="a product", printed=printed)
    made = Claim(id="mine.reading", parts={"main": part})
    truth, meant, written = made.laws()
    assert meant.statement == truth.statement and meant.expected == "holds"
    assert written.statement != truth.statement and written.expected == "fails"
    record = examine(made)
    assert {law.name: law.outcome for law in record.laws}[meant.name] == "holds"
    with pytest.raises(ClaimError, match="changes nothing"):
        Claim(id="mine.reading", says="a product", statement=part.statement, printed=Print(Edit(), Erratum.wrong("nothing")))


def test_an_optimum_binds_its_variables_in_its_own_part() -> None:
    best = Part(Optimality(sq(v - u), {v: u}), says="the nearest point is the point itself")
    other = Part(Inequality(0, sq(v)), says="a squared norm is not negative")
    claim = Claim(id="mine.nearest", parts={"best": best, "other": other})
    assert {str(array.name) for array in claim.arrays} == {"u", "v"}
    alone = Claim(id="mine.nearest", parts={"best": best})
    assert {str(array.name) for array in alone.arrays} == {"u"}


def test_an_example_may_give_an_array() -> None:
    claim = Claim(id="mine.norm", says="a norm", statement=Inequality(0, sq(v)))
    settings = Settings(claim, examples=({"v": [3, 4]},))
    assert settings.examples[0] == {"v": [3.0, 4.0], "n": 2}
    value, error = Scene(settings, settings.examples[0], Setting(root=0, device="cpu")).value(sq(v))
    assert abs(float(value) - 25) <= float(error)
    with pytest.raises(ClaimError, match=r"mine\.norm: an example gives v 2 entries along n, which is 3"):
        Settings(claim, examples=({"n": 3, "v": [3, 4]},))


def test_what_a_kind_cannot_see_is_listed_by_its_part() -> None:
    part = Part(Optimality((x - a) ** 2, {x: a}), says="a minimum")
    for name in automatic("first", part, False)[1]:
        assert name.startswith("auto:first.")
    assert all(not name.startswith("auto:first") for name in automatic("first", part, True)[1])


def test_the_scope_names_the_rungs_of_a_ladder() -> None:
    d = Symbol("d", "a dimension", Naturals)
    ladder = Ladder(d, (8, 16, 32, 64, 128), quick=(8, 16, 32, 64))
    claim = Claim(id="mine.growth", says="growth", statement=Rate(a * d**2 + d, 2, ladder=ladder, expansion=(1 / d, 1 / d**2)))
    settings = Settings(claim)
    assert narrower(settings, {"a": [0.5, 2.0]}, ladder, 0) == "d = 8, 16, 32, 64, 0.5 ≤ a ≤ 2; claimed for d → ∞, a > 0"
    assert "d = 8, 16, 32, 64, 128," in narrower(settings, {"a": [0.5, 2.0]}, ladder, 1)
    at_a_point = {"a": [0.5, 2.0], "d": [3, 3]}  # the rungs are what is judged, whatever size the point happens to have
    assert narrower(settings, at_a_point, ladder, 0) == narrower(settings, {"a": [0.5, 2.0]}, ladder, 0)


def test_a_large_matrix_is_not_evaluated_in_balls() -> None:
    K = Array("K", "a matrix", n, n)
    trace = sp.Trace((K * K.T + a * I(n)).inv())
    claim = Claim(id="mine.trace", says="a trace", statement=Inequality(trace, n / a))
    size = 300
    assert size**2 > BALLS
    scene = Scene(
        Settings(claim), {"n": size, "a": 1.0}, Setting(root=0, device="cpu"), given={"K": torch.eye(size, dtype=torch.float64)}
    )
    found = sharpened(scene, trace, n / a, Pair(1.0, 1.0, 1e-12, 1.0))
    assert found.how == "float" and "90000 balls" in found.remark and "smaller sizes" in found.remark


def test_the_tail_of_one_number_is_evaluated_and_not_sampled(examine: Any) -> None:
    """P(Z > a) <= exp(-a²/2) holds far into the tail, where no sample falls; with the exponent a² it fails."""
    Z = Sampled("Z", Normal())
    far = Domain(core=(a >= 3, a <= 12))
    bound = Claim(id="mine.tail", says="Chernoff", statement=Inequality(Probability(Z > a), sp.exp(-(a**2) / 2)), domain=far)
    found = next(law for law in examine(bound).laws if law.role == "truth")
    assert found.outcome == "holds" and found.samples == 0
    wrong = Claim(id="mine.thin", says="too thin", statement=Inequality(Probability(Z > a), sp.exp(-(a**2))), domain=far)
    assert examine(wrong).parts[0].verdict == "refuted"


def test_undecided_says_in_full_what_to_raise(examine: Any) -> None:
    from dataclasses import replace

    record = examine(Claim(id="mine.plain", says="a square", statement=Identity((a + 1) ** 2, a**2 + 2 * a + 1)))
    lines = part_lines(record, replace(record.parts[0], verdict="undecided", detail="undecided at 3 of 5 points of the core"))
    text = "\n".join(lines)
    assert "undecided at 3 of 5 points" in text and "--profile full" in text and "replicates=(quick, full)" in text
    assert "core=(...)" in text
