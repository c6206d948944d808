"""What comes from outside is read as data: the grammar, its limits, and messages that point at the fault."""

from __future__ import annotations

import pickle
import random
import time
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.theory.algebra.links import parse_link
from lemmata.theory.language.errors import DomainError, LemmataError
from lemmata.theory.language.parsing import BINDERS, Relation, identifiers, parse_constant, parse_expression, parse_formula
from lemmata.theory.language.tokens import ParseError
from lemmata.theory.language.values import parse_value

z, a, n = sp.symbols("z a n", real=True)
j = sp.Symbol("j", integer=True)
spectrum = sp.IndexedBase("l")
X = sp.MatrixSymbol("X", 3, 2)
E, P, Var = (sp.Function(name) for name in ("E", "P", "Var"))
NAMES = {"z": z, "a": a, "n": n, "l": spectrum, "X": X, "pi": sp.pi, "σ": sp.Symbol("sigma"), "oo": sp.oo}
FUNCTIONS = {"exp": sp.exp, "cos": sp.cos, "sqrt": sp.sqrt, "log": sp.log, "Max": sp.Max}
OPERATORS = {"E": E, "Var": Var, "P": lambda event: P(event.condition())}


def read(text: str):
    return parse_formula(text, NAMES, FUNCTIONS, operators=OPERATORS, binders=BINDERS)


