"""A formula of numbers alone has its value without the arrays of the claim, which at the end of a ladder are long."""

from __future__ import annotations

from lemmata import Array, Claim, Domain, Identity, Naturals, Part, Symbol, sq
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings

d = Symbol("d", "dimension", Naturals)
x = Array("x", "a vector", d)
CLAIM = Claim("mine.long", parts={"main": Part(Identity(2 * sq(x), sq(2 * x) / 2), says="A sum")}, domain=Domain(d >= 1))


def test_no_array_is_made_for_a_formula_of_numbers() -> None:
    scene = Scene(Settings(CLAIM), {"d": 3}, Setting())
    far = scene.at({"d": 10**12})  # an array of this length cannot be made
    assert float(far.value(d**2 + 1)[0]) == 1e24
    assert far._env is None
    value, _ = scene.value(sq(x) + d)
    assert float(value) >= 3
    assert scene._env is not None
