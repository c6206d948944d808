"""From the language's terms to formulas in plain symbols: definitions, random terms, functions, nested means.

A random term becomes the symbol of its name and is reported as drawn. An arbitrary function becomes its formula. A mean
inside stands for its expectation: where it enters multilinearly an independent copy of its samples takes its place
(the tower property; a square takes two copies), provided that the whole is averaged; elsewhere a mean over one number is
an integral or a finite sum, and any other is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.symbol import Str

from lemmata.numerics.formula import kinked
from lemmata.numerics.formula.traits import has
from lemmata.theory.language import calculus, definitions, iteration, laws, operators
from lemmata.theory.language.arrays import VectorSymbol
from lemmata.theory.language.errors import CompileError, DomainError
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.matrices import PositiveSemidefinite
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, RandomTerm

_DIFFERENTIATE = (calculus.GradientNumber, calculus.GradientMatrix, calculus.HessianMatrix, calculus.SlopeAlong)
_SPECIAL = (RandomTerm, RandomEntry, calculus.Applied, calculus.Entrywise, *operators.BINDERS, *_DIFFERENTIATE)
_MULTILINEAR = (
    sp.Add, sp.Mul, sp.MatAdd, sp.MatMul, sp.Trace, sp.Transpose, sp.HadamardProduct, sp.DiagonalMatrix, sp.DiagMatrix,
    sp.matrices.expressions.matexpr.MatrixElement,
)  # fmt: skip
COPIES = 6  # the largest power of a mean that is taken by independent copies


class Grounding:
    """One pass over the expressions of a literal; collects ``random`` (what is drawn, by name) and ``fresh``."""

    def __init__(self, functions: Mapping[str, Any], averaged: bool) -> None:
        self.functions, self.averaged = functions, averaged
        self.random: dict[str, RandomTerm] = {}
        self.fresh: dict[str, RandomTerm] = {}
        self.needed: set[str] = set()  # names of functions
        self._renamed: dict[RandomTerm, RandomTerm] = {}
        self._bound: set[str] = set()
        self._copies = 0
        self._differentiated = False

    def __call__(self, expr: Any) -> Any:
        return self._ground(definitions.expand(expr), self.averaged)

    def _ground(self, e: Any, linear: bool) -> Any:
        """``linear``: a mean that stands here enters the whole multilinearly, and the whole is averaged."""
        if not isinstance(e, sp.Basic) or (not e.args and not isinstance(e, RandomTerm)):
            return e
        if not has(e, _SPECIAL):
            return e
        if isinstance(e, RandomTerm):
            return self._term(e)
        if isinstance(e, RandomEntry):
            self._term(e.args[0])
            return sp.IndexedBase(self._renamed.get(e.args[0], e.args[0]).name, real=True)[self._ground(e.args[1], False)]
        if isinstance(e, operators.BINDERS):
            return self._mean(e, linear)
        if isinstance(e, calculus.Applied | calculus.Entrywise):
            return self._function(e)
        if isinstance(e, _DIFFERENTIATE):
            return self._derivative(e, linear)
        if isinstance(e, iteration.Path):
            return self._path(e)
        if isinstance(e, sp.Pow) and linear and e.exp.is_Integer and 1 < e.exp <= COPIES and e.base.has(*operators.BINDERS):
            return sp.Mul(*(self._ground(e.base, True) for _ in range(int(e.exp))))
        if isinstance(e, sp.MatPow) and linear and e.exp.is_Integer and 1 < e.exp <= COPIES and e.base.has(*operators.BINDERS):
            return sp.MatMul(*(self._ground(e.base, True) for _ in range(int(e.exp))))
        inner = linear and (isinstance(e, _MULTILINEAR) or (isinstance(e, sp.Sum) and not e.atoms(sp.Product)))
        return e.func(*(self._ground(a, inner) for a in e.args))

    def _term(self, term: RandomTerm) -> Any:
        term = self._renamed.get(term, term)
        name = term.name
        if name not in self._bound:
            if self.random.setdefault(name, term) != term:
                raise CompileError(f"two random terms are called {name}, with different laws or sizes; rename one")
        if isinstance(term, RandomNumber):
            return sp.Symbol(name, real=True)
        assert isinstance(term, RandomMatrix)
        if len(term.sizes) == 1:
            return VectorSymbol(name, term.sizes[0])
        if term.law.word == "Wishart":
            return PositiveSemidefinite(name, term.sizes[0])
        return sp.MatrixSymbol(name, *term.sizes)

    # --- functions and derivatives --------------------------------------------------------------------------

    def _formula(self, f: Any) -> tuple[sp.Expr, Any]:
        """The formula of a function in ``kinked.Z`` and the value of its derivative at a corner."""
        if isinstance(f, sp.Lambda):
            return kinked.real_variable(self._ground(f, False)), None
        self.needed.add(f.name)
        given = self.functions.get(f.name)
        if given is None:
            raise DomainError(f"the formula needs the function {f.name}: give a sympy Lambda, or a formula in z")
        if not isinstance(given, sp.Lambda):
            given = _in_z(f.name, given)
        return kinked.real_variable(given), f.kink

    def _function(self, e: Any) -> Any:
        f, x, order = e.args
        if not order.is_Integer:
            raise CompileError(f"{e}: the order of a derivative must be an explicit integer")
        formula, kink = self._formula(f)
        x = self._ground(x, False)
        if self._differentiated and kinked.has_corner(formula):
            if formula.free_symbols - {kinked.Z}:
                raise CompileError(
                    f"{formula} has corners and parameters; where it is differentiated, give its parameters as numbers"
                )
            body: sp.Expr = kinked.Kinked(
                kinked.Z, sp.Lambda(kinked.Z, formula), sp.nan if kink is None else sp.sympify(kink), order
            )
        else:
            body = kinked.derivative(formula, int(order), kink)
        if isinstance(e, calculus.Entrywise):
            return calculus.Entrywise(sp.Lambda(kinked.Z, body), x)
        # the function inside is in the same letter, which stays
        value = kinked.Kinked(x, *body.args[1:]) if isinstance(body, kinked.Kinked) else body.xreplace({kinked.Z: x})
        if value is sp.nan:
            raise DomainError(f"{e} is a derivative at a corner of {formula}: declare its value there, Function(..., kink=...)")
        return value

    def _derivative(self, e: Any, linear: bool) -> Any:
        """A derivative of a mean is the mean of the derivative, where the body has no jumps (corners do no harm)."""
        before, self._differentiated = self._differentiated, True
        copies = self._copies
        body = self._ground(e.args[0], linear)
        self._differentiated = before
        if self._copies > copies and jumps(body):
            raise CompileError(
                f"the mean inside {e} is of a function with jumps, so its derivative is not the mean of derivatives"
            )
        return e.func(body, e.args[1], *(self._ground(a, False) for a in e.args[2:]))

    def _path(self, e: Any) -> Any:
        fresh = [self._renamed.get(t, t) for t in e.fresh]
        names = {t.name for t in fresh}
        for term in fresh:
            if self.fresh.setdefault(term.name, term) != term:
                raise CompileError(f"two fresh terms are called {term.name}, with different laws; rename one")
        before = set(self._bound)
        self._bound |= names
        step = sp.Tuple(*(self._ground(s, False) for s in e.step))
        self._bound = before
        start = sp.Tuple(*(self._ground(s, False) for s in e.start))
        return e.func(e.args[0], step, start, self._ground(e.times, False), sp.Tuple(*fresh), e.args[5])

    # --- means ----------------------------------------------------------------------------------------------

    def _mean(self, e: Any, linear: bool) -> Any:
        if isinstance(e, operators.VarianceOf):
            x, bound = e.body, e.args[1]
            square = operators.Expectation(x**2, bound)
            mean = operators.Expectation(x, bound)
            return self._ground(square, linear) - self._ground(mean**2, linear)
        if isinstance(e, operators.ProbabilityOf):
            return self._mean(operators.Expectation(sp.Piecewise((1, e.body), (0, True)), e.args[1]), linear)
        if isinstance(e, operators.QuantileOf):
            raise CompileError(
                f"{e} stands inside a formula that is evaluated; a quantile is estimated, so state it alone on one side"
            )
        others = {t for t in e.body.free_symbols if isinstance(t, RandomTerm)} - set(e.bound)
        # a mean that is another number for each replicate costs an integral each: a copy is one draw
        exact = self._integrated(e) if not (linear and others) else None
        if exact is not None:
            return exact
        if not linear:
            raise CompileError(
                f"the mean {e} stands under a nonlinear function and is over more than one number; "
                "state the mean alone, or give its closed form"
            )
        self._copies += 1
        before = dict(self._renamed)
        copies = {term: _copy(self._renamed.get(term, term), self._copies) for term in e.bound}
        # a law may speak of another term that is copied
        self._renamed.update({t: c.func(c.args[0], c.law.xreplace(copies), *c.args[2:]) for t, c in copies.items()})
        body = self._ground(e.body, True)
        self._renamed = before
        return body

    def _integrated(self, e: Any) -> Any:
        """A mean over one number as an integral or a finite sum, over two as nested ones; None otherwise."""
        free = e.body.free_symbols
        bound = [t for t in e.bound if t in free]
        if getattr(e.body, "is_Matrix", False) or len(bound) > 2 or not all(isinstance(t, RandomNumber) for t in bound):
            return None
        if any(p.fresh for p in e.body.atoms(iteration.Path)) or any(t.law.atoms(RandomTerm) for t in bound):
            return None
        before, outer = dict(self._renamed), set(self._bound)
        variables = []
        for term in bound:
            name = f"{term.name}°"
            self._renamed[term] = RandomNumber(Str(name), term.law)
            self._bound.add(name)
            variables.append((sp.Symbol(name, real=True), self._law(term.law)))
        differentiated, self._differentiated = self._differentiated, False  # the quadrature looks for corners itself
        try:
            value = self._ground(e.body, False)
        except CompileError:  # a mean further in; copies may do
            return None
        finally:
            self._renamed, self._bound, self._differentiated = before, outer, differentiated
        for z, law in variables:
            value = _integral(value, z, law)
            if value is None:
                return None
        return value

    def _law(self, law: laws.Law) -> laws.Law:
        return law.func(*(self._ground(a, False) for a in law.args)) if law.args else law


def jumps(e: Any) -> bool:
    relations = (sp.sign, sp.Heaviside, sp.floor, sp.ceiling, sp.frac, sp.Piecewise, sp.core.relational.Relational)
    return bool(e.has(*relations)) or any(k.args[3] != 0 for k in e.atoms(kinked.Kinked))


def _in_z(name: str, formula: Any) -> sp.Lambda:
    """A formula in z as a function; z is the symbol of that name, or the only one."""
    if not isinstance(formula, sp.Expr | int | float):
        raise DomainError(f"{name} = {formula!r} is no function: give a sympy Lambda, or a formula in z")
    found = sp.sympify(formula)
    symbols = sorted(found.free_symbols, key=str)
    variable = next((s for s in symbols if s.name == "z"), symbols[0] if len(symbols) == 1 else calculus.Z)
    return sp.Lambda(variable, found)


def _copy(term: RandomTerm, number: int) -> RandomTerm:
    """An independent copy, with a name of its own."""
    return term.func(Str(f"{term.name}′{number}"), *term.args[1:])


def _integral(f: sp.Expr, z: sp.Symbol, law: laws.Law) -> sp.Expr | None:
    """E f(z) as a term with a quadrature and an error."""
    if z not in f.free_symbols:
        return f
    x = sp.Dummy("x", real=True)
    if isinstance(law, laws.NormalLaw) and not law.dependent:
        return GaussMean(f.xreplace({z: sp.sqrt(law.args[0]) * x}), x)
    if isinstance(law, laws.UniformLaw):
        a, b = law.args
        return sp.Integral(f.xreplace({z: x}), (x, a, b)) / (b - a)
    if isinstance(law, laws.ExponentialLaw):
        return sp.Integral(f.xreplace({z: law.args[0] * x}) * sp.exp(-x), (x, 0, sp.oo))
    if isinstance(law, laws.RademacherLaw):
        return (f.xreplace({z: sp.Integer(1)}) + f.xreplace({z: sp.Integer(-1)})) / 2
    if isinstance(law, laws.BernoulliLaw):
        p = law.args[0]
        return p * f.xreplace({z: sp.Integer(1)}) + (1 - p) * f.xreplace({z: sp.Integer(0)})
    return None
