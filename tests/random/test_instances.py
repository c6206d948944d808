"""Instances of arrays: every style of every kind satisfies its hypotheses, every wrong instance breaks one; a user's arrays."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
import torch
from torch import Tensor

from lemmata import (
    LINKS,
    PD,
    POLYNOMIALS,
    PSD,
    Array,
    Contraction,
    Function,
    General,
    Integers,
    Invertible,
    Naturals,
    NonNegative,
    Orthogonal,
    OrthonormalRows,
    Positive,
    Projection,
    Simplex,
    Spectrum,
    Stochastic,
    Symbol,
    Symmetric,
    Tied,
    Trace,
    UnitRows,
    UnitVector,
    evaluate,
    sq,
)
from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.functions import function_instance, labels
from lemmata.numerics.random.instances import (
    break_instance,
    breaks,
    check_instance,
    draw_instances,
    instance,
    tied_instances,
    untied_instances,
)
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.arrays import Kind
from lemmata.theory.language.errors import DomainError, LemmataError, SimulatorError, UsageError
from lemmata.theory.language.symbols import NumberSet

KEY = Key(0, "tests.instances")
n, m = Symbol("n", "rows", Naturals), Symbol("m", "columns", Naturals)
KINDS = (
    General,
    Symmetric,
    PSD,
    PD,
    Orthogonal,
    Invertible,
    OrthonormalRows,
    UnitRows,
    Projection,
    Contraction,
    Stochastic,
    Spectrum,
    Simplex,
    UnitVector,
)
COLUMNS = (Spectrum, Simplex, UnitVector)


def cases() -> list[Any]:
    found = []
    for kind in KINDS:
        for sizes in ((1, 1), (2, 2), (5, 5), (3, 7), (7, 3), (1, 4), (4, 1)):
            if kind.wide and sizes[0] > sizes[1]:
                continue
            if kind not in COLUMNS and not (kind.square and sizes[0] != sizes[1]):
                found.append(pytest.param(kind, sizes, id=f"{kind.name} {sizes}"))
        if not kind.square and not kind.wide:
            found += [pytest.param(kind, (k,), id=f"{kind.name} {k}") for k in (1, 2, 6)]
    return found


def declared(kind: Kind, sizes: tuple[int, ...]) -> Any:
    shape = (n,) if len(sizes) == 1 else (n, n) if kind.square else (n, m)
    return Array("A", "an array", *shape, kind=kind)


def demanded(kind: Kind, a: Tensor) -> bool:
    """What the kind's definition asks, written out once more."""
    values = torch.linalg.eigvalsh(a) if a.shape[-2] == a.shape[-1] else torch.zeros(1)
    eye = torch.eye(a.shape[-1], dtype=a.dtype)
    flat = a.flatten(1)
    column = a.shape[-1] == 1
    return {
        "general": lambda: True,
        "symmetric": lambda: torch.equal(a, a.mT),
        "positive semidefinite": lambda: torch.equal(a, a.mT) and bool((values >= -1e-13 * values.abs().max()).all()),
        "positive definite": lambda: torch.equal(a, a.mT) and bool((values > 0).all()),
        "orthogonal": lambda: float((a.mT @ a - eye).abs().max()) < 1e-12,
        "invertible": lambda: float(torch.linalg.svdvals(a).amin() / torch.linalg.svdvals(a).amax()) > 1e-5,
        "orthonormal rows": lambda: float((a @ a.mT - torch.eye(a.shape[-2], dtype=a.dtype)).abs().max()) < 1e-12,
        "unit rows": lambda: float((a.square().sum(-1) - 1).abs().max()) < 1e-12,
        "projection": lambda: torch.equal(a, a.mT) and float((a @ a - a).abs().max()) < 1e-12,
        "contraction": lambda: bool((torch.linalg.svdvals(a) <= 1).all()),
        "stochastic": lambda: bool((a >= 0).all()) and float((a.sum(-2 if column else -1) - 1).abs().max()) < 1e-12,
        "spectrum": lambda: bool((flat >= 0).all()) and bool((flat[:, 1:] <= flat[:, :-1]).all()),
        "probability vector": lambda: bool((flat >= 0).all()) and float((flat.sum(1) - 1).abs().max()) < 1e-12,
        "unit vector": lambda: float((flat.square().sum(1) - 1).abs().max()) < 1e-12,
    }[kind.name]()


