"""The words in which claims are written, all that ``from lemmata import *`` gives; what runs a claim is not among them.

A few words of sympy that statements need all the time come with those of the language; ``I(n)`` is the identity matrix.
"""

from sympy import (
    Abs,
    And,
    Eq,
    Integer,
    Integral,
    Lambda,
    Ne,
    OneMatrix,
    Or,
    Piecewise,
    Product,
    Rational,
    Sum,
    Trace,
    binomial,
    cos,
    cosh,
    erf,
    exp,
    factorial,
    floor,
    gamma,
    log,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    tanh,
)
from sympy import Identity as I
from sympy import Max as Maximum
from sympy import Min as Minimum

from lemmata.theory.language.arrays import (
    PD,
    PSD,
    Array,
    Contraction,
    General,
    Invertible,
    Kind,
    Orthogonal,
    OrthonormalRows,
    Projection,
    Simplex,
    Spectrum,
    Stochastic,
    Symmetric,
    Tied,
    UnitRows,
    UnitVector,
)
from lemmata.theory.language.calculus import (
    LINKS,
    POLYNOMIALS,
    SMOOTH,
    Entrywise,
    Function,
    FunctionClass,
    Gradient,
    Hessian,
    Slope,
)
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.edits import Edit
from lemmata.theory.language.functions import GaussMean, He, Phi, h, phi
from lemmata.theory.language.iteration import First, Flow, Iterate
from lemmata.theory.language.kinds import (
    Certificate,
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Optimality,
    Order,
    Phase,
    Rate,
    Within,
)
from lemmata.theory.language.laws import (
    Bernoulli,
    ChiSquare,
    Exponential,
    Haar,
    Normal,
    Rademacher,
    Sphere,
    Student,
    Uniform,
    Wishart,
)
from lemmata.theory.language.matrices import LogDet, SpectralFunction
from lemmata.theory.language.operators import Mean, Probability, Quantile, Variance
from lemmata.theory.language.part import Part, Print
from lemmata.theory.language.procedures import Procedure, Reduction
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.solved import Argmin, Least, Root
from lemmata.theory.language.source import Erratum, Source
from lemmata.theory.language.symbols import Counts, Index, Integers, Naturals, NonNegative, NumberSet, Positive, Reals, Symbol
from lemmata.theory.language.words import (
    diag,
    dot,
    eigenvalue,
    hadamard,
    norm,
    nuclear_norm,
    offdiag,
    operator_norm,
    quad,
    singular_value,
    sq,
)

__all__ = [
    "LINKS", "PD", "POLYNOMIALS", "PSD", "SMOOTH", "Abs", "And", "Argmin", "Array", "Bernoulli", "Certificate", "ChiSquare",
    "Claim", "Contraction", "Counts", "Definition", "Domain", "Edit", "Entrywise", "Eq", "Erratum", "Existence",
    "Exponential", "First", "Flow", "Function", "FunctionClass", "GaussMean", "General", "Gradient", "Guarantee", "Haar",
    "He", "Hessian", "I", "Identity", "Index", "Inequality", "Integer", "Integers", "Integral", "Invertible", "Iterate",
    "Kind", "Ladder", "Lambda", "Least", "Limit", "LogDet", "Maximum", "Mean", "Minimum", "Naturals", "Ne", "NonNegative",
    "Normal", "NumberSet", "OneMatrix", "Optimality", "Or", "Order", "Orthogonal", "OrthonormalRows", "Part", "Phase",
    "Phi", "Piecewise", "Positive", "Print", "Probability", "Procedure", "Product", "Projection", "Quantile", "Rademacher",
    "Rate", "Rational", "Reals", "Reduction", "Root", "Sampled", "Simplex", "Slope", "Source", "SpectralFunction",
    "Spectrum", "Sphere", "Stochastic", "Student", "Sum", "Symbol", "Symmetric", "Tied", "Trace", "Uniform", "UnitRows",
    "UnitVector", "Variance", "Wishart", "Within", "binomial", "cos", "cosh", "diag", "dot", "eigenvalue", "erf", "exp",
    "factorial", "floor", "gamma", "h", "hadamard", "log", "norm", "nuclear_norm", "offdiag", "oo", "operator_norm", "phi",
    "pi", "quad", "sin", "singular_value", "sinh", "sq", "sqrt", "tanh",
]  # fmt: skip
