"""The equations E[g^i He_k] = 0 in float64, well scaled, with their Levenberg-Marquardt solver.

Conventions: g = sum c_n h_n(z/s) with s^2 = max(I, 2)/2, so that g^I phi is a product of I orthonormal Hermite functions and
every integral is a well-scaled trapezoid sum (spectrally accurate). The constant part and the i = 1 equations are linear: they
are removed by an orthonormal basis of their null space. Residuals are E[g^i h_k]/E|g|^i: no scaling of g can shrink them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from lemmata.theory.algebra.superorthogonal import equations

Array = NDArray[np.float64]
FOUND = 1e-12


def hermite_functions(x: Array, degree: int) -> Array:
    """psi_n(x) = h_n(x) phi(x)^(1/2) for n = 0..degree, by the stable three-term recurrence."""
    psi = np.empty((degree + 1, x.size))
    psi[0] = (2 * math.pi) ** -0.25 * np.exp(-x * x / 4)
    if degree >= 1:
        psi[1] = x * psi[0]
    for n in range(1, degree):
        psi[n + 1] = x / math.sqrt(n + 1) * psi[n] - math.sqrt(n / (n + 1)) * psi[n - 1]
    return psi


class Problem:
    """The equations of one (I, K, degree) on a trapezoid grid; unknown u with coefficients c = null @ u in the wide basis."""

    def __init__(self, I: int, K: int, degree: int) -> None:
        self.I, self.K, self.degree, self.parity = I, K, degree, degree % 2
        power = max(I, 2)
        s = math.sqrt(power / 2)
        half_width = s * (2 * math.sqrt(degree + 1) + 7)
        step = 2 * math.pi / (1.4 * power * math.sqrt(degree + 1) / s + 14)
        z = np.linspace(-half_width, half_width, int(2 * half_width / step) + 1)
        step = float(z[1] - z[0])
        self.indices = list(range(self.parity, degree + 1, 2))
        wide = hermite_functions(z / s, degree)[self.indices]
        # phi(z) / phi(z/s)^(i/2): bounded for i <= I by the choice of s
        weight = [step * (2 * math.pi) ** (i / 4 - 0.5) * np.exp(-z * z / 2 * (1 - i / power)) for i in range(power + 1)]
        h = [np.ones_like(z), z]
        for k in range(1, K):
            h.append((z * h[k] - math.sqrt(k) * h[k - 1]) / math.sqrt(k + 1))
        linear = np.array([wide @ (weight[1] * h[k]) for k in range(K + 1) if k % 2 == self.parity])
        self.null = np.linalg.svd(linear)[2][len(linear) :].T
        self.basis = np.ascontiguousarray(self.null.T @ wide)
        self.weight = weight
        self.pairs = equations(I, K, self.parity)
        self.tests = [weight[i] * h[k] for i, k in self.pairs]
        self.emphasis = np.ones(len(self.pairs))

    def residuals(self, u: Array) -> tuple[Array, Array]:
        """Relative residuals (starts, equations) and their exact Jacobian (starts, equations, unknowns)."""
        g = u @ self.basis
        powers = [np.ones_like(g), g]
        for _ in range(2, self.I + 1):
            powers.append(powers[-1] * g)
        r = np.empty((len(u), len(self.pairs)))
        jac = np.empty((len(u), len(self.pairs), u.shape[1]))
        size: dict[int, tuple[Array, Array]] = {}
        for e, ((i, _), test) in enumerate(zip(self.pairs, self.tests, strict=True)):
            if i not in size:
                w = self.weight[i]
                size[i] = (np.abs(powers[i]) @ w, i * ((np.abs(powers[i - 1]) * np.sign(g) * w) @ self.basis.T))
            norm, dnorm = size[i]
            value = powers[i] @ test
            r[:, e] = value / norm
            jac[:, e] = (i * ((powers[i - 1] * test) @ self.basis.T) - (value / norm)[:, None] * dnorm) / norm[:, None]
        return r * self.emphasis, jac * self.emphasis[:, None]

    def solve(self, u: Array, iterations: int) -> tuple[Array, Array]:
        """Levenberg-Marquardt on the unit sphere for all starts at once; returns the points and their residual norms."""
        u = u / np.linalg.norm(u, axis=1, keepdims=True)
        if not self.pairs:
            return u, np.zeros(len(u))
        damping = np.full(len(u), 1e-2)
        r, jac = self.residuals(u)
        cost = np.linalg.norm(r, axis=1)
        eye = np.eye(len(self.pairs))
        for _ in range(iterations):
            gram = jac @ jac.transpose(0, 2, 1)
            scale = np.trace(gram, axis1=1, axis2=2) / len(self.pairs)
            # fewer equations than unknowns: the damped step of least norm lives in the row space
            shift = np.maximum(damping * scale, 1e-30)[:, None, None]
            dual = np.linalg.solve(gram + shift * eye, r[:, :, None])
            move = -(jac.transpose(0, 2, 1) @ dual)[:, :, 0]
            move *= np.minimum(1, 0.5 / np.maximum(np.linalg.norm(move, axis=1), 1e-300))[:, None]
            trial = u + move
            trial /= np.linalg.norm(trial, axis=1, keepdims=True)
            r_new, jac_new = self.residuals(trial)
            cost_new = np.linalg.norm(r_new, axis=1)
            better = cost_new < cost
            u[better], r[better], jac[better], cost[better] = (trial[better], r_new[better], jac_new[better], cost_new[better])
            damping = np.where(better, np.maximum(0.3 * damping, 1e-14), np.minimum(4 * damping, 1e6))
            if cost.min() < FOUND / 10:
                break
        return u, cost

    def spectral_starts(self, rng: np.random.Generator, count: int) -> Array:
        """I = 2: random vectors of the bottom eigenspace of the combination of the forms that is closest to definite.

        A common root of the forms exists only when no combination is definite; near the smallest such degree the roots are
        rare, and they lie close to this eigenspace (the dual optimum, found by a smoothed smallest eigenvalue and BFGS)."""
        forms = np.array([(self.basis * test) @ self.basis.T for test in self.tests])
        forms /= np.abs(np.diagonal(forms, axis1=1, axis2=2)).max(axis=1)[:, None, None]
        scale = np.sqrt(np.abs(np.diagonal(forms.sum(axis=0))))
        forms /= np.outer(scale, scale)
        trace = np.trace(forms, axis1=1, axis2=2)
        centre = np.ones(len(forms)) * forms.shape[1] / trace.sum()
        free = np.linalg.svd(trace[None])[2][1:].T
        y = np.zeros(len(forms) - 1)

        def smoothed(y: Array, width: float) -> tuple[float, Array]:
            values, vectors = np.linalg.eigh(np.tensordot(centre + free @ y, forms, 1))
            share = np.exp(-(values - values[0]) / width)
            slopes = np.einsum("ai,jab,bi->ij", vectors, forms, vectors)
            return width * math.log(share.sum()) - values[0], -free.T @ (share @ slopes / share.sum())

        for width in 10.0 ** -np.arange(1, 11, 0.5):
            if len(y):
                y = minimize(smoothed, y, args=(width,), jac=True, method="BFGS", options={"gtol": 1e-12}).x
        values, vectors = np.linalg.eigh(np.tensordot(centre + free @ y, forms, 1))
        bottom = vectors[:, :4] / scale[:, None]
        share = np.exp(-(values[:4] - values[0]) / 1e-10) + 1e-3
        return (rng.standard_normal((count, bottom.shape[1])) * np.sqrt(share)) @ bottom.T
