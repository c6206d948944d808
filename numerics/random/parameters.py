"""Parameters of a random term as numbers: sizes, scalars and covariances, evaluated in an environment and checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.formula.program import is_fake
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.domain import exact
from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.sampled import RandomMatrix, RandomTerm

Env = Mapping[Any, Any]
ASYMMETRY = 1e-10  # of a covariance, relative to its largest entry
NEGATIVE = 1e-10  # an eigenvalue of a covariance above -NEGATIVE times the largest is rounding


def by_name(env: Env) -> dict[str, Any]:
    """An environment whose keys are names, whatever symbols they were."""
    return {str(getattr(key, "name", key)): value for key, value in env.items()}


def sizes_of(term: RandomTerm, env: Mapping[str, Any]) -> tuple[int, ...]:
    """The sizes of a term as positive integers."""
    return tuple(size(expr, env, f"{term.name}") for expr in term.sizes)


def size(expr: sp.Expr, env: Mapping[str, Any], owner: str) -> int:
    """One size: a positive integer."""
    if isinstance(expr, sp.Symbol) and type(env.get(expr.name)) is int and env[expr.name] >= 1:
        return int(env[expr.name])
    expr = sp.sympify(expr)
    known = {s: exact(env[s.name]) for s in expr.free_symbols if getattr(s, "name", None) in env and _plain(env[s.name])}
    value = expr.xreplace(known).doit()
    if not value.is_number:
        unknown = ", ".join(sorted(str(s) for s in value.free_symbols))
        raise DomainError(f"the size {expr} of {owner} needs a value of {unknown}")
    if value.is_integer is not True and abs(value - round(float(value))).evalf(30) > sp.Float("1e-20"):
        raise DomainError(f"the size {expr} of {owner} is {value}: sizes are positive integers")
    if value < 1:
        raise DomainError(f"the size {expr} of {owner} is {value}: give at least 1")
    return round(float(value))


def _plain(value: Any) -> bool:
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return isinstance(value, int | float | Fraction) or bool(getattr(value, "is_number", False))


def evaluated(expr: Any, env: Mapping[str, Any], device: torch.device, owner: str) -> float | Tensor:
    """A law's parameter: a float where it is one number, else a float64 tensor, (B,) or (n, n) or (B, n, n); finite."""
    if isinstance(expr, sp.Rational):
        return float(expr)
    expr = _symbols_for_terms(expand(expr))
    plain = _number(expr, env, owner)
    if plain is not None:
        return plain
    compiled = compile_expr(expr)
    value = compiled({name: env[name] for name in compiled.names if name in env}, device, check=False)
    value = torch.as_tensor(value).to(device=device, dtype=torch.float64)
    if not is_fake(value) and not bool(value.isfinite().all()):
        raise DomainError(f"the parameter {expr} of the law of {owner} is not finite here")
    return value


def _number(expr: Any, env: Mapping[str, Any], owner: str) -> float | None:
    """The value of a formula of plain numbers."""
    names = {s.name for s in expr.free_symbols}
    if (
        getattr(expr, "is_Matrix", False)
        or expr.atoms(sp.MatrixSymbol, sp.Indexed)
        or not all(_plain(env.get(n)) for n in names)
    ):
        return None
    value = expr.xreplace({s: exact(env[s.name]) for s in expr.free_symbols}).doit()
    if not value.is_number:
        return None
    if value.is_finite is False or value.is_real is False or value.has(sp.nan):
        raise DomainError(f"a parameter of the law of {owner} is {value}: give a finite real number")
    return float(value)


def _symbols_for_terms(expr: Any) -> Any:
    """Random terms inside a law (a random variance) as symbols of their names, whose values are in the environment."""
    table = {
        t: sp.MatrixSymbol(t.name, *t.shape) if isinstance(t, RandomMatrix) else sp.Symbol(t.name, real=True)
        for t in expr.atoms(RandomTerm)
    }
    return expr.xreplace(table)


def require(value: Tensor, fine: Tensor, sentence: str) -> None:
    """Refuse with the sentence, in which {} is the first value that is not fine."""
    if not is_fake(value) and not bool(fine.all()):
        raise DomainError(sentence.format(f"{float(value[~fine].flatten()[0]):.12g}"))


def square_root(covariance: Tensor, owner: str) -> Tensor:
    """The symmetric factor R with R R = C of a positive semidefinite matrix; an indefinite one is refused."""
    largest = covariance.abs().amax(dim=(-2, -1), keepdim=True)
    gap = (covariance - covariance.mT).abs()
    require(gap, gap <= ASYMMETRY * largest, f"the covariance of {owner} is not symmetric: two entries differ by {{}}")
    values, vectors = torch.linalg.eigh((covariance + covariance.mT) / 2)
    low = -NEGATIVE * values.abs().amax(dim=-1, keepdim=True)
    require(values, values >= low, f"the covariance of {owner} has the eigenvalue {{}}: give a positive semidefinite matrix")
    return vectors @ (values.clamp(min=0).sqrt().unsqueeze(-1) * vectors.mT)