@pytest.mark.parametrize(("kind", "sizes"), cases())
def test_every_style_is_of_its_kind_and_every_break_is_not(kind: Kind, sizes: tuple[int, ...]) -> None:
    if kind is Stochastic and sizes == (4, 1):
        kind = Stochastic  # one column: every row is 1
    array = declared(kind, sizes)
    shape = (*sizes, 1) if len(sizes) == 1 else sizes
    env = {"n": sizes[0], "m": sizes[-1]}
    for style in kind.styles:
        draw = Draw(KEY.child(stage=f"{kind.name}/{style}"), 3)
        made = instance(array, sizes, style, draw)
        assert made.shape == (3, *shape) and made.dtype == torch.float64 and bool(made.isfinite().all())
        if not (kind is Stochastic and len(sizes) == 2 and sizes[1] == 1):
            assert demanded(kind, made), style
        for one in made:
            assert torch.equal(check_instance(array, one, env), one)
        for how in breaks(array, shape):
            wrong = break_instance(array, made, how, draw)
            assert wrong.shape == made.shape
            for one in wrong:
                with pytest.raises(DomainError):
                    check_instance(array, one, env)


def test_the_styles_are_hostile() -> None:
    draw = Draw(KEY, 1)

    def one(kind: Kind, style: str, *sizes: int) -> Tensor:
        return instance(declared(kind, sizes), sizes, style, draw)[0]

    assert int(torch.linalg.matrix_rank(one(PSD, "rank deficient", 6, 6))) == 3
    assert (
        int(torch.linalg.matrix_rank(one(PSD, "rank one", 6, 6)))
        == 1
        == int(torch.linalg.matrix_rank(one(General, "rank one", 4, 7)))
    )
    values = torch.linalg.eigvalsh(one(PSD, "repeated", 6, 6))
    assert float((values - torch.tensor([0, 0, 0, 2, 2, 2.0])).abs().max()) < 1e-12
    assert float(torch.linalg.cond(one(PD, "ill-conditioned", 5, 5))) == pytest.approx(1e8, rel=1e-4)
    assert 1e5 < float(one(General, "large", 5, 5).abs().max()) < 1e7 and float(one(PD, "small", 3, 3).abs().max()) < 1e-5
    assert float(torch.linalg.svdvals(one(Contraction, "boundary", 4, 6))[1]) == pytest.approx(1, abs=1e-14)
    assert float(torch.linalg.det(one(Orthogonal, "reflection", 5, 5))) == pytest.approx(-1)
    spiky = one(General, "spiky", 8).abs().sort(dim=0, descending=True).values
    assert 0 < int((one(General, "sparse", 30) != 0).sum()) < 20 and float(spiky[0]) > 10 * float(spiky[1])
    assert torch.equal(one(Simplex, "one atom", 5).sort(dim=0).values[-1], torch.ones(1, dtype=torch.float64))


def test_breaks_keep_the_other_hypotheses() -> None:
    draw = Draw(KEY, 4)
    psd, pd, stochastic = declared(PSD, (4, 4)), declared(PD, (4, 4)), declared(Stochastic, (3, 4))
    k = instance(psd, (4, 4), "generic", draw)
    skewed = break_instance(psd, k, "asymmetric", draw)
    assert bool((torch.linalg.eigvalsh((skewed + skewed.mT) / 2) > -1e-12).all())  # x'Ax >= 0 still
    negative = break_instance(psd, k, "negative eigenvalue", draw)
    assert torch.equal(negative, negative.mT) and bool((torch.linalg.eigvalsh(negative)[:, 1:] > 0).all())
    singular = break_instance(pd, instance(pd, (4, 4), "generic", draw), "singular", draw)
    assert bool((torch.linalg.eigvalsh(singular)[:, 0].abs() < 1e-12).all()) and torch.equal(singular, singular.mT)
    rows = break_instance(stochastic, instance(stochastic, (3, 4), "generic", draw), "negative entry", draw)
    assert float((rows.sum(-1) - 1).abs().max()) < 1e-12 and bool((rows.min(-1).values < 0).all())
    oblique = declared(Projection, (4, 4))
    p = break_instance(oblique, instance(oblique, (4, 4), "generic", draw), "oblique", draw)
    assert float((p @ p - p).abs().max()) < 1e-12
    assert breaks(PSD) == ("asymmetric", "negative eigenvalue") and breaks(PSD, (1, 1)) == ("negative eigenvalue",)
    assert breaks(General) == ()
    with pytest.raises(DomainError, match="cannot be broken by 'rank'; there is asymmetric, negative eigenvalue"):
        break_instance(psd, k, "rank", draw)


