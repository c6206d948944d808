"""lemmata checks stated theory: is it true, how do we know, how sharp is it, what should the print have said.

The words of the language, and the ways to run it. Each is loaded on first use, so that what needs no numerics starts fast;
a few words of sympy that statements need all the time come with them (``I(n)`` is the identity matrix).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WORDS = {
    "lemmata.theory.language.symbols": "Symbol Index Reals Positive NonNegative Integers Naturals Counts",
    "lemmata.theory.language.arrays": "Array General Symmetric PSD PD Orthogonal Invertible OrthonormalRows "
    "UnitRows Projection Contraction Stochastic Spectrum Simplex UnitVector Tied",
    "lemmata.theory.language.laws": "Normal Uniform Rademacher Bernoulli Exponential ChiSquare Student Sphere Haar Wishart",
    "lemmata.theory.language.sampled": "Sampled",
    "lemmata.theory.language.operators": "Mean Variance Probability Quantile",
    "lemmata.theory.language.calculus": "Function FunctionClass LINKS SMOOTH POLYNOMIALS Gradient Hessian Slope",
    "lemmata.theory.language.solved": "Root Least Argmin",
    "lemmata.theory.language.iteration": "Iterate First Flow",
    "lemmata.theory.language.definitions": "Definition",
    "lemmata.theory.language.kinds": "Identity Inequality Within Order Rate Limit Existence Optimality Phase Guarantee Ladder Certificate",
    "lemmata.theory.language.edits": "Edit",
    "lemmata.theory.language.part": "Part Print",
    "lemmata.theory.language.domain": "Domain",
    "lemmata.theory.language.claim": "Claim",
    "lemmata.theory.language.procedures": "Procedure Reduction",
    "lemmata.theory.language.source": "Source Erratum",
    "lemmata.theory.language.functions": "He h phi Phi",
    "lemmata.theory.language.words": "quad dot sq norm offdiag diag hadamard operator_norm nuclear_norm eigenvalue singular_value",
    "lemmata.verify.engine.subject": "Settings",
    "lemmata.verify.library": "Library",
    "lemmata.verify.check.run": "check",
    "lemmata.verify.values": "evaluate",
    "sympy": "Abs Eq Ne Rational Sum Product Integral Trace cos cosh erf exp factorial binomial floor gamma log oo pi sin sinh sqrt tanh",
}
_HOME = {word: module for module, words in _WORDS.items() for word in words.split()}
_RENAMED = {"I": ("sympy", "Identity"), "Maximum": ("sympy", "Max"), "Minimum": ("sympy", "Min")}

__all__ = sorted([*_HOME, *_RENAMED])


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        module, word = _RENAMED[name]
        return getattr(import_module(module), word)
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'lemmata' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
