"""Arbitrary arrays: vectors, sequences and matrices of a declared kind, ``for all`` of which a statement is said to hold.

An array of one size is a column (and, entry by entry, a sequence that starts at index ``start``); one of two sizes is
a matrix. Its kind says what instances have to satisfy, and brings the generator that draws them, hostile on purpose
(``numerics.random.instances``). Arrays that hang together are parts of one :class:`Tied` generator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.kind import NumberKind
from sympy.core.symbol import Str
from sympy.matrices.kind import MatrixKind

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.functions import Coefficients
from lemmata.theory.language.labels import Label
from lemmata.theory.language.matrices import PositiveDefinite, PositiveSemidefinite, SymmetricMatrix
from lemmata.theory.language.symbols import NumberSet, Reals, Symbol, check_sizes


class _OfMatrix(MatrixKind):  # type: ignore[misc]
    """sympy asks a matrix for its ``kind`` as well, before it takes an entry of it: every kind here answers that it is one."""

    element_kind = NumberKind

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        return object.__new__(cls)


@dataclass(frozen=True)
class Kind(_OfMatrix):
    """What an arbitrary array has to satisfy; ``styles`` names the hostile instances its generator can make."""

    name: str
    styles: tuple[str, ...] = ("generic",)
    square: bool = False
    wide: bool = False  # at most as many rows as columns


_ANY = ("generic", "zero", "sparse", "spiky", "rank one", "repeated", "large", "small")
General = Kind("general", _ANY)
Symmetric = Kind("symmetric", ("generic", "zero", "repeated", "rank one", "indefinite", "large", "small"), square=True)
PSD = Kind(
    "positive semidefinite", ("generic", "zero", "rank one", "rank deficient", "repeated", "ill-conditioned"), square=True
)
PD = Kind("positive definite", ("generic", "repeated", "ill-conditioned", "large", "small"), square=True)
Orthogonal = Kind("orthogonal", ("generic", "identity", "reflection"), square=True)
Invertible = Kind("invertible", ("generic", "triangular", "ill-conditioned", "large", "small"), square=True)
OrthonormalRows = Kind("orthonormal rows", ("generic", "axes"), wide=True)
UnitRows = Kind("unit rows", ("generic", "axes", "equal"))
Projection = Kind("projection", ("generic", "zero", "identity", "rank one"), square=True)
Contraction = Kind("contraction", ("generic", "zero", "identity", "rank one", "boundary"))
Stochastic = Kind("stochastic", ("generic", "uniform", "deterministic"))
Spectrum = Kind("spectrum", ("generic", "power law", "repeated", "zero tail", "one spike"))
Simplex = Kind("probability vector", ("generic", "uniform", "one atom"))
UnitVector = Kind("unit vector", ("generic", "first axis", "flat"))


@dataclass(frozen=True)
class Tied(_OfMatrix):
    """Arrays that hang together: ``make(p, draw)`` returns all of ``names`` at the parameters ``p``, by style.

    ``draw`` supplies the numbers (``draw.normal(n, d)``), so that an instance is a function of the run's key. ``uses``: the
    symbols that ``make`` reads as ``p.name`` and that stand in no formula; a point has values for them.
    """

    names: tuple[str, ...]
    make: Callable[..., Mapping[str, Any]] = field(compare=False)
    styles: tuple[str, ...] = ("generic",)
    uses: tuple[Any, ...] = ()
    origin: str = field(init=False, default="")  # of the generator: another one makes other arrays

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", _origin(self.make))
        uses = self.uses if isinstance(self.uses, tuple | list) else (self.uses,)
        for symbol in uses:
            if not isinstance(symbol, Symbol):
                raise ClaimError(f"the generator of {', '.join(self.names)} uses {symbol!r}, which is no Symbol: uses=(c,)")
        object.__setattr__(self, "uses", tuple(uses))


def _origin(make: Any) -> str:
    """Where a generator is written, and the functions that it was made with."""
    code = getattr(make, "__code__", None)
    if code is None:
        return str(type(make))
    inner = [_origin(cell.cell_contents) for cell in make.__closure__ or () if hasattr(cell.cell_contents, "__code__")]
    return ", ".join([f"{make.__module__}:{code.co_firstlineno}", *inner])


def _kind_name(kind: Any) -> str:
    """What tells kinds apart: two of one name may make other instances."""
    return f"{kind.name}: {', '.join(kind.styles)}" if isinstance(kind, Kind) else ", ".join(kind.names)


class _Array:
    """What the symbols of all arrays share: the declaration, kept beside the node and not in it."""

    name: str
    meaning: str = ""
    kind: Any = General
    of: NumberSet = Reals
    start: int = 1
    tex: str = ""

    def _hashable_content(self) -> tuple[Any, ...]:
        """Two arrays of one name are one only if they are declared alike: sympy keeps equal terms once for all claims."""
        made = getattr(self.kind, "origin", "")
        return (*self.args, self.meaning, _kind_name(self.kind), made, self.of.name, str(self.start))  # type: ignore[attr-defined]

    def __iter__(self) -> Any:
        raise ClaimError(
            f"{self.name} has a size that is a symbol, so its entries cannot be listed: write Sum({self.name}[j], (j, 1, n))"
        )

    def doit(self, **hints: Any) -> Any:
        """Itself: sympy evaluates a product of matrices anew at every step, down to the last array."""
        return self

    @property
    def func(self) -> Any:
        """What sympy builds the node anew with (in a product, after a substitution): the declaration goes along."""
        return self._again

    def _again(self, *args: Any) -> Any:
        return _made(type(self), args, self._declared())

    def _declared(self) -> dict[str, Any]:
        return {"meaning": self.meaning, "kind": self.kind, "of": self.of, "start": self.start, "tex": self.tex}

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _made, (type(self), self.args, self._declared())  # type: ignore[attr-defined]


def _made(cls: type, args: tuple[Any, ...], declared: Mapping[str, Any]) -> Any:
    made = cls(*args)
    for name, value in declared.items():
        setattr(made, name, value)
    return made


class VectorSymbol(_Array, sp.MatrixSymbol):  # type: ignore[misc]
    """A column of unknown entries, which is a sequence as well: ``v[j]`` is its entry number j, from ``start``."""

    def __new__(cls, name: Any, n: Any, m: Any = 1, start: Any = 1) -> VectorSymbol:
        made: VectorSymbol = sp.Basic.__new__(cls, _str(name), sp.sympify(n), sp.Integer(1))
        return made

    def __getitem__(self, index: Any) -> sp.Expr:
        if isinstance(index, tuple):
            return super().__getitem__(index)
        index = sp.sympify(index)
        if index.is_Integer and index < self.start:
            raise ClaimError(f"{self.name}[{index}]: the first entry of {self.name} has the index {self.start}")
        return (Coefficients if self.start == 0 else sp.IndexedBase)(Label(self, **self.of.assumptions))[index]

    def _latex(self, printer: Any) -> str:
        return self.tex or str(printer._print_Symbol(sp.Symbol(self.name)))


class MatrixOf(_Array, sp.MatrixSymbol):  # type: ignore[misc]
    """A matrix without special structure, or whose structure sympy does not use."""

    def _latex(self, printer: Any) -> str:
        return self.tex or str(printer._print_Symbol(sp.Symbol(self.name)))


class SymmetricOf(_Array, SymmetricMatrix):
    """A symmetric matrix."""

    _latex = MatrixOf._latex


class PsdOf(_Array, PositiveSemidefinite):
    """A positive semidefinite matrix."""

    _latex = MatrixOf._latex


class PdOf(_Array, PositiveDefinite):
    """A positive definite matrix."""

    _latex = MatrixOf._latex


_CLASSES: dict[str, type] = {
    "symmetric": SymmetricOf,
    "projection": PsdOf,
    "positive semidefinite": PsdOf,
    "positive definite": PdOf,
}


def Array(
    name: str, meaning: str, *sizes: Any, of: NumberSet = Reals, start: int = 1, kind: Any = General, latex: str = ""
) -> Any:
    """An arbitrary vector, sequence or matrix: ``Array("K", "kernel matrix", n, n, kind=PSD)``."""
    if not meaning.strip():
        raise ClaimError(f"the array {name} has no meaning: say in words what it stands for")
    if len(sizes) not in (1, 2):
        raise ClaimError(f"the array {name} has {len(sizes)} sizes: give one for a vector, two for a matrix")
    check_sizes(name, sizes)
    if not isinstance(kind, Kind | Tied):
        raise ClaimError(f"the array {name} is of the kind {kind!r}: use General, Symmetric, PSD, PD, ..., or Tied(...)")
    if start not in (0, 1):
        raise ClaimError(f"the array {name} starts at index {start}: an array starts at 0 or at 1")
    if isinstance(kind, Tied) and name not in kind.names:
        raise ClaimError(f"the array {name} is no part of its Tied generator, which makes {', '.join(kind.names)}")
    wide = isinstance(kind, Kind) and kind.wide
    if wide and (len(sizes) == 1 or (sp.sympify(sizes[0]) - sp.sympify(sizes[1])).is_positive):
        raise ClaimError(f"the array {name} has {kind.name}: it is a matrix of at most as many rows as columns, not of {sizes}")
    if len(sizes) == 1:
        made = VectorSymbol(name, *sizes)
    elif isinstance(kind, Kind) and kind.square and sp.sympify(sizes[0]) != sp.sympify(sizes[1]):
        raise ClaimError(f"the array {name} is {sizes[0]} x {sizes[1]}, but a {kind.name} matrix is square")
    else:
        made = _CLASSES.get(getattr(kind, "name", ""), MatrixOf)(name, *sizes)
    made.meaning, made.kind, made.of, made.start, made.tex = meaning, kind, of, start, latex
    return made


def _str(name: Any) -> Any:
    return Str(name) if isinstance(name, str) else name