SETS = [
    Positive,
    NonNegative,
    Integers,
    Naturals,
    NumberSet("(0, 1)", 0, 1),
    NumberSet("(-∞, 2]", -sp.oo, 2, closed=(False, True)),
]


@pytest.mark.parametrize("of", SETS, ids=str)
def test_entries_lie_in_their_set(of: NumberSet) -> None:
    array = Array("c", "entries", n, m, of=of)
    for style in General.styles:
        made = instance(array, (4, 3), style, Draw(KEY.child(stage=style), 2))
        assert all(of.contains(x) for x in made.flatten().tolist())
        for how in breaks(array, (4, 3)):
            wrong = break_instance(array, made, how, Draw(KEY, 2))
            assert not all(of.contains(x) for x in wrong[0].flatten().tolist()), (style, how)
    expected = {"(0, ∞)": ("negative entry",), "ℤ": ("fractional entry",), "{1, 2, …}": ("negative entry", "fractional entry")}
    if str(of) in expected:
        assert breaks(array) == expected[str(of)]


def test_positive_probabilities_and_what_no_generator_makes() -> None:
    for kind, sizes in ((Simplex, (4,)), (Stochastic, (3, 4)), (Stochastic, (4,)), (Spectrum, (4,))):
        array = Array("p", "positive weights", *((n,) if len(sizes) == 1 else (n, m)), kind=kind, of=Positive)
        for style in kind.styles:
            made = instance(array, sizes, style, Draw(KEY, 2))
            assert bool((made > 0).all()) and [torch.equal(check_instance(array, one), one) for one in made] == [True, True]
    with pytest.raises(DomainError, match="no generator makes"):
        instance(Array("Q", "rotation", n, n, kind=Orthogonal, of=Positive), (2, 2), "generic", Draw(KEY, 2))


def test_bad_requests_are_sentences() -> None:
    draw = Draw(KEY, 1)
    with pytest.raises(DomainError, match="a unit vector is a column"):
        instance(Array("u", "directions", n, m, kind=UnitVector), (2, 2), "generic", draw)
    with pytest.raises(DomainError, match="has no style 'huge'; a positive definite array has generic"):
        instance(declared(PD, (2, 2)), (2, 2), "huge", draw)
    with pytest.raises(DomainError, match="give one or two positive integers"):
        instance(declared(PD, (2, 2)), (0, 0), "generic", draw)
    with pytest.raises(DomainError, match="is 2 x 3, but a positive definite matrix is square"):
        instance(declared(PD, (2, 2)), (2, 3), "generic", draw)


# -- a user's own --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (PSD, [[1, 0], [0.5, 2]], r"A is no positive semidefinite matrix: entry \[0, 1\] is 0 and entry \[1, 0\] is 0.5"),
        (PSD, [[1, 0], [0, -1e-3]], r"it has the eigenvalue -0.001"),
        (PD, [[1, 1], [1, 1]], r"its smallest eigenvalue is .*, which is not positive"),
        (PSD, [[1, 2, 3], [4, 5, 6]], "A is 2 x 3, but a positive semidefinite matrix is square"),
        (PSD, [[1, 2], [3]], "rows of equal length"),
        (PSD, [1, 2], r"A has the shape \(2,\): give rows of numbers"),
        (PSD, [[1, float("nan")], [0, 1]], "A has the entry nan: every entry is a finite number"),
        (PSD, np.array([[1, 1j], [1, 1]]), "give real numbers"),
        (PSD, [[True, False], [False, True]], "give real numbers"),
        (PSD, "1 2; 3 4", "is no array"),
        (PSD, [["a", "b"], ["c", "d"]], "is no array of numbers"),
        (PSD, [[]], r"has the shape \(1, 0\)"),
        (Contraction, [[1.5]], "its operator norm is 1.5"),
        (Orthogonal, [[1, 0.1], [0, 1]], "A'A differs from the identity by 0.1"),
        (Projection, [[0.5, 0], [0, 1]], "A² differs from A by 0.25"),
        (Stochastic, [[0.5, 0.5], [0.5, 0.6]], "a row sums to 1.1"),
        (Stochastic, [[1.5, -0.5], [0.5, 0.5]], "it has the entry -0.5"),
    ],
)
def test_a_matrix_that_does_not_fit(kind: Kind, value: Any, words: str) -> None:
    array = Array("A", "a matrix", n, n if kind.square else m, kind=kind)
    with pytest.raises(DomainError, match=words):
        check_instance(array, value)


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Spectrum, [1, 2], "it grows from 1 to 2; put the largest first"),
        (Spectrum, [1, -1], "it has the entry -1"),
        (Simplex, [0.5, 0.6], "it sums to 1.1"),
        (UnitVector, [1, 1], "its norm is 1.41421356237"),
        (General, [[1, 2], [3, 4]], r"give a list of numbers"),
        (General, [], "give a list of numbers"),
    ],
)
def test_a_column_that_does_not_fit(kind: Kind, value: Any, words: str) -> None:
    with pytest.raises(DomainError, match=words):
        check_instance(Array("v", "a column", n, kind=kind), value)


