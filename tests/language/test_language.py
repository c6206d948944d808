"""What the words of the language refuse, sentence by sentence: each names the value and the fix."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from zoo import A, S, Z, a, b, c, d, kappa, ladder, lam, n, path, sig, train, v, w, x

from lemmata import (
    PSD,
    Argmin,
    Array,
    Claim,
    Counts,
    Definition,
    Domain,
    Eq,
    Erratum,
    Function,
    Gradient,
    Hessian,
    Identity,
    Inequality,
    Iterate,
    Ladder,
    Limit,
    Mean,
    Normal,
    Optimality,
    Order,
    Part,
    Phase,
    Print,
    Probability,
    Procedure,
    Quantile,
    Reals,
    Reduction,
    Root,
    Sampled,
    Slope,
    Symbol,
    Tied,
    Trace,
    Uniform,
    cos,
    exp,
    sq,
)
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.iteration import First
from lemmata.theory.language.kinds import Certificate
from lemmata.theory.language.symbols import Integers

GOOD = Identity(Mean(cos(a * Z)), exp(-(a**2) / 2))
PAIR = Tied(("F", "H"), lambda p, draw: {})


def claim(**changes):
    return Claim(**{"id": "mine.it", "says": "It is so", "statement": GOOD, "domain": Domain(), **changes})


SENTENCES = {
    # symbols and arrays
    "the symbol a has no meaning: say in words what it stands for": lambda: Symbol("a", " "),
    "the symbol a ranges over 'positive': use Reals, Positive, NonNegative, Integers, Naturals or Counts": lambda: Symbol(
        "a", "x", "positive"
    ),
    "the array v has no meaning: say in words what it stands for": lambda: Array("v", "", n),
    "the array v has 0 sizes: give one for a vector, two for a matrix": lambda: Array("v", "vector"),
    "the array v has 3 sizes: give one for a vector, two for a matrix": lambda: Array("v", "vector", n, n, n),
    "v has the size a/2, and a is no integer: declare it as Naturals or Counts": lambda: Array("v", "vector", a / 2),
    "Z has the size 5/2, and this is no integer: declare it as Naturals or Counts": lambda: Sampled(
        "Z", Normal(), sp.Rational(5, 2)
    ),
    "the array v is of the kind 'psd': use General, Symmetric, PSD, PD, ..., or Tied(...)": lambda: Array(
        "v", "it", n, n, kind="psd"
    ),
    "the array v starts at index 2: an array starts at 0 or at 1": lambda: Array("v", "it", n, start=2),
    "the array v is no part of its Tied generator, which makes F, H": lambda: Array("v", "it", n, kind=PAIR),
    "the array v is n x d, but a positive semidefinite matrix is square": lambda: Array("v", "it", n, d, kind=PSD),
    "v[0]: the first entry of v has the index 1": lambda: v[0],
    "c[-1]: the first entry of c has the index 0": lambda: c[-1],
    # random terms and means
    "Uniform(1, 0) is empty: give a < b": lambda: Uniform(1, 0),
    "the random term Z has the law 'normal': use Normal(), Uniform(a, b), Rademacher(), ...": lambda: Sampled("Z", "normal"),
    "Z: Normal is a law of a number or a column or a matrix, not of an array of 3 sizes": lambda: Sampled(
        "Z", Normal(), n, n, n
    ),
    "G[1]: G is a matrix; give two indices": lambda: Sampled("G", Normal(), n, n)[1],
    "a mean over a is asked for, which is no random term: declare it with Sampled": lambda: Mean(a * Z, over=a),
    "Expectation(a): Z does not occur in it": lambda: Mean(a, over=Z),
    "Probability(Z): an event is a relation, such as Z > t": lambda: Probability(Z),
    "Quantile(Z, 2): the level lies strictly between 0 and 1": lambda: Quantile(Z, 2),
    # functions and derivatives
    "the function g has no meaning: say in words what it stands for": lambda: Function("g", ""),
    "σ(A): for a matrix write σ.entrywise(...)": lambda: sig(A),
    "σ.entrywise(a): the argument must be a matrix; for a number write σ(a)": lambda: sig.entrywise(a),
    "the gradient of A: only a number has one; take an entry, a trace or a norm": lambda: Gradient(A, v),
    "Gradient: a + b is no variable; give a Symbol or an Array": lambda: Gradient(a, a + b),
    "the Hessian in A: give a column; for a matrix use Slope(..., order=2)": lambda: Hessian(Trace(A), A),
    "Slope in v along A: the direction must have the shape of v": lambda: Slope(sq(v), v, A),
    "Slope of order 5: the order is 1, 2, 3 or 4": lambda: Slope(sq(v), v, w, order=5),
    # roots, minima, paths
    "Root in A: only numbers; use Iterate or Argmin for arrays": lambda: Root(A, Trace(A)),
    "Root for κ: the equation a + λ does not contain κ": lambda: Root(kappa, lam + a),
    "Root for κ: which = 'second'; say one of only, first, largest, stable": lambda: Root(kappa, kappa - a, which="second"),
    "Root for κ: the interval (2, 1) is empty": lambda: Root(kappa, kappa - a, inside=(2, 1)),
    "Argmin in a: for a number use Optimality, or Root of the derivative": lambda: Argmin(a**2, a),
    "Iterate: 1 states, 2 steps and 1 starts; give as many of each": lambda: Iterate(x, (x, x), 0, 3),
    "Iterate: a state stands twice in x, x": lambda: Iterate((x, x), (x, x), (0, 0), 3),
    "Iterate: the start of v has the shape of a number, not that of v, (n, 1)": lambda: Iterate(v, v, 0, 3),
    "Iterate: a is declared fresh, but it is no random term": lambda: Iterate(x, x + a, 0, 3, fresh=a),
    "component 1 of a path of 1 states: count from 0": lambda: path.at(0, 1),
    "First(3, x < a): give a path made by Iterate and a relation in its states": lambda: First(3, x < a),
    "the definition of G has no meaning: say in words what it stands for": lambda: Definition("G", "", a),
    "the definition of G is no formula: x < a": lambda: Definition("G", "it", x < a),
    # statements
    "the right of this identity is no formula: 'a'": lambda: Identity(a, _Word("a")),
    "the sides of this identity have the shapes (n, n), of a number": lambda: Identity(A, a),
    "the two sides of the identity are one expression, a: nothing would be checked": lambda: Identity(a, a),
    "the two sides of the inequality are one expression, a: nothing would be checked": lambda: Inequality(a, a),
    "an inequality compares numbers; for matrices compare traces, eigenvalues or norms": lambda: Inequality(A, S),
    "the ladder of n needs at least four growing positive sizes, not (1, 2, 3)": lambda: Ladder(n, (1, 2, 3)),
    "the ladder of n needs at least four growing positive sizes, not (4, 3, 2, 1)": lambda: Ladder(n, (4, 3, 2, 1)),
    "this order needs a ladder: Ladder(symbol, (size, size, size, size))": lambda: Order(a, n, ladder=(1, 2, 3, 4)),
    "the expansion of this limit must have two terms or more in n alone, not (1/n,)": lambda: Limit(
        x, a, ladder=ladder, expansion=(1 / n,)
    ),
    "an optimality names its variables: at={x: formula}": lambda: Optimality(x**2, {}),
    "the critical value a/b contains the control a: state it by the other parameters": lambda: Phase(
        a * x, 1, a / b, control=a
    ),
    "the curve x does not contain the control a": lambda: Phase(x, 1, b, control=a),
    "a certificate says how it was made (exact or ball) and with what result, not 'trust', 'me'": lambda: Certificate(
        True, "trust", "me"
    ),
    # parts and prints
    "a part states one of Identity, Inequality, Within, Order, Rate, Limit, Existence, Optimality, Phase, Guarantee, not Equality": lambda: (
        Part(Eq(x, a))
    ),
    "a condition (when) is a relation such as n > d, not a": lambda: Part(GOOD, when=(a,)),
    "the proof 'induction' leads from no left side to a right one: name one of compare, derivative, mean, normal, words, or give a "
    "function": lambda: Part(GOOD, proof="induction"),
    "the name 'No Way' of a wrong version must be made of small letters, digits and _ . + -": lambda: Part(
        GOOD, wrong={"No Way": {"right": a}}
    ),
    "a print comes with its erratum: Print(right=..., erratum=Erratum.wrong('why'))": lambda: Print(right=a),
    "a print is one edit: give an Edit or its fields, not both": lambda: Print({"right": a}, Erratum.wrong("w"), left=a),
    "a print has one edit, or readings; give one of them": lambda: Print(erratum=Erratum.wrong("w")),
    "several readings belong to an unclear print: use Erratum.unclear": lambda: Print(
        readings={"one": ({"right": a}, "fails")}, erratum=Erratum.wrong("w")
    ),
    # domains
    "a condition of the domain is identically false, so the domain is empty": lambda: Domain(sp.false),
    "a condition of the domain must be a relation such as a > 0, not a": lambda: Domain(a),
    "a core of the domain must be a relation such as a > 0, not 3": lambda: Domain(core=(3,)),
    "a core of the domain must be a relation such as a > 0, not 4": lambda: Domain(core=((a > 0, a <= 5), (4, a >= 1))),
    "the core of a is empty: [5, 4]; give core=(a >= ..., a <= ...)": lambda: Domain(core=(a >= 5, a <= 4)).span(
        a, (), core=True
    ),
    # claims
    "'Mine' is no claim id: write family.slug in small letters, digits and underscores": lambda: claim(id="Mine"),
    "mine.it: a claim has one statement, or parts; give one of them": lambda: claim(statement=None),
    "mine.it: says, when, proof, printed, wrong and open belong to the parts of this claim": lambda: claim(
        statement=None, parts={"m": Part(GOOD)}
    ),
    "mine.it: a claim has at least one part": lambda: claim(statement=None, parts={}, says=""),
    "mine.it: the part m is no Part but int": lambda: claim(statement=None, parts={"m": 3}, says=""),
    "mine.it: the part main has no sentence: says=... in words, no more than the statement says": lambda: claim(says=" "),
    "mine.it: a claim cannot use itself": lambda: claim(uses=("mine.it",)),
    "mine.it: the name a is declared twice, in different ways; rename one of them": lambda: claim(
        statement=Inequality(a, Symbol("a", "another", Integers))
    ),
    "mine.it: the procedure train is not declared: procedures=(...,)": lambda: claim(
        statement=Inequality(Mean(train(n=n, d=d)["loss"]), 1)
    ),
    "mine.it: q has no meaning: declare it with Symbol, Array, Sampled, Function or Definition": lambda: claim(
        statement=Inequality(a, sp.Symbol("q"))
    ),
    # procedures and reductions
    "the procedure run needs its meaning in words, and outputs with theirs": lambda: Procedure("run", "a run", (), {}),
    "train takes n, d; missing: d; unknown: m": lambda: train(n=n, m=3),
    "train has no output 'risk'; it has loss": lambda: train(n=n, d=d)["risk"],
    "a reduction is compared pathwise, by observables or as a bound, not 'trust'": lambda: Reduction(
        a, b, small={"n": 2}, how="trust"
    ),
    "a reduction names the small sizes at which it is compared: small=dict(n=4, d=6)": lambda: Reduction(
        a, b, small={}, how="pathwise"
    ),
}


class _Word:
    """Something that is no formula."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return repr(self.text)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_refused_says_what_and_why(sentence):
    with pytest.raises(LemmataError) as caught:
        SENTENCES[sentence]()
    assert str(caught.value) == sentence


