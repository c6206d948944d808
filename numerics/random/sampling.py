"""One sampler per law: the true world and the wrong ones.

Wrong fourth moment: a normal entry becomes a Laplace one (kurtosis 6 for 3), a sign a normal one (3 for 1), a uniform entry one of the
two points a standard deviation from the mean (1 for 9/5), a positive entry one of two positive points, a Student entry a normal one, a
point of a sphere a corner of the cube in it, a Haar matrix a random signed permutation.
Wrong dependence: normal entries are equicorrelated; entries of other laws are, with probability sqrt(0.3) each, one common draw, so
that every function of two entries has correlation 0.3 and every entry its law.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.parameters import require
from lemmata.numerics.random.request import Request
from lemmata.numerics.random.wishart import bartlett
from lemmata.numerics.random.worlds import BROKEN, FACTOR, SHARED
from lemmata.theory.language.errors import DomainError

EXPONENT = 1 / (0.5 + BROKEN / 12**0.5) - 1  # E U^k = 1/2 + 0.3 standard deviations
FLIPPED = BROKEN * (torch.pi / 2) ** 0.5  # probability of a sign that moves a normal entry by 0.3 standard deviations


def _entries(r: Request, own: Callable[[Draw, tuple[int, ...]], Tensor]) -> Tensor:
    """Entries that are independent, or a common draw each with probability sqrt(0.3)."""
    x = own(r.draw, r.shape)
    if r.change != "dependence" or not r.shape:
        return x
    common = own(r.extra, tuple(1 for _ in r.shape))
    return torch.where(r.extra.uniform(*r.shape) <= SHARED**0.5, common, x)


def _two_points(r: Request, mean: Tensor, sd: Tensor) -> Tensor:
    """Two positive points of that mean and deviation, or those at mean -/+ deviation where they are positive."""
    below = torch.minimum(0.75 * mean / sd.clamp(min=1e-300), torch.ones_like(mean))
    low = r.draw.uniform(*r.shape) * (1 + below**2) <= 1
    return mean + sd * torch.where(low, -below, 1 / below.clamp(min=1e-300))


def _gaussian(r: Request) -> Tensor:
    """Standard normal entries, in the world asked for."""
    if r.change == "fourth moment":
        return laplace(r.draw, r.shape)
    z = r.draw.normal(*r.shape)
    if r.change == "dependence" and r.shape:
        z = (1 - SHARED) ** 0.5 * z + SHARED**0.5 * r.extra.normal(*(1 for _ in r.shape))
    if r.change == "shift":
        z = z + BROKEN
    return FACTOR * z if r.change == "scale x 1.1" else z


def laplace(draw: Draw, shape: tuple[int, ...]) -> Tensor:
    """Laplace entries of mean 0 and variance 1, kurtosis 6."""
    return draw.exponential(*shape) * draw.rademacher(*shape) * 0.5**0.5


def _normal(r: Request) -> Tensor:
    n = r.shape[0] if r.rank == 1 else r.shape[-1] if r.rank else 0
    root = r.covariance(0, n)
    z = _gaussian(r)
    if root is None and r.plain(0) == 1:
        return z
    if root is None:
        return r.within(0, lambda v: v >= 0, "the variance is {}: give one >= 0").sqrt() * z
    return root @ z if r.rank == 1 else z @ root  # the rows of a matrix are N(0, C)


def _uniform(r: Request) -> Tensor:
    low, high = r.scalar(0), r.scalar(1)
    sentence = f"{r.name}: Uniform(a, b) with a - b = {{}} is empty: give a < b"
    if (ends := (r.plain(0), r.plain(1))) and ends[0] is not None and ends[1] is not None:
        if ends[0] > ends[1]:
            raise DomainError(sentence.format(f"{ends[0] - ends[1]:.12g}"))
    else:
        require(low - high, low <= high, sentence)
    if r.change == "fourth moment":
        signs = r.draw.rademacher(*r.shape)
        return (low + high) / 2 + signs * (high - low) / 12**0.5
    u = _entries(r, lambda d, s: d.uniform(*s))
    u = u**EXPONENT if r.change == "shift" else u
    x = low + (high - low) * u
    return FACTOR * x if r.change == "scale x 1.1" else x


def _rademacher(r: Request) -> Tensor:
    if r.change == "fourth moment":
        return r.draw.normal(*r.shape)
    if r.change == "shift":  # biased signs
        return 1 - 2 * (r.draw.uniform(*r.shape) > (1 + BROKEN) / 2).to(torch.float64)
    x = _entries(r, lambda d, s: d.rademacher(*s))
    return FACTOR * x if r.change == "scale x 1.1" else x


def _bernoulli(r: Request) -> Tensor:
    p = r.within(0, lambda p: (p >= 0) & (p <= 1), "the probability is {}: give one between 0 and 1")
    if r.change == "scale x 1.1":  # events 1.1 times as likely, or as unlikely where they are nearly sure
        p = torch.where(FACTOR * p <= 1, FACTOR * p, p / FACTOR)
    if r.change == "law":  # uniform on an interval of mean p
        return _around(r, p)
    return _entries(r, lambda d, s: (d.uniform(*s) <= p).to(torch.float64))


def _around(r: Request, p: Tensor) -> Tensor:
    """Uniform on the longest interval in [0, 1] of mean p."""
    return p + torch.minimum(p, 1 - p) * (2 * r.draw.uniform(*r.shape) - 1)


def _positive(r: Request, mean: Tensor, sd: Tensor, own: Callable[[Draw, tuple[int, ...]], Tensor]) -> Tensor:
    """A law on the positive half-line."""
    if r.change == "fourth moment":
        return _two_points(r, mean, sd)
    x = _entries(r, own)
    x = x + BROKEN * sd if r.change == "shift" else x
    return FACTOR * x if r.change == "scale x 1.1" else x


def _exponential(r: Request) -> Tensor:
    mean = r.within(0, lambda m: m >= 0, "the mean of an exponential law is {}: give one >= 0")
    return _positive(r, mean, mean, lambda d, s: mean * d.exponential(*s))


def _chi2(r: Request, d: Draw, shape: tuple[int, ...]) -> Tensor:
    plain = r.plain(0)
    return d.chi2(r.scalar(0) if plain is None else plain, *shape)


def _chi_square(r: Request) -> Tensor:
    df = r.within(0, lambda k: k >= 0, "the degrees of freedom are {}: give a number >= 0")
    return _positive(r, df, (2 * df).sqrt(), lambda d, s: _chi2(r, d, s))


def _student(r: Request) -> Tensor:
    df = r.within(0, lambda k: k > 0, "the degrees of freedom are {}: give a number > 0")
    # where the variance is infinite, the scale of the law stands in for the standard deviation
    sd = torch.where(df > 2, df / (df - 2).clamp(min=1e-300), torch.ones_like(df)).sqrt()
    if r.change == "fourth moment":
        return sd * r.draw.normal(*r.shape)
    x = _entries(r, lambda d, s: d.normal(*s) * (df / _chi2(r, d, s)).sqrt())
    x = x + BROKEN * sd if r.change == "shift" else x
    return FACTOR * x if r.change == "scale x 1.1" else x


def _sphere(r: Request) -> Tensor:
    radius = r.within(0, lambda s: s >= 0, "the radius is {}: give one >= 0")
    n, d = r.shape if r.rank == 2 else (1, r.shape[0])
    if r.change == "fourth moment":
        points = r.draw.rademacher(n, d)
    else:
        points = r.draw.normal(n, d)
        if r.change == "dependence":
            points = (1 - SHARED) ** 0.5 * points + SHARED**0.5 * r.extra.normal(1, d)
        if r.change == "shift":
            points = points + BROKEN
    points = points / torch.linalg.vector_norm(points, dim=-1, keepdim=True)
    points = points if r.rank == 2 else points.mT
    return (FACTOR if r.change == "scale x 1.1" else 1.0) * radius * points


def _haar(r: Request) -> Tensor:
    n, m = r.shape
    if m > n:
        raise DomainError(f"{r.name} is {n} x {m}: orthonormal columns have at least as many rows; take the transpose")
    if r.change == "fourth moment":
        return _signed_permutation(r, n, m)
    found = haar(r.draw, n, m)
    if r.change == "shift":  # some columns with the sign that makes their first entry positive
        turned = (found[:, :1] < 0) & (r.extra.uniform(1, m) <= FLIPPED)
        found = torch.where(turned, -found, found)
    return FACTOR * found if r.change == "scale x 1.1" else found


def haar(draw: Draw, n: int, m: int) -> Tensor:
    """The first m columns of a Haar matrix: Q of a Gaussian matrix, with the signs at which the diagonal of R is positive."""
    q, upper = torch.linalg.qr(draw.normal(n, m))
    diagonal = upper.diagonal(dim1=-2, dim2=-1)
    return q * torch.where(diagonal < 0, -1.0, 1.0).unsqueeze(-2)


def _signed_permutation(r: Request, n: int, m: int) -> Tensor:
    order = r.draw.uniform(n).argsort(dim=-1)[:, :m]
    chosen = torch.zeros(r.draw.replicates, n, m, dtype=torch.float64, device=r.draw.device)
    chosen.scatter_(1, order.unsqueeze(1), 1.0)
    return chosen * r.draw.rademacher(1, m)


def _wishart(r: Request) -> Tensor:
    if r.shape[0] != r.shape[1]:
        raise DomainError(f"{r.name} is {r.shape[0]} x {r.shape[1]}: a Wishart matrix is square")
    p, df = r.shape[0], r.plain(0)
    if df is None or df < 1 or df != round(df):
        shown = "different in each replicate" if df is None else f"{df:.12g}"
        raise DomainError(f"{r.name}: the number of columns of a Wishart law is {shown}: give a positive integer")
    count, root = round(df), r.covariance(1, p)
    if r.change in ("", "scale x 1.1"):
        like = torch.empty(0, dtype=torch.float64, device=r.draw.device)
        columns = bartlett(r.draw.source(), p, count, r.draw.replicates, like)
    else:
        columns = laplace(r.draw, (p, count)) if r.change == "fourth moment" else r.draw.normal(p, count)
        if r.change == "dependence":
            columns = (1 - SHARED) ** 0.5 * columns + SHARED**0.5 * r.extra.normal(p, 1)
        if r.change == "shift":
            columns = columns + BROKEN
    if root is not None:
        columns = root @ columns
    else:
        columns = r.within(1, lambda v: v >= 0, "the variance is {}: give one >= 0").sqrt() * columns
    return (FACTOR if r.change == "scale x 1.1" else 1.0) * (columns @ columns.mT) / count


SAMPLERS: dict[str, Callable[[Request], Tensor]] = {
    "Normal": _normal,
    "Uniform": _uniform,
    "Rademacher": _rademacher,
    "Bernoulli": _bernoulli,
    "Exponential": _exponential,
    "ChiSquare": _chi_square,
    "Student": _student,
    "Sphere": _sphere,
    "Haar": _haar,
    "Wishart": _wishart,
}
