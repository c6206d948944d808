"""Ridge regression on random designs: bias and variance of the predictive risk, exact given the design.

Rows of X are Sigma^(1/2) z. With K = X X^T, G = (K + n lam)^-1 and A = X^T G the estimator is A y, and

    bias = |Sigma^(1/2) (I - A X) beta|^2,    variance = Tr[Sigma A A^T]    (for noise of variance 1),

so neither noise nor a test set is simulated. `lam` multiplies |beta|^2 beside the mean squared error; lam = 0
is the minimum-norm interpolator (d >= n) or least squares (d < n).

Sigma is given by eigenvalues and multiplicities. For Gaussian entries an eigenspace of multiplicity m > n + 1
is rotated so that beta lies on one coordinate; the m - 1 others enter only through a Wishart matrix, and are
replaced by the n columns of its Bartlett factor: exact in law, cost independent of m. Nothing of size d x d
is made.

Columns and products are in `draw.dtype`, factorisations and sums in float64.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.models.ridge import given
from lemmata.numerics.random import laws
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError

BLOCK_BYTES = 8 << 20
CACHE_BYTES = 3 << 20  # designs that are worked on together: their factors and products should stay in cache
ENTRIES = ("gaussian", "rademacher")


@dataclass(frozen=True)
class Population:
    """The columns to simulate, `drawn` of them explicit, followed by n for each collapsed eigenspace (its df is listed)."""

    spectrum: Tensor
    coefficients: Tensor
    drawn: int
    collapsed: tuple[int, ...]
    dimension: int
    null_risk: Tensor


def population(
    eigenvalues: Tensor | Sequence[float],
    coefficients: Tensor | Sequence[float],
    n: int,
    draw: Draw,
    *,
    multiplicities: Sequence[int] | None = None,
    entries: str = "gaussian",
    random_effects: bool = False,
) -> Population:
    """The columns for a spectrum.

    `coefficients` are the norms of beta in the eigenspaces, or with `random_effects` the second moment of a
    coordinate.
    """
    if entries not in ENTRIES:
        raise DomainError(f"there are no {entries!r} entries: use one of {', '.join(ENTRIES)}")
    lam = draw.tensor(eigenvalues)
    beta = draw.tensor(coefficients)
    if lam.shape != beta.shape or lam.ndim != 1:
        raise DomainError(f"{tuple(lam.shape)} eigenvalues and {tuple(beta.shape)} coefficients: give equally many")
    counts = [1] * lam.shape[0] if multiplicities is None else [int(count) for count in multiplicities]
    if len(counts) != lam.shape[0] or min(counts) < 1:
        raise DomainError(f"{len(counts)} multiplicities for {lam.shape[0]} eigenvalues: one each, at least 1")
    # collapsing leaves one explicit coordinate, which carries beta
    collapsed = [i for i, count in enumerate(counts) if entries == "gaussian" and count > n + 1]
    explicit = [1 if i in set(collapsed) else count for i, count in enumerate(counts)]
    first = draw.tensor([0, *explicit[:-1]]).cumsum(0).to(torch.int64)
    width = sum(explicit)
    repeats = torch.tensor(explicit, device=draw.device)
    spectrum = torch.repeat_interleave(lam, repeats, output_size=width)
    if random_effects:
        spread = torch.repeat_interleave(beta, repeats, output_size=width)
        null = (lam * beta * draw.tensor(counts)).sum()
    else:
        spread = torch.zeros_like(spectrum).index_copy(0, first, beta)
        null = (lam * beta * beta).sum()
    rest = beta if random_effects else torch.zeros_like(beta)
    return Population(
        spectrum=torch.cat([spectrum, *(lam[i : i + 1].expand(n) for i in collapsed)]),
        coefficients=torch.cat([spread, *(rest[i : i + 1].expand(n) for i in collapsed)]),
        drawn=width,
        collapsed=tuple(counts[i] - 1 for i in collapsed),
        dimension=sum(counts),
        null_risk=null,
    )


def designs(people: Population, n: int, draw: Draw, *, entries: str = "gaussian", fast: bool = True) -> Iterator[Tensor]:
    """Blocks (b, n, columns) of designs, `draw.replicates` in all, from one substream."""
    source = draw.source()
    width = people.spectrum.shape[0]
    scale = people.spectrum.to(draw.dtype).sqrt()
    size = max(1, BLOCK_BYTES // (8 * n * width))
    for start in range(0, draw.replicates, size):
        count = min(size, draw.replicates - start)
        like = scale.new_empty(0)
        if entries == "gaussian":
            drawn = laws.normal(source, (count, n, people.drawn), like, fast)
        else:
            drawn = laws.rademacher(source, (count, n, people.drawn), like)
        tails = [bartlett(source, n, df, count, like, fast) for df in people.collapsed]
        columns = torch.cat([drawn, *tails], dim=2) if tails else drawn
        yield columns.mul_(scale)


def conditional_risk(
    eigenvalues: Tensor | Sequence[float],
    beta: Tensor | Sequence[float],
    n: int,
    lam: float | Sequence[float],
    draw: Draw,
    *,
    multiplicities: Sequence[int] | None = None,
    entries: str = "gaussian",
    random_effects: bool = False,
    fast: bool = True,
) -> dict[str, Tensor]:
    """`bias`, `variance` (per unit of noise variance), `dof` = Tr[K G], `train_bias` = lam beta^T X^T G X beta.

    Each has shape (B,), or (B, L) for L penalties on the same designs.

    `beta` holds the norm of beta_* in each eigenspace. With `random_effects` it holds the second moment of
    each coordinate, and the bias and train bias are averages over beta_*.
    """
    people = population(
        eigenvalues, beta, n, draw, multiplicities=multiplicities, entries=entries, random_effects=random_effects
    )
    penalties = [lam] if isinstance(lam, int | float) else list(lam)
    rows: dict[str, list[Tensor]] = {}
    for block in designs(people, n, draw, entries=entries, fast=fast):
        for x in in_cache(block):
            gram = gram_matrix(x).to(torch.float64)
            each = [_risk(x, gram, people, penalty, random_effects) for penalty in penalties]
            for name in each[0]:
                rows.setdefault(name, []).append(torch.stack([part[name] for part in each], dim=1))
    stacked = {name: torch.cat(parts) for name, parts in rows.items()}
    return {name: value[:, 0] for name, value in stacked.items()} if isinstance(lam, int | float) else stacked


def _risk(x: Tensor, gram: Tensor, people: Population, lam: float, random_effects: bool) -> dict[str, Tensor]:
    n = gram.shape[-1]
    inverse = regularised_inverse(gram, n * lam, rank=min(n, people.dimension))
    estimator = inverse.to(x.dtype) @ x
    spectrum, coefficients = people.spectrum, people.coefficients
    variance = estimator.square().sum(dim=1).to(torch.float64) @ spectrum
    dof = (gram * inverse).sum(dim=(1, 2))
    if random_effects:
        moments = coefficients.to(x.dtype)
        labels = ((x * moments) @ x.mT).to(torch.float64)
        fitted = ((estimator * spectrum.to(x.dtype)) @ estimator.mT).to(torch.float64)
        aligned = (x * estimator).sum(dim=1, dtype=torch.float64) @ (spectrum * coefficients)
        bias = people.null_risk - 2 * aligned + (labels * fitted).sum(dim=(1, 2))
        train = lam * (inverse * labels).sum(dim=(1, 2))
    else:
        signal = (x @ coefficients.to(x.dtype)).to(torch.float64)
        dual = (inverse @ signal[..., None])[..., 0]
        residual = coefficients - (dual[:, None, :].to(x.dtype) @ x)[:, 0]
        bias = (residual * residual) @ spectrum
        train = lam * (signal * dual).sum(dim=1)
    return {"bias": bias, "variance": variance, "dof": dof, "train_bias": train}


def risk_of_designs(x: Tensor, eigenvalues: Tensor, beta: Tensor, lam: float) -> dict[str, Tensor]:
    """What `conditional_risk` returns, for given designs (B, n, d): one Gram matrix, one factor and one product each."""
    if given.suits(x, lam):
        return given.risks(x, eigenvalues, beta, lam)
    d = x.shape[-1]
    people = Population(eigenvalues, beta, d, (), d, (eigenvalues * beta * beta).sum())
    parts = [_risk(part, gram_matrix(part).to(torch.float64), people, lam, False) for part in in_cache(x)]
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}


def in_cache(x: Tensor) -> tuple[Tensor, ...]:
    """The designs in parts of a few megabytes, one design at least."""
    return x.split(max(1, CACHE_BYTES // (x.element_size() * x.shape[-2] * x.shape[-1])))


def gram_matrix(x: Tensor) -> Tensor:
    """X X^T by strips of columns, each from its diagonal block down: five eighths of the work of one product."""
    n = x.shape[-2]
    strips = 4 if n >= 256 else 2
    if n < 64:
        return x @ x.mT
    out = x.new_empty((*x.shape[:-1], n))
    size = -(-n // strips)
    for start in range(0, n, size):
        stop = min(n, start + size)
        strip = x[..., start:, :] @ x[..., start:stop, :].mT
        out[..., start:, start:stop] = strip
        out[..., start:stop, stop:] = strip[..., stop - start :, :].mT
    return out


def regularised_inverse(gram: Tensor, shift: float, rank: int) -> Tensor:
    """(K + shift)^-1, or the pseudo-inverse when shift = 0 and K has rank below n; NaN where the factorisation fails."""
    n = gram.shape[-1]
    if shift < 0 or not math.isfinite(shift):
        raise DomainError(f"the ridge penalty gives the shift {shift}: give a penalty of at least 0")
    if shift == 0 and rank < n:
        values, vectors = torch.linalg.eigh(gram)
        kept = vectors[..., n - rank :]
        return (kept / values[..., None, n - rank :]) @ kept.mT
    shifted = gram.clone()
    shifted.diagonal(dim1=-2, dim2=-1).add_(shift)
    factor, info = torch.linalg.cholesky_ex(shifted)
    return torch.where((info == 0)[..., None, None], torch.cholesky_inverse(factor), math.nan)


def drawn_risk(x: Tensor, beta: Tensor, sigma: Tensor, lam: float, sigma2: float, draw: Draw) -> Tensor:
    """(x_0' beta_hat - x_0' beta)^2 with simulated noise and test point x_0 ~ N(0, sigma): the definition, no formula."""
    n = x.shape[0]
    design, target = x.to(draw.dtype), beta.to(draw.dtype)
    noise = draw.normal(n) * sigma2**0.5
    labels = design @ target + noise
    gram = design @ design.mT
    gram.diagonal().add_(n * lam)
    fitted = torch.cholesky_solve(labels.mT, torch.linalg.cholesky(gram)).mT @ design
    test = draw.normal(beta.shape[0]) @ torch.linalg.cholesky(sigma.to(draw.dtype)).mT
    return ((fitted - target) * test).sum(dim=1).square()


def power_law_designs(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The procedure of the claims about power laws: eigenvalues j^-a, j <= d, and target coordinates 1/j."""
    index = torch.arange(1, int(p["d"]) + 1, dtype=torch.float64, device=draw.device)
    found = conditional_risk(index ** -p["a"], 1 / index, int(p["n"]), float(p["λ"]), draw)
    return {name: found[name] for name in ("bias", "variance")}


# how claims about power laws draw them
DRAWN = {"first": 512, "kurtosis": {"simulated": 30}, "procedures": {"designs": power_law_designs}}
