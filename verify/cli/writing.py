"""`lemmata new`: a working skeleton of a claim of one's own."""

from __future__ import annotations

import re
from pathlib import Path

from theory.language.errors import UsageError

SKELETON = '''"""{id}: say the mathematics in one sentence."""

import sympy as sp

from theory.language import Claim, Domain, Erratum, Identity, Mean, Observable, Real, Source
from verify import experiment

a, b = sp.symbols("a b", positive=True)
G = Observable("G")  # what one replicate returns

claim = Claim(
    id="{id}",
    title="E[(a Z + b)^2 (Z^2 - 1)] = 2 a^2 for a standard normal Z",
    truth=Identity(Mean(G), 2 * a**2),
    source=Source("my-notes.txt", "Lemma 3"),
    domain=Domain(Real(a, (0, sp.oo), (0.5, 2)), Real(b, (0, sp.oo), (0.1, 3))),
    printed=Identity(Mean(G), a**2),
    erratum=Erratum.wrong("the print drops the norm E[(Z^2 - 1)^2] = 2"),
    mutants={{"linear": Identity(Mean(G), 2 * a), "shifted": Identity(Mean(G), 2 * a**2 + b)}},
)


@claim.derivation
def _(step):
    z2, z4 = sp.Integer(1), sp.Integer(3)  # the moments E Z^2 and E Z^4; odd ones vanish
    value = step("expand the square; odd moments vanish", a**2 * (z4 - z2) + b**2 * (z2 - 1), 2 * a**2, by="Gaussian moments")
    step.conclude(by="this is the statement", given={{Mean(G): value}})


@experiment(claim)
def {slug}(p, draw):
    z = draw.normal()
    return (p.a * z + p.b) ** 2 * (z**2 - 1)
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
