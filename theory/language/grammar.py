"""The grammar of `theory.language.parsing` as a parser: recursive descent over tokens, every value checked as it arises."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.guards import power, unfit
from lemmata.theory.language.tokens import Text, Token, too_large

MAX_DEPTH = 40
MAX_ARGUMENTS = 12
RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "~")
_SYMPY = {"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
_FAULTS = (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError, ValueError)


LEAST = "; what is least over all values of a variable is stated in a file, by the kind Optimality"


@dataclass(frozen=True)
class Relation:
    """A relation or a chain, both sides as written: ``terms[0] signs[0] terms[1] signs[1] ...``."""

    terms: tuple[Any, ...]
    signs: tuple[str, ...]

    def condition(self) -> Any:
        """The condition as sympy reads it, which may simplify it; ``~`` is none."""
        if "~" in self.signs:
            raise LemmataError(f"{self.terms[0]} ~ {self.terms[1]} declares a random term and is no condition")
        pairs = zip(self.terms, self.signs, self.terms[1:], strict=False)
        return sp.And(*(_SYMPY[sign](left, right) for left, sign, right in pairs))


@dataclass(frozen=True)
class Words:
    """What a text may say: names, functions ``f(x)``, operators ``E[x]``, binders ``sum(j, 1, n, x)``."""

    names: Mapping[str, Any] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    operators: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    binders: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


class Parser:
    """Recursive descent over the tokens; every value is checked where it arises."""

    def __init__(self, text: Text, words: Words) -> None:
        self.text, self.words = text, words
        self.tokens, self.at, self.depth = text.tokens(), 0, 0
        self.bound: dict[str, sp.Symbol] = {}

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self, *signs: str) -> Token | None:
        """The next token, if it is one of these signs."""
        token = self.next
        if token.kind != "sign" or token.text not in signs:
            return None
        self.at += 1
        return token

    def expect(self, sign: str, opened: Token) -> None:
        if self.take(sign):
            return
        if self.next.kind == "end":
            self.text.fail(opened, f"is no formula: the {opened.text!r} is not closed, {sign!r} is missing")
        self.text.fail(self.next, f"is no formula: {sign!r} is expected before {self.next.text!r}")

    def whole(self) -> Any:
        if self.next.kind == "end":
            self.text.fail(1, "is no formula: it is empty")
        value = self.formula()
        if self.next.kind != "end":
            before = self.tokens[self.at - 1]
            hint = "; write a product with *" if self.next.kind in ("name", "number") or self.next.text == "(" else ""
            self.text.fail(self.next, f"is no formula: {self.next.text!r} cannot follow {before.text!r}{hint}")
        return value

    def formula(self) -> Any:
        terms, signs = [self.sum()], []
        while sign := self.take(*RELATIONS):
            signs.append(sign.text)
            terms.append(self.sum())
        return Relation(tuple(terms), tuple(signs)) if signs else terms[0]

    def sum(self) -> Any:
        value = self.product()
        while sign := self.take("+", "-"):
            value = self.apply(sign, operator.add if sign.text == "+" else operator.sub, value, self.product())
        return value

    def product(self) -> Any:
        value = self.signed()
        while sign := self.take("*", "/"):
            value = self.apply(sign, operator.mul if sign.text == "*" else operator.truediv, value, self.signed())
        return value

    def signed(self) -> Any:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.text.fail(self.next, f"is nested deeper than {MAX_DEPTH}")
        minus: list[Token] = []
        while sign := self.take("+", "-"):
            minus += [sign] if sign.text == "-" else []
        value = self.power()
        self.depth -= 1
        return self.apply(minus[0], operator.neg, value) if len(minus) % 2 else value

    def power(self) -> Any:
        value = self.postfix()
        sign = self.take("**")
        return self.apply(sign, power, value, self.signed()) if sign else value

    def postfix(self) -> Any:
        value = self.atom()
        while True:
            token = self.next
            if self.take("'"):
                value = self.apply(token, _transposed, value)
            elif self.take("["):
                index = self.items("]", token)
                value = self.apply(token, operator.getitem, value, index[0] if len(index) == 1 else tuple(index))
            elif token.kind == "raised":
                self.at += 1
                value = self.apply(token, power, value, sp.Integer(self.number(token)))
            else:
                return value

    def atom(self) -> Any:
        token = self.next
        if token.kind in ("number", "name"):
            self.at += 1
            return sp.Rational(self.number(token)) if token.kind == "number" else self.word(token)
        if self.take("("):
            items = self.items(")", token)
            return items[0] if len(items) == 1 and self.tokens[self.at - 2].text != "," else tuple(items)
        if self.take("["):
            return [] if self.take("]") else self.items("]", token)
        found = f"{token.text!r} stands" if token.text else "it ends"
        self.text.fail(token, f"is no formula: {found} where a number, a name or a bracket is expected")

    def number(self, token: Token) -> str:
        if why := too_large(token.text):
            self.text.fail(token, f"has a number that {why}")
        return token.text

    def items(self, close: str, opened: Token) -> list[Any]:
        """One or more formulas between brackets; a comma may follow the last."""
        found = [self.formula()]
        while self.take(",") and self.next.text != close:
            found.append(self.formula())
        self.expect(close, opened)
        return found

    def word(self, token: Token) -> Any:
        name, words = self.primed(token.text), self.words
        if self.next.text == "(":
            if name in words.binders:
                return self.binder(token)
            if name in words.functions:
                return self.call(token, words.functions[name], ")")
            near = get_close_matches(name, [*words.functions, *words.binders], 1)
            hint = f"; did you mean {near[0]!r}?" if near else "; write a product with *" if name in words.names else ""
            self.text.fail(token, f"has the unknown function {name!r}{hint}")
        if self.next.text == "[" and name in words.operators:
            return self.call(token, words.operators[name], "]")
        if name in self.bound or name in words.names:
            return self.bound[name] if name in self.bound else words.names[name]
        if name in words.functions or name in words.operators or name in words.binders:
            brackets = "[...]" if name in words.operators else "(...)"
            least = LEAST if name in ("min", "max") else ""
            self.text.fail(token, f"has {name} without its argument; write {name}{brackets}{least}")
        near = get_close_matches(name, words.names, 1)
        known = ", ".join([*words.names][:8])
        hint = f"; did you mean {near[0]!r}?" if near else f"; the names known here are {known}" if known else ""
        self.text.fail(token, f"has the unknown name {name!r}{hint}")

    def primed(self, name: str) -> str:
        """f' and f'' where the table of functions has them: derivatives; elsewhere ' is the transpose."""
        while self.next.text == "'" and f"{name}'" in self.words.functions:
            self.at, name = self.at + 1, f"{name}'"
        return name

    def call(self, token: Token, function: Callable[..., Any], close: str) -> Any:
        opened = self.tokens[self.at]
        self.at += 1
        if self.take(close):
            self.text.fail(opened, f"gives {token.text} no argument")
        if close == ")":
            arguments = self.items(close, opened)
        else:
            arguments = [self.formula()]
            while self.take("|", ","):
                arguments.append(self.formula())
            self.expect(close, opened)
        if len(arguments) > MAX_ARGUMENTS:
            self.text.fail(token, f"gives {token.text} {len(arguments)} arguments; the most are {MAX_ARGUMENTS}")
        return self.apply(token, function, *arguments)

    def binder(self, token: Token) -> Any:
        """sum(j, 1, n, term): the index is known in the term and nowhere else."""
        opened = self.tokens[self.at]
        self.at += 1
        index = self.next
        if index.kind != "name" or index.text in self.bound:
            self.text.fail(index, f"is no formula: {token.text} needs a fresh index first, as in {token.text}(j, 1, n, j**2)")
        self.at += 1
        limits = []
        for _ in range(2):
            self.expect(",", opened)
            limits.append(self.formula())
        self.expect(",", opened)
        self.bound[index.text] = sp.Symbol(index.text, integer=True)
        term = self.formula()
        self.expect(")", opened)
        return self.apply(token, self.words.binders[token.text], term, self.bound.pop(index.text), *limits)

    def apply(self, token: Token, function: Callable[..., Any], *arguments: Any) -> Any:
        """The value of a function, or a sentence that points at it."""
        if any(isinstance(a, Relation) for a in arguments) and token.text not in self.words.operators:
            self.text.fail(token, f"puts a relation into {token.text!r}, which takes expressions")
        plain = token.text != "[" and token.text not in self.words.operators and not getattr(function, "lists", False)
        if plain and any(isinstance(a, tuple | list) for a in arguments):  # Python would repeat and join them
            self.text.fail(token, f"puts a list into {token.text!r}, which takes expressions")
        try:
            value = function(*arguments)
        except LemmataError as error:
            self.text.fail(token, f"cannot be read: {str(error).rstrip('.')}")
        except TypeError as error:
            many = (
                "the wrong number of arguments, or arguments of the wrong kind"
                if token.kind == "name"
                else "what it cannot take"
            )
            self.text.fail(token, f"gives {token.text} {many}: {_line(error)}")
        except _FAULTS as error:
            self.text.fail(token, f"gives {token.text} what it cannot take: {_line(error)}")
        why = unfit(value, arguments)
        if why:
            self.text.fail(token, why)
        return sp.Trace(value) if token.kind != "name" and _one_entry(value) else value


def _transposed(value: Any) -> Any:
    found = getattr(value, "T", None)
    if found is None:
        raise LemmataError(f"{value} is no matrix, and ' is the transpose")
    return found


def _one_entry(value: Any) -> bool:
    """Whether it is a product such as x'*A*x, a matrix of one entry, which stands for that number."""
    return isinstance(value, sp.MatMul) and tuple(value.shape) == (1, 1)


def _line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]
