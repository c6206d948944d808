"""Derivatives as terms: gradient, Hessian, directional derivative; functions of a named class, applied and entry by entry.

Derivatives are evaluated by automatic differentiation of the compiled formula and are never typed again. The value at a
kink is part of a function's declaration, because no two libraries agree on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from lemmata.theory.language.binding import Binding, variable
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.evaluating import EvaluatedOnce

Z = sp.Symbol("z", real=True)  # the variable in which functions are written


_CORNERS = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.floor, sp.ceiling, sp.Heaviside, sp.Piecewise)
_EVEN = tuple(sp.Rational(k, 3) for k in (-90, -30, -16, -9, -7, -4, -3, -2, -1, 0, 1, 2, 3, 5, 6, 8, 11, 14, 33, 90))
# what oscillates can vanish at every point of an even grid, and hardly at these: 0.618... times k and its square, modulo 1
_GRID = tuple(
    sorted(
        {*_EVEN, *(s * sp.Rational(61803 * k * w % 100003, 100003) * w for k in range(1, 25) for w in (1, 9) for s in (1, -1))}
    )
)


@dataclass(frozen=True)
class FunctionClass:
    """Functions of z that a statement may speak of: named ones, and whether a user may give any other formula in z.

    What all of them share, and a proof may use: ``smooth`` (all derivatives exist on the line), ``convex``, ``bound`` (|f| is at
    most this number), ``lipschitz`` (|f(x) - f(y)| is at most this number times |x - y|). The options are checked against it.
    """

    name: str
    options: Mapping[str, Any] = field(hash=False)
    open: bool = True
    degree: Any = None  # of polynomials, an expression of the parameters: coefficients are drawn
    smooth: bool = False
    convex: bool = False
    bound: Any = None
    lipschitz: Any = None

    def __post_init__(self) -> None:
        for word in ("bound", "lipschitz"):
            value = getattr(self, word)
            if value is not None:
                number = sp.sympify(value)
                if not (number.is_Rational or (number.is_number and number.is_real)) or number.is_negative or number.is_Float:
                    raise ClaimError(f"the {word} of the {self.name} is {value!r}: give an exact number that is not negative")
                object.__setattr__(self, word, number)
        if self.degree is not None and (self.convex or self.bound is not None or self.lipschitz is not None):
            raise ClaimError(f"the coefficients of the {self.name} are drawn: they have no bound and are not all convex")
        for option, formula in self.options.items():
            if fault := self.fault(formula):
                raise ClaimError(f"{option} is none of the {self.name}: {fault}")

    @property
    def declares(self) -> str:
        """What its functions share, in words."""
        said = [word for word in ("smooth", "convex") if getattr(self, word)]
        return ", ".join([*said, *(f"{w} {v}" for w in ("bound", "lipschitz") if (v := getattr(self, w)) is not None)])

    def fault(self, formula: Any) -> str:
        """What a formula in z lacks of what the class declares, at points of a grid; nothing where none is seen."""
        f = sp.sympify(formula)
        if self.smooth and f.has(*_CORNERS):
            return f"{f} has a corner or a jump, and they are declared to be smooth"
        if not (self.convex or self.bound is not None or self.lipschitz is not None):
            return ""
        values = [sp.N(f.xreplace({Z: point}), 30) for point in _GRID]
        if not all(v.is_Float or v.is_Integer for v in values):
            return f"{f} is not a real number everywhere"
        for (x, u), (y, v) in pairwise(zip(_GRID, values, strict=True)):
            if self.bound is not None and abs(u) > self.bound + 1e-12 * (1 + abs(u)):
                return f"it is {sp.N(u, 6)} at z = {x}, beyond the bound {self.bound}"
            if self.lipschitz is not None and abs(u - v) > self.lipschitz * (y - x) * (1 + 1e-12) + 1e-12:
                return f"it grows by {sp.N(abs(u - v), 6)} from z = {x} to {y}, more than {self.lipschitz} times the distance"
            middle = sp.N(f.xreplace({Z: (x + y) / 2}), 30)
            if self.convex and middle > (u + v) / 2 + 1e-12 * (1 + abs(u) + abs(v)):
                return f"it lies above its chord between z = {x} and {y}, and they are declared to be convex"
        return ""


LINKS = FunctionClass(
    "links",
    {
        "tanh": sp.tanh(Z),
        "relu": sp.Max(Z, 0),
        "He2": Z**2 - 1,
        "He3": Z**3 - 3 * Z,
        "erf": sp.erf(Z),
        "abs": sp.Abs(Z),
        "sine": sp.sin(Z),
    },
)
# what is said of every smooth function is tried on small, steep and nearly constant ones as well
SMOOTH = FunctionClass(
    "smooth functions",
    {
        **{k: v for k, v in LINKS.options.items() if k not in {"relu", "abs"}},
        "small": sp.tanh(Z) / 1000,
        "steep": sp.sin(20 * Z),
        "near one": 1 + sp.sin(Z) / 1000,
    },
    smooth=True,
)


def POLYNOMIALS(degree: Any) -> FunctionClass:
    """Polynomials of at most this degree."""
    return FunctionClass("polynomials", {}, degree=sp.sympify(degree), smooth=True)


class FunctionSymbol(sp.Symbol):  # type: ignore[misc]
    """An arbitrary function: ``σ = Function("σ", "activation", of=LINKS)``; then ``σ(x)``, ``σ.entrywise(A)``, ``σ.prime(x)``.

    ``kink``: the value of its derivative where it has a corner.
    """

    meaning: str
    of: FunctionClass
    kink: Any
    tex: str

    def __new__(
        cls, name: str, meaning: str, of: FunctionClass = LINKS, *, kink: Any = None, latex: str = ""
    ) -> FunctionSymbol:
        if not meaning.strip():
            raise ClaimError(f"the function {name} has no meaning: say in words what it stands for")
        made: FunctionSymbol = sp.Symbol.__xnew__(cls, name)
        made.meaning, made.of, made.kink, made.tex = meaning, of, kink, latex
        return made

    def _hashable_content(self) -> tuple[Any, ...]:
        """Another class, meaning or corner is another function: sympy keeps equal terms once for all claims."""
        made = super()._hashable_content()
        of = getattr(self, "of", None)
        if of is None:  # while sympy makes it
            return (*made, "", "", "")
        options = ", ".join(f"{k}: {v}" for k, v in sorted(of.options.items()))
        return (*made, str(self.kink), self.meaning, f"{of.name} {of.open} {of.degree} {of.declares} {options}")

    def __call__(self, x: Any) -> Any:
        return Applied(self, x)

    def entrywise(self, matrix: Any) -> Any:
        return Entrywise(self, matrix)

    def prime(self, x: Any) -> Any:
        x = sp.sympify(x)
        return Entrywise(self, x, 1) if getattr(x, "is_Matrix", False) else Applied(self, x, 1)

    def _latex(self, printer: Any) -> str:
        return self.tex or str(printer._print_Symbol(sp.Symbol(self.name)))


Function = FunctionSymbol


class Applied(sp.Expr):  # type: ignore[misc]
    """f(x), or its k-th derivative at x, for an arbitrary function f."""

    is_commutative = True

    def __new__(cls, f: Any, x: Any, order: Any = 0) -> Any:
        x, order = sp.sympify(x), sp.sympify(order)
        if getattr(x, "is_Matrix", False):
            raise ClaimError(f"{f}({x}): for a matrix write {f}.entrywise(...)")
        if isinstance(f, sp.Lambda):
            return sp.diff(f.expr, (f.variables[0], int(order))).subs(f.variables[0], x) if order else f(x)
        return super().__new__(cls, f, x, order)

    def _eval_is_real(self) -> bool | None:
        return self.args[1].is_real  # type: ignore[no-any-return]

    def _eval_derivative(self, s: sp.Basic) -> sp.Expr:
        f, x, order = self.args
        return Applied(f, x, order + 1) * x.diff(s)

    def _marks(self) -> str:
        order = self.args[2]
        return "'" * int(order) if order.is_Integer and order <= 3 else f"^{{({order})}}"

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])}{self._marks()}({printer._print(self.args[1])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = f"{printer._print(self.args[0])}{self._marks()}" + rf"\left({printer._print(self.args[1])}\right)"
        return text if exp is None else rf"{{{text}}}^{{{exp}}}"


class Entrywise(EvaluatedOnce, MatrixExpr):  # type: ignore[misc]
    """f applied to every entry of a matrix; f an arbitrary function, or ``sympy.Lambda(z, formula)``; or a derivative of it."""

    def __new__(cls, f: Any, matrix: Any, order: Any = 0) -> Any:
        matrix = sp.sympify(matrix)
        if not getattr(matrix, "is_Matrix", False):
            raise ClaimError(f"{f}.entrywise({matrix}): the argument must be a matrix; for a number write {f}({matrix})")
        if isinstance(f, type) and issubclass(f, sp.Function):
            f = sp.Lambda(Z, f(Z))
        elif isinstance(f, sp.Expr) and not isinstance(f, FunctionSymbol | sp.Lambda):
            f = sp.Lambda(Z, f)
        return super().__new__(cls, f, matrix, sp.sympify(order))

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[1].shape  # type: ignore[no-any-return]

    def _eval_transpose(self) -> Entrywise:
        return Entrywise(self.args[0], self.args[1].T, self.args[2])  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return Applied(self.args[0], self.args[1][i, j], self.args[2])

    _marks = Applied._marks

    def _sympystr(self, printer: Any) -> str:
        f = self.args[0].expr if isinstance(self.args[0], sp.Lambda) else self.args[0]
        return f"{printer._print(f)}{self._marks()}⟨{printer._print(self.args[1])}⟩"

    def _latex(self, printer: Any) -> str:
        f, matrix = self.args[0], printer._print(self.args[1])
        if isinstance(f, sp.Lambda):
            return rf"\left.\left({printer._print(f.expr)}\right){self._marks()}\right|_{{{printer._print(f.variables[0])}={matrix}}}"
        return f"{printer._print(f)}{self._marks()}" + rf"\left({matrix}\right)"


class _Derivative(Binding):
    """args: the function, the variable, the point; further ones by subclass."""

    @property
    def binds(self) -> tuple[Any, ...]:
        return (self.args[1],)

    scope = (0, 1)

    @property
    def body(self) -> Any:
        return self.args[0]

    @property
    def variable(self) -> Any:
        return self.args[1]

    @property
    def at(self) -> Any:
        return self.args[2]

    @property
    def renamed(self) -> bool:
        """Whether the point is a name that the function does not hold: then the variable is shown under that name."""
        return self.at == self.variable or (self.at.is_symbol and self.at not in self.body.free_symbols)

    def _shown(self, sign: str, printer: Any) -> str:
        show = printer._print
        if self.renamed:
            return f"{sign}_{show(self.at)}[{show(self.body.xreplace({self.variable: self.at}))}]"
        return f"{sign}_{show(self.variable)}[{show(self.body)} | {show(self.variable)} = {show(self.at)}]"

    def _typeset(self, sign: str, printer: Any) -> str:
        """LaTeX; ``sign`` holds @ where the variable stands."""
        show = printer._print
        if self.renamed:
            body = self.body.xreplace({self.variable: self.at})
            return sign.replace("@", show(self.at)) + f" {printer.parenthesize(body, 50)}"
        inner = sign.replace("@", show(self.variable)) + f" {printer.parenthesize(self.body, 50)}"
        return rf"\left.{inner}\right|_{{{show(self.variable)}={show(self.at)}}}"

    def _sympystr(self, printer: Any) -> str:
        return self._shown("∇", printer)


class GradientNumber(_Derivative, sp.Expr):  # type: ignore[misc]
    """The derivative of f in a number."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = self._typeset(r"\frac{\partial}{\partial @}", printer)
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class GradientMatrix(_Derivative, MatrixExpr):  # type: ignore[misc]
    """The matrix of partial derivatives of f, of the shape of its variable."""

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.variable.shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)

    def _latex(self, printer: Any) -> str:
        return self._typeset(r"\nabla_{@}", printer)