def test_what_fits_is_taken_as_it_is() -> None:
    k = Array("K", "kernel", n, n, kind=PSD)
    almost = [[1, 0.1 + 1e-14], [0.1, 2]]
    assert check_instance(k, almost).shape == (2, 2)
    assert check_instance(k, np.eye(3, dtype=np.float32)).dtype == torch.float64
    v = Array("v", "column", n)
    for value in ([1, 2, 3], (1, 2.0, Fraction(3)), np.arange(1, 4), torch.tensor([[1.0], [2], [3]]), [[1], [2], [3]]):
        assert check_instance(v, value, {"n": 3}).tolist() == [[1.0], [2.0], [3.0]]
    with pytest.raises(DomainError, match="v has 3 entries, but n = 4"):
        check_instance(v, [1, 2, 3], {"n": 4})
    with pytest.raises(DomainError, match=r"w has the entry -1, which is not in \(0, ∞\)"):
        check_instance(Array("w", "weights", n, of=Positive), [1, -1])


# -- all arrays of a claim -----------------------------------------------------------------------------------------


def pair(p: Any, draw: Draw) -> dict[str, Tensor]:
    design = draw.normal(p.n, p.m) if p.style == "generic" else torch.ones(draw.replicates, p.n, p.m, dtype=torch.float64)
    return {"F": design, "G": design @ design.mT}


def tied(make: Any = pair) -> tuple[Any, Any, Any]:
    generator = Tied(("F", "G"), make, styles=("generic", "ones"))
    return Array("F", "design", n, m, kind=generator), Array("G", "its Gram matrix", n, n, kind=generator), generator


def test_tied_arrays_come_from_one_generator() -> None:
    f, g, _ = tied()
    v = Array("v", "column", m)
    env = {"n": 3, "m": 2}
    made = draw_instances([f, g, v], env, {"F,G:style": "generic"}, Draw(KEY, 5))
    assert torch.equal(made["F"] @ made["F"].mT, made["G"]) and made["v"].shape == (5, 2, 1)
    assert float(draw_instances([f, g], env, {"F,G:style": "ones"}, Draw(KEY, 5))["G"].mean()) == 2
    assert torch.equal(draw_instances([v], env, {}, Draw(KEY, 5))["v"], made["v"])  # whatever the other arrays are


def test_what_ties_arrays_can_be_broken() -> None:
    f, g, _ = tied()
    v = Array("v", "column", m)
    env, draw = {"n": 3, "m": 2}, Draw(KEY, 5)
    for style in ("generic", "ones"):
        true = draw_instances([f, g, v], env, {"F,G:style": style}, draw)
        wrong = untied_instances([f, g, v], env, {"F,G:style": style}, draw, "G")
        assert torch.equal(wrong["F"], true["F"]) and torch.equal(wrong["v"], true["v"])
        gap = (wrong["F"] @ wrong["F"].mT - wrong["G"]).abs().amax(dim=(1, 2))
        assert bool((gap > 0.1).all())
        assert bool((torch.linalg.eigvalsh(wrong["G"]) > -1e-12).all())  # a Gram matrix still
    with pytest.raises(DomainError, match="v is not made together with other arrays"):
        untied_instances([f, g, v], env, {}, draw, "v")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda p, draw: {"F": draw.normal(p.n, p.m)}, "returned F: return a dictionary with exactly these names"),
        (lambda p, draw: None, "returned NoneType"),
        (lambda p, draw: {**pair(p, draw), "H": 1}, "returned F, G, H"),
        (lambda p, draw: {**pair(p, draw), "G": draw.normal(p.n)}, r"returned G of shape \(5, 3\): it is 3 x 3"),
        (lambda p, draw: {**pair(p, draw), "G": "x"}, "returned G as str"),
        (lambda p, draw: {**pair(p, draw), "G": draw.normal(p.n, p.n) / 0}, "a NaN or an infinity"),
        (lambda p, draw: pair(p, draw)["H"], r"fails \(KeyError: 'H'\)"),
        (lambda p, draw: {"F": p.k, "G": 0}, "there is no parameter k; there are m, n, style"),
    ],
)
def test_a_generator_that_does_not_keep_its_word(make: Any, words: str) -> None:
    f, g, generator = tied(make)
    with pytest.raises(SimulatorError, match=words):
        tied_instances(generator, [f, g], {n: 3, m: 2}, "generic", Draw(KEY, 5))


