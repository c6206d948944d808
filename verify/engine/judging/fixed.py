"""Laws without randomness: two values with their errors; what they leave open is evaluated again at 100 digits.

An identity holds where the sides agree to within their errors and these are far below the resolution; it fails where they
differ by more. An inequality fails where left exceeds right by more than the errors, and holds where it falls short by
more, or where they are equal to far below the resolution. Outside the core a failure counts only when it is confirmed in
high precision, so that rounding is no counterexample.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.formula.certain import distance_high, evaluate_high, is_upper_bound, terms_of
from lemmata.theory.language.calculus import GradientMatrix, HessianMatrix
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Identity, Inequality, Within
from lemmata.theory.language.matrices import Eigenvalue, LogDet, NuclearNorm, OperatorNorm, SingularValue, SpectralFunction
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.judging.cancelling import Pair, on_terms, rounding_aside, slack_of
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene

USELESS = 1e-3  # an identity whose error is a larger share of its scale than this says nothing
NOTHING = 1e-290  # an error of what is 0 by its making
TOUCHING = 1e-9  # two sides of an inequality that are closer than this are equal
SLIGHT = 1e-6  # a difference of a smaller share of the scale is confirmed at 100 digits, whosever it is
SAFETY = 4.0
SEARCHED = (
    "a minimum found by search is an upper bound of the true one, which decides one side only: state a bound, or a reduction"
)
UNIT = 2.0**-50
DIGITS = 100
SMALL = 12  # rows of matrices that are compared in balls
SPECTRA = (Eigenvalue, SingularValue, OperatorNorm, NuclearNorm, SpectralFunction)
SPECTRAL = 3  # rows
BALLS = 40_000  # entries of a matrix of balls: at 100 digits more than this takes memory that FLINT aborts for want of
TERMS = 5000  # terms of sums inside each other that are evaluated at 100 digits, in a second or two
ENTRYWISE = (GradientMatrix, HessianMatrix)  # one evaluation for each entry
SQUARED = (sp.Inverse, sp.MatPow, sp.Identity, sp.Determinant, LogDet)  # what makes an n x n matrix of balls


def _largest(scene: Scene) -> int:
    return max((max(v.shape, default=0) for v in scene.env.values() if isinstance(v, torch.Tensor)), default=0)


def pair(scene: Scene, left: Any, right: Any, scale: Any = None) -> Pair:
    """Both sides; of matrices, the entry in which they differ most beside its error, and the largest entry as scale."""
    (a, ea), (b, eb) = scene.value(left), scene.value(right)
    a, b = torch.broadcast_tensors(a, b)
    # entries are compared on the scale of the largest: nudged inputs do not show the rounding of an entry that nearly cancels
    largest = torch.maximum(a.abs(), b.abs()).max() if a.numel() else torch.zeros(())
    error = SAFETY * (ea + eb).expand_as(a) + UNIT * largest
    place = int(((a - b).abs() / error.clamp_min(1e-300)).argmax()) if a.numel() > 1 else 0
    size = float(largest)
    if scale is not None:
        size = abs(float(scene.value(scale)[0]))
    at = (float(a.reshape(-1)[place]), float(b.reshape(-1)[place]), float(error.reshape(-1)[place]))
    return Pair(*at, size)


def sharpened(scene: Scene, left: Any, right: Any, found: Pair) -> Pair:
    """The same at 100 digits, where the formulas allow it; a spectrum in balls is costly, so of small matrices only."""
    if any(expand(side).has(*SPECTRA) for side in (left, right)) and _largest(scene) > SPECTRAL:
        return found
    if getattr(left, "is_Matrix", False):
        return _distance(scene, left, right, found)
    if (entries := _entries(scene, left, right)) > BALLS:
        remark = f"not evaluated again at {DIGITS} digits: that takes matrices of {entries} balls, and {BALLS} are allowed"
        return replace(found, remark=f"{remark}; judge it at smaller sizes")
    if (terms := max(terms_of(expand(side)) for side in (left, right))) > TERMS:
        return replace(
            found, remark=f"not evaluated again at {DIGITS} digits: that takes {terms} terms, and {TERMS} are allowed"
        )
    try:
        (a, ea), (b, eb) = (evaluate_high(expand(side), scene.env, DIGITS, scene.memo) for side in (left, right))
    except LemmataError:
        return found
    gap, error = a - b, float(ea) + float(eb)
    return Pair(float(a), float(b), error, found.scale or max(abs(float(a)), abs(float(b))), "ball", float(gap))


def _entries(scene: Scene, *sides: Any) -> int:
    """The entries of the largest matrix that an evaluation in balls would make; a gradient makes it once for each of them."""
    if any(expand(side).has(*ENTRYWISE) for side in sides):
        return max((v.numel() for v in scene.env.values() if isinstance(v, torch.Tensor)), default=0) ** 2
    if any(expand(side).has(*SQUARED) for side in sides):
        return _largest(scene) ** 2
    return max((v.numel() for v in scene.env.values() if isinstance(v, torch.Tensor)), default=0)


def _distance(scene: Scene, left: Any, right: Any, found: Pair) -> Pair:
    """Two matrices at 100 digits, by the Frobenius norm of their difference; of small ones, as balls take memory."""
    if _largest(scene) > SMALL:
        return found
    try:
        value, error = distance_high(expand(left), expand(right), scene.env, DIGITS, scene.memo)
    except LemmataError:
        return found
    low, high = float(max(value - error, 0)), float(value + error)
    return Pair(found.left, found.right, (high - low) / 2, found.scale, "ball", (high + low) / 2)


def _grave(law: Law) -> bool:
    """Whether its failure would be a finding: then rounding is no counterexample, in the core as little as outside."""
    return law.role in (Role.TRUTH, Role.PRINT)


def judge_identity(scene: Scene, law: Law, *, core: bool) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Identity)
    searched = is_upper_bound(statement.left) or is_upper_bound(statement.right)
    found = pair(scene, statement.left, statement.right, statement.scale)
    vague = found.error > max(USELESS * found.scale / 2, NOTHING)
    apart = abs(found.gap) > found.error
    if vague or (apart and (_grave(law) or not core or abs(found.gap) < SLIGHT * found.scale)):
        found = sharpened(scene, statement.left, statement.right, found)
    found = on_terms(scene, statement, found)
    size = abs(found.gap) / found.scale if found.scale else abs(found.gap)
    resolution = 2 * found.error / found.scale if found.scale else 0.0 if found.error <= NOTHING else math.inf
    slack = slack_of(scene) * found.scale if abs(found.gap) > found.error else 0.0
    if abs(found.gap) > max(found.error, slack):
        lost = not rounding_aside(scene, statement.left, statement.right, found)
        outcome: Outcome = "undecided" if lost else "fails" if core or found.how == "ball" else "undecided"
    else:
        if slack and found.scale:  # the law is seen no sharper than its instance is what it should be
            resolution = max(resolution, 2 * slack / found.scale)
        outcome = "holds" if resolution <= USELESS else "undecided"
    if searched and outcome == "holds":
        return _evidence(found, "undecided", resolution, size, SEARCHED)
    return _evidence(found, outcome, resolution, size)


def judge_inequality(scene: Scene, law: Law, *, core: bool) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Inequality)
    return at_most(scene, statement.left, statement.right, core=core, grave=_grave(law))


def at_most(scene: Scene, left: Any, right: Any, *, core: bool, grave: bool = True) -> Evidence:
    """left <= right at the scene; ``size`` is log(left/right) where both are positive, for the search to climb on.

    ``grave``: a failure counts only when it is confirmed at 100 digits where that is possible, in the core too.
    """
    found = pair(scene, left, right)
    plain = core and not grave and found.gap > max(found.error, SLIGHT * found.scale)
    if not plain and found.gap >= -found.error:
        found = sharpened(scene, left, right, found)
    room = max(found.error, slack_of(scene) * found.scale)
    if found.gap > room:
        lost = not rounding_aside(scene, left, right, found)
        outcome: Outcome = "undecided" if lost else "fails" if core or found.how == "ball" else "undecided"
    elif (
        found.gap < -found.error
        or abs(found.gap) <= room
        or found.error <= TOUCHING * found.scale
        or found.left == found.right == 0.0
    ):
        outcome = "holds"
    else:
        outcome = "undecided"
    if (outcome == "holds" and is_upper_bound(right)) or (outcome == "fails" and is_upper_bound(left)):
        return _evidence(found, "undecided", None, excess(found), SEARCHED)
    ratio = found.left / found.right if found.right > 0 else None
    detail = f"left/right = {ratio:.6g}" if ratio is not None else "the right side is not positive here"
    return _evidence(found, outcome, ratio, excess(found), detail)


def judge_within(scene: Scene, law: Law, *, core: bool) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Within)
    grave = _grave(law)
    upper = at_most(scene, statement.quantity, statement.high, core=core, grave=grave)
    lower = at_most(scene, statement.low, statement.quantity, core=core, grave=grave)
    order = {"fails": 0, "error": 1, "undecided": 2, "holds": 3}
    worst = min((upper, lower), key=lambda e: (order[e.outcome], -e.size))
    worst.detail = ("upper bound: " if worst is upper else "lower bound: ") + worst.detail
    worst.stated = (float(lower.statistic or 0.0), float(upper.predicted or 0.0))
    return worst


def excess(found: Pair) -> float:
    """log(left/right) where both are positive, so that a violation in a tail weighs as much as one at 1; else the relative gap."""
    if found.left > 0 and found.right > 0:
        return math.log(found.left) - math.log(found.right)
    return found.gap / found.scale if found.scale else 0.0


def _evidence(found: Pair, outcome: Outcome, resolution: float | None, size: float, detail: str = "") -> Evidence:
    return Evidence(
        outcome,
        statistic=found.left,
        predicted=found.right,
        interval=(found.left - found.error, found.left + found.error),
        resolution=resolution,
        how=found.how,
        size=size,
        detail="; ".join(filter(None, (detail, found.remark))),
    )
