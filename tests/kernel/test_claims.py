"""Claims of the library, proved by the kernel; and their wrong versions, which it refuses."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.kernel import prove
from lemmata.theory.kernel.book import page
from lemmata.theory.language.arrays import PD, PSD, Array, Tied
from lemmata.theory.language.calculus import POLYNOMIALS, Function, Slope
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.edits import Edit
from lemmata.theory.language.functions import He
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import Normal, Uniform
from lemmata.theory.language.matrices import Eigenvalue, NuclearNorm, OperatorNorm
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.part import Part, Print
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.source import Erratum
from lemmata.theory.language.symbols import Counts, Naturals, Positive, Reals, Symbol
from lemmata.theory.language.typeset import TypesetPrinter
from lemmata.theory.language.words import quad, sq

n, d = Symbol("n", "number of samples", Naturals), Symbol("d", "dimension", Naturals)
lam, s = Symbol("λ", "ridge parameter", Positive), Symbol("s", "width of the noise", Positive)
s2 = Symbol("σ²", "variance of the noise", Positive)
one, tr = sp.Identity, sp.Trace


def label_noise() -> Claim:
    K, y = Array("K", "kernel matrix", n, n, kind=PSD), Array("y", "labels", n)
    eps = Sampled("ε", Uniform(-s, s), n)
    M = (K + n * lam * one(n)).inv()
    fit = K * M * (y + eps)
    G = Definition(
        "G", "objective on clean labels at the head fitted to noisy ones", sq(y - fit) / n + lam * quad(M * K * M, y + eps)
    )
    F, dof = lam * quad(M, y), tr(K * M)

    def proof(k: Any) -> Any:
        mean = k.mean(Mean(G))
        return mean.then(k.words(mean.right, F + s**2 / (3 * n) * dof))

    main = Part(
        Identity(Mean(G), F + s**2 / (3 * n) * dof),
        proof=proof,
        says="Label noise from Uniform[-s, s] adds s²/(3n) degrees of freedom to the objective in expectation",
        printed=Print(Edit(right=F + lam * s**2 / n * dof), Erratum.wrong("the variance is s²/3, and λ is not there")),
        wrong={"variance": Edit(right=F + s**2 / n * dof), "penalty_forgotten": Edit(replace={dof: tr(K * K * M * M)})},
    )
    return Claim(id="mean_field.label_noise", domain=Domain(n >= 1, lam > 0, s > 0), parts={"main": main})


def bv_exact() -> Claim:
    X, beta, S = Array("X", "design", n, d), Array("β", "target", d), Array("Σ", "covariance", d, d, kind=PD)
    T = Array("T", "covariance of the target", d, d, kind=PD)
    eps, b = Sampled("ε", Normal(), n), Sampled("b", Normal(T), d)
    A = X.T * (X * X.T + n * lam * one(n)).inv()
    gap, rest = A * (X * beta + sp.sqrt(s2) * eps) - beta, one(d) - A * X
    bias, variance = tr(S * rest * beta * beta.T * rest.T), tr(S * A * A.T)

    def steps(left: Any, right: Any) -> Any:
        def proof(k: Any) -> Any:
            mean = k.mean(left)
            return mean.then(k.words(mean.right, right))

        return proof

    pairs = {
        "main": (Mean(quad(S, gap)), bias + s2 * variance),
        "random_target": (Mean(quad(S, rest * b)), tr(S * rest * T * rest.T)),
    }
    parts = {name: Part(Identity(*sides), proof=steps(*sides), says=f"the ridge risk, {name}") for name, sides in pairs.items()}
    wrong = {
        "variance_without_sigma": bias + s2 * tr(A * A.T),
        "deviation": bias + sp.sqrt(s2) * variance,
        "one_sided": tr(S * rest * beta * beta.T) + s2 * variance,
        "with_test_noise": bias + s2 * variance + s2,
    }
    for name, right in wrong.items():
        parts[name] = Part(Identity(pairs["main"][0], right), proof=steps(pairs["main"][0], right), says=f"wrong: {name}")
    return Claim(id="ridge.bv_exact", parts=parts)


def derivatives() -> Claim:
    N, k_ = Symbol("N", "number of inputs", Naturals), Symbol("k", "number of features", Naturals)
    tied = Tied(("F", "H", "R"), lambda p, draw: {})
    F, H = Array("F", "true features", N, k_, kind=tied), Array("H", "features", N, k_, kind=tied)
    R = Array("R", "rotation", k_, k_, kind=tied)
    Q = H.T * H / N
    B = F.T * H / N * Q.inv()
    S = F.T * F / N - B * (F.T * H / N).T

    def loss(h: Any) -> Any:
        return tr(F.T * F / N - (F.T * h / N) * (h.T * h / N).inv() * (h.T * F / N))

    along = F * R.T - H
    slope = -2 * tr(S * B * R)
    curvature = 2 * tr(B * R * S * R.T * B.T) + 4 * tr((B * R * B * R - B * R) * S) - 2 * tr(S * R.T * Q.inv() * R * S)
    full = Eigenvalue(H.T * H, k_) > 0

    def steps(order: int, right: Any) -> Any:
        def proof(k: Any) -> Any:
            made = k.derivative(Slope(loss(H), H, along=along, order=order))
            return made.then(k.words(made.right, right))

        return proof

    def part(order: int, right: Any) -> Part:
        return Part(
            Identity(Slope(loss(H), H, along=along, order=order), right),
            when=(full,),
            proof=steps(order, right),
            says=f"order {order}",
        )

    parts = {
        "first": part(1, slope),
        "second": part(2, curvature),
        "no_steeper": Part(
            Inequality(-2 * NuclearNorm(S * B), slope),
            when=(full, OperatorNorm(R) <= 1),
            proof=_no_steeper(S, B, R),
            says="none steeper",
        ),
        "factor": part(1, slope / 2),
        "no_brs": part(2, curvature + 4 * tr(B * R * S)),
    }
    return Claim(id="icl.derivatives", parts=parts)


def _no_steeper(S: Any, B: Any, R: Any) -> Any:
    """-2 Tr[SBR] >= -2 |SB|_* |R|_op >= -2 |SB|_*, from the duality of the two norms for all matrices."""

    def proof(k: Any) -> Any:
        one_, two = (Array(name, "any matrix", *R.shape) for name in ("M_1", "M_2"))
        duality = k.cite(
            "duality of the operator and the nuclear norm",
            Inequality(tr(one_ * two), NuclearNorm(one_) * OperatorNorm(two)),
            source="Horn and Johnson, Matrix Analysis, 7.4",
        )
        here = k.instance(duality, {one_: S * B, two: R})
        shorter = k.scale(k.compare(OperatorNorm(R), sp.Integer(1)), NuclearNorm(S * B))
        return k.negate(k.scale(k.le(here, shorter), 2))

    return proof


def expansion(degree: Any) -> Claim:
    t = Symbol("t", "argument", Reals)
    Z = Sampled("Z", Normal())
    sig = Function("σ", "link", of=POLYNOMIALS(degree))
    i = sp.Symbol("n", integer=True, nonnegative=True)
    series = sp.Sum(Mean(sig(Z) * He(i, Z)) / sp.factorial(i) * He(i, t), (i, 0, degree))
    printed = sp.Sum(Mean(sig(Z) * He(i, Z)) * He(i, t), (i, 0, degree))

    def steps(right: Any) -> Any:
        def inner(k: Any, left: Any, right: Any) -> Any:
            mean = k.mean(right)
            return k.flip(mean.to(left))

        return lambda k: k.coefficients(sig(t), right, of=sig, proof=lambda a, b: inner(k, a, b))

    return Claim(
        id="hermite.expansion",
        parts={
            "main": Part(
                Identity(sig(t), series), proof=steps(series), says="A polynomial is the sum of its Hermite projections over n!"
            ),
            "printed": Part(Identity(sig(t), printed), proof=steps(printed), says="without the factor 1/n!"),
        },
    )


PROVED = [
    (label_noise, ("main",)),
    (bv_exact, ("main", "random_target")),
    (derivatives, ("first", "second")),
    (lambda: expansion(sp.Integer(2)), ("main",)),
    (lambda: expansion(Symbol("p", "degree", Counts)), ("main",)),
]


@pytest.mark.parametrize("number", range(len(PROVED)))
def test_is_proved(number: int) -> None:
    make, parts = PROVED[number]
    claim = make()
    for part in parts:
        start = time.perf_counter()
        outcome = prove(claim, part)
        assert outcome.status == "proved", outcome.message
        assert outcome.how == "exact" and outcome.error == 0
        assert time.perf_counter() - start < 4  # a second on a machine of one's own


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (bv_exact, "variance_without_sigma"),
        (bv_exact, "deviation"),
        (bv_exact, "one_sided"),
        (bv_exact, "with_test_noise"),
        (derivatives, "factor"),
        (derivatives, "no_brs"),
        (lambda: expansion(sp.Integer(2)), "printed"),
        (lambda: expansion(Symbol("p", "degree", Counts)), "printed"),
    ],
)
def test_wrong_version_is_refused(make: Any, part: str) -> None:
    outcome = prove(make(), part)
    assert outcome.status == "failed" and outcome.message


def test_wrong_edits_are_refused() -> None:
    claim = label_noise()
    main = claim.parts["main"]
    for edit in (main.printed.edit, *main.wrong.values()):  # type: ignore[union-attr]
        wrong = Claim(
            id="mean_field.wrong", domain=claim.domain, statement=edit.apply(main.statement), says="wrong", proof=main.proof
        )
        assert prove(wrong).status == "failed"


def test_a_cited_theorem_is_named() -> None:
    outcome = prove(derivatives(), "no_steeper")
    assert outcome.status == "derived", outcome.message
    assert outcome.cited == ("duality of the operator and the nuclear norm",) and outcome.how == "cited"


def tex(term: Any) -> str:
    return str(TypesetPrinter().doprint(term))


def test_the_page_shows_what_was_checked() -> None:
    claim = label_noise()
    text = page(claim)
    outcome = prove(claim)
    for fact in outcome.facts:
        assert tex(fact.left) in text and tex(fact.right) in text and fact.rule in text
    assert text.count("**(") == len(outcome.facts) and "*Proved.*" in text
    assert r"where $G =" in text


def test_the_page_of_a_derived_part_names_what_it_cites() -> None:
    text = page(derivatives())
    assert "Horn and Johnson" in text and "*Derived, given what is cited.*" in text and "*Not proved.*" in text
