"""How names are written: in LaTeX from the name in Unicode or in letters, and marks for what shares a name.

A name stands as it was declared in plain text (it is what a user types); in LaTeX, Greek letters become commands, digits
and what follows an underscore become indices, and words stand upright.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from lemmata.theory.language.definitions import _Defined
from lemmata.theory.language.iteration import FlowNumber, Path
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.walking import distinct

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell varepsilon varphi vartheta varrho"
).split()
_SUB = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙ", "0123456789+-ijkn")
_SUP = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵏⁿᵀ", "0123456789+-knT")
_LETTER = {
    **{c: rf"\{w}" for c, w in zip("αβγδζηθικλμνξπρστυχψωΓΔΘΛΞΠΣΥΦΨΩ", [
        "alpha", "beta", "gamma", "delta", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma",
        "tau", "upsilon", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
        "Omega",
    ], strict=True)},
    "ε": r"\varepsilon", "ϵ": r"\epsilon", "φ": r"\varphi", "ϕ": r"\phi", "ϑ": r"\vartheta", "ϱ": r"\varrho", "ℓ": r"\ell",
}  # fmt: skip
_ACCENT = {"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar", "\u0307": r"\dot", "\u0308": r"\ddot", "\u20d7": r"\vec"}
_RUN = re.compile(r"_\{([^}]*)\}|_([^_^]+)|\^\{([^}]*)\}|([₀-₉₊₋ᵢⱼₖₙ]+)|([⁰¹²³⁴-⁹⁺⁻ᵏⁿᵀ]+)|('+|′+|\*+)|([0-9]+$)")


def greek(text: str) -> str:
    """The Greek letter that is spelled out, ``lambda`` for λ; any other text as it is."""
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {text.upper().replace('LAMBDA', 'LAMDA')}")
    except (KeyError, UnicodeError):
        return text


def spelled(name: str, known: Collection[str]) -> str:
    """The Greek letter that is spelled out, if it is among the names that are known: ``lambda`` for λ."""
    letter = greek(name)
    return letter if letter in known else name


def latex_name(name: str) -> str:
    """The LaTeX of a name: ``λ_max`` is λ with the index "max"."""
    stem = _RUN.sub("", name)
    below: list[str] = []
    above: list[str] = []
    for index, under, over, small, high, prime, digits in _RUN.findall(name):
        below += [_word(t) for t in (index, under, small.translate(_SUB), digits) if t]
        above += [
            t
            for t in (
                _word(over),
                high.translate(_SUP),
                r"\prime" * prime.count("'") + r"\prime" * prime.count("′"),
                "*" * prime.count("*"),
            )
            if t
        ]
    text = _word(stem) if stem else _word(name)
    return text + (f"_{{{','.join(below)}}}" if below else "") + (f"^{{{''.join(above)}}}" if above else "")


def _word(word: str) -> str:
    if word in _GREEK:
        return rf"\{word}"
    pieces: list[str] = []
    for c in unicodedata.normalize("NFD", word):
        if c in _ACCENT and pieces:
            pieces[-1] = f"{_ACCENT[c]}{{{pieces[-1]}}}"
        else:
            pieces.append(_LETTER.get(c, c))
    plain = "".join(p + (" " if re.search(r"\\[a-zA-Z]+$", p) and i + 1 < len(pieces) else "") for i, p in enumerate(pieces))
    upright = len(pieces) > 1 and word.isascii() and not word.isdecimal() and bool(re.fullmatch(r"[A-Za-z0-9 .\-]+", word))
    return rf"\mathrm{{{plain}}}" if upright else plain


def same_names(formulas: Iterable[Any]) -> dict[Any, int]:
    """How many primes tell a term apart from another one of its name: definitions, random terms, paths and flows."""
    seen: dict[str, list[Any]] = {}
    for formula in formulas:
        for name, node in _names_in(formula):
            same = seen.setdefault(name, [])
            if node not in same:
                same.append(node)
    return {node: i for same in seen.values() for i, node in enumerate(same) if i}


@lru_cache(maxsize=4096)  # a formula is shown beside each of its wrong versions, in text and in LaTeX
def _names_in(formula: Any) -> tuple[tuple[str, Any], ...]:
    found = {(name, node): None for node in distinct(formula) for name in _called(node)}
    return tuple(found)


def _called(node: Any) -> list[str]:
    if isinstance(node, _Defined | RandomTerm):
        return [str(node.name)]
    if isinstance(node, Path):
        return [f"{s} of a path" for s in node.states]
    return [f"{node.args[1]} of a flow"] if isinstance(node, FlowNumber) else []
