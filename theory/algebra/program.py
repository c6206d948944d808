"""An expression as a rational function R(g_1, ..., g_r) of generators, to be evaluated in any field.

A generator is a symbol, a radical b^(1/Q) (with the relation g^Q = b), an exponential exp(t/Q) or b^(t/Q),
a logarithm of a factor, pi, I (with I^2 = -1), or another function as it is. Rules: exp(s+t) = exp(s) exp(t);
b^(s+t) = b^s b^t; (c p)^r = c^r p^r for c > 0; circular and hyperbolic functions through exp. So R = 0 modulo
the relations proves that the expression is 0; where every generator is a symbol the converse holds too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import lcm
from typing import Any

import sympy as sp
from flint import fmpq

from lemmata.theory.algebra.ball_eval import exact_decimals, rational

_CIRCULAR = (sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc)
_VIA_EXP = (*_CIRCULAR, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)
_GAMMA = (sp.gamma, sp.factorial, sp.binomial, sp.RisingFactorial, sp.FallingFactorial)


@dataclass
class Program:
    """Steps (operation, arguments) in order; `relations[g] = (Q, node)`: g^Q is the value of the node."""

    steps: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    generators: list[sp.Expr] = field(default_factory=list)
    relations: dict[int, tuple[int, int]] = field(default_factory=dict)
    out: int = -1

    @property
    def free(self) -> bool:
        """Every generator is an indeterminate: a symbol, an indexed symbol or a matrix entry."""
        return all(_is_indeterminate(g) for g in self.generators)

    def run(self, number: Callable[[fmpq], Any], generator: Callable[[int], Any], last: int | None = None) -> Any:
        """The value of node `last` (the whole by default) in the field of these numbers and generators."""
        values: list[Any] = []
        for operation, arguments in self.steps[: (self.out if last is None else last) + 1]:
            if operation == "number":
                values.append(number(arguments[0]))
            elif operation == "generator":
                values.append(generator(arguments[0]))
            elif operation == "power":
                values.append(values[arguments[0]] ** arguments[1])
            else:
                result = values[arguments[0]]
                for i in arguments[1:]:
                    result = result + values[i] if operation == "add" else result * values[i]
                values.append(result)
        return values[-1]


def _is_indeterminate(e: sp.Expr) -> bool:
    return isinstance(e, (sp.Symbol, sp.Indexed)) or type(e).__name__ == "MatrixElement"


def canonical(e: sp.Expr) -> sp.Expr:
    """The argument of a function in a normal form: one fraction with expanded numerator, if rational."""
    if not e.args:
        return e
    try:
        return sp.cancel(sp.together(e)) if e.is_rational_function() else sp.expand(e)
    except (sp.PolynomialError, AttributeError):
        return sp.expand(e)


class _Builder:
    def __init__(self) -> None:
        self.program = Program()
        self._nodes: dict[Any, int] = {}
        self._denominators: dict[tuple[sp.Expr, sp.Expr], int] = {}

    def build(self, expr: sp.Expr) -> Program:
        expr = _rewritten(expr)
        self._collect(expr)
        self.program.out = self._visit(expr)
        if self.program.out != len(self.program.steps) - 1:
            self.program.out = self._emit("add", (self.program.out,), key=object())
        return self.program

    # one pass finds the common denominators of the exponents, so that exp(t/2) and exp(t/3) share exp(t/6)
    def _collect(self, expr: sp.Expr) -> None:
        for node in sp.preorder_traversal(expr):
            for key, coefficient in _exponents(node):
                self._denominators[key] = lcm(self._denominators.get(key, 1), int(coefficient.q))

    def _emit(self, operation: str, arguments: tuple[Any, ...], key: Any = None) -> int:
        key = (operation, arguments) if key is None else key
        if key not in self._nodes:
            self.program.steps.append((operation, arguments))
            self._nodes[key] = len(self.program.steps) - 1
        return self._nodes[key]

    def _generator(self, e: sp.Expr, relation: tuple[int, int] | None = None) -> int:
        if ("g", e) not in self._nodes:
            index = len(self.program.generators)
            self.program.generators.append(e)
            if relation:
                self.program.relations[index] = relation
            self._emit("generator", (index,), key=("g", e))
        return self._nodes["g", e]

    def _visit(self, e: sp.Expr) -> int:
        if e.is_Rational:
            return self._emit("number", (rational(e),), key=("n", e))
        if e is sp.I:
            return self._generator(e, (2, self._visit(sp.S.NegativeOne)))
        if ("e", e) not in self._nodes:
            self._nodes["e", e] = self._fresh(e)
        return self._nodes["e", e]

    def _fresh(self, e: sp.Expr) -> int:
        if isinstance(e, (sp.Add, sp.Mul)):
            return self._emit("add" if e.is_Add else "mul", tuple(self._visit(a) for a in e.args))
        if isinstance(e, sp.Pow) and e.exp.is_Integer:
            return self._emit("power", (self._visit(e.base), int(e.exp)))
        if parts := _exponents(e):
            return self._emit("mul", tuple(self._exponential(*key, c) for key, c in parts))
        return self._generator(e)

    def _exponential(self, base: sp.Expr, rest: sp.Expr, coefficient: sp.Rational) -> int:
        if rest == 1 and coefficient.is_Integer:
            return self._emit("power", (self._visit(base), int(coefficient)))
        q = self._denominators.get((base, rest), int(coefficient.q))
        root = sp.Pow(base, rest / q, evaluate=False)
        relation = (q, self._visit(base)) if rest == 1 and q > 1 else None
        return self._emit("power", (self._generator(root, relation), int(coefficient * q)))


def _exponents(e: sp.Expr) -> list[tuple[tuple[sp.Expr, sp.Expr], sp.Rational]]:
    """b^t as a list of ((base, rest), coefficient) with b^t the product of base^(coefficient * rest)."""
    if isinstance(e, sp.exp):
        base, exponent = sp.E, e.exp
    elif isinstance(e, sp.Pow) and not e.exp.is_Integer:
        base, exponent = e.base, e.exp
    else:
        return []
    terms = []
    for term in _independent_terms(canonical(exponent)):
        coefficient, rest = term.as_coeff_Mul(rational=True)
        terms.append((rest, sp.Rational(coefficient)))
    result = []
    for b, power in _factors(base):
        result += [((b, rest), c * power) for rest, c in terms]
    return result


def _independent_terms(exponent: sp.Expr) -> list[sp.Expr]:
    """The exponent as a sum: a polynomial, and a proper fraction whose numerator is spread over its terms."""
    numerator, denominator = sp.fraction(exponent)
    if not denominator.free_symbols or not numerator.is_polynomial() or not denominator.is_polynomial():
        return [term / denominator for term in sp.Add.make_args(sp.expand(numerator))]
    quotient, remainder = sp.div(numerator, denominator, *sorted(denominator.free_symbols, key=str))
    terms = [*sp.Add.make_args(sp.expand(quotient)), *(t / denominator for t in sp.Add.make_args(sp.expand(remainder)))]
    return [term for term in terms if term != 0] or [sp.S.Zero]


def _factors(base: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """base as a product whose rational powers multiply: positive factors apart, integers into primes."""
    if base.is_Rational and base.is_positive:
        return [(sp.Integer(p), k) for p, k in sp.factorrat(base).items()] or [(sp.S.One, 1)]
    if not (base.is_Add or base.is_Mul) or not base.free_symbols or not base.is_polynomial():
        return [(base, 1)]
    try:
        content, factors = sp.factor_list(base)
    except sp.PolynomialError:
        return [(base, 1)]
    apart: list[tuple[sp.Expr, int]] = []
    remaining = sp.Integer(1)
    for factor, power in factors:
        if factor.is_positive:
            apart.append((factor, int(power)))
        else:
            remaining *= factor**power
    positive, sign = (abs(content), sp.sign(content)) if content.is_Rational else (sp.S.One, content)
    apart += [(sp.Integer(p), k) for p, k in sp.factorrat(positive).items()]
    rest = sp.expand(sign * remaining)
    return apart + ([(rest, 1)] if rest != 1 else []) or [(sp.S.One, 1)]


def _rewritten(expr: sp.Expr) -> sp.Expr:
    expr = exact_decimals(expr)
    if expr.has(*_VIA_EXP):
        expr = expr.replace(lambda e: isinstance(e, _VIA_EXP), _exponential_form)
    if expr.has(sp.erfc):
        expr = expr.replace(sp.erfc, lambda x: 1 - sp.erf(x))
    if expr.has(sp.log):
        expr = expr.replace(sp.log, lambda x: sp.log(sp.factor(x)) if x.is_rational_function() else sp.log(x))
        expr = sp.expand_log(expr, factor=True)
    if expr.has(*_GAMMA):
        expr = sp.gammasimp(expr)
    opaque = [f for f in expr.atoms(sp.Function) if not isinstance(f, sp.exp)]
    arguments = {f: f.func(*map(canonical, f.args)) for f in opaque}
    return expr.xreplace({f: g for f, g in arguments.items() if f != g})


def _exponential_form(e: sp.Expr) -> sp.Expr:
    return e.func(canonical(e.args[0])).rewrite(sp.exp)


def program_of(expr: sp.Expr) -> Program:
    """The expression as a program over its generators."""
    return _Builder().build(sp.sympify(expr))
