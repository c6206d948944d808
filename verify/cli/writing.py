"""`lemmata new`: a working skeleton of a claim of one's own."""

from __future__ import annotations

import re
from pathlib import Path

from lemmata.theory.language.errors import UsageError

SKELETON = '''"""{id}: say the mathematics in one sentence."""

import sympy as sp
import torch

from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.first import Claim, Domain, Erratum, Identity, Mean, Observable, Real, Source
from lemmata.verify import experiment

a = sp.Symbol("a", positive=True)
z = sp.Symbol("z", real=True)
C = Observable("C")  # what one replicate returns

claim = Claim(
    id="{id}",
    title="E[cos(a Z)] = exp(-a²/2) for a standard normal Z",
    truth=Identity(Mean(C), sp.exp(-(a**2) / 2), bounds=(-1, 1)),
    source=Source("my-notes.txt", "Lemma 3"),
    domain=Domain(Real(a, (0, sp.oo), (0.2, 1.5))),
    printed=Identity(Mean(C), sp.exp(-(a**2)), bounds=(-1, 1)),
    erratum=Erratum.wrong("the exponent is half the variance of a Z"),
    mutants={{"linear": Identity(Mean(C), sp.exp(-a / 2), bounds=(-1, 1))}},  # beside the automatic ones
)


@claim.derivation
def _(step):
    value = step("the characteristic function", gaussian_expectation(sp.cos(a * z), z), sp.exp(-(a**2) / 2), by="completing the square")
    step.conclude(by="this is the statement", given={{Mean(C): value}})


@experiment(claim)
def {slug}(p, draw):
    return torch.cos(p.a * draw.normal())
'''


def skeleton(identity: str, out: Path | None) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", identity):
        raise UsageError(f"{identity!r} is no claim id: write family.slug in small letters, digits and underscores")
    slug = identity.split(".")[1]
    path = out or Path(f"{slug}.py")
    if path.exists():
        raise UsageError(f"{path} is there already; choose another file with --out")
    try:
        path.write_text(SKELETON.format(id=identity, slug=slug))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}; choose another file with --out") from None
    print(f"{path} states {identity}; try it: lemmata verify {path}   or   pytest {path}")