class HessianMatrix(_Derivative, MatrixExpr):  # type: ignore[misc]
    """The second derivatives of f in a column."""

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.variable.shape[0], self.variable.shape[0]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)

    def _eval_transpose(self) -> HessianMatrix:
        return self

    def _sympystr(self, printer: Any) -> str:
        return self._shown("∇²", printer)

    def _latex(self, printer: Any) -> str:
        return self._typeset(r"\nabla^2_{@}", printer)


class SlopeAlong(_Derivative, sp.Expr):  # type: ignore[misc]
    """The k-th derivative of t -> f(X + t V) at t = 0; args: f, variable, point, direction, order."""

    is_commutative = True

    @property
    def along(self) -> Any:
        return self.args[3]

    @property
    def order(self) -> int:
        return int(self.args[4])

    def _eval_is_real(self) -> bool:
        return True

    def _sympystr(self, printer: Any) -> str:
        show = printer._print
        return f"D^{self.order}_{show(self.at)}[{show(self.body)}; {show(self.along)}]"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k = "" if self.order == 1 else f"^{{{self.order}}}"
        shifted = self.body.xreplace({self.variable: self.at + sp.Symbol("t") * self.along})
        text = rf"\left.\frac{{d{k}}}{{dt{k}}} {printer.parenthesize(shifted, 50)}\right|_{{t=0}}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


