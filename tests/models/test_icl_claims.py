"""Known numbers of the claims on in-context learning: the pairs of features of negative curvature, births, the flow of the heads."""

from __future__ import annotations

import pytest
import torch

from lemmata import Settings
from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.icl import decay2, decay3, dying_feature
from lemmata.theory.language.definitions import expand
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.icl.decay2 import DISJOINT
from lemmata.verify.icl.decay3 import COUNTEREXAMPLE, attained


def scene_of(claim, example) -> Scene:
    settings = Settings(claim, examples=(example,))
    return Scene(settings, settings.examples[0], Setting())


@pytest.mark.parametrize("density", [1.2, 3.0, 40.0])
def test_two_features_attain_the_bound(density: float) -> None:
    scene = scene_of(decay3.claim, attained(1 / density))
    depth, bent = float(scene.value(decay3.depth)[0]), float(scene.value(decay3.bent)[0])
    assert float(scene.value(decay3.density)[0]) == pytest.approx(density)
    assert float(scene.value(decay3.squared(0))[0]) == pytest.approx(density + 3)
    assert depth == pytest.approx(bent / (density + 3), rel=1e-9)
    assert depth == pytest.approx(float(decay3.lowest.subs(decay3.p, 1 / density)), rel=1e-9)


def test_the_counterexample_to_the_printed_eigenvalue() -> None:
    scene = scene_of(decay3.claim, COUNTEREXAMPLE)
    assert float(scene.value(decay3.depth)[0]) == pytest.approx(3.08786, abs=1e-5)
    assert float(scene.value(decay3.bent / decay3.density)[0]) == pytest.approx(6)
    least = expand(decay3.any_least).xreplace(decay3.witness)
    assert float(least) == pytest.approx(-3.08786, abs=1e-5)


def test_the_flow_of_the_heads_keeps_their_second_moment() -> None:
    scene = scene_of(decay2.claim, DISJOINT)
    before, after = (scene.value(heads.T * decay2.P * heads)[0] for heads in (decay2.a, decay2.later))
    assert torch.allclose(before, after, atol=1e-9)
    assert float(scene.value(decay2.L_T)[0]) < float(scene.value(decay2.L)[0])


@pytest.mark.parametrize(
    ("correlation", "time", "mass"),
    [(0.6, 1.0, 0.2126941237), (0.6, 5.0, 0.7909), (-0.8, 1.0, 0.0487425485), (-0.8, 5.0, 0.0042799979)],
)
def test_birth_and_death_of_two_features(correlation: float, time: float, mass: float) -> None:
    found = evaluate(dying_feature.later, {"g": correlation, "s": 0.1, "t": time})[0]
    assert float(found) == pytest.approx(mass, rel=1e-4)