def test_every_sentence_names_a_fix_or_a_reason():
    for sentence in SENTENCES:
        assert len(sentence) < 160 and "\n" not in sentence and not re.search(r"[^.]\.$", sentence)


def test_conditions_may_stand_in_rows() -> None:
    plain = Domain(a > 0, x <= 3, core=(a >= 1, a <= 5, x >= 2))
    assert Domain((a > 0, x <= 3), core=((a >= 1, a <= 5), x >= 2)) == plain
    assert Domain(a > 0, x <= 3, core=[[a >= 1], [[a <= 5]], (x >= 2, sp.true)]) == plain
    assert Domain(core=a <= 5) == Domain(core=((a <= 5,),))


def test_the_clock_of_a_path_is_bound_in_it() -> None:
    z, k = Symbol("z", "state", Reals), Symbol("k", "time", Counts)
    assert Iterate(z, z + k, 0, 3, clock=k).end.free_symbols == set()


def test_arrays_of_one_name_with_other_instances_are_two() -> None:
    from lemmata.theory.language.arrays import Kind

    plain, sparse = (Array("w", "weights", 3, kind=Kind("general", styles)) for styles in (("generic",), ("generic", "sparse")))
    assert plain != sparse
    assert (plain + plain).atoms(type(plain)) == {plain}
    assert next(iter((sparse + sparse).atoms(type(sparse)))).kind.styles == ("generic", "sparse")
