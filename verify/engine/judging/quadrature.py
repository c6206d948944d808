"""Means over one or two numbers are integrals too: what replicates leave standing is compared once more, by quadrature.

A sample resolves some per cent, a quadrature ten digits. Where replicates say that a truth or a print holds, or cannot say, its
sides are evaluated with every mean as an integral, whose error is its change under refinement; sides that differ by far
more than this are refuted, and sides that agree settle what was left undecided. Bodies that jump are left to sampling.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.prepare import jumps
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.iteration import Path
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import BernoulliLaw, ExponentialLaw, NormalLaw, RademacherLaw, UniformLaw
from lemmata.theory.language.operators import Expectation, VarianceOf, means
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.sampled import RandomNumber, samples
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene

SAFETY = 16.0  # a refinement that changes little is no proof that the next one changes less
LEAST = 1e-7  # the relative gap below which two sides count as equal
INTEGRATED = (NormalLaw, UniformLaw, ExponentialLaw, RademacherLaw, BernoulliLaw)
MOST = 2  # numbers that one integral may run over


def by_quadrature(scene: Scene, law: Law, found: Evidence, *, core: bool) -> Evidence:
    """The evidence of replicates, corrected where integrals with an error decide otherwise."""
    statement = law.statement
    asked = law.role in (Role.TRUTH, Role.PRINT) and found.outcome in ("holds", "undecided", "fails")
    if scene.world is not None or not asked or not core or not isinstance(statement, Identity | Inequality):
        return found
    for rounding in (False, True):  # its part of the error takes most evaluations, and is asked for where something is decided
        first, second = (integrated(scene, expand(side), rounding) for side in (statement.left, statement.right))
        if first is None or second is None:
            return found
        (a, ea), (b, eb) = first, second
        stated = getattr(statement, "scale", None)
        size = max(abs(a), abs(b), abs(float(scene.value(stated)[0])) if stated is not None else 0.0)
        error = ea + eb
        if not error <= 1e-3 * size:
            return found
        apart = abs(a - b) if isinstance(statement, Identity) else a - b
        if apart <= error + LEAST * size and found.outcome != "undecided":
            return found
    if apart > error + LEAST * size:
        return Evidence(
            "fails",
            statistic=a,
            predicted=b,
            interval=(a - error, a + error),
            samples=found.samples,
            how="float",
            size=apart / size,
            detail=f"as integrals the sides are {a:.10g} and {b:.10g}",
            series=[[0.0, b, a, ea]],
        )
    if found.outcome == "undecided" and (isinstance(statement, Identity) or apart < -error):
        found.outcome, found.resolution = "holds", (abs(a - b) + error) / size if size else 0.0  # both may be 0 exactly
        found.detail = "; ".join(filter(None, ("decided by quadrature", found.detail)))
        found.assumption = "; ".join(filter(None, (found.assumption, "the error of a quadrature by its refinement")))
    return found


def integrated(scene: Scene, formula: Any, rounding: bool = True) -> tuple[float, float] | None:
    """The value of a number with every mean in it as an integral, and its error; None where it is none of such means."""
    key = ("integrated", formula, rounding)  # a print shares a side with the truth
    if key not in scene.measured:
        scene.measured[key] = _integrated(scene, formula, rounding)
    return scene.measured[key]  # type: ignore[no-any-return]


def _integrated(scene: Scene, formula: Any, rounding: bool) -> tuple[float, float] | None:
    if not _integrable(formula):
        return None
    try:
        value, error = evaluate(formula, scene.env, rounding=rounding)
        return float(value), SAFETY * float(error)
    except (LemmataError, ArithmeticError):
        return None


def _integrable(formula: Any) -> bool:
    """Whether every mean in it is one over at most two numbers of laws with a density or few values, and does not jump."""
    if getattr(formula, "is_Matrix", False) or formula.atoms(Path):
        return False
    nodes = means(formula)
    return all(isinstance(n, Expectation | VarianceOf) and _plain(n) for n in nodes) and not _loose(formula, nodes)


def _plain(node: Any) -> bool:
    drawn = samples(node.body)
    fit = all(isinstance(t, RandomNumber) and isinstance(t.law, INTEGRATED) and not t.law.dependent for t in drawn)
    return fit and len(drawn) <= MOST and set(drawn) <= set(node.bound) and not means(node.body) and not jumps(node.body)


def _loose(formula: Any, nodes: Any) -> bool:
    """Whether something random stands outside every mean."""
    return bool(samples(formula.xreplace({node: sp.Dummy(real=True) for node in nodes})))
