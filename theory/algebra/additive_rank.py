r"""The number of parameters that the values of an additive model determine near a generic target, exactly.

The model is $f(x)=\sum_{m\le M}\sum_{i=k}^p\alpha^m_i\mathrm{He}_i(\langle x,\theta_m\rangle)$, $|\theta_m|^2$ fixed.
The rank of the differential of $(f(x_1),\dots,f(x_n))$ in $(\theta,\alpha)$, tangent to the spheres, is computed over a
prime field at points made from a hash: it is at most the generic rank over the rationals.
"""

from __future__ import annotations

from itertools import islice

from flint import nmod_mat

from lemmata.theory.algebra.zero import hashed_integers

PRIME = 2**31 - 1


def _hermite(degree: int, z: int) -> list[int]:
    """He_0(z), ..., He_degree(z) modulo the prime."""
    values = [1, z % PRIME]
    for n in range(1, degree):
        values.append((z * values[n] - n * values[n - 1]) % PRIME)
    return values[: degree + 1]


def values_rank(tasks: int, d: int, k: int, p: int, points: int) -> int:
    """The rank of the differential of the values at ``points`` points: at most tasks (d + p - k)."""
    numbers = (n % PRIME for n in hashed_integers(f"additive {tasks} {d} {k} {p}"))

    def vector(size: int) -> list[int]:
        return list(islice(numbers, size))

    theta = [vector(d) for _ in range(tasks)]
    alpha = [vector(p - k + 1) for _ in range(tasks)]
    inverse = [pow(t[-1], -1, PRIME) for t in theta]
    rows = []
    for _ in range(points):
        x, row = vector(d), []
        for t, a, last in zip(theta, alpha, inverse, strict=True):
            he = _hermite(p, sum(u * v for u, v in zip(t, x, strict=True)) % PRIME)
            slope = sum(a[i - k] * i * he[i - 1] for i in range(k, p + 1)) % PRIME
            # moves with sum_j theta_j dtheta_j = 0: the last coordinate follows the others
            row += [slope * (x[j] - t[j] * last * x[-1]) % PRIME for j in range(d - 1)]
            row += he[k:]
        rows.append(row)
    return int(nmod_mat(points, tasks * (d + p - k), [v for row in rows for v in row], PRIME).rank())