class TestGrammar:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("z**2*exp(-z**2)", z**2 * sp.exp(-(z**2))),
            ("-2*z^3 + pi", sp.pi - 2 * z**3),
            ("-z**2", -(z**2)),
            ("2**-z", 2 ** (-z)),
            ("2^z^2", 2 ** (z**2)),
            ("a/n*z", a / n * z),
            ("a - n - z", (a - n) - z),
            ("--z", z),
            ("0.1*z", z / 10),
            (".5 + 5. + 1e-3", sp.Rational(5501, 1000)),
            ("1_000*z", 1000 * z),
            ("−z² × 3", -3 * z**2),
            ("z⁻¹", 1 / z),
            ("z¹⁰·a", z**10 * a),
            ("σ + z", sp.Symbol("sigma") + z),
            ("X'*X", X.T * X),
            ("Xᵀ*X", X.T * X),
            ("l[2*a]", spectrum[2 * a]),
            ("X[1, 0]", X[1, 0]),
            ("(z, a)", (z, a)),
            ("(z,)", (z,)),
            ("[z, [a, 1]]", [z, [a, 1]]),
            ("[]", []),
            ("sum(j, 1, n, l[j]**2)", sp.Sum(spectrum[j] ** 2, (j, 1, n))),
            ("product(j, 1, 3, z + j)", sp.Product(z + j, (j, 1, 3))),
            ("sum(j, 1, oo, 1/j**2)", sp.Sum(j**-2, (j, 1, sp.oo))),
            ("E[cos(a*z)]", E(sp.cos(a * z))),
            ("E[z | a, n]", E(z, a, n)),
            ("P[z > a]", P(z > a)),
            ("Var[z]/E[z]^2", Var(z) / E(z) ** 2),
        ],
    )
    def test_a_text_means_this_term(self, text, expected):
        assert read(text) == expected

    def test_a_relation_keeps_its_sides_as_written(self):
        found = read("E[cos(a*z)] = exp(-a^2/2)")
        assert found == Relation((E(sp.cos(a * z)), sp.exp(-(a**2) / 2)), ("=",))
        assert read("z = z").terms == (z, z)
        assert read("E[z] == 2").signs == ("=",)

    def test_a_chain_is_the_conjunction_of_its_links(self):
        found = read("0 < a ≤ 3")
        assert found.signs == ("<", "<=")
        assert found.condition() == sp.And(sp.Lt(0, a), sp.Le(a, 3))
        assert read("a ≠ 0").condition() == sp.Ne(a, 0)

    def test_a_declaration_is_no_condition(self):
        found = parse_formula("Z ~ Normal(0, a)", {"Z": z, "a": a}, {"Normal": sp.Function("Normal")})
        assert found.signs == ("~",)
        with pytest.raises(LemmataError, match="declares a random term and is no condition"):
            found.condition()

    def test_the_names_that_a_caller_has_to_declare(self):
        assert identifiers("E[cos(a*Z)] = exp(-a^2/2)*l[j] + a") == ["a", "Z", "j"]

    def test_a_function_that_takes_lists_says_so(self):
        def total(values):
            return sum(values)

        total.lists = True
        assert parse_formula("total([z, 2, a])", NAMES, {"total": total}) == z + a + 2

    def test_an_index_is_known_in_its_term_alone(self):
        with pytest.raises(ParseError, match="unknown name 'j'"):
            read("sum(j, 1, n, j) + j")
        with pytest.raises(ParseError, match="unknown name 'j'"):
            read("sum(j, j, n, j)")
        assert read("sum(z, 1, 2, z)") != 2 * z

    @given(st.recursive(st.sampled_from([z, a, n, sp.Integer(3), sp.Rational(2, 7)]), lambda inner: st.one_of(
        st.builds(lambda x, y: x + y, inner, inner), st.builds(lambda x, y: x * y, inner, inner),
        st.builds(lambda x, k: x**k, inner, st.integers(1, 3)), st.builds(sp.cos, inner), st.builds(lambda x: -x, inner),
    ), max_leaves=8))  # fmt: skip
    @settings(max_examples=150, deadline=None)
    def test_what_sympy_prints_is_read_as_it_was(self, term):
        assert sp.simplify(parse_expression(str(term), NAMES, FUNCTIONS) - term) == 0


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "column", "words"),
        [
            ("", 1, "it is empty"),
            ("z +", 4, "it ends where a number, a name or a bracket is expected"),
            ("z + * a", 5, "'*' stands where a number, a name or a bracket is expected"),
            ("(z + a", 1, "the '(' is not closed, ')' is missing"),
            ("E[z)", 4, "']' is expected before ')'"),
            ("z)", 2, "')' cannot follow 'z'"),
            ("2z", 2, "'z' cannot follow '2'; write a product with *"),
            ("a(z)", 1, "unknown function 'a'; write a product with *"),
            ("coss(z)", 1, "unknown function 'coss'; did you mean 'cos'?"),
            ("1 + zz", 5, "unknown name 'zz'; did you mean 'z'?"),
            ("exp + 1", 1, "exp without its argument; write exp(...)"),
            ("E + 1", 1, "E without its argument; write E[...]"),
            ("exp()", 4, "gives exp no argument"),
            ("1 + exp(z, a, n)", 5, "gives exp the wrong number of arguments"),
            ("z.real", 2, "'.' is no part of one"),
            ("__import__('os')", 1, "unknown function '__import__'"),
            ('z + "x"', 5, "'\"' is no part of one"),
            ("z'", 2, "z is no matrix, and ' is the transpose"),
            ("X + z", 3, "gives + what it cannot take"),
            ("cos(z < 1)", 1, "puts a relation into 'cos'"),
            ("[z]*99999999999", 4, "puts a list into '*'"),
            ("-(z, a)", 1, "puts a list into '-'"),
            ("exp([z, 1])", 1, "puts a list into 'exp'"),
            ("log(1e-300**1e-300)", 11, "has more than 18 digits"),
            ("z/0", 2, "is not real and finite"),
            ("log(0)", 1, "is not real and finite"),
            ("sum(2, 1, n, z)", 5, "sum needs a fresh index first"),
            ("z\x00", 2, "'\\x00' is no part of one"),
            ("\udcff", 1, "'\\udcff' is no part of one"),
            ("1e999", 1, "beyond 1e300 or below 1e-300; rescale it"),
            ("1e-99999999999999", 1, "beyond 1e300 or below 1e-300"),
            ("7" * 301, 1, "has more than 300 digits"),
            ("10**10**10", 3, "the power 10000000000 is too large; the largest is 1000"),
            ("9**9**9**z", 5, "the exponent 9**z is itself a power with an exponent that varies"),
            ("((z + 1)**1000 + 1)**1000", 20, "the power 1000 of a power comes to 1e+06; the largest is 1000"),
            ("10**300*10**300", 8, "a number beyond 1e300"),
            ("exp(exp(exp(100)))", 5, "a number beyond 1e300"),
            ("(2**900)**900", 9, "has more than 20000 binary digits"),
            ("(" * 200, 41, "nested deeper than 40"),
            ("Max(" + ",".join("z" * 13) + ")", 1, "13 arguments; the most are 12"),
            ("z" * 3000, 2001, "has 3000 characters; the most are 2000"),
            ("+".join("z" * 400), 501, "has 799 parts; the most are 500"),
        ],
    )
    def test_the_message_names_and_points_at_the_fault(self, text, column, words):
        with pytest.raises(ParseError) as caught:
            read(text)
        error = caught.value
        assert error.column == column
        assert words in error.sentence
        assert f"(column {column})" in error.sentence
        assert "\n" not in error.sentence
        shown, caret = error.pointer.splitlines()
        assert caret.strip() == "^"
        if len(text) < 60 and text.isprintable() and column <= len(text):
            assert shown[caret.index("^")] == text[column - 1]
        assert isinstance(error, DomainError)

    def test_a_long_text_is_shown_around_its_fault(self):
        with pytest.raises(ParseError) as caught:
            read("z + " * 100 + "$ + z")
        shown, caret = caught.value.pointer.splitlines()
        assert len(shown) < 130
        assert shown[caret.index("^")] == "$"

    def test_an_error_survives_the_way_between_processes(self):
        error = ParseError("the formula 'z+' ends (column 3)", "z+", 3)
        copy = pickle.loads(pickle.dumps(error))
        assert (str(copy), copy.column) == (str(error), 3)

    def test_a_list_or_a_relation_is_no_expression(self):
        for text, kind in (("z, a", "cannot follow"), ("(z, a)", "a list"), ("z < a", "a relation")):
            with pytest.raises(ParseError, match=kind):
                parse_expression(text, NAMES, FUNCTIONS)

    def test_random_texts_are_terms_or_sentences_at_once(self):
        """Four thousand texts of the grammar, half of them damaged: never another error, never longer than seconds."""
        draw = random.Random(20)
        leaves = ["z", "a", "n", "9", "1000", "1e300", "0", "0.1", "pi", "X", "l[2]", "oo", "1e-300", "99999999999"]
        shapes = [
            "{}+{}",
            "{}-{}",
            "{}*{}",
            "{}/{}",
            "({})**({})",
            "{}**{}",
            "-{}",
            "exp({})",
            "log({})",
            "cos({})",
            "Max({},{})",
        ]
        shapes += [
            "sqrt({})",
            "({})²",
            "E[{}]",
            "E[{}|{}]",
            "sum(j,1,{},j*{})",
            "({})",
            "[{},{}]",
            "({})'",
            "{}={}",
            "{}<{}<{}",
        ]

        def made(depth: int) -> str:
            shape = draw.choice(shapes) if depth and draw.random() < 0.85 else ""
            return shape.format(*(made(depth - 1) for _ in range(shape.count("{}")))) if shape else draw.choice(leaves)

        def damaged(text: str) -> str:
            at = draw.randrange(len(text))
            return text[:at] + draw.choice(["", "$", "(", ")", "**", ",", "'", " ", "é", "\x00", "_", "9"]) + text[at + 1 :]

        read_at_all, slowest, columns = 0, 0.0, []
        for number in range(4000):
            text = made(4)
            text = damaged(text) if number % 2 else text
            began = time.process_time()
            try:
                read(text)
                read_at_all += 1
            except ParseError as error:
                columns.append((error.column, len(text) + 1))
            slowest = max(slowest, time.process_time() - began)
        assert 400 < read_at_all < 3000
        assert all(column is not None and 1 <= column <= most for column, most in columns)
        assert slowest < 5

    @pytest.mark.parametrize(
        "text",
        [
            "9**9**9**z",
            "10**10**10*z",
            "(9**9)**(9**9)*z",
            "exp(9**999**9)*z",
            "He(10**9, z)",
            "He(99999, z)",
            "9**(9**(9**9))",
        ],
    )
    def test_towers_of_a_link_are_refused_at_once(self, text):
        began = time.process_time()
        with pytest.raises(DomainError, match=r"largest|tower|binary digits|beyond"):
            parse_link(text)
        assert time.process_time() - began < 0.5

    def test_the_degree_of_a_link_is_bounded(self):
        assert parse_link("z**1000") == sp.Symbol("z", real=True) ** 1000
        with pytest.raises(DomainError, match="comes to the degree 1001; the largest is 1000"):
            parse_link("(z + 1)**500*(z**2 + 1)**250*(z - 1)")