def _scalar(f: Any, owner: str) -> Any:
    f = sp.sympify(f)
    if getattr(f, "is_Matrix", False):
        raise ClaimError(f"{owner} of {f}: only a number has one; take an entry, a trace or a norm")
    return f


def Gradient(f: Any, X: Any, at: Any = None) -> Any:
    """The gradient of the number f in X, at X (or at ``at``): a number or a matrix of the shape of X."""
    f, X = _scalar(f, "the gradient"), variable(X, "Gradient")
    cls = GradientMatrix if X.is_Matrix else GradientNumber
    return cls(f, X, X if at is None else sp.sympify(at))


def Hessian(f: Any, x: Any, at: Any = None) -> Any:
    """The matrix of second derivatives of the number f in the column x."""
    f, x = _scalar(f, "the Hessian"), variable(x, "Hessian")
    if not x.is_Matrix or x.shape[1] != 1:
        raise ClaimError(f"the Hessian in {x}: give a column; for a matrix use Slope(..., order=2)")
    return HessianMatrix(f, x, x if at is None else sp.sympify(at))


def Slope(f: Any, X: Any, along: Any, order: int = 1, at: Any = None) -> Any:
    """d^k/dt^k f(X + t V) at t = 0, where V = ``along`` and k = ``order``."""
    f, X, along = _scalar(f, "the slope"), variable(X, "Slope"), sp.sympify(along)
    if getattr(along, "is_Matrix", False) != bool(X.is_Matrix) or (X.is_Matrix and along.shape != X.shape):
        raise ClaimError(f"Slope in {X} along {along}: the direction must have the shape of {X}")
    if order not in (1, 2, 3, 4):
        raise ClaimError(f"Slope of order {order}: the order is 1, 2, 3 or 4")
    return SlopeAlong(f, X, X if at is None else sp.sympify(at), along, sp.Integer(order))