def test_instances_run_on_a_fake_device() -> None:
    arrays = [Array(f"A{i}", "x", *((n,) if k in COLUMNS else (n, n)), kind=k) for i, k in enumerate(KINDS)]
    for number in range(8):
        styles = {f"{a.name}:style": a.kind.styles[number % len(a.kind.styles)] for a in arrays}

        def simulate(draw: Draw, styles: dict[str, str] = styles) -> dict[str, Tensor]:
            made = draw_instances(arrays, {"n": 4}, styles, draw)
            wrong = {f"{a.name}{how}": break_instance(a, made[a.name], how, draw) for a in arrays for how in breaks(a, (4, 4))}
            return made | wrong

        assert {o.device.split(":")[0] for o in run_on_fake_cuda(simulate).values()} == {"cuda"}


def test_a_declaration_goes_along_wherever_sympy_takes_the_symbol() -> None:
    k, v = Array("K", "kernel", n, n, kind=PSD), Array("v", "sequence", n, start=0, kind=Spectrum)
    for made in (
        k.doit(),
        k.subs(n, 3),
        pickle.loads(pickle.dumps(k)),
        *Trace(k * k).atoms(type(k)),
        *(k + k.T).inv().atoms(type(k)),
    ):
        assert made.kind is PSD or made.kind == PSD
        assert made.meaning == "kernel"
    assert v.subs(n, 3).start == 0 and v.subs(n, 3).kind == Spectrum


# -- functions -----------------------------------------------------------------------------------------------------


def test_functions_of_a_class() -> None:
    sigma = Function("σ", "activation", of=LINKS)
    assert labels(sigma) == tuple(LINKS.options)
    x = sp.Symbol("x", real=True)
    assert function_instance(sigma, "He3", {}, Draw(KEY, 1))(x) == x**3 - 3 * x
    with pytest.raises(UsageError, match="σ = 'sin' is unknown; links: tanh, relu"):
        function_instance(sigma, "sin", {}, Draw(KEY, 1))


@pytest.mark.parametrize("degree", [0, 1, 2, 5, 6])
def test_polynomials(degree: int) -> None:
    f = Function("f", "link", of=POLYNOMIALS(n - 1))
    x = sp.Symbol("x", real=True)
    for style in labels(f):
        made = function_instance(f, style, {"n": degree + 1}, Draw(KEY.child(stage=style), 1))
        p = sp.Poly(made(x), x)
        assert all(c.is_Rational for c in p.all_coeffs()) and p.degree() <= degree
        if style == "monomial":
            assert len(p.terms()) == 1 and p.degree() == degree
        if style in ("even", "odd"):
            assert all(k % 2 == (style == "odd") for (k,) in p.monoms()) or p.is_zero
            assert p.is_zero == (style == "odd" and degree == 0)
            assert p.is_zero or degree - p.degree() in (0, 1)
        if style == "generic":
            assert p.degree() == degree
        if style == "cancelling":
            assert p.degree() == degree and (degree == 0 or p.eval(1) == 0)
    two = [function_instance(f, "generic", {"n": 5}, Draw(KEY.child(root=k), 1)) for k in (0, 1)]
    assert two[0] != two[1] and two[0] == function_instance(f, "generic", {"n": 5}, Draw(KEY, 7, rng="philox"))
    with pytest.raises(LemmataError, match=r"sizes are positive integers|give at least 1"):
        function_instance(f, "generic", {"n": 0}, Draw(KEY, 1))


@pytest.mark.parametrize("made", [list, tuple, np.array])
def test_a_list_of_numbers_keeps_all_its_digits(made: Any) -> None:
    """Of a list torch makes single precision, in which 0.7 is wrong in the eighth digit."""
    v = Array("v", "a vector", Symbol("n", "size", Naturals))
    assert check_instance(v, made([0.1, 0.7])).tolist() == [[0.1], [0.7]]
    assert abs(evaluate(sq(v), v=made([0.1, 0.7])).value - 0.5) < 1e-16