class TestValues:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("7", 7),
            (" -12 ", -12),
            ("+3", 3),
            ("−3", -3),
            ("1/3", Fraction(1, 3)),
            ("-4/6", Fraction(-2, 3)),
            ("0.5/2", Fraction(1, 4)),
            ("1e-3", 0.001),
            (".5", 0.5),
            ("2.", 2.0),
            ("1E5", 1e5),
            ("9" * 300, int("9" * 300)),
            ("[1, 2, 3]", [1, 2, 3]),
            ("1,0.5,1/3", [1, 0.5, Fraction(1, 3)]),
            ("(1, 2)", [1, 2]),
            ("[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
            ("[]", []),
        ],
    )
    def test_a_value_is_what_is_written(self, text, value):
        found = parse_value(text)
        assert found == value
        assert type(found) is type(value)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "n='' is not a number"),
            ("banana", "n='banana' is not a number: give an integer, a fraction p/q, a decimal such as 1e-3"),
            ("10**10**10", "is not a number: give an integer, .* with at most 300 digits"),
            ("nan", "n='nan' is not finite"),
            ("-inf", "n='-inf' is not finite"),
            ("1e400", "n='1e400' is beyond 1e300 or below 1e-300"),
            ("1e-400", "n='1e-400' is beyond 1e300 or below 1e-300"),
            ("1e99999999999999999999", "beyond 1e300"),
            ("9" * 301, "has more than 300 digits"),
            ("1/0", "n='1/0' divides by zero"),
            ("1/2/3", "is not a number"),
            ("0x10", "is not a number"),
            ("1_0", "is not a number"),
            ("٣", "is not a number"),
            ("[1, x]", "'x' is none of them"),
            ("[1,,2]", "an entry is missing before ','"),
            ("[1, 2", "']' is missing"),
            ("[1)", "']' is missing"),
            ("[1]]", "something follows its closing bracket"),
            ("[[[[1]]]]", "nested deeper than 3 lists"),
            ("1," * 100_001, "has more than 100000 entries"),
        ],
    )
    def test_what_is_no_value_is_one_sentence(self, text, words):
        began = time.process_time()
        with pytest.raises(ParseError, match=words) as caught:
            parse_value(text, "n")
        assert "\n" not in str(caught.value)
        assert time.process_time() - began < 0.5

    @given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x == 0 or 1e-300 < abs(x) < 1e300))
    def test_a_float_is_read_as_python_prints_it(self, number):
        assert parse_value(repr(number)) == number

    @given(st.fractions())
    def test_a_fraction_is_exact(self, number):
        assert parse_value(str(number)) == number

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("10**3", 1000),
            ("10^3", 1000),
            ("1/2 + 1/3", Fraction(5, 6)),
            ("sqrt(2)", 2**0.5),
            ("2*pi", 2 * 3.141592653589793),
            ("7", 7),
        ],
    )
    def test_arithmetic_of_numbers_is_a_number(self, text, value):
        assert parse_constant(text, "n") == pytest.approx(value, rel=1e-15)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("two", "n='two' is not a number: it has the unknown name 'two'"),
            ("10**10**10", "n='10**10**10' is not a number: it cannot be read: the power 10000000000 is too large"),
            ("sqrt(-1)", "n='sqrt(-1)' is not a real number"),
            ("1 < 2", "is no formula of one value but a relation"),
            ("(1, 2)", "is no formula of one value but a list"),
            ('__import__("os").system("touch pwned")+5', "is not a number"),
            ("oo", "n='oo' is not finite"),
        ],
    )
    def test_what_is_no_number_is_one_sentence(self, text, words):
        with pytest.raises(ParseError) as caught:
            parse_constant(text, "n")
        assert words in caught.value.sentence
